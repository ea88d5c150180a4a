"""Picky BPE, the training: byte-pair encoding that takes tokens out again.

After Chizhov, Arnett, Korotkova and Yamshchikov (2024), "BPE Gets Picky: Efficient Vocabulary Refinement During
Tokenizer Training".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bpe_engine.bpe.merge_state import PairRecord
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.picky.events import PickyEvent, Removal
from bpe_engine.picky.options import PickyOptions
from bpe_engine.picky.tokenizer import PickyBPETokenizer
from bpe_engine.picky.training import PickyTraining
from bpe_engine.training.base import Progress, Trainer
from bpe_engine.training.gc_pause import paused_collector

MAX_CORPUS = 100_000
"""Characters in the distinct words of a corpus."""

MAX_MERGES = 20
"""Merges for each token asked for: a low threshold may take tokens out as fast as they come."""


@dataclass(frozen=True, kw_only=True)
class PickyBPETrainer(PickyOptions, Trainer):
    """Learns merges like `BPETrainer`, and after each checks whether the two joined tokens are still needed.

    Where the merge took more than `threshold` of all occurrences of one (its IoS, intersection over self), that token
    was only a step on the way: it leaves the vocabulary, and where it still stands it falls apart into the tokens that
    it was made of, as far as these are there. Single symbols always stay. A later merge may bring a token back, with
    the id that it had. With `threshold=1` this is byte-pair encoding. The other options are those of `BPETrainer`,
    `drop_unused` aside.

    Raises EngineError for options that cannot work.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in PickyBPETrainer(vocab_size=10, threshold=0.7).steps(corpus):
    ...     print(event.rank, *event.pair, event.token, *(f"without {removal.token}" for removal in event.removed))
    0 u g ug
    1 u n un
    2 h ug hug without ug
    3 p un pun without un
    4 p u pu
    """

    def steps(self, corpus: Corpus) -> Iterator[PickyEvent]:
        """The merges, lazily, one event at a time.

        Raises EngineError, at once, where the corpus is empty or too large, or `vocab_size` leaves no room for its
        symbols.
        """
        return self.start(corpus).picky_events()

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> PickyBPETokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            events = [*run.picky_events_with_progress(progress)]
            return self.picky_tokenizer(corpus, run.vocabulary, events)

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> PickyTraining:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            events = tuple(run.picky_events_with_progress(progress))
        return PickyTraining(self, run.corpus, run.base_vocabulary, events, run.stop_reason, run.state.merged_at_rank)

    def start(self, corpus: Corpus) -> "PickyRun":
        """A training that has not made a step yet. Errors as `steps`."""
        run = PickyRun(self, corpus)
        _check_size(run.corpus)
        return run


class PickyRun(BPERun):
    """A training of Picky BPE under way."""

    def __init__(self, trainer: PickyOptions, corpus: Corpus) -> None:
        super().__init__(trainer, corpus)
        self.threshold = trainer.threshold
        self.parts: dict[int, tuple[int, int]] = {}  # token -> the two that it was first made of
        self.sizes = dict.fromkeys(range(len(self.tokens)), 1)  # token -> the symbols that it is of
        self.noted: dict[int, list[int]] = {}  # token -> places where it came to stand

    def picky_events_with_progress(self, progress: Progress | None) -> Iterator[PickyEvent]:
        """The merges, and how far they are is told."""
        room = self.trainer.vocab_size - len(self.base_vocabulary)
        for event in self.picky_events():
            yield event
            if progress and not event.rank % 256:
                progress(min(1.0, (len(self.vocabulary) - len(self.base_vocabulary)) / room))

    def picky_events(self) -> Iterator[PickyEvent]:
        """Make the merges, one an event, until the vocabulary is full or no pair is left."""
        for rank in range(MAX_MERGES * self.trainer.vocab_size):
            if len(self.vocabulary) >= self.trainer.vocab_size:
                return
            winner = self.best_pair()
            if winner is None:
                self.stop_reason = self.stop_reason_now()
                return
            yield self.merge_and_remove(winner, rank)
        if len(self.vocabulary) < self.trainer.vocab_size:
            self.stop_reason = "no_growth"

    def merge_and_remove(self, winner: PairRecord, rank: int) -> PickyEvent:
        """Make the pair one token wherever it stands, and take out the parts that are next to never without it."""
        pair, noted = winner.pair, [*winner.places]
        counts = self.symbol_counts  # before the merge, where it is asked for first
        merge = self.merge(winner, rank)
        new = merge.token_id
        self.parts.setdefault(new, pair)
        self.sizes[new] = self.sizes[pair[0]] + self.sizes[pair[1]]
        self.noted.setdefault(new, []).extend(noted)
        counts[new] += merge.replacements
        for part in pair:
            counts[part] -= merge.replacements
        shares, removed = [], []
        for part in dict.fromkeys(pair):
            left = counts[part]
            share = merge.replacements / (left + merge.replacements)
            shares.append(share)
            if share > self.threshold and part in self.parts:
                pieces = self._remove(part)
                removed.append(Removal(self.tokens[part], merge.replacements, left, pieces))
        return PickyEvent(*merge[:7], shares=tuple(shares), removed=tuple(removed))

    def _remove(self, token: int) -> tuple[str, ...]:
        """Take a token out of the vocabulary and let it fall apart in the corpus; what it becomes there."""
        del self.vocabulary[self.tokens[token]]
        pieces = self._pieces(token)
        sizes = [self.sizes[piece] for piece in pieces]
        where, gained = self.state.split(token, self.noted.pop(token), pieces, sizes)
        for record in gained:
            self.queue.push(record)
        offset = 0
        for piece, size in zip(pieces, sizes, strict=True):
            self.symbol_counts[piece] += self.symbol_counts[token]
            if piece in self.parts:
                self.noted.setdefault(piece, []).extend(place + offset for place in where)
            offset += size
        self.symbol_counts[token] = 0
        return tuple(self.tokens[piece] for piece in pieces)

    def _pieces(self, token: int) -> Sequence[int]:
        """The tokens of the vocabulary that a token is made of, itself aside."""
        return [
            piece
            for part in self.parts[token]
            for piece in ([part] if self.tokens[part] in self.vocabulary else self._pieces(part))
        ]


def _check_size(corpus: Corpus) -> None:
    characters = sum(map(len, corpus.words))
    if characters > MAX_CORPUS:
        raise EngineError(
            "The distinct words of the corpus have {characters:,} characters, but the limit for Picky BPE is "
            "{limit:,}. Train on part of the text.",
            characters=characters,
            limit=MAX_CORPUS,
        )
