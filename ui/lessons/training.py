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
from ui.player.contract import Labels, Lesson
from ui.tasks.scenarios import SCENARIOS
from ui.tasks.settings import Task
from ui.train.curves import curves

MOST_STEPS = 240
"""Steps in a file: of a long text each takes some kilobytes."""


@dataclass(frozen=True)
class Wish:
    """How a file is to be: its title, the language, the texts around the frames, and how many steps at most."""

    title: str
    language: str
    labels: Labels
    steps: int = MOST_STEPS


def training_title(scenario: str, algorithm: str) -> str:
    """What a lesson is called."""
    return _("{lesson}, {algorithm}").format(lesson=SCENARIOS[scenario].title, algorithm=ALGORITHMS[algorithm].name)


def page_of_task(task: Task, wish: Wish) -> bytes:
    """The lesson of a short training, under each rule to break ties that its algorithm has."""
    use_language(wish.language)
    made = work.make(task)
    tie = OPTIONS[task.settings.algorithm].get("tie")
    if tie is None:
        return _page({"": made}, wish)
    trainings = {tie.of(task.settings): made}
    for rule in algorithm_of(made).tie_rules():
        if rule not in trainings:
            changed: Any = {tie.setting: rule}
            trainings[rule] = work.make(replace(task, settings=replace(task.settings, **changed)))
    return _page(trainings, wish)


def page_of_training(training: Training[Any], wish: Wish) -> bytes:
    """The lesson of a training as it is."""
    use_language(wish.language)
    return _page({"": training}, wish)


def _page(trainings: Mapping[str, Training[Any]], wish: Wish) -> bytes:
    first = next(iter(trainings))
    lessons = {rule: _lesson(training, rule, trainings, wish) for rule, training in trainings.items()}
    every = max(len(training.events) for training in trainings.values())
    steps = min(wish.steps, MOST_STEPS)
    notes = []
    if every > steps:
        notes.append(
            _("This file has the first {shown} of {all} steps.").format(shown=number(steps), all=number(every))
        )
    return lesson_page({"rule": first, "lessons": lessons}, wish.title, wish.language, notes)


def _lesson(training: Training[Any], rule: str, among: Mapping[str, Training[Any]], wish: Wish) -> Lesson:
    algorithm = algorithm_of(training)
    steps = min(len(training.events), wish.steps, MOST_STEPS)
    byte_level = training.corpus.byte_level
    names = algorithm.tie_rules()
    return {
        **algorithm.payload(training, 0, steps),
        "steps": steps,
        "id": rule,
        "corpus": "",
        "step": 0,
        "byteLevel": byte_level,
        "legend": byte_legend() if byte_level else "",
        "linkNote": "",
        "rules": [(name, names[name]) for name in names if name in among],
        "curves": curves(Summary.of(training, steps), algorithm.steps_title, algorithm.chart_alt),
        "labels": {**wish.labels, **algorithm.labels()},
    }
