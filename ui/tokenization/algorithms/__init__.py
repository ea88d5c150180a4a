"""The algorithms: a file each, and a line here. What the app needs to know of one is told in `base.Algorithm`."""

from functools import cache
from typing import Any

from bpe_engine import Training
from ui.tokenization.algorithms.base import Algorithm
from ui.tokenization.algorithms.bpe import BPE
from ui.tokenization.algorithms.parity import ParityBPE
from ui.tokenization.algorithms.picky import PickyBPE
from ui.tokenization.algorithms.superbpe import SuperBPE
from ui.tokenization.algorithms.unigram import Unigram
from ui.tokenization.algorithms.whole_units import Characters, WholeWords
from ui.tokenization.algorithms.wordpiece import WordPiece
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Settings

_ALL: tuple[Algorithm[Any, Any], ...] = (
    BPE(),
    WordPiece(),
    Unigram(),
    WholeWords(),
    Characters(),
    SuperBPE(),
    PickyBPE(),
    ParityBPE(),
)
"""In the order of the buttons."""

ALGORITHMS: dict[str, Algorithm[Any, Any]] = {algorithm.key: algorithm for algorithm in _ALL}
DEFAULT_ALGORITHM = "bpe"
"""The one that an address means where it names none."""

_BY_TRAINER = {algorithm.settings.trainer_class: algorithm for algorithm in _ALL}


def algorithm_for(training: Training[Any]) -> Algorithm[Any, Any]:
    """The algorithm that made a training."""
    return _BY_TRAINER[type(training.trainer)]


@cache
def default_settings(algorithm: str, scenario: str) -> Settings:
    """The settings that a scenario starts from under an algorithm."""
    settings: Settings = ALGORITHMS[algorithm].default_settings(SCENARIOS[scenario])
    return settings


OPTIONS = {key: {option.parameter: option for option in algorithm.options()} for key, algorithm in ALGORITHMS.items()}
"""Algorithm -> its options by their names, for what is the same in every language: their texts are in no one's."""
