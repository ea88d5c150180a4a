"""Finished trainings, as the pages use them: held here, or stored in a file."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from bpe_engine import Tokenizer, Training
from ui.i18n import current_language
from ui.jobs import work
from ui.jobs.pool import Pool
from ui.jobs.work import Summary
from ui.player.contract import Frames
from ui.player.frames import LARGE_CORPUS, LARGE_WINDOW, WINDOW, window_around

P = ParamSpec("P")
T = TypeVar("T")


class HeldTraining:
    """A training that is held here."""

    def __init__(self, key: str, training: Training[Any]) -> None:
        self.key = key
        self.training = training
        self.summary = Summary.of(training)
        self._payload = lru_cache(maxsize=4)(work.payload)
        self._tokenizer = lru_cache(maxsize=4)(work.tokenizer)

    def frames(self, step: int) -> Frames:
        """The frames around a step."""
        return self._payload(self.training, current_language(), *window_around(step, self.summary.steps))

    def export(self, kind: str) -> str:
        """The training as the text of a file."""
        return work.export(self.training, kind)

    def tokenizer(self, step: int) -> Tokenizer:
        """The tokenizer that the first `step` merges make."""
        return self._tokenizer(self.training, step)


class StoredTraining:
    """A training that lies in a file, and the processes that answer for it."""

    def __init__(self, key: str, path: Path, summary: Summary, readers: Pool) -> None:
        self.key = key
        self.path = path
        self.summary = summary
        self._readers = readers
        self._payload = lru_cache(maxsize=4)(self._read_payload)
        self._tokenizer = lru_cache(maxsize=2)(self._read_tokenizer)

    def _read(self, function: Callable[Concatenate[Training[Any], P], T], /, *values: P.args, **named: P.kwargs) -> T:
        return self._readers.call(work.of_file, self.path, function, *values, **named)

    def frames(self, step: int) -> Frames:
        """The frames around a step."""
        window = LARGE_WINDOW if self.summary.distinct_words > LARGE_CORPUS else WINDOW
        return self._payload(current_language(), *window_around(step, self.summary.steps, window))

    def _read_payload(self, language: str, first: int, last: int) -> Frames:
        return self._read(work.payload, language, first, last)

    def export(self, kind: str) -> str:
        """The training as the text of a file."""
        return self._read(work.export, kind)

    def tokenizer(self, step: int) -> Tokenizer:
        """The tokenizer that the first `step` merges make."""
        return self._tokenizer(step)

    def _read_tokenizer(self, step: int) -> Tokenizer:
        return self._read(work.tokenizer, step)


FinishedTraining = HeldTraining | StoredTraining
