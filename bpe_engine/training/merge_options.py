"""The options of trainers that merge pairs, however they choose the pair."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bpe_engine.bpe.merge_state import PairIds
from bpe_engine.corpus import Corpus
from bpe_engine.training.options import TrainerOptions, option, require_positive_int


@dataclass(frozen=True, kw_only=True)
class MergeOptions(TrainerOptions):
    """The options of a trainer that starts from the symbols of words and merges pairs."""

    min_frequency: int = option(1, help="how often a pair must occur to be merged")
    drop_unused: bool = option(False, help="remove tokens that no longer occur in the text after a merge")

    def __post_init__(self) -> None:
        super().__post_init__()
        require_positive_int("min_frequency", self.min_frequency)

    def symbols_of(self, word: str) -> list[str]:
        """Return the symbols that a word starts from, before any merge."""
        return list(word)

    def join(self, left: str, right: str) -> str:
        """Return the token that a pair becomes."""
        return left + right

    def merge_filter(self, tokens: Sequence[str], byte_level: bool) -> Callable[[PairIds], bool] | None:
        """Return a predicate for whether a pair of ids may become a token; None if every pair may."""
        return None

    @property
    def can_forget_rare_pairs(self) -> bool:
        """Whether a training may forget the rarest pairs, because none of them can be next."""
        return False

    def base_vocabulary(self, corpus: Corpus) -> dict[str, int]:
        """Return token -> id before the first merge.

        Raises EngineError if `vocab_size` leaves no room for the symbols of the corpus.
        """
        return self.initial_vocabulary(sorted({symbol for word in corpus.words for symbol in self.symbols_of(word)}))
