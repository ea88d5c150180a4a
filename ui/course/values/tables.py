"""Tables that a chapter can name. Each gets the text, which may be the reader's own."""

import unicodedata
from collections import Counter
from dataclasses import dataclass

from bpe_engine.byte_alphabet import utf8
from bpe_engine.inspection.huffman import code_lengths, huffman_codes, information_content
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.tokenizer_choices import BY_NAME, SHIPPED, TokenizerName
from ui.base.visible_text import join_sentences, make_visible
from ui.course.values import vocabulary_sizes as measured
from ui.course.values.app_links import bpe_tokenizer, tokenizer_at
from ui.course.values.article_costs import TOKENIZERS, articles, token_counts
from ui.course.values.counting_work import count_pair_work
from ui.course.values.text_values import NORMAL
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import table

MOST_CHARACTERS = 30  # rows
TONES = "\u0300\u0301\u0303\u0309\u0323"  # Vietnamese tone marks, as combining characters


@dataclass(frozen=True)
class Table:
    """Rows of numbers, texts and lists of tokens, with a note on anything surprising.

    If the last row is new, the reader has met the others before.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | tuple[str, ...], ...], ...]
    note: str = ""
    is_last_new: bool = False


@table
def sizes_of_gpt2(text: str, width: int) -> Table:
    """The text with fewer or more of GPT-2's tokens, and the parameters of an embedding of this width."""
    return Table(
        _("Your text with fewer and with more of GPT-2’s tokens"),
        (_("Tokens in the vocabulary"), _("Tokens in the text"), _("Embedding parameters")),
        tuple(
            (
                localized_number(each.size),
                localized_number(each.tokens),
                localized_number(measured.parameters(each.size, width)),
            )
            for each in measured.measure_sizes(bpe_tokenizer("gpt2"), text)
        ),
        _("The last row is the whole vocabulary without its special token."),
    )


@table
def pairs_looked_at(text: str, merges: int) -> Table:
    """The pairs looked at for this many merges of the text, recounting all of it, each different word, or neither."""
    found = list(count_pair_work(text, merges))
    shown = sorted({0, 1, *(len(found) * part // 5 for part in range(1, 5)), len(found) - 1} & {*range(len(found))})
    surprising = _(
        "Here the last way costs more: in a text this short, a merge changes nearly every pair, and each change "
        "counts twice, for the pair that goes and for the one that comes. It pays off when most pairs of a text stay "
        "as they are."
    )
    return Table(
        _("Neighbouring pairs looked at in total"),
        (
            _("Merges so far"),
            _("The whole text recounted each time"),
            _("Each different word recounted"),
            _("Only what a merge changes"),
        ),
        tuple(tuple(map(localized_number, found[at])) for at in shown),
        surprising if found[-1].kept > found[-1].text else "",
    )


@table
def formats(_text: str, *written: str) -> Table:
    """The same records as indented JSON, as one line of JSON and as YAML."""
    titles = (_("JSON with indentation"), _("JSON on one line"), _("YAML"))
    return Table(
        _("The same records in each tokenizer"),
        (_("Written as"), _("Characters"), *(TokenizerName(key).title for key in TOKENIZERS)),
        tuple(
            (title, localized_number(len(text)), *token_counts(text))
            for title, text in zip(titles, written, strict=True)
        ),
    )


@table
def vietnamese(_text: str) -> Table:
    """Article 1 in Vietnamese, in spellings that look alike: one row each, with its cost."""
    text = articles()["vie"]["text"]
    written = {
        _("NFC: each character as one, as keyboards type it"): unicodedata.normalize("NFC", text),
        _("NFD: letter, mark and tone separate"): unicodedata.normalize("NFD", text),
        _("Windows-1258: letter with its mark, tone separate"): windows_1258(text),
    }
    return Table(
        _("Article 1 in Vietnamese, written in three ways"),
        (_("Written as"), _("Code points"), _("Bytes"), *(TokenizerName(name).title for name in TOKENIZERS)),
        tuple(
            (title, *map(localized_number, (len(form), len(form.encode()))), *token_counts(form))
            for title, form in written.items()
        ),
        _(
            "The same text can be written in ways that look alike. In Vietnamese, a letter may have a mark and a tone: "
            "they are one character, two or three. These tokenizers see bytes, so the same article costs more or less. "
            "The chart uses the first form; the article was published in the last."
        ),
    )


def windows_1258(text: str) -> str:
    """Return a Vietnamese text as in Windows-1258: letters with their own marks, each followed by its tone.

    >>> len("ế"), len(windows_1258("ế")), len(unicodedata.normalize("NFD", "ế"))
    (1, 2, 3)
    """
    found = ""
    for character in unicodedata.normalize("NFC", text):
        parts = unicodedata.normalize("NFD", character)
        letter = "".join(part for part in parts if part not in TONES)
        found += unicodedata.normalize("NFC", letter) + "".join(part for part in parts if part in TONES)
    return found


@table
def normal_forms(text: str) -> Table:
    """The text as it is, and in the forms that tokenizers normalize to, with the cost of each."""
    written = {
        _("As typed"): text,
        "NFC": NORMAL["NFC"](text),
        "NFD": NORMAL["NFD"](text),
        "NFKC": NORMAL["NFKC"](text),
        _("Lower case, no marks"): NORMAL["BERT"](text),
    }
    return Table(
        _("Your text in several forms"),
        (
            _("Written as"),
            _("Code points"),
            _("Bytes"),
            *(BY_NAME[name].short_title or TokenizerName(name).title for name in TOKENIZERS),
        ),
        tuple(
            (title, *map(localized_number, (len(form), len(utf8(form)))), *token_counts(form))
            for title, form in written.items()
        ),
    )


@table
def bits_of_characters(text: str) -> Table:
    """The information of each character of the text, in bits, and its code."""
    counts = Counter(text)
    codes, lengths = huffman_codes(counts), code_lengths(counts)
    shown = counts.most_common(MOST_CHARACTERS)
    note = _(
        "In all: {count} characters and {bits} bits in a Huffman code, {mean} per character. The entropy is {entropy} "
        "bits per character."
    ).format(
        count=localized_number(lengths.tokens),
        bits=localized_number(lengths.bits),
        mean=localized_decimal(lengths.bits_per_token, 2),
        entropy=localized_decimal(lengths.entropy, 2),
    )
    if len(counts) > len(shown):
        rest = _("The table has the {count} most frequent ones.").format(count=localized_number(len(shown)))
        note = join_sentences(note, rest)
    return Table(
        _("The characters of your text in bits"),
        (_("Character"), _("Count"), _("Share p"), "−log₂ p", _("Huffman code"), _("Code length, bits")),
        tuple(
            (
                make_visible(character),
                localized_number(count),
                localized_percent(count / lengths.tokens, 1),
                localized_decimal(information_content(count, lengths.tokens), 2),
                codes[character],
                localized_number(len(codes[character])),
            )
            for character, count in shown
        ),
        note,
    )


@table
def bits_in_utf8(text: str) -> Table:
    """The characters of the text, each with its code point, and its bytes in hex and in bits."""
    shown = text[:MOST_CHARACTERS]
    note = (
        ""
        if shown == text
        else _("Only the first {count} characters of the text are in the table.").format(
            count=localized_number(MOST_CHARACTERS)
        )
    )
    rows = []
    for character in shown:
        data = character.encode("utf-8", "surrogatepass")
        bits = " ".join(f"{byte:08b}" for byte in data)
        rows.append((make_visible(character), f"U+{ord(character):04X}", data.hex(" ").upper(), bits))
    return Table(
        _("The characters of your text in UTF-8"),
        (_("Character"), _("Code point"), _("Bytes"), _("Bits")),
        tuple(rows),
        note,
    )


@table
def all_vocabularies(text: str) -> Table:
    """The text in each vocabulary: its length, and whether its tokens decode to it."""
    ids = {name: encoded(name, text) for name in SHIPPED}
    least = max(1, min(map(len, ids.values())))
    rows = []
    for name, found in ids.items():
        times = localized_decimal(len(found) / least, 1)
        rows.append(
            (
                TokenizerName(name).short_title,
                localized_number(len(found)),
                times,
                _("yes") if tokenizer_at(name).decode(found) == text else _("no"),
            )
        )
    plain = ((_("Bytes"), len(text.encode())), (_("Characters"), len(text)))
    rows += [(title, localized_number(count), localized_decimal(count / least, 1), "–") for title, count in plain]
    return Table(
        _("Your text in every vocabulary"),
        (
            _("Vocabulary"),
            _("Tokens"),
            _("Times the fewest"),
            _("Decodes to your text"),
        ),
        tuple(rows),
        _(
            "Bytes and characters are there for comparison: a tokenizer that learned nothing would give that many "
            "tokens."
        ),
    )


@table
def signs_in_tokens(_text: str) -> Table:
    """The signs that tokens are written with: what each stands for, and who writes it."""
    unknown = _("What has no token")
    return Table(
        _("Signs in tokens"),
        (_("Sign"), _("What it stands for"), _("Who writes it")),
        (
            (("·",), _("A space"), _("This app, in boxes")),
            (("Ġ",), _("A space: byte 32 as a symbol"), _("GPT-2’s files")),
            (("▁",), _("A space"), "T5, Mistral"),
            (("##",), _("No space before it: the word goes on"), "BERT"),
            (("</w>",), _("The end of a word"), "subword-nmt"),
            (("[UNK]",), unknown, "BERT"),
            (("<unk>",), unknown, "T5"),
            (("⁇",), _("The same, decoded"), "T5"),
            (("<0xF0>",), _("A byte of a character without a token"), "Mistral"),
            (("�",), _("Bytes that aren’t a whole character"), _("Programs that show decoded text")),
        ),
    )
