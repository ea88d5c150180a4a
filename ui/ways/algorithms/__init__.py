"""The algorithms: a file each, and a line here. What the app needs to know of one is told in `base.Algorithm`."""

from functools import cache
from typing import Any

from bpe_engine import Training
from ui.scenarios import SCENARIOS
from ui.tasks.settings import Settings
from ui.ways.algorithms.base import Algorithm
from ui.ways.algorithms.bpe import BPE
from ui.ways.algorithms.parity import ParityBPE
from ui.ways.algorithms.picky import PickyBPE
from ui.ways.algorithms.superbpe import SuperBPE
from ui.ways.algorithms.unigram import Unigram
from ui.ways.algorithms.units import Characters, WholeWords
from ui.ways.algorithms.wordpiece import WordPiece

_IN_ORDER: tuple[Algorithm[Any, Any], ...] = (
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

ALGORITHMS: dict[str, Algorithm[Any, Any]] = {algorithm.key: algorithm for algorithm in _IN_ORDER}
FIRST = "bpe"
"""The one that an address means where it names none."""

_BY_TRAINER = {algorithm.settings.trained_by: algorithm for algorithm in _IN_ORDER}


def algorithm_of(training: Training[Any]) -> Algorithm[Any, Any]:
    """The algorithm that made a training."""
    return _BY_TRAINER[type(training.trainer)]


@cache
def usual_settings(algorithm: str, scenario: str) -> Settings:
    """The settings that a scenario starts from under an algorithm."""
    settings: Settings = ALGORITHMS[algorithm].usual(SCENARIOS[scenario])
    return settings


OPTIONS = {key: {option.parameter: option for option in algorithm.options()} for key, algorithm in ALGORITHMS.items()}
"""Algorithm -> its options by their names, for what is the same in every language: their texts are in no one's."""
