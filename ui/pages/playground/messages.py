"""The texts of Playground: its example, its limits, and the numbers of a text."""

from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import NamedTuple

from bpe_engine import Tokenizer, UnigramTokenizer, WordLevelTokenizer, WordPieceTokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.visible_text import LINE_END, display_name, join_sentences, visible_line
from ui.base.word_spacing import spacing_unit
from ui.pages.playground.token_payload import EncodedText, compare_boundaries

LONGEST_TEXT = 2**20
"""Bytes of a text in UTF-8."""

MAX_LIVE_BYTES = 20_000
"""Bytes of a text up to which its tokens follow the typing, where a longer one would be taken out of its box."""

LONG_TEXT = 50_000
"""Characters above which a text is removed from its box: a browser would send it again with each click."""

PREVIEW_CHARACTERS = 300  # characters of such a text that are shown

EXAMPLE = """\
Tokenizers cut text into pieces: common words stay whole, uncommon ones fall apart.

def greet(name):
    return f"Hello, {name}!"  # 4 spaces

東京は日本の首都です。 Привет! 👋🏽 👩‍💻
"""


def too_long_message(text: str) -> str:
    """Explain why a text is too long; empty if it is not."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= LONGEST_TEXT:
        return ""
    return _(
        "The text is {size} bytes in UTF-8, but the limit here is {limit} (1 MB). It is still in the box: shorten it "
        "there, or paste part of it."
    ).format(size=localized_number(size), limit=localized_number(LONGEST_TEXT))


def beginning_html(text: str) -> str:
    """Return the opening of a long text, which replaces its box."""
    title = _("Your text ({count} characters) begins:").format(count=localized_number(len(text)))
    begins = escape(visible_line(text[:PREVIEW_CHARACTERS])).replace(LINE_END, f"{LINE_END}<br>")
    style = "padding: 0.5rem 0.8rem; border: 1px dashed; border-radius: 0.4rem; overflow-wrap: anywhere"
    return f'<div>{escape(title)}</div><div class="bpe-beginning" style="{style}">{begins} …</div>'


def column_label(number: int) -> str:
    """Return the label of the choice of a tokenizer, given its number among those beside each other."""
    if number <= 2:
        return _("Tokenizer") if number == 1 else _("Second tokenizer")
    return _("Tokenizer {number}").format(number=localized_number(number))


def special_names(text: str, tokenizers: Sequence[Tokenizer]) -> list[str]:
    """Return the special tokens of these tokenizers whose names occur in a text."""
    special_tokens = dict.fromkeys(name for tokenizer in tokenizers for name in tokenizer.special_tokens)
    return [name for name in special_tokens if name in text]


def special_note(names: Sequence[str]) -> str:
    """Explain the choice between text and special token."""
    return ngettext(
        "The text contains {names}, the name of a special token. As a token it is a single id that tells a model "
        "something (here, often that a text ends). As text it is ordinary characters: what users type should be read "
        "that way, or they could give such commands. OpenAI’s library doesn’t guess: by default it stops with an "
        "error, and the program must choose.",
        "The text contains {names}, names of special tokens. As tokens, each is a single id that tells a model "
        "something (often that a text ends). As text they are ordinary characters: what users type should be read that "
        "way, or they could give such commands. OpenAI’s library doesn’t guess: by default it stops with an error, and "
        "the program must choose.",
        len(names),
    ).format(names=join_list(map(display_name, names)))


def token_notes(titles: Sequence[str], read: Sequence[EncodedText]) -> list[str]:
    """Return notes on the tokens of a text in one or more tokenizers. Some may be empty."""
    notes = [
        *(unknown_text(*pair) for pair in zip(titles, read, strict=True)),
        *(omitted_space_note(*pair) for pair in zip(titles, read, strict=True)),
    ]
    if len(read) == 2 and titles[0] == titles[1]:
        notes.append(_("Both are the same tokenizer. Choose another one to compare."))
    elif len(read) > 1:
        notes.append(agreement_text(titles, *read))
    return notes


def link_note(left_out: Collection[str]) -> str:
    """Return a note if the link omits the text, else ""."""
    if not left_out:
        return ""
    return _("Your text is too long for a link, so the link carries everything else. Send the text with it.")


class Fact(NamedTuple):
    """A number of a text that is independent of the tokenizer: label, value, and meaning."""

    label: str  # with {count} for the value
    value: int
    meaning: str

    @property
    def text(self) -> str:
        """The fact as one line."""
        return _("{counted} ({meaning})").format(
            counted=self.label.format(count=localized_number(self.value)), meaning=self.meaning
        )


def facts(text: str) -> list[Fact]:
    """Return the numbers of a text: words or syllables, characters, bytes."""
    size = len(text.encode("utf-8", "surrogatepass"))
    return [
        *_between_spaces(text),
        Fact(ngettext("{count} character", "{count} characters", len(text)), len(text), _("Unicode code points")),
        Fact(ngettext("{count} byte", "{count} bytes", size), size, _("in UTF-8")),
    ]


def numbers(text: str) -> str:
    """Return the numbers of a text as one line."""
    return " · ".join(fact.label.format(count=localized_number(fact.value)) for fact in facts(text))


def head_html(text: str, *, is_beside_plan: bool) -> str:
    """Return the head above a text as HTML: what it is, and its numbers, each with its meaning."""
    name = "bpe-text-head beside-plan" if is_beside_plan else "bpe-text-head"
    meanings = "\n".join(fact.text for fact in facts(text))
    counts = f'<span title="{escape(meanings)}">{escape(numbers(text))}</span>' if text else ""
    return f'<div class="{name}">{escape(_("Your text"))}{counts}</div>'


def _between_spaces(text: str) -> Iterator[Fact]:
    """Yield the number of words in a text, or of its syllables, or nothing."""
    unit, count = spacing_unit(text), len(text.split())
    if unit == "word":
        yield Fact(ngettext("{count} word", "{count} words", count), count, _("separated by white space"))
    elif unit == "syllable":
        yield Fact(ngettext("{count} syllable", "{count} syllables", count), count, _("separated by white space"))


def agreement_text(titles: Sequence[str], *encoded: EncodedText) -> str:
    """Return at how many positions all tokenizers cut, and at how many only some or one of them do."""
    common, disputed, unique = compare_boundaries(*encoded)
    if len(encoded) > 2:
        return _with_gaps(_agreement_of_many(titles, common, disputed, list(map(len, unique))), encoded)
    only_first, only_second = map(len, unique)
    if not disputed:
        return _(
            "Both cut this text the same way, at all {both} places between tokens. Their ids still differ."
        ).format(both=localized_number(common))
    text = _(
        "Places where they disagree: {differ}. A pin (▾) marks each, on the side of the one that cuts there (only "
        "{first}: {only_first}, only {second}: {only_second}). Places where both cut: {both}. Ids can’t be compared: "
        "each vocabulary has its own numbering."
    ).format(
        differ=localized_number(disputed),
        only_first=localized_number(only_first),
        only_second=localized_number(only_second),
        both=localized_number(common),
        first=titles[0],
        second=titles[1],
    )
    return _with_gaps(text, encoded)


def _agreement_of_many(titles: Sequence[str], common: int, disputed: int, unique: Sequence[int]) -> str:
    if not disputed:
        return _(
            "All {count} cut this text the same way, at all {places} places between tokens. Their ids still differ."
        ).format(count=localized_number(len(titles)), places=localized_number(common))
    text = _(
        "Places where all {count} cut: {common}. Places where only some of them do: {disputed}. Ids can’t be "
        "compared: each vocabulary has its own numbering."
    ).format(count=localized_number(len(titles)), common=localized_number(common), disputed=localized_number(disputed))
    template = _("{title}: {count}")
    counts = [
        template.format(title=title, count=localized_number(count))
        for title, count in zip(titles, unique, strict=True)
        if count
    ]
    if not counts:
        return text
    pins = _("A pin (▾) marks a place where only one of them cuts ({counts}).")
    return join_sentences(text, pins.format(counts=", ".join(counts)))


def _with_gaps(text: str, encoded: Sequence[EncodedText]) -> str:
    """Add what counts as one place if a tokenizer leaves out white space."""
    if not any(next(tokens.gaps(), None) for tokens in encoded):
        return text
    return join_sentences(
        text,
        _("White space that one of them leaves out counts as one place: a cut before it is as good as one after it."),
    )


def unknown_text(title: str, tokens: EncodedText) -> str:
    """Explain why there are unknown tokens; empty if there are none."""
    if not tokens.unknown:
        return ""
    count = len(tokens.unknown)
    if isinstance(tokens.tokenizer.base_tokenizer, WordPieceTokenizer | WordLevelTokenizer):
        text = ngettext(
            "{title}: {count} token is {unk}. It stands for a whole word, which is lost.",
            "{title}: {count} tokens are {unk}. Each stands for a whole word, which is lost.",
            count,
        )
    elif isinstance(tokens.tokenizer.base_tokenizer, UnigramTokenizer):
        text = ngettext(
            "{title}: {count} token is {unk}. It stands for one or more characters in a row that aren’t in the "
            "vocabulary and are lost.",
            "{title}: {count} tokens are {unk}. Each stands for one or more characters in a row that aren’t in the "
            "vocabulary and are lost.",
            count,
        )
    else:
        text = ngettext(
            "{title}: {count} token is {unk}. It stands for a piece of text that isn’t in the vocabulary and is lost.",
            "{title}: {count} tokens are {unk}. Each stands for a piece of text that isn’t in the vocabulary and is "
            "lost.",
            count,
        )
    return join_sentences(
        text.format(title=title, count=localized_number(count), unk=tokens.tokenizer.unk_token),
        _("Shown dashed. GPT’s tokenizers work on bytes and know all 256, so nothing is unknown to them."),
    )


def omitted_space_note(title: str, tokens: EncodedText) -> str:
    """Return the note that a tokenizer drops white space, all or some of it; empty if it does not."""
    left_out = "".join(tokens.text_of(start, end) for start, end in tokens.gaps())
    if not left_out:
        return ""
    if left_out.strip():
        text = _("{title} leaves something out: text with a dotted underline is in no token.")
    elif len(left_out) < sum(map(str.isspace, tokens.text)):
        text = _(
            "{title} leaves out some white space: text with a dotted underline is in no token. Other spaces are inside "
            "tokens."
        )
    else:
        text = _("{title} leaves out white space: text with a dotted underline is in no token.")
    return text.format(title=title)
