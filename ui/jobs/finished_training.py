"""Finished trainings as pages use them: in memory, or stored in a file."""

import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bpe_engine import Tokenizer, Training
from ui.base.i18n import current_language
from ui.base.result_cache import cached
from ui.jobs import training_calls
from ui.jobs.process_pool import Pool
from ui.jobs.training_calls import TrainingSummary
from ui.lessons.contract import Frames
from ui.lessons.frames import LARGE_CORPUS, LARGE_WINDOW, WINDOW, window_around
from ui.lessons.running_text import TextOpening

BYTES_OF_A_FRAME = 45_000  # for a text of thousands of words; a scenario's frames are smaller


class FinishedTraining:
    """A finished training, wherever it is stored: `ask` calls a function with the training and returns its result.

    It is freed when its last user drops it. So nothing cached here refers back to it: such a cycle would wait for the
    garbage collector.
    """

    def __init__(self, key: str, summary: TrainingSummary, ask: Callable[..., Any]) -> None:
        self.key = key
        self.summary = summary
        self.ask = ask

    def frames(self, step: int, begins: TextOpening = TextOpening()) -> Frames:  # noqa: B008  # immutable
        """Return the frames around a step, with the opening of the training text, if there is one."""
        window = LARGE_WINDOW if self.summary.distinct_words > LARGE_CORPUS else WINDOW
        return self.frames_between(*window_around(step, self.summary.steps, window), begins)

    def frames_between(self, first: int, last: int, begins: TextOpening = TextOpening()) -> Frames:  # noqa: B008  # likewise
        """Return the frames from one step to another."""
        return _frames(self, current_language(), first, last, begins)

    def export(self, kind: str) -> str | bytes:
        """Return the training as a file: str or bytes."""
        content: str | bytes = self.ask(training_calls.export, kind)
        return content

    def tokenizer(self, step: int) -> Tokenizer:
        """Return the tokenizer after the first `step` merges."""
        return _tokenizer(self, step)


@cached(lambda frames, *_: BYTES_OF_A_FRAME * len(frames["frames"]))
def _frames(training: FinishedTraining, language: str, first: int, last: int, begins: TextOpening) -> Frames:
    frames: Frames = training.ask(training_calls.frames, language, first, last, begins)
    return frames


@cached(lambda tokenizer, *_: 500 * tokenizer.vocab_size)
def _tokenizer(training: FinishedTraining, step: int) -> Tokenizer:
    tokenizer: Tokenizer = training.ask(training_calls.tokenizer, step)
    return tokenizer


class InMemoryTraining(FinishedTraining):
    """A training in memory, with its estimated size in bytes."""

    def __init__(self, key: str, training: Training[Any], size: int = 0) -> None:
        super().__init__(
            key, TrainingSummary.from_training(training), partial(training_calls.call_on_training, training)
        )
        self.size = size


class StoredTraining(FinishedTraining):
    """A training in a file, which reader processes load. The file is deleted with this object."""

    def __init__(self, key: str, path: Path, summary: TrainingSummary, readers: Pool) -> None:
        super().__init__(key, summary, partial(_call_on_file, readers, path))
        self.path = path
        self.size = path.stat().st_size
        # imported here: in a browser, there is no folder shared with other servers
        from ui.jobs import shared_trainings

        weakref.finalize(self, shared_trainings.withdraw, path)


def _call_on_file(readers: Pool, path: Path, function: Callable[..., Any], *values: Any) -> Any:
    return readers.call(training_calls.call_on_file, path, function, *values)
