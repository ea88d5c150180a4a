"""The options of parity-aware BPE."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.parity.corpus import as_language_corpus
from bpe_engine.training.options import option, require_positive_int

Turns = Literal["base", "window"]


@dataclass(frozen=True, kw_only=True)
class ParityOptions(BPEOptions):
    """The options of `ParityBPETrainer`, which describes them."""

    tie_break: TieBreak = option("largest-pair", help="which pair to merge if several share the highest count")
    variant: Turns = option("base", help="whether a window over the last turns limits those of a language")
    window_size: int = option(100, help="the number of turns in the window")
    alpha: float = option(2.0, help="the largest multiple of its equal share of those turns that a language may have")

    can_forget_rare_pairs = False  # a pair that is rare overall may be frequent in the language that chooses

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
        """Return token -> id before the first merge, including symbols that occur only in the measured texts.

        Raises EngineError if `vocab_size` leaves no room for them.
        """
        dev = as_language_corpus(corpus).dev.values()
        words = {*corpus.words, *(word for words in dev for word in words)}
        symbols = {symbol for word in words for symbol in self.symbols_of(word)}
        return self.initial_vocabulary((*self.initial_alphabet, *sorted(symbols)))
