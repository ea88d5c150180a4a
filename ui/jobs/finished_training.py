"""Finished trainings, as the pages use them: held here, or stored in a file."""

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

BYTES_OF_A_FRAME = 45_000  # of a text of thousands of words; a scenario's are smaller


class FinishedTraining:
    """A training that is done, wherever it is: `ask` says what a function of a training says of this one.

    It goes when no one has it any more. So nothing that is kept here leads back to it: it would wait for the collector.
    """

    def __init__(self, key: str, summary: TrainingSummary, ask: Callable[..., Any]) -> None:
        self.key = key
        self.summary = summary
        self.ask = ask

    def frames(self, step: int, begins: TextOpening = TextOpening()) -> Frames:  # noqa: B008  # it never changes
        """The frames around a step, with how the text begins that is trained on, where it is one."""
        window = LARGE_WINDOW if self.summary.distinct_words > LARGE_CORPUS else WINDOW
        return self.frames_between(*window_around(step, self.summary.steps, window), begins)

    def frames_between(self, first: int, last: int, begins: TextOpening = TextOpening()) -> Frames:  # noqa: B008  # likewise
        """The frames from a step to another."""
        return _frames(self, current_language(), first, last, begins)

    def export(self, kind: str) -> str | bytes:
        """Return the training as a file: its text, or its bytes."""
        content: str | bytes = self.ask(training_calls.export, kind)
        return content

    def tokenizer(self, step: int) -> Tokenizer:
        """The tokenizer that the first `step` merges make."""
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
    """A training that is held here, and takes about so many bytes."""

    def __init__(self, key: str, training: Training[Any], size: int = 0) -> None:
        super().__init__(
            key, TrainingSummary.from_training(training), partial(training_calls.call_on_training, training)
        )
        self.size = size


class StoredTraining(FinishedTraining):
    """A training that lies in a file, for processes that answer for it. The file goes with this object."""

    def __init__(self, key: str, path: Path, summary: TrainingSummary, readers: Pool) -> None:
        super().__init__(key, summary, partial(_call_on_file, readers, path))
        self.path = path
        self.size = path.stat().st_size
        from ui.jobs import shared_trainings  # here: in a browser there is no folder that others look into

        weakref.finalize(self, shared_trainings.withdraw, path)


def _call_on_file(readers: Pool, path: Path, function: Callable[..., Any], *values: Any) -> Any:
    return readers.call(training_calls.call_on_file, path, function, *values)
