"""The lesson of a training, to be put into a file. Takes a while: the app has it made in a process of its own."""

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
"""How many steps a file may have at most, as it is wished."""
MOST_BYTES = 1_000_000
"""A file has no more: of a large text each step takes some kilobytes, and some hundredths of a second."""
SMALL_CORPUS = 500
"""Characters of a text up to which a file has the lesson under each rule to break ties."""


@dataclass(frozen=True)
class FileOptions:
    """How a file is to be: title, language, the most steps, the language of the text, what kind of file, its size."""

    title: str
    language: str
    steps: int = MAX_STEPS[0]
    text_language: str = ""
    form: FileFormat = "lesson"
    most_bytes: int = MOST_BYTES


def training_title(scenario: str, algorithm: str) -> str:
    """What a lesson is called."""
    return _("{lesson}, {algorithm}").format(lesson=SCENARIOS[scenario].title, algorithm=ALGORITHMS[algorithm].name)


def task_file(task: Task, wish: FileOptions) -> bytes:
    """The lesson of a training that is made here; of a small one under each rule to break ties that there is."""
    use_language(wish.language)
    return _page(trainings_by_rule(task), wish, text_opening(task.source.texts))


def trainings_by_rule(task: Task) -> dict[str, Training[Any]]:
    """A training that is made here, by its rule to break ties; a small one under each rule that there is."""
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
    """The lesson of a training as it is, with how its text begins, where it is one."""
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
    """As many steps as a file may have, written in one way."""
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
    """The first steps of a training under each of its rules, to begin with the first; and how its text begins."""
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
    """The first steps of a training under a rule, and the other rules that there are."""
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
    """What a player is given of a training, with those of the rules to break ties that a learner can choose."""
    return build_lesson(
        frames,
        algorithm.labels(),
        legend=byte_legend() if frames["hex"] else "",
        rules=[(rule, name) for rule, name in algorithm.tie_rules().items() if rule in rules],
        curves=curves(summary, algorithm.steps_title, algorithm.chart_alt),
        **around,
    )
