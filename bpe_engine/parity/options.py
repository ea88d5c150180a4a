"""What parity-aware BPE is trained with."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.parity.corpus import as_language_corpus
from bpe_engine.training.options import require_corpus, require_positive_int

Turns = Literal["base", "window"]


@dataclass(frozen=True, kw_only=True)
class ParityOptions(BPEOptions):
    """The options of `ParityBPETrainer`: see there."""

    tie_break: TieBreak = "largest-pair"
    variant: Turns = "base"
    window_size: int = 100
    alpha: float = 2.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant not in get_args(Turns):
            raise EngineError(
                "variant={value!r} is not valid. Choose one of {known}.",
                value=self.variant,
                known=", ".join(get_args(Turns)),
            )
        require_positive_int("window_size", self.window_size)
        if isinstance(self.alpha, bool) or not isinstance(self.alpha, int | float) or not 0 < self.alpha < math.inf:
            raise EngineError(
                "alpha={value!r} is not a number above 0. Choose one; 1 gives no language more than its share.",
                value=self.alpha,
            )
        if self.tie_break != "largest-pair":
            raise EngineError(
                "tie_break={value!r} does not apply to parity-aware BPE, where the largest pair wins. Leave it out.",
                value=self.tie_break,
            )
        if self.drop_unused or self.limit_alphabet is not None:
            raise EngineError("drop_unused and limit_alphabet do not apply to parity-aware BPE. Leave them out.")

    def base_vocabulary(self, corpus: Corpus) -> dict[str, int]:
        """Token -> id before the first merge, also of symbols that only the texts to measure have.

        Raises EngineError where the corpus is empty or `vocab_size` leaves no room for its symbols.
        """
        require_corpus(corpus)
        dev = as_language_corpus(corpus).dev.values()
        words = {*corpus.words, *(word for words in dev for word in words)}
        symbols = {symbol for word in words for symbol in self.symbols_of(word)}
        return self.initial_vocabulary((*self.initial_alphabet, *sorted(symbols)))
