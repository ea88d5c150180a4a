"""The tokenizer of byte-pair encoding: a vocabulary and ranked merges, applied to text."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from bpe_engine.bpe.batch_merging import BatchMerger, numpy_if_worthwhile
from bpe_engine.bpe.encoding import LEFT_FACTOR, EncodeStep, MergeCandidate, MergeTable, merge_all, merge_stages
from bpe_engine.byte_alphabet import sentencepiece_bytes, to_byte_symbols
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import BLOCK, PreToken, PreTokenizer
from bpe_engine.symbols import Pair
from bpe_engine.text.added_tokens import split_around_tokens
from bpe_engine.text.input_text import require_text
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer
from bpe_engine.tokenizers.id_cache import IdCache

CHARACTERS_PER_NEW_WORD = 160  # characters per new word in a long text, on average


class MergedWord(NamedTuple):
    """A pre-token after merging. Lengths are in bytes at byte level, else in characters."""

    parts: tuple[str, ...]
    ids: tuple[int | None, ...]  # None if the part is unknown and there is no unknown token
    unknown: tuple[int, ...]  # indices of parts that are not in the vocabulary
    lengths: tuple[int, ...]
    length: int


class BPETokenizer(Tokenizer):
    """A BPE tokenizer: it pre-tokenizes text, splits pre-tokens into symbols, merges these by rank, and looks up ids.

    `vocabulary` is token -> id. A symbol that is not in it becomes `unk_token`: only this character, not the word. With
    `byte_fallback`, it becomes its bytes, such as <0x0A>. `added_tokens` are matched anywhere in a text, as pre-tokens
    of their own. Instances come from `BPETrainer.train`, which describes the options, and from `load_pretrained`.
    Threads may share an instance.
    """

    def __init__(
        self,
        *,
        vocabulary: Mapping[str, int],
        merges: Sequence[tuple[str, str]],
        pre_tokenizer: PreTokenizer,
        byte_level: bool = False,
        special_tokens: Sequence[str] = (),
        added_tokens: Sequence[str] = (),
        unk_token: str = "[UNK]",
        end_of_word_symbol: str = "",
        end_of_word_suffix: str = "",
        byte_fallback: bool = False,
    ) -> None:
        self.name = ""
        self._whole_words: Mapping[str, int] = {}
        self._together: BatchMerger | None = None
        # Whether no symbol can be unknown and table numbers are ids, added tokens aside.
        self.complete = False
        self.table = MergeTable.from_strings(vocabulary, merges)
        self.pre_tokenizer = pre_tokenizer
        self.byte_level = byte_level
        self.special_tokens: dict[str, int] = {token: vocabulary[token] for token in special_tokens}
        self.added_tokens = {token: vocabulary[token] for token in added_tokens}
        self.unk_token = unk_token
        self.unk_id = vocabulary.get(unk_token, NO_ID)
        self.end_of_word_symbol = end_of_word_symbol
        self.end_of_word_suffix = end_of_word_suffix
        self.end_of_word = end_of_word_symbol or end_of_word_suffix
        self.byte_of_token = {f"<0x{byte:02X}>": byte for byte in range(256)} if byte_fallback else {}

    @classmethod
    def from_table(
        cls,
        name: str,
        table: MergeTable,
        *,
        pre_tokenizer: PreTokenizer,
        special_tokens: Mapping[str, int],
        added_tokens: Mapping[str, int] = MappingProxyType({}),
    ) -> "BPETokenizer":
        """Return a byte-level tokenizer with an existing table, which must contain all 256 bytes.

        The added tokens must be the table's last symbols, under their names.
        """
        tokenizer = cls(vocabulary={}, merges=(), pre_tokenizer=pre_tokenizer, byte_level=True, unk_token="")
        tokenizer.name = name
        merged = len(table.ids) - len(added_tokens)
        tokenizer.complete = list(table.ids[:merged]) == list(range(merged))
        tokenizer.table = table
        tokenizer.special_tokens = dict(special_tokens)
        tokenizer.added_tokens = dict(added_tokens)
        return tokenizer

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        known = zip(self.table.symbols, self.table.ids, strict=True)
        return {symbol: token_id for symbol, token_id in known if token_id != NO_ID} | self.special_tokens

    @cached_property
    def merges(self) -> tuple[Pair, ...]:
        """The merges in the order of their ranks."""
        return tuple(self.table.pair(rank) for rank in range(len(self.table.pairs)))

    @cached_property
    def ranks(self) -> dict[Pair, int]:
        """Pair -> rank. The first merge of a pair gives it its rank."""
        return {pair: rank for rank, pair in reversed([*enumerate(self.merges)])}

    def encode_steps(self, text: str) -> Iterator[EncodeStep]:
        """Yield the steps that `tokenize` takes, word by word: the symbols, then each merge.

        Raises the errors of `tokenize`.

        Steps are computed lazily, each in time linear in the length of its word.
        """
        table = self.table
        for number, word in enumerate(self.words(text)):
            start = self.symbols_of(word)
            for numbers, rank, merged in merge_stages(start, table):
                symbols = table.to_symbols(numbers, start)
                keys = [left * LEFT_FACTOR + right for left, right in zip(numbers, numbers[1:], strict=False)]
                yield EncodeStep(
                    word=number,
                    symbols=tuple(symbols),
                    ids=tuple(None if token_id == NO_ID else token_id for token_id in map(table.id_of, numbers)),
                    pair=None if rank is None else table.pair(rank),
                    rank=rank,
                    token=symbols[merged[0]] if merged else None,
                    merged=tuple(merged),
                    candidates=tuple(
                        MergeCandidate(place, Pair(symbols[place], symbols[place + 1]), table.rank_of[key])
                        for place, key in enumerate(keys)
                        if key in table.rank_of
                    ),
                )

    def words(self, text: str) -> list[str]:
        """Return the pre-tokens of a text as strings. Raises the pre-tokenizer's errors."""
        if self._has_added_token(text):
            return [pre_token.text for pre_token in self.pre_tokens(text)]
        return self.pre_tokenizer.split(text)

    def _has_added_token(self, text: str) -> bool:
        text = require_text(text)
        return any(token in text for token in self.added_tokens)

    def words_in_symbols(self, text: str) -> list[list[str]]:
        """Return the pre-tokens of a text, each as the symbols that it starts from. Raises the errors of `tokenize`."""
        return [self.symbols_of(word) for word in self.words(text)]

    def tokens_of_part(self, part: str) -> list[str]:
        """Return the tokens of a part of a word after all merges: itself, or the unknown token if it is none."""
        return [part if part in self.vocabulary else self.unk_token]

    def pre_tokens(self, text: str) -> list[PreToken]:
        """Return the pre-tokens of a text, added tokens included. Raises the pre-tokenizer's errors."""
        return split_around_tokens(self.added_tokens, text, self.pre_tokenizer.pre_tokens)

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.

        A token spans every character of which it contains a byte. See `trace_text` for details.
        """
        text = require_text(text)
        if self.byte_level:
            to_byte_symbols(text)  # rejects lone surrogates, with their position in the whole text
        spans_by_word: dict[str, list[Span]] = {}
        spans = []
        for pre_token, start, _ in self.pre_tokens(text):
            in_word = spans_by_word.get(pre_token)
            if in_word is None:
                in_word = spans_by_word[pre_token] = self.spans_in_word(pre_token, self.merge_pre_token(pre_token))
            spans += [Span(token, token_id, start + first, start + end) for token, token_id, first, end in in_word]
        return spans

    def spans_in_word(self, pre_token: str, word: MergedWord) -> list[Span]:
        """Return the tokens of a pre-token with their positions in it."""
        # The position of each unit's character. A unit is a byte at byte level, else a character.
        sizes = [len(character.encode()) if self.byte_level else 1 for character in pre_token]
        places = [place for place, size in enumerate(sizes) for _ in range(size)]
        places.append(len(pre_token))  # position of an end-of-word mark, which has no width
        spans = []
        unit = 0
        for token_id, length in zip(word.ids, word.lengths, strict=True):
            span = (places[unit], places[unit + length - 1] + 1 if length else places[unit])
            unit += length
            if token_id is None:
                spans.append(Span(self.unk_token, NO_ID, *span))
            else:
                spans.append(Span(self.token(token_id), token_id, *span))
        return spans

    def merge_pre_token(self, pre_token: str) -> MergedWord:
        """Return a pre-token after all merges."""
        if pre_token in self.added_tokens:
            length = len(pre_token.encode()) if self.byte_level else len(pre_token)
            return MergedWord((pre_token,), (self.added_tokens[pre_token],), (), (length,), length)
        symbols = self.symbols_of(pre_token)
        return self.describe_merged(symbols, merge_all(symbols, self.table))

    def describe_merged(self, symbols: Sequence[str], numbers: Sequence[int]) -> MergedWord:
        """Describe a merged pre-token, given its symbols and their numbers in the table after merging."""
        table = self.table
        parts = table.to_symbols(numbers, symbols)
        ids = [table.id_of(number) for number in numbers]
        lengths = self._lengths(parts)
        lengths[-1] -= len(self.end_of_word)  # not part of the text
        unknown_id = None if self.unk_id == NO_ID else self.unk_id
        return MergedWord(
            tuple(parts),
            tuple(unknown_id if token_id == NO_ID else token_id for token_id in ids),
            tuple(place for place, token_id in enumerate(ids) if token_id == NO_ID),
            tuple(lengths),
            sum(lengths),
        )

    def _lengths(self, parts: Sequence[str]) -> list[int]:
        """Return the length of each part in the text. A character split into bytes is counted with its last byte."""
        byte_of = self.byte_of_token
        if not byte_of:
            return list(map(len, parts))
        following = [byte_of.get(part, 0) for part in (*parts[1:], "")]
        return [
            (0 if 0x80 <= after < 0xC0 else 1) if part in byte_of else len(part)
            for part, after in zip(parts, following, strict=True)
        ]

    def symbols_of(self, pre_token: str) -> list[str]:
        """Return the symbols that a pre-token starts from, before any merge: bytes in the byte alphabet, or characters.

        An added token is one symbol. Raises EngineError at byte level for a lone surrogate.

        >>> from bpe_engine import load_pretrained
        >>> load_pretrained("gpt2").symbols_of(" the")
        ['Ġ', 't', 'h', 'e']
        """
        if pre_token in self.added_tokens:
            return [pre_token]
        symbols = list(to_byte_symbols(pre_token) if self.byte_level else pre_token)
        if self.byte_of_token:
            number_of = self.table.number_of
            symbols = [
                part
                for symbol in symbols
                for part in ([symbol] if symbol in number_of else sentencepiece_bytes(symbol))
            ]
        if self.end_of_word_symbol:
            symbols.append(self.end_of_word_symbol)
        elif self.end_of_word_suffix and symbols:
            symbols[-1] += self.end_of_word_suffix
        return symbols

    def bpe(self, symbols: str) -> str:
        """Return the parts of a word after all merges, joined by spaces, like `bpe` in GPT-2's encoder.py.

        `symbols` is the word; at byte level, in the byte alphabet (`to_byte_symbols`).

        >>> from bpe_engine import load_pretrained
        >>> load_pretrained("gpt2").bpe("Ġtokenizer")
        'Ġtoken izer'
        """
        return " ".join(self.table.to_symbols(merge_all(symbols, self.table), symbols))

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids.

        At byte level, invalid UTF-8 becomes U+FFFD, or raises EngineError with errors="strict". Raises EngineError if
        an id is not in the vocabulary.
        """
        if self.decoder is not None:
            return self.decoder([*map(self.token, ids)])
        if not self.byte_level:
            text = "".join(map(self.token, ids))
            end = self.end_of_word
            return text.replace(end, " ").removesuffix(" ") if end else text
        data = self.decode_bytes(ids)
        try:
            return data.decode("utf-8", errors)
        except UnicodeDecodeError as error:
            raise EngineError(
                "These ids do not decode to whole characters: byte {position} of the result is 0x{byte:02X}, which is "
                "not valid UTF-8 there. Use errors='replace' to show U+FFFD instead.",
                position=error.start,
                byte=data[error.start],
            ) from None

    def _ids(self, text: str) -> list[int]:
        """Return the ids of a text without special tokens; NO_ID for unknown symbols."""
        return array("i", b"".join(self.packed_ids(text))).tolist()

    def packed_ids(self, text: str) -> Iterator[bytes]:
        """Yield the ids in blocks, as the bytes of arrays."""
        text = require_text(text)
        if self.byte_level and not text.isascii():
            try:
                text.encode("utf-8")
            except UnicodeEncodeError:
                to_byte_symbols(text)  # raises the error with the position in the whole text
        has_added = self._has_added_token(text)
        blocks = map(self.words, (text,) if has_added else self.pre_tokenizer.blocks(text))
        merger = None if has_added else self._batch_merger_for(text)
        if merger:
            yield from self._word_ids.lookup_all(blocks, merger.merge_to_bytes)
            return
        words = max(len(text) // CHARACTERS_PER_NEW_WORD, len(self._word_ids))
        if self.complete and words > len(self.table.ids) // 8:
            # A word that is a token needs no merges, as in tiktoken. This requires all tokens as bytes, which
            # takes as long as merging about this many words.
            self._whole_words = self.table.number_of_symbol
        for block in blocks:
            yield b"".join(map(self._word_ids.__getitem__, block))

    def _batch_merger_for(self, text: str) -> BatchMerger | None:
        """Return the batch merger if it pays off for this text, else None."""
        if self.complete and not self._together:
            numpy = numpy_if_worthwhile(len(text) // CHARACTERS_PER_NEW_WORD, len(self.table.pairs))
            self._together = BatchMerger(self.table, numpy) if numpy else None
        return self._together if len(text) >= BLOCK else None

    def _ids_of_word(self, word: str) -> list[int]:
        if word in self.added_tokens:
            return [self.added_tokens[word]]
        if self.complete:
            symbols = to_byte_symbols(word)
            whole = self._whole_words.get(symbols)
            return merge_all(symbols, self.table) if whole is None else [whole]
        numbers = merge_all(self.symbols_of(word), self.table)
        ids = map(self.table.id_of, numbers)
        return [self.unk_id if token_id == NO_ID else token_id for token_id in ids]

    @cached_property
    def _word_ids(self) -> IdCache:
        return IdCache(self._ids_of_word)

    def __getstate__(self) -> dict[str, object]:
        # The state for other processes, without the cache. Copied: another thread may compute a property meanwhile.
        state = {name: value for name, value in vars(self).copy().items() if name != "_word_ids"}
        return state | {"_together": None}
