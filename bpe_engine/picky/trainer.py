"""Training Picky BPE: byte-pair encoding that removes tokens again.

After Chizhov, Arnett, Korotkova and Yamshchikov (2024), "BPE Gets Picky: Efficient Vocabulary Refinement During
Tokenizer Training".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bpe_engine.bpe.events import MergeEvent, MergeStopReason
from bpe_engine.bpe.merge_state import PairRecord
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.corpus import Corpus
from bpe_engine.picky.events import PickyEvent, Removal
from bpe_engine.picky.options import PickyOptions
from bpe_engine.picky.tokenizer import PickyBPETokenizer
from bpe_engine.picky.training import PickyTraining
from bpe_engine.training.base import Trainer

MAX_MERGES = 20
"""Maximum number of merges per token of `vocab_size`: a low threshold may remove tokens as fast as they are added."""


class PickyRun(BPERun):
    """A training of Picky BPE in progress."""

    def __init__(self, trainer: PickyOptions, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus, rare_pairs=rare_pairs)
        self.threshold = trainer.threshold
        self.parts: dict[int, tuple[int, int]] = {}  # token -> the pair that first made it
        self.sizes = dict.fromkeys(range(len(self.tokens)), 1)  # token -> the number of its symbols
        self.noted: dict[int, list[int]] = {}  # token -> positions where it was made

    def best_pair(self) -> PairRecord | None:
        """Return the most frequent pair; None if no pair is frequent enough or the limit of merges is reached."""
        return super().best_pair() if self.rank < MAX_MERGES * self.trainer.vocab_size else None

    def reason_for_stopping(self) -> MergeStopReason:
        """Return the reason why no pair can be merged, or that the vocabulary has stopped growing."""
        return super().reason_for_stopping() if self.rank < MAX_MERGES * self.trainer.vocab_size else "no_growth"

    def merge(self, winner: PairRecord) -> PickyEvent:
        """Make the pair one token wherever it occurs, and remove the parts that hardly occur without it."""
        pair, noted = winner.pair, [*winner.places]
        counts = self.symbol_counts  # on first use, they are counted before the merge
        merge: MergeEvent = super().merge(winner)
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
            is_special = self.tokens[part] in self.trainer.special_tokens
            if share > self.threshold and part in self.parts and not is_special:
                pieces = self._remove(part)
                removed.append(Removal(self.tokens[part], merge.replacements, left, pieces))
        return PickyEvent(*merge[:7], shares=tuple(shares), removed=tuple(removed))

    def _remove(self, token: int) -> tuple[str, ...]:
        """Remove a token from the vocabulary, split it in the corpus, and return its pieces."""
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
        """Return the other tokens of the vocabulary that a token is built from."""
        return [
            piece
            for part in self.parts[token]
            for piece in ([part] if self.tokens[part] in self.vocabulary else self._pieces(part))
        ]

    @property
    def share_done(self) -> float:
        """The share of the vocabulary reached. Merges do not measure progress, since tokens are removed again."""
        return min(1.0, (len(self.vocabulary) - len(self.base_vocabulary)) / self.room)

    def training(self, events: tuple[Any, ...]) -> PickyTraining:
        """Return the record of all merges and removals."""
        return PickyTraining(
            self.trainer, self.corpus, self.base_vocabulary, events, self.stop_reason, self.state.merged_at_rank
        )

    def tokenizer(self, events: Iterable[PickyEvent]) -> PickyBPETokenizer:
        """Return the tokenizer that applies the merges and removals."""
        made = [*events]
        tokenizer: PickyBPETokenizer = self.trainer.picky_tokenizer(self.corpus, self.vocabulary, made)
        return tokenizer


@dataclass(frozen=True, kw_only=True)
class PickyBPETrainer(PickyOptions, Trainer[PickyEvent, PickyTraining, PickyBPETokenizer]):
    """Learns merges like `BPETrainer`, and after each checks whether the two joined tokens are still needed.

    If the merge used up more than `threshold` of all occurrences of one (its IoS, intersection over self), that token
    was only a step on the way: it is removed from the vocabulary, and wherever it still occurs, it falls apart into the
    remaining tokens that it was built from. Single symbols and special tokens always stay. A later merge may bring a
    token back, with the id that it had. With `threshold=1` this is byte-pair encoding. The other options are those of
    `BPETrainer`, `drop_unused` aside.

    Raises EngineError if the options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is
    empty or too large (`max_characters`), or `vocab_size` leaves no room for its symbols.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in PickyBPETrainer(vocab_size=10, threshold=0.7).steps(corpus):
    ...     print(event.rank, *event.pair, event.token, *(f"without {removal.token}" for removal in event.removed))
    0 u g ug
    1 u n un
    2 h ug hug without ug
    3 p un pun without un
    4 p u pu
    """

    run_class = PickyRun
    max_characters: ClassVar[int | None] = 100_000
    summary = "Picky BPE: remove tokens that later merges use up (no file format can store it)"
    default_pre_tokenizer = "gpt2"
    export_problem = (
        "No file format can store what Picky BPE learns, because its removals must be repeated on every text. Use "
        "bpe here, or train in Python with PickyBPETrainer and save the tokenizer with pickle."
    )
