"""The tokenizer of Picky BPE: it replays the training's merges and removals on each word, in order.

As in the authors' implementation, a removed token is still made by the merges before its removal, and falls apart at
its removal unless another merge has used it by then.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.tokenizer import DecodeErrors, Span, Tokenizer


class PickyChange(NamedTuple):
    """A change that a training step makes to a word: a pair becomes a token, or a token becomes its pieces."""

    parts: tuple[str, ...]
    becomes: tuple[str, ...]

    @property
    def is_removal(self) -> bool:
        """Whether a token falls apart."""
        return len(self.parts) == 1


Change = PickyChange  # former name, in tokenizers pickled by version 0.2


class PendingChange(NamedTuple):
    """A change that can be made to a word."""

    position: int  # index of its first part among the symbols
    number: int  # number of the change: the lowest comes first
    change: PickyChange


class PickyStep(NamedTuple):
    """One step of encoding a word: the symbols, and the change that led to them.

    In the first step of each word, `change` and `number` are None.
    """

    word: int  # number of the pre-token in the text
    symbols: tuple[str, ...]
    ids: tuple[int | None, ...]  # of the symbols; None if one is not in the final vocabulary
    change: PickyChange | None
    number: int | None  # number of the change, from 0
    made: tuple[int, ...]  # indices of its results in `symbols`
    waiting: tuple[PendingChange, ...]  # possible next changes; the lowest number wins


class PickyBPETokenizer(Tokenizer):
    """A tokenizer that applies a training's changes to each word, in order, each wherever it fits, left to right.

    `tokenizer` provides the vocabulary and the pre-tokenizer; its merges are not used. Made by `PickyBPETrainer.train`.
    Threads may share an instance.
    """

    def __init__(self, tokenizer: BPETokenizer, changes: Sequence[PickyChange]) -> None:
        self.base = tokenizer
        self.changes = tuple(changes)
        self.byte_level = tokenizer.byte_level
        self.unk_token = tokenizer.unk_token
        self.end_of_word = tokenizer.end_of_word
        self.special_tokens = tokenizer.special_tokens
        self._numbers: dict[tuple[str, ...], list[int]] = {}
        for number, change in enumerate(self.changes):
            self._numbers.setdefault(change.parts, []).append(number)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Token -> id, special tokens included."""
        return self.base.vocabulary

    def _pending(self, symbols: Sequence[str], first: int) -> list[PendingChange]:
        """Return the changes from number `first` on that fit a word, the next one for each position and size."""
        steps = []
        for size in (1, 2):
            for place in range(len(symbols) - size + 1):
                numbers = self._numbers.get(tuple(symbols[place : place + size]))
                if numbers is not None and first <= numbers[-1]:
                    number = numbers[bisect_left(numbers, first)]
                    steps.append(PendingChange(place, number, self.changes[number]))
        return steps

    def _stages(self, word: str) -> Iterator[tuple[list[str], int | None, list[int], list[PendingChange]]]:
        """Yield a word's symbols, the number of the last change, its positions, and possible next changes."""
        symbols = self.base.symbols_of(word)
        number: int | None = None
        made: list[int] = []
        while True:
            waiting = self._pending(symbols, 0 if number is None else number + 1)
            yield symbols, number, made, waiting
            if not waiting:
                return
            number = min(each.number for each in waiting)
            symbols, made = _apply_change(symbols, self.changes[number])

    def encode_steps(self, text: str) -> Iterator[PickyStep]:
        """Yield the steps that `tokenize` takes, word by word: the symbols, then each change.

        Raises the errors of `tokenize`.
        """
        for place, word in enumerate(self.base.words(text)):
            for symbols, number, made, waiting in self._stages(word):
                yield PickyStep(
                    word=place,
                    symbols=tuple(symbols),
                    ids=tuple(map(self.vocabulary.get, symbols)),
                    change=None if number is None else self.changes[number],
                    number=number,
                    made=tuple(made),
                    waiting=tuple(waiting),
                )

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.
        """
        known: dict[str, list[Span]] = {}
        spans = []
        for word, begin, _ in self.base.pre_tokens(text):
            if word not in known:
                known[word] = self._spans_in_word(word)
            spans += [Span(token, token_id, begin + start, begin + end) for token, token_id, start, end in known[word]]
        return spans

    def _spans_in_word(self, word: str) -> list[Span]:
        start = self.base.symbols_of(word)
        *_, (symbols, _number, _made, _waiting) = self._stages(word)
        known = self.base.table.number_of
        unknown = {symbol: ~place for place, symbol in enumerate(start)}  # unknown symbols take part in no change
        numbers = [known[symbol] if symbol in known else unknown[symbol] for symbol in symbols]
        return self.base.spans_in_word(word, self.base.describe_merged(start, numbers))

    def _ids(self, text: str) -> list[int]:
        return [span.token_id for span in self.spans(text)]

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids. Raises the errors of `BPETokenizer`."""
        return self.base.decode(ids, errors)


def _apply_change(symbols: Sequence[str], change: PickyChange) -> tuple[list[str], list[int]]:
    """Make a change wherever it fits, left to right; return the symbols and the indices of its results.

    >>> _apply_change(["a", "b", "a", "b", "c"], PickyChange(("a", "b"), ("ab",)))
    (['ab', 'ab', 'c'], [0, 1])
    """
    size = len(change.parts)
    after: list[str] = []
    made: list[int] = []
    place = 0
    while place < len(symbols):
        if tuple(symbols[place : place + size]) == change.parts:
            made += range(len(after), len(after) + len(change.becomes))
            after += change.becomes
            place += size
        else:
            after.append(symbols[place])
            place += 1
    return after, made
