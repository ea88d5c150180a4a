"""The whole path of a text: pre-tokens, characters, bytes, byte symbols, tokens and ids, each linked to the next.

`trace_text` cuts and merges a text once and stores all positions; the rows that a page shows are computed on request,
from a window of the text, so that a megabyte is no problem. It follows `encode_and_show_work` in Andrej Karpathy's
minGPT (mingpt/bpe.py), with one difference: the work shown is that of the tokenizer's own steps, not of a copy. (These
tokenizers do not normalize text, so there is no normalization to show.)
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, compress
from typing import NamedTuple

import regex

from bpe_engine.bpe.encoding import LEFT_FACTOR
from bpe_engine.bpe.tokenizer import BPETokenizer, MergedWord
from bpe_engine.byte_alphabet import BYTE_ALPHABET, to_byte_symbols
from bpe_engine.pre_tokenizers import Alternative
from bpe_engine.text.input_text import require_text
from bpe_engine.tokenizer import NO_ID, AllowedSpecial

# A user-perceived character: Unicode's extended grapheme cluster. For a row of flags, \X alone repeatedly counts
# back to the first; here, a pair of regional indicators is a flag, with its extenders (UAX 29).
GRAPHEME = regex.compile(r"\p{RI}{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+|\X")

# 1 for the first byte of a character in UTF-8, 0 for a continuation byte (10xxxxxx).
_BEGINS = bytes(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


class PreTokenView(NamedTuple):
    """A pre-token and its tokens. The last four fields are the steps of GPT-2's reference encoder, encoder.py."""

    number: int
    text: str
    start: int  # in characters
    end: int
    special: bool
    alternative: Alternative | None  # of the pattern; None for a special token or a custom pattern
    utf8: bytes
    symbols: tuple[str, ...]  # before any merge; at byte level, "".join of them is the byte-encoded pre-token (Ġthere)
    tokens: tuple[str, ...]  # after all merges
    ids: tuple[int | None, ...]  # None if the part is unknown and there is no unknown token
    first_token: int  # index of its first token in the text


class TokenView(NamedTuple):
    """A token with its position. It spans every character of which it contains a byte."""

    number: int
    id: int | None
    token: str  # as written in the vocabulary; the unknown token if it is not in the vocabulary
    utf8: bytes  # of its text
    start: int  # in characters
    end: int
    byte_start: int
    byte_end: int
    special: bool
    unknown: bool
    is_whole_characters: bool  # whether it begins and ends at character boundaries


class ByteView(NamedTuple):
    """A byte of a character, and the token that contains it (None if the pattern skipped it)."""

    value: int
    symbol: str  # in GPT-2's byte alphabet
    token_index: int | None
    token: str | None
    id: int | None


class CharacterView(NamedTuple):
    """A character of the text, its code point, and its bytes in UTF-8 with their tokens."""

    number: int
    character: str
    code_point: str  # "U+4F60"
    byte_start: int
    bytes: tuple[ByteView, ...]


class TokenGroup(NamedTuple):
    """The fewest neighbouring tokens that make up whole characters: usually one."""

    text: str
    start: int  # in characters
    end: int
    byte_start: int
    byte_end: int
    first_token: int
    last_token: int  # one past the last


class TextPath:
    """A text with everything on its way to ids. Made by `trace_text`.

    Windows are `first` and `last` (exclusive), as in a slice. Building it takes about a second and 200 MB per megabyte
    of text.
    """

    def __init__(self, tokenizer: BPETokenizer, text: str, allowed_special: AllowedSpecial) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.utf8 = text.encode("utf-8", "surrogatepass")
        self._byte_of_char, self._char_of_byte = self._map_bytes()
        self._words: dict[str, MergedWord] = {}
        self._pre_tokens: list[tuple[str, int, int | None, int]] = []  # text, start, alternative, first token
        self._special: set[int] = set()  # indices of special tokens
        self._unknown: set[int] = set()  # indices of tokens that are not in the vocabulary
        self.ids: list[int | None] = []
        lengths: list[int] = []
        gaps: dict[int, int] = {}  # token -> length of the text that the pattern skipped before it
        unit_of_char = self._byte_of_char if tokenizer.byte_level else range(len(text) + 1)
        place = 0
        for pre_token, start, alternative, special_id in self._split(allowed_special):
            if special_id is None:
                word = self._words.get(pre_token)
                if word is None:
                    word = self._words[pre_token] = tokenizer.merge_pre_token(pre_token)
            else:
                length = unit_of_char[start + len(pre_token)] - unit_of_char[start]
                word = MergedWord((pre_token,), (special_id,), (), (length,), length)
                self._special.add(len(self._pre_tokens))
            first = len(self.ids)
            self._pre_tokens.append((pre_token, start, alternative, first))
            if unit_of_char[start] != place:
                gaps[first] = unit_of_char[start] - place
            place = unit_of_char[start] + word.length
            self.ids += word.ids
            lengths += word.lengths
            if word.unknown:
                self._unknown.update(first + part for part in word.unknown)
        steps = lengths if not gaps else [length + gaps.get(token, 0) for token, length in enumerate(lengths)]
        ends = list(accumulate(steps))
        starts = [end - length for end, length in zip(ends, lengths, strict=True)]
        if not tokenizer.byte_level:
            starts, ends = ([self._byte_of_char[place] for place in places] for places in (starts, ends))
        self._byte_starts, self._byte_ends = starts, ends

    def _map_bytes(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the first byte of each character and the character of each byte, each with an entry for the end."""
        if len(self.utf8) == len(self.text):
            return range(len(self.text) + 1), range(len(self.text) + 1)
        begins = self.utf8.translate(_BEGINS) + b"\x01"
        return list(compress(range(len(begins)), begins)), list(accumulate(begins, initial=-1))[1:]

    def _split(self, allowed_special: AllowedSpecial) -> Iterator[tuple[str, int, int | None, int | None]]:
        """Yield pre-tokens and special tokens: text, start, alternative, id of the special token."""
        offset = 0
        for piece, special_id in self.tokenizer.split_special(self.text, allowed_special):
            if special_id is not None:
                yield piece, offset, None, special_id
            else:
                for text, start, alternative in self.tokenizer.pre_tokens(piece):
                    yield text, offset + start, alternative, None
            offset += len(piece)

    def _token_string(self, number: int) -> str:
        token_id = self.ids[number]
        return self.tokenizer.unk_token if token_id is None else self.tokenizer.token(token_id)

    @property
    def number_of_tokens(self) -> int:
        """The number of tokens of the text."""
        return len(self.ids)

    def pre_tokens(self, first: int = 0, last: int | None = None) -> Iterator[PreTokenView]:
        """Yield the pre-tokens of a window, with the alternative that matched and their tokens."""
        alternatives = self.tokenizer.pre_tokenizer.alternatives
        for index in range(*slice(first, last).indices(len(self._pre_tokens))):
            text, start, alternative, first_token = self._pre_tokens[index]
            special = index in self._special
            word = None if special else self._words[text]
            yield PreTokenView(
                number=index,
                text=text,
                start=start,
                end=start + len(text),
                special=special,
                alternative=None if alternative is None else alternatives[alternative],
                utf8=text.encode("utf-8", "surrogatepass"),
                symbols=(text,) if word is None else tuple(self.tokenizer.symbols_of(text)),
                tokens=(text,) if word is None else word.parts,
                ids=(self.ids[first_token],) if word is None else word.ids,
                first_token=first_token,
            )

    def tokens(self, first: int = 0, last: int | None = None) -> Iterator[TokenView]:
        """Yield the tokens of a window, with their positions in characters and in bytes."""
        special = {self._pre_tokens[index][3] for index in self._special}
        for index in range(*slice(first, last).indices(len(self.ids))):
            byte_start, byte_end = self._byte_starts[index], self._byte_ends[index]
            start = self._char_of_byte[byte_start]
            yield TokenView(
                number=index,
                id=self.ids[index],
                token=self._token_string(index),
                utf8=self.utf8[byte_start:byte_end],
                start=start,
                end=self._char_of_byte[byte_end - 1] + 1 if byte_end > byte_start else start,
                byte_start=byte_start,
                byte_end=byte_end,
                special=index in special,
                unknown=index in self._unknown,
                is_whole_characters=self._is_token_boundary(byte_start) and self._is_token_boundary(byte_end),
            )

    def characters(self, first: int = 0, last: int | None = None) -> Iterator[CharacterView]:
        """Yield the characters of a window, with their bytes, and each byte's symbol and token."""
        for index in range(*slice(first, last).indices(len(self.text))):
            character = self.text[index]
            byte_start = self._byte_of_char[index]
            yield CharacterView(
                number=index,
                character=character,
                code_point=f"U+{ord(character):04X}",
                byte_start=byte_start,
                bytes=tuple(self._byte_view(place) for place in range(byte_start, self._byte_of_char[index + 1])),
            )

    def groups(self, *, graphemes: bool = True) -> Iterator[TokenGroup]:
        """Yield all tokens in groups that consist of whole characters.

        With `graphemes`, a character is Unicode's extended grapheme cluster (a flag, a family emoji, a letter with its
        accents); otherwise it is a code point. After `getTiktokenSegments` in dqbd/tiktokenizer.
        """
        inside: set[int] = set()  # byte positions where no group may end
        if graphemes and not (self.text.isascii() and "\r\n" not in self.text):
            for match in GRAPHEME.finditer(self.text):
                if match.end() - match.start() > 1:
                    inside.update(self._byte_of_char[place] for place in range(match.start() + 1, match.end()))
        first = 0
        for index, byte_end in enumerate(self._byte_ends):
            if self._is_token_boundary(byte_end) and byte_end not in inside:
                byte_start = self._byte_starts[first]
                start, end = self._char_of_byte[byte_start], self._char_of_byte[byte_end]
                yield TokenGroup(self.text[start:end], start, end, byte_start, byte_end, first, index + 1)
                first = index + 1
        if first < len(self.ids):  # a cluster whose end the pattern skipped
            byte_start, byte_end = self._byte_starts[first], self._byte_ends[-1]
            start, end = self._char_of_byte[byte_start], self._char_of_byte[byte_end]
            yield TokenGroup(self.text[start:end], start, end, byte_start, byte_end, first, len(self.ids))

    def _byte_view(self, place: int) -> ByteView:
        value = self.utf8[place]
        index = bisect_right(self._byte_starts, place) - 1
        if index < 0 or self._byte_ends[index] <= place:
            return ByteView(value, BYTE_ALPHABET[value], None, None, None)
        return ByteView(value, BYTE_ALPHABET[value], index, self._token_string(index), self.ids[index])

    def _is_token_boundary(self, place: int) -> bool:
        return place == len(self.utf8) or not 0x80 <= self.utf8[place] < 0xC0


def trace_text(tokenizer: BPETokenizer, text: str, allowed_special: AllowedSpecial = "none_raise") -> TextPath:
    """Return the path of a text through a tokenizer. Like `Tokenizer.encode`, but accepts unknown text.

    >>> from bpe_engine import load_pretrained
    >>> path = trace_text(load_pretrained("gpt2"), "Hey there")
    >>> [(word.text, "".join(word.symbols), word.tokens, word.ids) for word in path.pre_tokens()]
    [('Hey', 'Hey', ('Hey',), (10814,)), (' there', 'Ġthere', ('Ġthere',), (612,))]
    """
    text = require_text(text)
    if tokenizer.byte_level:
        to_byte_symbols(text)  # rejects lone surrogates, with their position in the whole text
    return TextPath(tokenizer, text, allowed_special)


class MergeTree(NamedTuple):
    """A token and the two tokens it is made of, down to single symbols, with rank None and parts ()."""

    token: str
    id: int | None
    rank: int | None
    parts: "tuple[MergeTree, ...]"


def merge_tree(tokenizer: BPETokenizer, token_id: int) -> MergeTree:
    """Return the tree of merges that makes a token. Raises EngineError if an id is not in the vocabulary.

    >>> from bpe_engine import load_pretrained
    >>> tree = merge_tree(load_pretrained("gpt2"), 262)
    >>> tree.token, tree.rank, [part.token for part in tree.parts]
    ('Ġthe', 6, ['Ġt', 'he'])
    """
    table = tokenizer.table
    token = tokenizer.token(token_id)
    root = table.number_of_symbol.get(token)
    if root is None or token in tokenizer.tokens_by_name:
        return MergeTree(token, token_id, None, ())
    needed = {root: table.rank_of_product.get(root)}
    waiting = [root]
    while waiting:
        rank = table.rank_of_product.get(waiting.pop())
        if rank is not None:
            for part in divmod(table.pairs[rank], LEFT_FACTOR):
                if part not in needed:
                    needed[part] = table.rank_of_product.get(part)
                    waiting.append(part)
    trees: dict[int, MergeTree] = {}
    # The parts of a token are shorter than the token, so they are built before it.
    for number, rank in sorted(needed.items(), key=lambda item: len(table.symbols[item[0]])):
        parts = () if rank is None else tuple(trees[part] for part in divmod(table.pairs[rank], LEFT_FACTOR))
        part_id = table.id_of(number)
        trees[number] = MergeTree(table.symbols[number], None if part_id == NO_ID else part_id, rank, parts)
    return trees[root]
