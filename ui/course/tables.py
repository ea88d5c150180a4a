"""Tables that a chapter can show by name. Each is given the text that a reader may put in the place of its own."""

import unicodedata
from dataclasses import dataclass

from ui.base.i18n import gettext as _
from ui.base.i18n import number, significant
from ui.base.show import joined
from ui.base.tokenizers import TokenizerName
from ui.course import sizes as measured
from ui.course.articles import TOKENIZERS, articles, counted
from ui.course.counted import looked_at
from ui.course.library import table
from ui.course.named import bpe_tokenizer
from ui.course.of_tokenizers import cuts_of

TONES = "\u0300\u0301\u0303\u0309\u0323"  # of Vietnamese, as characters of their own


@dataclass(frozen=True)
class Table:
    """Numbers in rows, and what is to be said where they would surprise."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@table
def sizes_of_gpt2(text: str, width: int) -> Table:
    """The text with fewer and with more of GPT-2's tokens, and the numbers in an embedding of that width."""
    return Table(
        _("Your text with fewer and with more of GPT-2's tokens"),
        (_("Tokens in the vocabulary"), _("Tokens in the text"), _("Parameters of the embedding")),
        tuple(
            (number(each.size), number(each.tokens), number(measured.parameters(each.size, width)))
            for each in measured.measured(bpe_tokenizer("gpt2"), text)
        ),
    )


@table
def cuts(_text: str, of: str, word: str) -> Table:
    """Every cut of a word into Unigram's tokens."""
    return Table(
        _("Every cut of “{word}” into Unigram’s first tokens").format(word=word),
        (_("Cut"), _("Probability")),
        tuple((joined(parts), significant(chance, 3)) for parts, chance in cuts_of(of, word).items()),
    )


@table
def pairs_looked_at(text: str, merges: int) -> Table:
    """What so many merges of the text cost, in three ways to count pairs."""
    found = list(looked_at(text, merges))
    shown = sorted({0, 1, *(len(found) * part // 5 for part in range(1, 5)), len(found) - 1} & {*range(len(found))})
    surprising = _(
        "Here the last way costs most: in so short a text a merge changes nearly every pair, and each change counts "
        "twice, for the pair that goes and for the one that comes. It pays where most pairs of a text stay as they are."
    )
    return Table(
        _("Pairs of neighbours looked at, in all"),
        (
            _("After so many merges"),
            _("The whole text counted anew each time"),
            _("Each different word counted anew each time"),
            _("Only what a merge changes"),
        ),
        tuple(tuple(map(number, found[at])) for at in shown),
        surprising if found[-1].kept > found[-1].words else "",
    )


@table
def formats(_text: str, *written: str) -> Table:
    """The same records as JSON with indentation, as JSON on one line and as YAML."""
    titles = (_("JSON with indentation"), _("JSON on one line"), _("YAML"))
    return Table(
        _("The same records in each tokenizer"),
        (_("Written as"), _("Characters"), *(TokenizerName(key).title for key in TOKENIZERS)),
        tuple((title, number(len(text)), *counted(text)) for title, text in zip(titles, written, strict=True)),
    )


@table
def vietnamese(_text: str) -> Table:
    """Article 1 in Vietnamese, written in ways that look alike: one row a way, with what each costs."""
    text = articles()["vie"]["text"]
    written = {
        _("NFC: each character as one, as keyboards write it"): unicodedata.normalize("NFC", text),
        _("NFD: letter, mark and tone apart"): unicodedata.normalize("NFD", text),
        _("Windows-1258: letter with its mark, tone apart"): windows_1258(text),
    }
    return Table(
        _("Article 1 in Vietnamese, written in three ways"),
        (_("Written as"), _("Code points"), _("Bytes"), *(TokenizerName(name).title for name in TOKENIZERS)),
        tuple(
            (title, *map(number, (len(form), len(form.encode()))), *counted(form)) for title, form in written.items()
        ),
        _(
            "One text can be written in several ways that look alike. In Vietnamese a letter may have a mark and a "
            "tone: they are one character, two or three. Tokenizers see bytes, so the same article costs more or less. "
            "The chart has the first of these; it was published in the last."
        ),
    )


def windows_1258(text: str) -> str:
    """A Vietnamese text as Windows-1258 has it: letters with their own marks, and after each its tone.

    >>> len("ế"), len(windows_1258("ế")), len(unicodedata.normalize("NFD", "ế"))
    (1, 2, 3)
    """
    found = ""
    for character in unicodedata.normalize("NFC", text):
        parts = unicodedata.normalize("NFD", character)
        letter = "".join(part for part in parts if part not in TONES)
        found += unicodedata.normalize("NFC", letter) + "".join(part for part in parts if part in TONES)
    return found
