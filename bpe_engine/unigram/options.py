"""The options of Unigram training."""

from dataclasses import dataclass
from typing import get_args

from bpe_engine.errors import EngineError
from bpe_engine.training.options import TrainerOptions, option, require_positive_int
from bpe_engine.unigram.events import Estimation


@dataclass(frozen=True, kw_only=True)
class UnigramOptions(TrainerOptions):
    """The options of `UnigramTrainer`, which describes them."""

    unk_token: str = option("<unk>", help="the unknown token")
    estimation: Estimation = option("em", help="how probabilities are estimated")
    shrink: float = option(0.25, help="the share of tokens that one step prunes")
    max_token_length: int = option(16, help="the largest number of characters in a token")
    seed_size: int = option(20_000, help="how many tokens to start from")
    em_iterations: int = option(2, help="how often probabilities are estimated before each step")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("max_token_length", "seed_size", "em_iterations"):
            require_positive_int(name, getattr(self, name))
        if self.estimation not in get_args(Estimation):
            raise EngineError(
                "estimation={value!r} is not valid. Choose one of {known}.",
                value=self.estimation,
                known=", ".join(get_args(Estimation)),
            )
        if not isinstance(self.shrink, int | float) or not 0 < self.shrink <= 1:
            raise EngineError(
                "shrink={value!r} is not a share above 0 and up to 1. Choose one: 0.25 removes a quarter each time.",
                value=self.shrink,
            )
