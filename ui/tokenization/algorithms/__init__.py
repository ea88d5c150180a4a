"""The algorithms: one module each in this folder, discovered automatically, in the order of the engine's registry.

`base.Algorithm` is the interface that the app needs.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from inspect import isabstract, isclass
from pkgutil import iter_modules
from typing import Any

from bpe_engine import Training
from bpe_engine.training.registry import TRAINERS
from ui.tokenization.algorithms.base import Algorithm
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Settings


def load_algorithms(folders: Iterable[str]) -> dict[str, Algorithm[Any, Any]]:
    """Return the algorithms whose classes are in the modules of these folders, by their keys."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(folders)]
    classes = [kind for module in modules for kind in vars(module).values() if _is_algorithm(kind, module.__name__)]
    return {algorithm.key: algorithm for algorithm in (kind() for kind in classes)}


def _is_algorithm(value: Any, module: str) -> bool:
    """Return whether a value of a module is the class of an algorithm that is defined there."""
    return isclass(value) and issubclass(value, Algorithm) and not isabstract(value) and value.__module__ == module


_FOUND = load_algorithms(__path__)
ALGORITHMS: dict[str, Algorithm[Any, Any]] = {key: _FOUND[key] for key in TRAINERS}
"""Algorithms by key, in the order of the buttons."""

DEFAULT_ALGORITHM = "bpe"
"""The key of the algorithm that a URL means if it names none."""

_BY_TRAINER = {algorithm.settings.trainer_class: algorithm for algorithm in ALGORITHMS.values()}


def algorithm_for(training: Training[Any]) -> Algorithm[Any, Any]:
    """Return the algorithm that made a training."""
    return _BY_TRAINER[type(training.trainer)]


@cache
def default_settings(algorithm: str, scenario: str) -> Settings:
    """Return the settings that a scenario starts from with an algorithm."""
    settings: Settings = ALGORITHMS[algorithm].default_settings(SCENARIOS[scenario])
    return settings


OPTIONS = {key: {option.parameter: option for option in algorithm.options()} for key, algorithm in ALGORITHMS.items()}
"""Algorithm -> its options by name. Do not show their texts: they are not in the reader's language."""
