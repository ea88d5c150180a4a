"""Write a training to a lesson file. It takes a while, so the app runs it in a worker process."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack

from bpe_engine import Training
from ui.base.i18n import gettext as _
from ui.base.i18n import use_language
from ui.jobs import training_calls
from ui.jobs.training_calls import TrainingSummary
from ui.lessons.contract import Frames, Lesson, LessonFile
from ui.lessons.lesson import LessonContext, build_lesson
from ui.lessons.running_text import TextOpening, text_opening
from ui.player.file_formats import FILE_FORMATS, FileFormat
from ui.player.training_curves import curves
from ui.tokenization.algorithms import ALGORITHMS, OPTIONS, algorithm_for
from ui.tokenization.algorithms.base import Algorithm
from ui.tokenization.algorithms.frame_parts import byte_legend
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

MAX_STEPS = (60, 120, 240)
"""The choices for the most steps in a file."""
MOST_BYTES = 1_000_000
"""The largest file, in bytes. With a large text, each step takes some kilobytes and hundredths of a second."""
SMALL_CORPUS = 500
"""The longest text, in characters, whose file has the lesson under every tie rule."""


@dataclass(frozen=True)
class FileOptions:
    """Options of a file: title, language, most steps, language of the text, format, most bytes."""

    title: str
    language: str
    steps: int = MAX_STEPS[0]
    text_language: str = ""
    form: FileFormat = "lesson"
    most_bytes: int = MOST_BYTES


def training_title(scenario: str, algorithm: str) -> str:
    """Return the title of a training lesson."""
    return _("{lesson}, {algorithm}").format(lesson=SCENARIOS[scenario].title, algorithm=ALGORITHMS[algorithm].name)


def task_file(task: Task, wish: FileOptions) -> bytes:
    """Run a training and return its lesson as a file; a small one is trained under every tie rule."""
    use_language(wish.language)
    return _page(trainings_by_rule(task), wish, text_opening(task.source.texts))


def trainings_by_rule(task: Task) -> dict[str, Training[Any]]:
    """Run a training and return it by its tie rule; a small one is trained under every tie rule."""
    made = training_calls.train(task)
    tie = OPTIONS[task.settings.algorithm].get("tie")
    if not tie or task.source.size > SMALL_CORPUS:
        return {"": made}
    trainings: dict[str, Training[Any]] = {tie.value_in(task.settings): made}
    for rule in algorithm_for(made).tie_rules():
        if rule not in trainings:
            changed: Any = {tie.setting: rule}
            trainings[rule] = training_calls.train(replace(task, settings=replace(task.settings, **changed)))
    return trainings


def training_file(training: Training[Any], wish: FileOptions, begins: TextOpening | None = None) -> bytes:
    """Return the lesson of a finished training as a file, with the opening of its text if there is one."""
    use_language(wish.language)
    return _page({"": training}, wish, begins)


def _page(trainings: Mapping[str, Training[Any]], wish: FileOptions, begins: TextOpening | None) -> bytes:
    most = max(len(training.events) for training in trainings.values())
    write = FILE_FORMATS[wish.form].write
    return first_steps(trainings, wish, begins, lambda file: write(file, wish.title, wish.language, most))


def first_steps(
    trainings: Mapping[str, Training[Any]],
    wish: FileOptions,
    begins: TextOpening | None,
    write: Callable[[LessonFile], bytes],
) -> bytes:
    """Write a file with the first steps, as many as its limits allow. `write` turns the lesson into bytes."""
    most = max(len(training.events) for training in trainings.values())
    steps = min(most, wish.steps, MAX_STEPS[-1])
    while True:
        page = write(lesson_file(trainings, steps, wish, begins))
        if len(page) <= wish.most_bytes or steps <= 1:
            return page
        steps = max(1, steps * wish.most_bytes * 9 // 10 // len(page))


def lesson_file(
    trainings: Mapping[str, Training[Any]], steps: int, wish: FileOptions, begins: TextOpening | None = None
) -> LessonFile:
    """Return the first steps of a training under each tie rule, starting with the first rule."""
    lessons = {rule: _lesson(training, rule, trainings, steps, wish, begins) for rule, training in trainings.items()}
    return {"rule": next(iter(lessons)), "lessons": lessons}


def _lesson(
    training: Training[Any],
    rule: str,
    among: Mapping[str, Training[Any]],
    steps: int,
    wish: FileOptions,
    begins: TextOpening | None,
) -> Lesson:
    """Return the first steps of a training under a tie rule; `among` has the rules to choose from."""
    algorithm = algorithm_for(training)
    summary = TrainingSummary.from_training(training, steps)
    frames: Frames = {**algorithm.frames(training, 0, summary.steps, begins), "steps": summary.steps}
    return training_lesson(algorithm, frames, summary, among, id=rule, language=wish.text_language)


def training_lesson(
    algorithm: Algorithm[Any, Any],
    frames: Frames,
    summary: TrainingSummary,
    rules: Collection[str],
    **around: Unpack[LessonContext],
) -> Lesson:
    """Return the player's payload for a training. `rules` are the tie rules that the learner can choose."""
    return build_lesson(
        frames,
        algorithm.labels(),
        legend=byte_legend() if frames["hex"] else "",
        rules=[(rule, name) for rule, name in algorithm.tie_rules().items() if rule in rules],
        curves=curves(summary, algorithm.steps_title, algorithm.chart_alt),
        **around,
    )
