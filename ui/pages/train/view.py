"""What the page Train shows of a training, whatever draws it."""

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
    """The lesson, of which these frames are shown first, from a step on.

    `query` is what an address says of the training, and `note` what it has to leave out; the same `subject` is shown
    at the same step.
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
