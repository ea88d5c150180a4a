"""What the Unigram model is trained with."""

from dataclasses import dataclass
from typing import get_args

from bpe_engine.errors import EngineError
from bpe_engine.training.options import TrainerOptions, require_positive_int
from bpe_engine.unigram.events import Estimation


@dataclass(frozen=True, kw_only=True)
class UnigramOptions(TrainerOptions):
    """The options of `UnigramTrainer`: see there."""

    unk_token: str = "<unk>"
    estimation: Estimation = "em"
    shrink: float = 0.25
    max_token_length: int = 16
    seed_size: int = 20_000
    em_iterations: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        for option in ("max_token_length", "seed_size", "em_iterations"):
            require_positive_int(option, getattr(self, option))
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
