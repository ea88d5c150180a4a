"""The tokens of a text as JSON for the token view: everything that it shows is decided here.

A long text is divided into pages, and the tokens of one page are sent at a time. Kinds of tokens are sent once, in a
table, and the tokens refer to them by index.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from sys import getsizeof
from typing import Literal, NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.byte_alphabet import bytes_to_symbols
from bpe_engine.inspection.token_offsets import TokenOffsets, token_offsets
from bpe_engine.notebook import token_hue
from bpe_engine.tokenizer import NO_ID
from ui.base.i18n import current_language, localized_decimal, localized_number, localized_percent, ngettext
from ui.base.i18n import gettext as _
from ui.base.notation import NOTATIONS
from ui.base.result_cache import cached
from ui.base.visible_text import LINE_END, display_name, make_visible, spoken_text, visible_line
from ui.components.contract import Kind, TokenPanel, TokenStatus, TokenViewPayload

Special = Literal["none", "all"]

KEY = "playground_tokens"  # key of the token view on the page
TOKENS_SHOWN = 2_000  # at once, in all tokenizers together
MAX_SEARCHED = 200  # tokens to search for an end of a page where all tokenizers cut

_CONTINUES = bytes(range(0x80, 0xC0))  # bytes that continue a character in UTF-8


class PositionedToken(NamedTuple):
    """A token and its position in the text, in bytes."""

    id: int | None  # None if it is unknown, and the unknown token has no id
    start: int
    end: int
    kind: TokenStatus


@dataclass(frozen=True, eq=False)
class EncodedText:
    """A text and its tokens in a tokenizer, as compact arrays. Created by `encode_text`."""

    tokenizer: Tokenizer
    text: str
    utf8: bytes
    ids: "array[int]"  # NO_ID if there is none
    starts: "array[int]"  # in bytes; the tokenizer skipped what is between an end and the next start
    ends: "array[int]"
    unknown: frozenset[int]  # indices of the tokens that replace something outside the vocabulary

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, number: int) -> PositionedToken:
        token_id, start, end = self.ids[number], self.starts[number], self.ends[number]
        kind: TokenStatus = ""
        if number in self.unknown:
            kind = "unknown"
        elif token_id in self._special_ids:
            kind = "special"
        elif not self.is_whole(start, end):
            kind = "part"
        return PositionedToken(None if token_id == NO_ID else token_id, start, end, kind)

    @cached_property
    def _special_ids(self) -> frozenset[int]:
        return frozenset(self.tokenizer.special_tokens.values())

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges of the text that are in no token: first byte, one past the last."""
        before = 0
        for start, end in zip([*self.starts, len(self.utf8)], [*self.ends, len(self.utf8)], strict=True):
            if start > before:
                yield before, start
            before = max(before, end)

    def begins_character(self, place: int) -> bool:
        """Return whether a character begins at this byte. The end of the text counts as one."""
        return place == len(self.utf8) or self.utf8[place] not in _CONTINUES

    def is_whole(self, start: int, end: int) -> bool:
        """Return whether a range of bytes is whole characters: an unknown token, too, may be part of one."""
        return self.begins_character(start) and self.begins_character(end)

    def is_inside(self, place: int) -> bool:
        """Return whether this byte is inside a token that begins before it."""
        number = bisect_left(self.starts, place) - 1
        return number >= 0 and self.ends[number] > place

    def text_of(self, start: int, end: int) -> str:
        """Return the text of a range of bytes, extended to whole characters."""
        while not self.begins_character(start):
            start -= 1
        while not self.begins_character(end):
            end += 1
        return self.utf8[start:end].decode("utf-8", "surrogatepass")


def _size(tokens: EncodedText, *_: object) -> int:
    return 12 * len(tokens) + len(tokens.utf8) + getsizeof(tokens.text)


@cached(_size)
def encode_text(tokenizer: Tokenizer, text: str, special: Special = "none") -> EncodedText:
    """Encode a text, with the position of each token. Special tokens are read as text ("none") or as tokens ("all").

    Raises EngineError at byte level for a lone surrogate.
    """
    return from_offsets(tokenizer, text, token_offsets(tokenizer, text, special))


@cached(_size)
def from_offsets(tokenizer: Tokenizer, text: str, places: TokenOffsets) -> EncodedText:
    """Return the tokens of a text, found elsewhere."""
    return EncodedText(tokenizer, text, text.encode("utf-8", "surrogatepass"), *places.values)


class BoundaryAgreement(NamedTuple):
    """Where tokenizers cut a text: the numbers of positions where all cut, and where only some do."""

    common: int
    disputed: int
    unique: "tuple[array[int], ...]"  # for each tokenizer, the positions where only it cuts, in bytes and in order


@cached(lambda agreement, *_: 4 * sum(map(len, agreement.unique)))
def compare_boundaries(*encoded: EncodedText) -> BoundaryAgreement:
    """Compare where tokenizers cut a text.

    One may skip a space that the other has in a token. So a skipped range counts as a single position, whether a cut is
    before it, inside or after it; it is represented by its end.
    """
    left_out = _joined(gap for tokens in encoded for gap in tokens.gaps())
    cuts = [_cuts(tokens, left_out) for tokens in encoded]
    common = set.intersection(*cuts)
    counts = Counter(chain.from_iterable(cuts))
    unique = tuple(array("i", sorted(place for place in positions if counts[place] == 1)) for positions in cuts)
    return BoundaryAgreement(len(common), len(counts) - len(common), unique)


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort ranges, and join those that touch or overlap.

    >>> _joined([(7, 9), (0, 2), (2, 5)])
    [(0, 5), (7, 9)]
    """
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _cuts(tokens: EncodedText, left_out: Iterable[tuple[int, int]]) -> set[int]:
    """Return the positions inside a text where a token begins; skipped ranges are represented by their ends."""
    size = len(tokens.utf8)
    places = {*tokens.starts}
    for start, end in left_out:
        inside = places.intersection(range(start, end + 1))
        if inside:
            places -= inside
            places.add(0 if start == 0 else end)
    return places - {0, size}


@cached(lambda ranges, *_: 130 * len(ranges))
def pages(*encoded: EncodedText) -> list[tuple[int, int]]:
    """Divide a text into pages of as many tokens as are drawn at once: first byte, one past the last.

    A page ends where all tokenizers cut, and between characters, if there is such a position nearby.
    """
    room = TOKENS_SHOWN // len(encoded)
    size = len(encoded[0].utf8)
    ranges = []
    start = 0
    while start < size:
        ends = [_start_of(tokens, bisect_left(tokens.starts, start) + room) for tokens in encoded]
        end = min(ends)
        end = _good_end(encoded, encoded[ends.index(end)], start, end)
        ranges.append((start, end))
        start = end
    return ranges or [(0, 0)]


def _start_of(tokens: EncodedText, number: int) -> int:
    return tokens.starts[number] if number < len(tokens) else len(tokens.utf8)


def _good_end(encoded: Sequence[EncodedText], nearest: EncodedText, start: int, end: int) -> int:
    number = bisect_left(nearest.starts, end)
    for place in (end, *(nearest.starts[near] for near in range(number - 1, max(0, number - MAX_SEARCHED), -1))):
        if place <= start:
            break
        if nearest.begins_character(place) and not any(tokens.is_inside(place) for tokens in encoded):
            return place
    return end


def token_view_payload(titles: Sequence[str], encoded: Sequence[EncodedText], page: int = 1) -> TokenViewPayload:
    """Return the data of the token view: a page of a text in one tokenizer, or in several next to each other."""
    ranges = pages(*encoded)
    page = max(1, min(page, len(ranges)))
    start, end = ranges[page - 1]
    unique: Sequence[Sequence[int]] = compare_boundaries(*encoded).unique if len(encoded) > 1 else [()]
    panels = [
        _panel(tokens, title, start, end, tuple(places), page == len(ranges), current_language()).copy()
        for title, tokens, places in zip(titles, encoded, unique, strict=True)
    ]
    share = (end - start) / max(ranges[-1][1], 1)
    template = _("Page {page} of {pages}: {share} of the text")
    return {
        "panels": panels,
        "notations": list(NOTATIONS) if any(panel["symbols"] for panel in panels) else ["text", "hex", "ids"],
        "page": page,
        "pages": len(ranges),
        "shown": ""
        if len(ranges) == 1
        else template.format(
            page=localized_number(page),
            pages=localized_number(len(ranges)),
            share=localized_percent(share, 0 if share >= 0.1 else 1),
        ),
    }


@cached(lambda keys, *_: 500 * len(keys["kinds"]) + 100 * len(keys["tokens"]))
def _panel(
    tokens: EncodedText, title: str, start: int, end: int, unique: Sequence[int], is_last: bool, _language: str
) -> TokenPanel:
    """Return the tokens that begin in a range of the text, with the kinds to which they refer.

    `unique` are the positions where only this tokenizer cuts.
    """
    first, end_number = bisect_left(tokens.starts, start), bisect_left(tokens.starts, end)
    if is_last:
        end_number = len(tokens)  # includes an end-of-word mark, which begins at the end of the text
    window = range(first, end_number)
    ids, starts, ends = (places[first:end_number] for places in (tokens.ids, tokens.starts, tokens.ends))
    # Tokens with equal id and bytes look the same.
    keys = [(token_id, tokens.utf8[left:right]) for token_id, left, right in zip(ids, starts, ends, strict=True)]
    numbers: dict[tuple[int, bytes], int] = {}
    kinds: list[Kind] = []
    for place, key in enumerate(keys, first):
        if key not in numbers:
            numbers[key] = len(kinds)
            kinds.append(_kind(tokens, tokens[place]))
    kind_numbers = [numbers[key] for key in keys]
    pins = {*unique[bisect_left(unique, start) : bisect_left(unique, end)]}
    return {
        "title": title,
        "count": ngettext("{count} token", "{count} tokens", len(tokens)).format(count=localized_number(len(tokens))),
        "rate": _("{rate} characters per token").format(rate=localized_decimal(len(tokens.text) / len(tokens), 2))
        if len(tokens)
        else "",
        "first": first,
        "total": len(tokens),
        "kinds": kinds,
        "tokens": kind_numbers,
        "bytes": list(starts),
        "characters": list(_characters_before(tokens, starts)),
        "groups": list(_groups(tokens, starts, ends, [kinds[place][4] == "part" for place in kind_numbers])),
        "gaps": list(_gaps(tokens, window, start, end)),
        # of several tokens at one position, the first
        "symbols": [_symbols(kind) for kind in kinds] if tokens.tokenizer.byte_level else [],
        "said": {place: spoken for place, kind in enumerate(kinds) if (spoken := _spoken_token(kind))},
        "cuts": [at for at, place in enumerate(starts) if place in pins and starts[at - 1 : at] != starts[at : at + 1]],
    }


def _kind(tokens: EncodedText, token: PositionedToken) -> Kind:
    data = tokens.utf8[token.start : token.end]
    in_hex = data.hex(" ").upper()
    is_whole = tokens.is_whole(token.start, token.end)
    text = _inline_text(data.decode("utf-8", "surrogatepass")) if is_whole else in_hex
    end_mark = tokens.tokenizer.end_of_word
    if end_mark and token.id is not None and tokens.tokenizer.token(token.id).endswith(end_mark):
        text += end_mark
    return token.id, text, in_hex, None if token.id is None else token_hue(token.id), token.kind


def _symbols(kind: Kind) -> str:
    _id, text, in_hex, _hue, kind_name = kind
    return text if kind_name == "special" else make_visible(bytes_to_symbols(bytes.fromhex(in_hex)))


def _spoken_token(kind: Kind) -> str:
    return "" if kind[4] == "part" else spoken_text(kind[1].replace(f"{LINE_END}\n", "\n"))


def _inline_text(text: str) -> str:
    """Return a token's text with signs for invisible characters except spaces; a line break stays, after its sign."""
    return f"{LINE_END}\n".join(map(visible_line, text.split("\n")))


def _characters_before(tokens: EncodedText, starts: Iterable[int]) -> Iterator[int]:
    """Yield the index of the character with which each token begins, or of which it is a part."""
    before = count = 0
    for start in starts:
        count += len(tokens.utf8[before:start].translate(None, _CONTINUES))
        before = start
        # Inside a character, that character has been counted.
        yield count if tokens.begins_character(start) else count - 1


def _groups(
    tokens: EncodedText, starts: Sequence[int], ends: Sequence[int], is_part: Sequence[bool]
) -> Iterator[tuple[int, int, str]]:
    """Yield groups of tokens that are parts of a character, each with the text that they complete."""
    begin = 0
    for place, end in enumerate(ends):
        if tokens.begins_character(end) or place == len(ends) - 1:
            if place > begin or is_part[place]:
                yield begin, place + 1, display_name(tokens.text_of(starts[begin], end))
            begin = place + 1


def _gaps(tokens: EncodedText, window: range, start: int, end: int) -> Iterator[tuple[int, str]]:
    before = start
    if window and window.start:
        before = max(start, tokens.ends[window.start - 1])
    for place in window:
        if tokens.starts[place] > before:
            yield place - window.start, _inline_text(tokens.text_of(before, tokens.starts[place]))
        before = max(before, tokens.ends[place])
    if before < end:
        yield len(window), _inline_text(tokens.text_of(before, end))
