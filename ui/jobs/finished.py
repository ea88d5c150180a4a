"""Finished trainings, as the pages use them: held here, or stored in a file."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from bpe_engine import Tokenizer, Training
from ui.i18n import current_language
from ui.jobs import work
from ui.jobs.pool import Pool
from ui.jobs.work import Summary
from ui.player.contract import Frames
from ui.player.frames import LARGE_CORPUS, LARGE_WINDOW, WINDOW, window_around

T = TypeVar("T")


class FinishedTraining(ABC):
    """A training that is done, wherever it is."""

    def __init__(self, key: str, summary: Summary) -> None:
        self.key = key
        self.summary = summary
        self._payload = lru_cache(maxsize=4)(partial(self._ask, work.payload))
        self._tokenizer = lru_cache(maxsize=self.tokenizers_kept)(partial(self._ask, work.tokenizer))

    tokenizers_kept = 4

    @abstractmethod
    def _ask(self, function: Callable[..., T], *values: Any) -> T:
        """What a function of a training says of this one."""

    def frames(self, step: int) -> Frames:
        """The frames around a step."""
        window = LARGE_WINDOW if self.summary.distinct_words > LARGE_CORPUS else WINDOW
        return self._payload(current_language(), *window_around(step, self.summary.steps, window))

    def export(self, kind: str) -> str:
        """The training as the text of a file."""
        return self._ask(work.export, kind)

    def tokenizer(self, step: int) -> Tokenizer:
        """The tokenizer that the first `step` merges make."""
        return self._tokenizer(step)


class HeldTraining(FinishedTraining):
    """A training that is held here."""

    def __init__(self, key: str, training: Training[Any]) -> None:
        super().__init__(key, Summary.of(training))
        self.training = training

    def _ask(self, function: Callable[..., T], *values: Any) -> T:
        return function(self.training, *values)


class StoredTraining(FinishedTraining):
    """A training that lies in a file, and the processes that answer for it."""

    tokenizers_kept = 2

    def __init__(self, key: str, path: Path, summary: Summary, readers: Pool) -> None:
        super().__init__(key, summary)
        self.path = path
        self._readers = readers

    def _ask(self, function: Callable[..., T], *values: Any) -> T:
        return self._readers.call(work.of_file, self.path, function, *values)
