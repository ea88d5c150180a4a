"""The trainings that the texts show, made once by the engine."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from bpe_engine import BPEState, BPETokenizer, BPETraining, Pair, Tokenizer, Training
from ui.algorithms import usual_settings
from ui.tasks.scenarios import SCENARIOS
from ui.tasks.settings import Source


@lru_cache(maxsize=32)
def training(scenario: str, algorithm: str = "bpe", text: str = "", **changes: Any) -> Training[Any]:
    """A lesson of Train, with its usual settings but for the changes; `text` in the place of its own words."""
    settings = replace(usual_settings(algorithm, scenario), **changes)
    source = Source.of_texts(text) if text else SCENARIOS[scenario].source
    return settings.trainer().record(source.corpus(settings))


def bpe(scenario: str, **changes: Any) -> BPETraining:
    """The same of byte-pair encoding."""
    made = training(scenario, **changes)
    assert isinstance(made, BPETraining)
    return made


def state(scenario: str, step: int, **changes: Any) -> BPEState:
    """Byte-pair encoding at a step."""
    return bpe(scenario, **changes).at(step)


def count(scenario: str, step: int, left: str, right: str, **changes: Any) -> int:
    """How often a pair occurs at a step."""
    counts = {row.pair: row.count for row in state(scenario, step, **changes).leaderboard}
    return counts[Pair(left, right)]


@lru_cache(maxsize=32)
def tokenizer(scenario: str, algorithm: str = "bpe", step: int | None = None, **changes: Any) -> Tokenizer:
    """The tokenizer that a lesson makes."""
    return training(scenario, algorithm, **changes).tokenizer(step)


def bpe_tokenizer(scenario: str, **changes: Any) -> BPETokenizer:
    """The same of byte-pair encoding."""
    made = tokenizer(scenario, **changes)
    assert isinstance(made, BPETokenizer)
    return made
