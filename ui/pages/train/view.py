"""The lesson of Train, independent of how it is drawn."""

from collections.abc import Mapping

from ui.base.query_parameters import Values
from ui.jobs.finished_training import FinishedTraining
from ui.lessons.contract import Frames, Lesson
from ui.pages.train.next_steps import next_steps
from ui.player.training_lesson import training_lesson
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import SCENARIOS


def lesson_of(
    values: Values,
    training: FinishedTraining,
    frames: Frames,
    query: Mapping[str, str],
    *,
    subject: str,
    step: int,
    note: str,
) -> Lesson:
    """Return the lesson with its first frames, starting at a step.

    `query` is that of the training, and `note` says what it omits; a lesson with the same `subject` is shown at the
    same step.
    """
    algorithm = ALGORITHMS[values["algorithm"]]
    return training_lesson(
        algorithm,
        frames,
        training.summary,
        algorithm.tie_rules(),
        id=training.key,
        subject=subject,
        step=step,
        language=SCENARIOS[values["scenario"]].language,
        linkNote=note,
        nextStepLinks=next_steps(values["scenario"], query),
    )
