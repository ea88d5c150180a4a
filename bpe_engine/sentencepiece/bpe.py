"""Byte-pair encoding as in SentencePiece (Llama, Mistral, Gemma): a model has pieces with scores, but no merges.

After google/sentencepiece: bpe_model.cc and sentencepiece_processor.cc of version 0.2.3. Two neighbours can merge if
their concatenation is a piece, however that piece was made in training. The pair with the highest score merges first,
the leftmost if scores tie. So the rank of a pair is the rank of its piece's score among all scores.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isnan
from typing import NamedTuple

from bpe_engine.bpe.encoding import (
    LEFT_FACTOR,
    MANY_PRODUCTS,
    MERGED_LEFT,
    EncodeStep,
    MergeCandidate,
    MergeTable,
    iter_merges,
    merge_all,
)
from bpe_engine.byte_alphabet import sentencepiece_bytes
from bpe_engine.errors import EngineError
from bpe_engine.sentencepiece.model_file import SPACE, ModelFile, ModelPiece, PieceKind
from bpe_engine.sentencepiece.normalizer import SpaceNormalizer
from bpe_engine.sentencepiece.space_splitting import word_pattern
from bpe_engine.symbols import Pair
from bpe_engine.text.normalizers import Normalized, Normalizer
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer
from bpe_engine.tokenizers.id_cache import IdCache
from bpe_engine.vocabularies.bundled_files import read_bundled

MAX_PIECE_LENGTH = 200
MAX_TOTAL_CHARACTERS = 10_000_000
"""Maximum length of a piece, and of all pieces: each is split at every position. Published: up to 31, and 2 million."""

MISTRAL = "mistral-7b"
MISTRAL_SHA256 = "dadfd56d766715c61d2ef780a525ab43b8e6da4de6865bda3d95fdef5e134055"


class PieceMergeTable(MergeTable):
    """The pairs that can merge: every split of a piece in two, if both parts are pieces or single characters."""

    def __init__(self, pieces: Sequence[ModelPiece]) -> None:
        known = {piece.text: number for number, piece in enumerate(pieces) if piece.kind == PieceKind.NORMAL}
        merged = [
            (piece.text, piece.score) for piece in pieces if piece.kind == PieceKind.NORMAL and len(piece.text) > 1
        ]
        base = list(dict.fromkeys((*known, *(character for text, _ in merged for character in text))))
        super().__init__(base, (), (), [known.get(symbol, NO_ID) for symbol in base])
        scores = sorted({score for _, score in merged}, reverse=True)
        rank_of_score = {score: rank for rank, score in enumerate(scores)}
        products = [NO_ID] * len(scores)
        rank_of: dict[int, int] = {}
        product_of: dict[int, int] = {}
        number_of = self.number_of
        several: dict[int, list[int]] = {}
        for text, score in merged:
            rank, product = rank_of_score[score], number_of[text]
            several.setdefault(rank, []).append(product)
        for text, score in merged:
            rank, product = rank_of_score[score], number_of[text]
            shared = len(several[rank]) > 1
            products[rank] = MANY_PRODUCTS if shared else product
            for place in range(1, len(text)):
                left, right = number_of.get(text[:place]), number_of.get(text[place:])
                if left is not None and right is not None:
                    pair = left * LEFT_FACTOR + right
                    rank_of[pair] = rank
                    if shared:
                        product_of[pair] = product
        self.products = products
        self.rank_of = rank_of
        self.product_of = product_of

    @property
    def symbols(self) -> Sequence[str]:
        """All symbols by number."""
        return self.base


ScoreTable = PieceMergeTable  # former name, in tokenizers pickled by version 0.2


class _Word(NamedTuple):
    text: str
    start: int  # position in the normalized text
    whole: bool  # whether it is a user-defined symbol, which is never cut


class SentencePieceBPE(Tokenizer):
    """The tokenizer of a SentencePiece model file of the BPE kind, with SentencePiece's ids.

    A text is normalized, user-defined symbols are isolated, the rest is cut into words that no piece crosses, and
    neighbours merge within each word. Unknown characters then become their bytes if the model has byte pieces, else the
    unknown piece, one per run. No ids are added around a text. Control pieces, such as `</s>`, are special tokens:
    SentencePiece itself never matches them in text, which corresponds to `allowed_special="none"`. Threads may share an
    instance.

    `normalizer` applies a model's normalization rules, if it has any. Raises EngineError, with the reason, if only the
    library can run the model.
    """

    space = SPACE

    def __init__(self, model: ModelFile, *, name: str = "", normalizer: Normalizer | None = None) -> None:
        _check(model, normalizer)
        self.name = name
        self.normalizer = normalizer or SpaceNormalizer.of(model)
        self._vocabulary = {piece.text: number for number, piece in enumerate(model.pieces)}
        self.special_tokens = {
            piece.text: number
            for number, piece in enumerate(model.pieces)
            if piece.kind in (PieceKind.CONTROL, PieceKind.UNKNOWN)
        }
        (self.unk_token,) = (piece.text for piece in model.pieces if piece.kind == PieceKind.UNKNOWN)
        self.unk_id = self._vocabulary[self.unk_token]
        self.byte_of_token = {
            piece.text: int(piece.text[1:-1], 16) for piece in model.pieces if piece.kind == PieceKind.BYTE
        }
        self.symbols = frozenset(model.symbols)
        self.table = PieceMergeTable(model.pieces)
        self._unknown_text = model.unknown_text
        self._strips_one = model.add_dummy_prefix or model.remove_extra_whitespaces
        self._strips_all = model.remove_extra_whitespaces
        self._symbol = re.compile("|".join(map(re.escape, model.symbols))) if model.symbols else None
        self._cut = re.compile(word_pattern(piece.text for piece in model.pieces if piece.kind == PieceKind.NORMAL))

    @property
    def vocabulary(self) -> dict[str, int]:
        """Piece -> id. ▁ marks the beginning of a word; byte pieces are written <0x0A>."""
        return self._vocabulary

    def normalized(self, text: str) -> Normalized:
        """Return the normalized text, aligned to the original. Raises EngineError for a lone surrogate."""
        return self.normalizer.aligned(text)

    def words_in_symbols(self, text: str) -> list[list[str]]:
        """Return the words that merges never cross, each as its base symbols.

        Raises the errors of `tokenize`.
        """
        words = self._words(self.normalizer.normalize(text))
        return [[word.text] if word.whole else list(word.text) for word in words]

    def encode_steps(self, text: str) -> Iterator[EncodeStep]:
        """Yield the steps of `tokenize`, word by word: the symbols, each merge, then the bytes of unknown symbols.

        Steps are computed lazily. A user-defined symbol is a word of its own without merges. In the last step of a word
        with unknown symbols, `bytes_of` lists them. Raises the errors of `tokenize`.
        """
        for number, word in enumerate(self._words(self.normalizer.normalize(text))):
            symbols = [word.text] if word.whole else list(word.text)
            for step in self._merges(number, symbols):
                yield step
            unknown = [symbol for symbol in step.symbols if symbol not in self._vocabulary]
            if unknown and self.byte_of_token:
                parts = [self.tokens_of_part(symbol) for symbol in step.symbols]
                places: list[int] = []
                texts_out: list[str] = []
                for part in parts:
                    if len(part) > 1 or part[0] in self.byte_of_token:
                        places += range(len(texts_out), len(texts_out) + len(part))
                    texts_out += part
                yield EncodeStep(
                    word=number,
                    symbols=tuple(texts_out),
                    ids=tuple(map(self._vocabulary.get, texts_out)),
                    pair=None,
                    rank=None,
                    token=None,
                    merged=tuple(places),
                    candidates=(),
                    bytes_of=tuple(dict.fromkeys(unknown)),
                )

    def _merges(self, word: int, symbols: Sequence[str]) -> Iterator[EncodeStep]:
        """Yield the start of a word and its merges; consecutive merges of equal pairs are one step."""
        table = self.table
        numbers = table.numbers(symbols)
        pair: Pair | None = None
        rank: int | None = None
        places: list[int] = []

        def step() -> EncodeStep:
            standing = [place for place, number in enumerate(numbers) if number != MERGED_LEFT]
            index_of = {place: index for index, place in enumerate(standing)}
            now = [numbers[place] for place in standing]
            names = table.to_symbols(now, symbols)
            keys = [left * LEFT_FACTOR + right for left, right in zip(now, now[1:], strict=False)]
            return EncodeStep(
                word=word,
                symbols=tuple(names),
                ids=tuple(map(self._vocabulary.get, names)),
                pair=pair,
                rank=rank,
                token=None if pair is None else "".join(pair),
                merged=tuple(index_of[place] for place in places),
                candidates=tuple(
                    MergeCandidate(place, Pair(names[place], names[place + 1]), table.rank_of[key])
                    for place, key in enumerate(keys)
                    if key in table.rank_of
                ),
            )

        for next_rank, place in iter_merges(numbers, table):
            right = place + 1
            while numbers[right] == MERGED_LEFT:
                right += 1
            next_pair = Pair(*table.to_symbols([numbers[place], numbers[right]], symbols))
            if next_pair != pair:
                yield step()
                pair, rank, places = next_pair, next_rank, []
            places.append(place)
        yield step()

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.

        As in SentencePiece, if a character is several byte pieces, the last one spans it, and the others are empty
        spans before it.
        """
        normalized = self.normalizer.aligned(text)
        spans: list[Span] = []
        for word in self._words(normalized.text):
            end = word.start
            for part in self._parts(word):
                start, end = end, end + len(part)
                span = normalized.original_span(start, end)
                pieces = self.tokens_of_part(part)
                if pieces == [self.unk_token] and spans and spans[-1].token_id == self.unk_id:
                    spans[-1] = spans[-1]._replace(end=span[1])
                    continue
                for piece in pieces[:-1]:
                    spans.append(Span(piece, self._vocabulary[piece], span[0], span[0]))
                spans.append(Span(pieces[-1], self._vocabulary[pieces[-1]], *span))
        return spans

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Decode ids: ▁ becomes a space, except the one added at the start; control pieces are dropped.

        Invalid bytes become U+FFFD each, or raise EngineError with errors="strict". Raises EngineError if an id is not
        in the vocabulary.
        """
        text = ""
        parts: list[str] = []
        waiting = bytearray()
        at_start, stripped = True, False

        def add(part: str) -> None:
            nonlocal text
            parts.append(part)
            text = text or part

        for token in map(self.token, ids):
            byte = self.byte_of_token.get(token)
            if byte is not None:
                waiting.append(byte)
                continue
            add(_characters(bytes(waiting), errors))
            waiting.clear()
            if stripped or text:
                at_start = False
            stripped = False
            if token == self.unk_token:
                add(self._unknown_text)
            elif token not in self.special_tokens:
                if at_start and self._strips_one and token.startswith(SPACE):
                    token = token.removeprefix(SPACE)
                    stripped = not self._strips_all
                add(token.replace(SPACE, " "))
        add(_characters(bytes(waiting), errors))
        return "".join(parts)

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises EngineError if an id is not in the vocabulary."""
        token = self.token(token_id)
        byte = self.byte_of_token.get(token)
        return token.encode() if byte is None else bytes([byte])

    def _words(self, normalized: str) -> Iterator[_Word]:
        """Return the words of a normalized text, which merges never cross."""
        start = 0
        for match in self._symbol.finditer(normalized) if self._symbol else ():
            yield from self._split_between(normalized, start, match.start())
            yield _Word(match.group(), match.start(), True)
            start = match.end()
        yield from self._split_between(normalized, start, len(normalized))

    def _split_between(self, normalized: str, start: int, end: int) -> Iterator[_Word]:
        return (_Word(match.group(), match.start(), False) for match in self._cut.finditer(normalized, start, end))

    def _parts(self, word: _Word) -> list[str]:
        """Return the symbols of a word after all merges; unknown ones are unchanged."""
        if word.whole:
            return [word.text]
        return self.table.to_symbols(merge_all(word.text, self.table), word.text)

    def tokens_of_part(self, symbol: str) -> list[str]:
        """Return the pieces of a symbol: itself, or its bytes or the unknown piece if it is unknown."""
        if symbol in self._vocabulary:
            return [symbol]
        return sentencepiece_bytes(symbol) if self.byte_of_token else [self.unk_token]

    def _ids(self, text: str) -> list[int]:
        words = self._words(self.normalizer.normalize(text))
        ids = array(
            "i", b"".join([(self._symbol_ids if whole else self._word_ids)[word] for word, _, whole in words])
        ).tolist()
        if self.byte_of_token or self.unk_id not in ids:
            return ids
        unk_id = self.unk_id  # one per run of unknown characters
        return [
            token_id
            for token_id, before in zip(ids, [NO_ID, *ids], strict=False)
            if token_id != unk_id or before != unk_id
        ]

    @cached_property
    def _symbol_ids(self) -> dict[str, bytes]:
        return {symbol: array("i", [self._vocabulary[symbol]]).tobytes() for symbol in self.symbols}

    @cached_property
    def _word_ids(self) -> IdCache:
        return IdCache(self._ids_of_word)

    def _ids_of_word(self, word: str) -> list[int]:
        parts = self._parts(_Word(word, 0, False))
        return [self._vocabulary[piece] for part in parts for piece in self.tokens_of_part(part)]

    def __getstate__(self) -> dict[str, object]:
        # The state for other processes, without the cache. Copied: another thread may compute a property meanwhile.
        return {name: value for name, value in vars(self).copy().items() if name != "_word_ids"}


def _check(model: ModelFile, normalizer: Normalizer | None) -> None:
    """Raise EngineError for a model that only the library can run, or that takes too long here."""
    if model.has_character_map and normalizer is None:
        raise EngineError("It replaces characters before it cuts a text, by rules that only the library applies.")
    if model.denormalizes:
        raise EngineError("It replaces characters in decoded text, by rules that only the library applies.")
    characters = sum(len(piece.text) for piece in model.pieces)
    if characters > MAX_TOTAL_CHARACTERS:
        raise EngineError(
            "Its tokens have {count:,} characters in all; more than {limit:,} take too long here.",
            count=characters,
            limit=MAX_TOTAL_CHARACTERS,
        )
    for text, score, kind in model.pieces:
        if kind == PieceKind.UNUSED:
            raise EngineError(
                "Its token {token!r} is marked as unused, and is cut up again wherever it occurs.", token=text
            )
        if kind in (PieceKind.CONTROL, PieceKind.UNKNOWN) and len(text) == 1:
            raise EngineError(
                "Its special token {token!r} is a single character, which a text may contain.", token=text
            )
        if kind == PieceKind.NORMAL and isnan(score):
            raise EngineError("The score of its token {token!r} is not a number.", token=text)
        if len(text) > MAX_PIECE_LENGTH:
            raise EngineError(
                "It has a token of {length:,} characters; more than {limit:,} take too long here.",
                length=len(text),
                limit=MAX_PIECE_LENGTH,
            )


def load_mistral() -> SentencePieceBPE:
    """Return the tokenizer of Mistral 7B. Raises EngineError if its file is missing or damaged."""
    return SentencePieceBPE(ModelFile(read_bundled(MISTRAL, MISTRAL_SHA256)), name=MISTRAL)


def _characters(data: bytes, errors: DecodeErrors) -> str:
    """Decode bytes, with U+FFFD for each byte that is not part of a character."""
    parts = []
    place = 0
    while place < len(data):
        first = data[place]
        length = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        try:
            parts.append(data[place : place + length].decode())
            place += length
        except UnicodeDecodeError:
            if errors == "strict":
                raise EngineError(
                    "These ids do not decode to whole characters: the byte 0x{byte:02X} is not valid UTF-8 where it "
                    "occurs. Use errors='replace' to show U+FFFD instead.",
                    byte=first,
                ) from None
            parts.append("\ufffd")
            place += 1
    return "".join(parts)
