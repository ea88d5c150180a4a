"""BPE-dropout: skip merges at random while encoding, so that a word is cut differently each time.

After Provilkov, Emelianenko and Voita (2020), "BPE-Dropout: Simple and Effective Subword Regularization", algorithm 1.
The vocabulary and the merges are those of byte-pair encoding; a model trained on such texts also sees rarer tokens and
the parts that words are built from.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import NamedTuple

from bpe_engine.bpe.encoding import LEFT_FACTOR, NO_RANK, EncodeStep, MergeCandidate, MergeTable
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer


class _DropoutStep(NamedTuple):
    """A word, its last merge (None at the start), and the draws for the next merge."""

    numbers: tuple[int, ...]
    rank: int | None
    merged: tuple[int, ...]  # positions of the new tokens
    kept: tuple[int, ...]  # positions of pairs that may merge now
    dropped: tuple[int, ...]  # positions of pairs that were dropped


class BPEDropoutTokenizer(Tokenizer):
    """A BPE tokenizer that drops each merge with probability `dropout`, drawn again before every merge.

    Before each merge, a number is drawn for every neighbouring pair in the word, and learned pairs that are dropped are
    skipped this time. Of the others, the lowest rank merges wherever it was kept, from left to right. If all are
    dropped at once, the word is finished. With 0, nothing is drawn and the tokenizer encodes as usual; with 1, nothing
    merges. A word that the tokenizer would look up whole is merged like any other if merges are dropped, as in the
    tokenizers library.

    The draws come from `random.Random(seed)`, one per neighbouring pair, as in subword-nmt. The same text and seed give
    the same tokens; choose another seed for a different cut. The generator restarts after each special token. A merge
    takes time linear in the length of its word. Threads may share an instance.

    Raises EngineError if `dropout` is not a probability or `seed` is not a whole number.

    >>> from bpe_engine import load_pretrained
    >>> gpt2 = load_pretrained("gpt2")
    >>> [BPEDropoutTokenizer(gpt2, dropout=0.5, seed=seed).tokenize("tokenizer") for seed in (0, 1)]
    [['t', 'oken', 'iz', 'er'], ['to', 'ke', 'n', 'i', 'z', 'er']]
    """

    def __init__(self, tokenizer: BPETokenizer, *, dropout: float, seed: int = 0) -> None:
        if isinstance(dropout, bool) or not isinstance(dropout, int | float) or not 0 <= dropout <= 1:
            raise EngineError(
                "dropout={value!r} is not a probability. Choose a number from 0 (no merge is dropped) to 1 (all are).",
                value=dropout,
            )
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise EngineError("seed={value!r} is not valid. Choose a whole number, 0 or more.", value=seed)
        self.base = tokenizer
        self.dropout = dropout
        self.seed = seed
        self.name = tokenizer.name
        self.byte_level = tokenizer.byte_level
        self.unk_token = tokenizer.unk_token
        self.byte_of_token = tokenizer.byte_of_token
        self.end_of_word = tokenizer.end_of_word
        self.special_tokens = tokenizer.special_tokens
        self.added_tokens = tokenizer.added_tokens
        self.flags = tokenizer.flags
        self.decoder = tokenizer.decoder

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Token -> id, special tokens included."""
        return self.base.vocabulary

    @property
    def token_of_id(self) -> dict[int, str]:
        """Id -> token."""
        return self.base.token_of_id

    def _dropout_steps(self, symbols: Sequence[str], chance: Random) -> Iterator[_DropoutStep]:
        """Yield the word before each merge and at its end. Every public encoding method builds on this."""
        table = self.base.table
        numbers = table.numbers(symbols)
        rank: int | None = None
        merged: list[int] = []
        while True:
            kept, dropped = self._draw(numbers, table, chance)
            yield _DropoutStep(tuple(numbers), rank, tuple(merged), tuple(kept), tuple(dropped))
            if not kept:
                return
            ranks = {place: _rank(numbers, place, table) for place in kept}
            rank = min(ranks.values())
            numbers, merged = _merge(numbers, {place for place in kept if ranks[place] == rank}, table.products[rank])

    def _draw(self, numbers: Sequence[int], table: MergeTable, chance: Random) -> tuple[list[int], list[int]]:
        """Return the positions of learned pairs that are kept, and of those that are dropped."""
        kept: list[int] = []
        dropped: list[int] = []
        for place in range(len(numbers) - 1):
            keeps = chance.random() > self.dropout  # one draw per pair, learned or not, as in subword-nmt
            if _rank(numbers, place, table) != NO_RANK:
                (kept if keeps else dropped).append(place)
        return kept, dropped

    def encode_steps(self, text: str) -> Iterator[EncodeStep]:
        """Yield the steps that `tokenize` takes, word by word: the symbols, then each merge.

        Raises the errors of `tokenize`.

        `candidates` are all learned pairs; `dropped` are those that the next merge skips.
        """
        if not self.dropout:
            yield from self.base.encode_steps(text)
            return
        table = self.base.table
        chance = Random(self.seed)
        for number, word in enumerate(self.base.words(text)):
            start = self.base.symbols_of(word)
            for numbers, rank, merged, kept, dropped in self._dropout_steps(start, chance):
                symbols = table.to_symbols(numbers, start)
                yield EncodeStep(
                    word=number,
                    symbols=tuple(symbols),
                    ids=tuple(None if token_id == NO_ID else token_id for token_id in map(table.id_of, numbers)),
                    pair=None if rank is None else table.pair(rank),
                    rank=rank,
                    token=None if rank is None else "".join(table.pair(rank)),
                    merged=merged,
                    candidates=tuple(
                        MergeCandidate(place, Pair(symbols[place], symbols[place + 1]), _rank(numbers, place, table))
                        for place in sorted((*kept, *dropped))
                    ),
                    dropped=dropped,
                )

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.
        """
        return list(self.spans_at(text, 0))

    def spans_at(self, text: str, start: int) -> Iterator[Span]:
        """Yield the spans of a part between special tokens that begins at character `start` of the whole text."""
        chance = Random(self.seed + start)
        for word, begin, _ in self.base.pre_tokens(text):
            if not self.dropout or word in self.added_tokens:
                merged = self.base.merge_pre_token(word)
            else:
                symbols = self.base.symbols_of(word)
                *_, last = self._dropout_steps(symbols, chance)
                merged = self.base.describe_merged(symbols, last.numbers)
            for token, token_id, first, end in self.base.spans_in_word(word, merged):
                yield Span(token, token_id, begin + first, begin + end)

    def _ids(self, text: str) -> list[int]:
        return self._ids_from(text, 0)

    def _ids_from(self, text: str, start: int) -> list[int]:
        return [span.token_id for span in self.spans_at(text, start)]

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids. Raises the errors of the tokenizer's `decode`."""
        return self.base.decode(ids, errors)


def _rank(numbers: Sequence[int], place: int, table: MergeTable) -> int:
    """Return the rank of the pair at a position, or NO_RANK if it was not learned."""
    return table.rank_of.get(numbers[place] * LEFT_FACTOR + numbers[place + 1], NO_RANK)


def _merge(numbers: Sequence[int], places: Set[int], token: int) -> tuple[list[int], list[int]]:
    """Merge the pairs at these positions, left to right; return the new numbers and the positions of the new tokens.

    A pair that overlaps one already merged is skipped: "aaa" with (a, a) at 0 and 1 becomes "aa a".

    >>> _merge([7, 7, 7, 5], {0, 1}, 9)
    ([9, 7, 5], [0])
    """
    made: list[int] = []
    new: list[int] = []
    place = 0
    while place < len(numbers):
        if place in places:
            new.append(len(made))
            made.append(token)
            place += 2
        else:
            made.append(numbers[place])
            place += 1
    return made, new
