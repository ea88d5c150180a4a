"""Encoding by longest match, as in many descriptions of byte-pair encoding.

The tokens are sorted by length. The longest one found anywhere in a word is cut out; the parts to its left and right
are then cut in the same way with shorter tokens. The order of the merges plays no part, so the result can differ from
encoding by merges. After Lei Mao's "Byte Pair Encoding" (2021), which many course pages follow.

A variant works from the left: cut off the longest token that the word begins with, then the longest that the rest
begins with, as WordPiece does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import WHITESPACE, PreTokenizer
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer

END_OF_WORD = "</w>"


class WordSegment(NamedTuple):
    """A part of a word: a token that was cut out, or a stretch that no token covers so far."""

    text: str
    covered: bool


class LongestMatchStep(NamedTuple):
    """A word after one more token was cut out. In the first step of each word, `token` is None."""

    word: int  # number of the pre-token in the text
    pieces: tuple[WordSegment, ...]
    token: str | None
    place: int | None  # index of the token in `pieces`
    ids: tuple[int | None, ...]  # of `pieces`; None if no token covers the piece


class LongestMatchTokenizer(Tokenizer):
    """A tokenizer that cuts out a word's longest token, then cuts the rest. An uncovered stretch is one `unk_token`.

    Lengths are in characters; the mark `</w>` counts as one. Tokens of the same length are tried in vocabulary order,
    and a token that occurs twice in a word is cut out from left to right. With `from_left`, the longest token at the
    left end is cut off, then the longest at the left end of the rest; a character that no token begins with is skipped.
    `vocabulary` is token -> id; special tokens are matched by name only. Threads may share an instance.

    >>> tokens = ["errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>"]
    >>> LongestMatchTokenizer.from_tokens(tokens).tokenize("the highest mountain")
    ['the</w>', 'high', 'est</w>', 'moun', 'tain</w>']
    >>> tokens = ["l", "o", "low", "est", "west"]
    >>> LongestMatchTokenizer.from_tokens(tokens, end_of_word="").tokenize("lowest")
    ['l', 'o', 'west']
    >>> LongestMatchTokenizer.from_tokens(tokens, end_of_word="", from_left=True).tokenize("lowest")
    ['low', 'est']
    """

    def __init__(
        self,
        *,
        vocabulary: Mapping[str, int],
        pre_tokenizer: PreTokenizer = WHITESPACE,
        special_tokens: Sequence[str] = (),
        unk_token: str = "<unk>",
        end_of_word: str = END_OF_WORD,
        from_left: bool = False,
    ) -> None:
        self._vocabulary = dict(vocabulary)
        self.pre_tokenizer = pre_tokenizer
        self.special_tokens = {token: self._vocabulary[token] for token in special_tokens}
        self.unk_token = unk_token
        self.unk_id = self._vocabulary.get(unk_token, NO_ID)
        self.end_of_word = end_of_word
        self.from_left = from_left
        names = {*special_tokens, unk_token}
        tokens = (token for token in self._vocabulary if token not in names)
        self.by_length = sorted(tokens, key=self.token_length, reverse=True)
        self._order = {self._split(token): place for place, token in enumerate(self.by_length)}
        self._lengths = sorted(set(map(len, self._order)), reverse=True)

    @classmethod
    def from_tokens(
        cls,
        tokens: Sequence[str],
        *,
        unk_token: str = "<unk>",
        end_of_word: str = END_OF_WORD,
        from_left: bool = False,
    ) -> "LongestMatchTokenizer":
        """Return a tokenizer with these tokens, numbered in this order, for words separated by white space."""
        vocabulary = {token: number for number, token in enumerate(dict.fromkeys((*tokens, unk_token)))}
        return cls(vocabulary=vocabulary, unk_token=unk_token, end_of_word=end_of_word, from_left=from_left)

    @classmethod
    def from_tokenizer(cls, tokenizer: BPETokenizer) -> "LongestMatchTokenizer":
        """Return a longest-match tokenizer with the tokens of one trained on characters.

        Raises EngineError if it is byte-level.
        """
        if tokenizer.byte_level:
            raise EngineError(
                "This tokenizer's tokens are made of bytes, but longest match works on characters. Use a tokenizer "
                "trained with byte_level=False."
            )
        return cls(
            vocabulary=tokenizer.vocabulary,
            pre_tokenizer=tokenizer.pre_tokenizer,
            special_tokens=[token for token in tokenizer.special_tokens if token != tokenizer.unk_token],
            unk_token=tokenizer.unk_token,
            end_of_word=tokenizer.end_of_word,
        )

    @property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        return self._vocabulary

    def _split(self, token: str) -> tuple[str, ...]:
        """Return the characters of a token; the end-of-word mark counts as one."""
        end = self.end_of_word
        if end and token.endswith(end):
            return (*token[: -len(end)], end)
        return tuple(token)

    def token_length(self, token: str) -> int:
        """Return the number of characters of a token; the end-of-word mark counts as one."""
        return len(self._split(token))

    def _matches(self, symbols: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        """Yield the tokens of a word in the order in which they are cut out, as (start, end) of its symbols.

        The longest first, then in vocabulary order, then the leftmost. A cut never makes room for a longer token, so
        each length is tried once.
        """
        if self.from_left:
            yield from self._cuts_from_left(symbols)
            return
        covered = bytearray(len(symbols))
        for length in self._lengths:
            parts = ((symbols[place : place + length], place) for place in range(len(symbols) - length + 1))
            for _, place in sorted((self._order[part], place) for part, place in parts if part in self._order):
                if not any(covered[place : place + length]):
                    covered[place : place + length] = b"\1" * length
                    yield place, place + length

    def _cuts_from_left(self, symbols: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        place = 0
        while place < len(symbols):
            length_found = next(
                (length for length in self._lengths if symbols[place : place + length] in self._order), 0
            )
            if length_found:
                yield place, place + length_found
            place += length_found or 1

    def _symbols(self, word: str) -> tuple[str, ...]:
        return (*word, self.end_of_word) if self.end_of_word else tuple(word)

    def _segments(self, symbols: tuple[str, ...], cuts: Sequence[tuple[int, int]]) -> list[tuple[int, int, bool]]:
        """Return the word's pieces in order: start, end, and whether a token covers the piece."""
        pieces, place = [], 0
        for start, end in sorted(cuts):
            if place < start:
                pieces.append((place, start, False))
            pieces.append((start, end, True))
            place = end
        if place < len(symbols):
            pieces.append((place, len(symbols), False))
        return pieces

    def encode_steps(self, text: str) -> Iterator[LongestMatchStep]:
        """Yield the steps of `tokenize`, word by word: the whole word, then its pieces after each token is cut out."""
        for number, word in enumerate(self.pre_tokenizer.split(text)):
            symbols = self._symbols(word)
            yield LongestMatchStep(number, (WordSegment("".join(symbols), False),), None, None, (None,))
            cuts: list[tuple[int, int]] = []
            for cut in self._matches(symbols):
                cuts.append(cut)
                segments = self._segments(symbols, cuts)
                pieces = [WordSegment("".join(symbols[start:end]), covered) for start, end, covered in segments]
                yield LongestMatchStep(
                    word=number,
                    pieces=tuple(pieces),
                    token="".join(symbols[slice(*cut)]),
                    place=[(start, end) for start, end, _ in segments].index(cut),
                    ids=tuple(self._vocabulary[piece.text] if piece.covered else None for piece in pieces),
                )

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        `</w>` has no width.
        """
        spans = []
        for word, begin, _ in self.pre_tokenizer.pre_tokens(text):
            symbols = self._symbols(word)
            for start, end, covered in self._segments(symbols, list(self._matches(symbols))):
                token = "".join(symbols[start:end]) if covered else self.unk_token
                token_id = self._vocabulary[token] if covered else self.unk_id
                spans.append(Span(token, token_id, begin + min(start, len(word)), begin + min(end, len(word))))
        return spans

    def _ids(self, text: str) -> list[int]:
        return [span.token_id for span in self.spans(text)]

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Join the tokens, with `</w>` as a space. Raises EngineError if an id is not in the vocabulary."""
        text = "".join(map(self.token, ids))
        return text.replace(self.end_of_word, " ").removesuffix(" ") if self.end_of_word else text
