"""The ways to spell a text with a vocabulary's tokens, for chapters."""

from bpe_engine.byte_alphabet import to_byte_symbols, utf8
from bpe_engine.inspection.all_cuts import WaysToPosition, ways_to_each_position, ways_to_spell
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.visible_text import display_name, join_quoted, join_sentences, token_as_text
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.tables import Table
from ui.course.values.tokenizer_values import cut
from ui.course.values.value_registry import table, value

MOST_BYTES = 30
"""The longest text, in bytes, whose ways are counted: the table has a row for each."""
LONGEST_WORD = 60


def _count_ways(of: str, text: str) -> list[WaysToPosition]:
    if not 0 < len(text.encode()) <= MOST_BYTES:
        raise ValueError(text)
    return ways_to_spell(bpe_tokenizer(of), text)


def _count_ways_by_own_tokens(tokens: str, word: str) -> list[WaysToPosition]:
    known = set(tokens.split(","))
    if not 0 < len(word) <= LONGEST_WORD:
        raise ValueError(word)
    return ways_to_each_position(word, known, max(map(len, known)))


def _quote(token: str) -> str:
    return _("“{token}”").format(token=token_as_text(token))


@value
def ways(of: str, text: str) -> int:
    """The number of ways in which a vocabulary's tokens can spell a text."""
    return _count_ways(of, text)[-1].ways


@value
def ways_up_to(of: str, text: str, place: int) -> int:
    """The number of ways in which a vocabulary's tokens can spell the first bytes of a text, up to a position."""
    return _count_ways(of, text)[place - 1].ways


@value
def ways_by_your_tokens(tokens: str, word: str) -> int:
    """The number of ways in which your own tokens, separated by commas, can spell a word."""
    return _count_ways_by_own_tokens(tokens, word)[-1].ways


@value
def ways_at_each_letter(tokens: str, word: str) -> list[int]:
    """The number of ways in which your own tokens can spell a word, up to each of its letters."""
    return [position.ways for position in _count_ways_by_own_tokens(tokens, word)]


@table
def ways_added(text: str, of: str) -> Table:
    """The number of ways in which a vocabulary's tokens can spell the text, byte by byte."""
    tokenizer = bpe_tokenizer(of)
    counted = utf8(text)[:MOST_BYTES].decode(errors="ignore")
    symbols = to_byte_symbols(counted)
    rows = ways_to_spell(tokenizer, counted)
    canonical = cut(of, counted)
    note = _(
        "The canonical way, {parts}, is one of {ways}. The longest way has a token for each byte: {count}."
    ).format(parts=join_quoted(canonical), ways=localized_number(rows[-1].ways), count=localized_number(len(rows)))
    if counted != text:
        rest = _("Only the first {count} bytes are counted.").format(count=localized_number(len(rows)))
        note = join_sentences(note, rest)
    return Table(
        _("In how many ways GPT-2’s tokens can spell your text"),
        (_("Up to here"), _("Last tokens"), _("Ways to where they start"), _("Ways")),
        tuple(
            (
                display_name(token_as_text(symbols[: row.end])),
                join_list(map(_quote, row.last_tokens)),
                " + ".join(map(localized_number, row.added)),
                localized_number(row.ways),
            )
            for row in rows
        ),
        note,
    )
