"""A Unigram training in progress: estimate the probabilities, cut the words, compute the losses, prune."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, inf
from typing import TypeVar

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.training.base import Progress, Run
from bpe_engine.unigram.em import expected_counts, log_probabilities
from bpe_engine.unigram.events import PrunedToken, PruneEvent, UnigramStopReason
from bpe_engine.unigram.options import UnigramOptions
from bpe_engine.unigram.seed import seed_counts
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.unigram.training import Snapshot, UnigramTraining, is_base, pruning_order
from bpe_engine.unigram.viterbi import ViterbiTable, best_path_totals, edges_in_word

MAX_WORD_LENGTH = 1_000
"""The largest number of characters in a word: the number of its cuts, 2**999, fits in a float."""

MAX_WORK = 36_000_000
"""Maximum number of edges that a training may process, as estimated beforehand by `UnigramRun`.

Measured on one busy core of two: the first 170,000 characters of Moby Dick (57,000 in distinct words), from 20,000
tokens down to 300, took 17 s; the first 700,000 (170,000 in distinct words), down to 5,000, took 20 s; long words of
random letters, which are the slowest, took 20 to 30 s where they just fit.
"""

REPORT_AFTER = 512
"""Words or tokens between calls of `progress`."""

Item = TypeVar("Item")


def prune_sizes(prunable: int, surplus: int, shrink: float) -> Iterator[int]:
    """Yield the number of tokens to prune in each step, until `surplus` of the `prunable` ones are removed.

    >>> list(prune_sizes(prunable=8, surplus=6, shrink=0.25))
    [2, 1, 1, 1, 1]
    """
    while surplus > 0:
        size = min(max(int(prunable * shrink), 1), surplus)
        yield size
        prunable -= size
        surplus -= size


class UnigramRun(Run):
    """A Unigram training in progress: the corpus, the remaining pieces, and their statistics."""

    def __init__(self, trainer: UnigramOptions, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus)
        _check_longest_word(corpus)
        self.words = list(corpus.words)
        self.frequencies = list(corpus.words.values())
        self.seed = seed_counts(
            corpus.words,
            max_token_length=trainer.max_token_length,
            seed_size=trainer.seed_size,
            without=trainer.special_tokens,
        )
        # A special token may also be a character of the corpus.
        self.others = len(set(trainer.special_tokens) - self.seed.keys())
        base = sum(map(is_base, self.seed))
        surplus = self.others + len(self.seed) - trainer.vocab_size
        if trainer.vocab_size < self.others + base:
            raise EngineError(
                "A vocabulary of {vocab_size:,} leaves no room: {base:,} tokens always stay (the characters of the "
                "corpus and the special tokens). Choose {enough:,} or more to keep a longer token.",
                vocab_size=trainer.vocab_size,
                base=self.others + base,
                enough=self.others + base + 1,
            )
        self.stop_reason: UnigramStopReason = "vocab_size" if surplus >= 0 else "small_start"
        self.sizes = list(prune_sizes(len(self.seed) - base, surplus, trainer.shrink))
        self.progress: Progress = lambda share: None
        self.pieces = list(self.seed)  # the remaining pieces
        self.counts: dict[str, float] = dict(self.seed)
        longest = max(map(len, self.seed))
        self._check_work(map(len, self.words))  # a lower bound, from characters only, before all edges are computed
        self.edges = [edges_in_word(word, self.seed, longest) for word in self.words]
        self._check_work(map(len, self.edges))
        self.scores: dict[str, float] = {}
        self.loss_increases: dict[str, float] = {}
        self.paths: list[list[str]] = []
        self.removed: list[str] = []  # in order of removal
        self.snapshots: list[Snapshot] = []

    def events(self) -> Iterator[PruneEvent]:
        """Prune until the vocabulary has its target size, and yield an event per step."""
        self._evaluate_pieces()
        for rank, size in enumerate(self.sizes):
            tokens = pruning_order(self.loss_increases)[:size]
            pruned = tuple(PrunedToken(token, self.loss_increases[token]) for token in tokens)
            self.removed += tokens
            removed = set(tokens)
            self.pieces = [piece for piece in self.pieces if piece not in removed]
            self._evaluate_pieces()
            before, after = self.snapshots[-2:]
            yield PruneEvent(rank, pruned, self.others + len(self.pieces), before.loss, after.loss)

    def _evaluate_pieces(self) -> None:
        """Re-estimate everything about the remaining pieces."""
        scores = self.scores = dict.fromkeys(self.pieces, 0.0)
        self.edges = [[edge for edge in edges if edge[2] in scores] for edges in self.edges]
        self._estimate()
        before = self.paths
        totals = self._segment_words()
        self._compute_loss_increases(totals)
        changed = [number for number, path in enumerate(before) if path != self.paths[number]]
        self.snapshots.append(
            Snapshot(
                counts=array("d", self.counts.values() if self.trainer.estimation == "em" else ()),
                loss_increases=array("d", [self.loss_increases.get(piece, inf) for piece in self.pieces]),
                loss=0.0 - fsum(frequency * total for frequency, total in zip(self.frequencies, totals, strict=True)),
                tokens_in_corpus=sum(
                    frequency * len(path) for frequency, path in zip(self.frequencies, self.paths, strict=True)
                ),
                changed=array("i", changed),
            )
        )
        self.progress(self.share_done)

    def _estimate(self) -> None:
        """Estimate the probabilities of the remaining pieces."""
        self.counts = {piece: self.counts[piece] for piece in self.pieces}
        self.scores = log_probabilities(self.counts)
        if self.trainer.estimation == "em":
            lengths = map(len, self.words)
            words = list(zip(lengths, self.frequencies, self.edges, strict=True))
            for iteration in range(self.trainer.em_iterations):
                self.counts, _ = expected_counts(self._with_progress(words, iteration), self.scores)
                self.scores = log_probabilities(self.counts)

    def _segment_words(self) -> list[float]:
        """Cut each word in the most probable way; return the log-probabilities."""
        totals = []
        self.paths = []
        for word, edges in self._with_progress(
            list(zip(self.words, self.edges, strict=True)), self.trainer.em_iterations
        ):
            table = ViterbiTable(word, edges, self.scores, *best_path_totals(len(word), edges, self.scores))
            totals.append(table.total)
            self.paths.append(table.tokens())
        return totals

    def _compute_loss_increases(self, totals: Sequence[float]) -> None:
        """Compute how much the loss would increase without each token longer than a character.

        Only words whose best cut uses the token change. They are cut again with the current probabilities.
        """
        users: dict[str, list[int]] = {piece: [] for piece in self.pieces if not is_base(piece)}
        for number, path in enumerate(self.paths):
            for token in set(path):
                if token in users:
                    users[token].append(number)
        self.loss_increases = {}
        without = dict(self.scores)
        for token, numbers in self._with_progress(list(users.items()), self.trainer.em_iterations + 1):
            without[token] = -inf
            losses = [
                self.frequencies[number]
                * (totals[number] - best_path_totals(len(self.words[number]), self.edges[number], without)[0][-1])
                for number in numbers
            ]
            self.loss_increases[token] = max(fsum(losses), 0.0)
            without[token] = self.scores[token]

    def events_with_progress(self, progress: Progress | None) -> Iterator[PruneEvent]:
        """Yield the events and report progress, even within a step, since steps are few and long."""
        if progress:
            self.progress = progress
        return self.events()

    @property
    def share_done(self) -> float:
        """The share of steps made so far."""
        return len(self.snapshots) / (len(self.sizes) + 1)

    def training(self, events: tuple[PruneEvent, ...]) -> UnigramTraining:
        """Return the record of all prunings."""
        pieces, snapshots = self.results()
        tokens = dict.fromkeys((*self.trainer.special_tokens, *pieces))
        base_vocabulary = {token: token_id for token_id, token in enumerate(tokens)}
        return UnigramTraining(
            self.trainer, self.corpus, base_vocabulary, events, self.stop_reason, pieces, self.seed, snapshots
        )

    def tokenizer(self, events: Iterable[PruneEvent]) -> UnigramTokenizer:
        """Return the tokenizer after all prunings."""
        return self.training(tuple(events)).tokenizer()

    def results(self) -> tuple[tuple[str, ...], tuple[Snapshot, ...]]:
        """Return all initial pieces in id order, and the snapshots with their numbers in this order.

        Characters come first, then the other pieces in reverse order of removal. Call this after the last event.
        """
        longer = [*self.removed, *pruning_order(self.loss_increases)]
        pieces = (*filter(is_base, self.seed), *reversed(longer))
        left = list(self.seed)
        snapshots = []
        for snapshot, size in zip(self.snapshots, [*self.sizes, 0], strict=True):
            place = {piece: index for index, piece in enumerate(left)}
            order = [place[piece] for piece in pieces[: len(left)]]
            snapshots.append(
                snapshot._replace(
                    counts=array("d", [snapshot.counts[index] for index in order] if snapshot.counts else ()),
                    loss_increases=array("d", [snapshot.loss_increases[index] for index in order]),
                )
            )
            removed = set(pieces[len(left) - size : len(left)])
            left = [piece for piece in left if piece not in removed]
        return pieces, tuple(snapshots)

    def _with_progress(self, items: Sequence[Item], phase: int) -> Iterator[Item]:
        """Yield the items and report progress."""
        phases = self.trainer.em_iterations + 2
        for index, item in enumerate(items):
            if not index % REPORT_AFTER:
                part = (phase + index / len(items)) / phases
                self.progress((len(self.snapshots) + part) / (len(self.sizes) + 1))
            yield item

    def _check_work(self, edges: Iterable[int]) -> None:
        """Raise EngineError if the work would take too long. `edges` counts the token occurrences per word."""
        # Estimating costs three times as much per edge as cutting; a word is also cut without each of its tokens.
        estimates = 3 * self.trainer.em_iterations if self.trainer.estimation == "em" else 0
        per_iteration = sum(
            count * (estimates + 3 + len(word) // 8) for count, word in zip(edges, self.words, strict=True)
        )
        work = per_iteration * (len(self.sizes) + 1)
        if work > MAX_WORK:
            raise EngineError(
                "This training would take too long: it would look at tokens in words about {work:,} times, in "
                "{steps:,} steps, and the limit is {limit:,}. Choose a smaller text, a larger vocabulary, or "
                "probabilities as counted (estimation='plain').",
                work=work,
                steps=len(self.sizes),
                limit=MAX_WORK,
            )


def _check_longest_word(corpus: Corpus) -> None:
    longest = max(map(len, corpus.words))
    if longest > MAX_WORD_LENGTH:
        raise EngineError(
            "The longest word of the corpus has {longest:,} characters, but the limit for Unigram training is "
            "{limit:,}. Choose a pre-tokenizer that cuts the text into shorter words, or a smaller text.",
            longest=longest,
            limit=MAX_WORD_LENGTH,
        )
