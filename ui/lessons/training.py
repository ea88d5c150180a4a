"""The lesson of a training, to be put into a file. Takes a while: the app has it made in a process of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bpe_engine import Training
from ui.algorithms import ALGORITHMS, OPTIONS, algorithm_of
from ui.algorithms.shared import byte_legend
from ui.i18n import gettext as _
from ui.i18n import number, use_language
from ui.jobs import work
from ui.jobs.work import Summary
from ui.lessons.page import lesson_page
from ui.player.contract import Labels, Lesson, LessonFile, Line, Running
from ui.player.running import Beginning, beginning
from ui.tasks.scenarios import SCENARIOS
from ui.tasks.settings import Task
from ui.train.curves import curves

STEPS = (60, 120, 240)
"""How many steps a file may have at most, as it is wished."""
MOST_BYTES = 1_000_000
"""A file has no more: of a large text each step takes some kilobytes, and some hundredths of a second."""
SMALL = 2_000
"""Characters of a text up to which a file has the lesson under each rule to break ties."""


@dataclass(frozen=True)
class Wish:
    """How a file is to be: title, language, the texts around the frames, the most steps, the language of the text."""

    title: str
    language: str
    labels: Labels
    steps: int = STEPS[0]
    text_language: str = ""


def training_title(scenario: str, algorithm: str) -> str:
    """What a lesson is called."""
    return _("{lesson}, {algorithm}").format(lesson=SCENARIOS[scenario].title, algorithm=ALGORITHMS[algorithm].name)


def page_of_task(task: Task, wish: Wish) -> bytes:
    """The lesson of a training that is made here; of a small one under each rule to break ties that there is."""
    use_language(wish.language)
    return _page(trainings_of(task), wish, beginning(task.source.texts))


def trainings_of(task: Task) -> dict[str, Training[Any]]:
    """A training that is made here, by its rule to break ties; a small one under each rule that there is."""
    made = work.make(task)
    tie = OPTIONS[task.settings.algorithm].get("tie")
    if not tie or task.source.size > SMALL:
        return {"": made}
    trainings: dict[str, Training[Any]] = {tie.of(task.settings): made}
    for rule in algorithm_of(made).tie_rules():
        if rule not in trainings:
            changed: Any = {tie.setting: rule}
            trainings[rule] = work.make(replace(task, settings=replace(task.settings, **changed)))
    return trainings


def page_of_training(training: Training[Any], wish: Wish, begins: Beginning | None = None) -> bytes:
    """The lesson of a training as it is, with how its text begins, where it is one."""
    use_language(wish.language)
    return _page({"": training}, wish, begins)


def _page(trainings: Mapping[str, Training[Any]], wish: Wish, begins: Beginning | None) -> bytes:
    most = max(len(training.events) for training in trainings.values())
    steps = min(most, wish.steps, STEPS[-1])
    file = lesson_file(trainings, steps, wish, begins)
    while True:
        notes = []
        if steps < most:
            notes.append(
                _("This file has the first {shown} of {all} steps.").format(shown=number(steps), all=number(most))
            )
        page = lesson_page(file, wish.title, wish.language, notes)
        if len(page) <= MOST_BYTES or steps <= 1:
            return page
        steps = max(1, steps * MOST_BYTES * 9 // 10 // len(page))
        file["lessons"] = {rule: _begun(lesson, steps) for rule, lesson in file["lessons"].items()}


def lesson_file(
    trainings: Mapping[str, Training[Any]], steps: int, wish: Wish, begins: Beginning | None = None
) -> LessonFile:
    """The first steps of a training under each of its rules, to begin with the first; and how its text begins."""
    lessons = {rule: _lesson(training, rule, trainings, steps, wish, begins) for rule, training in trainings.items()}
    return {"rule": next(iter(lessons)), "lessons": lessons}


def _lesson(
    training: Training[Any],
    rule: str,
    among: Mapping[str, Training[Any]],
    steps: int,
    wish: Wish,
    begins: Beginning | None,
) -> Lesson:
    """The first steps of a training under a rule, and the other rules that there are."""
    algorithm = algorithm_of(training)
    steps = min(len(training.events), steps)
    names = algorithm.tie_rules()
    return {
        **algorithm.payload(training, 0, steps, begins),
        "steps": steps,
        "id": rule,
        "corpus": "",
        "step": 0,
        "legend": byte_legend() if training.corpus.byte_level else "",
        "language": wish.text_language,
        "linkNote": "",
        "rules": [(name, names[name]) for name in names if name in among],
        "curves": curves(Summary.of(training, steps), algorithm.steps_title, algorithm.chart_alt),
        "waysOn": [],
        "labels": {**wish.labels, **algorithm.labels()},
    }


def _begun(lesson: Lesson, steps: int) -> Lesson:
    """Fewer steps of a lesson, the first ones."""
    drawn = lesson["curves"]
    assert drawn is not None, "a training has curves"
    lines: list[Line] = [{**line, "values": line["values"][: steps + 1]} for line in drawn["lines"]]
    text = lesson.get("text")
    cut: Running | None = text and {
        **text,
        "words": [[state for state in states if state[0] <= steps] for states in text["words"]],
    }
    return {
        **lesson,
        "text": cut,
        "steps": min(steps, lesson["steps"]),
        "frames": lesson["frames"][: steps + 1],
        "merges": lesson["merges"][:steps],
        "curves": {**drawn, "steps": drawn["steps"][: steps + 1], "lines": lines},
    }
