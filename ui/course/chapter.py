"""The data model of a chapter. Its texts are data; its numbers come from the engine when it is shown.

A name in braces in a text is filled in from the chapter's `values`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ui.components.contract import Picture, TokenRow
from ui.course.values.tables import Table
from ui.lessons.contract import LessonFile

WORDS_PER_MINUTE = 200
NUMBERS_PER_MINUTE = 40
"""Words with a number, a value or an operator in them, for which a reader stops on top of reading them."""
MINUTES_PER_EXERCISE = 0.75
MINUTES_PER_VIEW = 0.5
"""For a picture, a table and the player."""

LessonMaker = Callable[[str, Mapping[str, str]], LessonFile]


@dataclass(frozen=True)
class AnswerOption:
    """An option of a question, and the explanation of why it is wrong; empty for the right one."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class ExerciseValues:
    """An exercise's values for a seed: those in its texts, and the expected answer, as Python writes it."""

    facts: Mapping[str, str]
    answer: str


@dataclass(frozen=True, eq=False)
class Exercise:
    """An exercise: its text, how the answer is read, a hint after a wrong answer, and the solution."""

    text: str
    kind: str  # one of ANSWER_KINDS in answer_kinds.py
    hint: str
    solution: str
    values_for_seed: Callable[[int], ExerciseValues]  # by seed
    varies: bool = False  # whether other seeds give other values


@dataclass(frozen=True)
class AppLink:
    """A link to a page in an exact state."""

    page: str
    text: str
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Chapter:
    """A chapter: an idea, a question with its explanation, and optionally a player, exercises, links and more."""

    key: str
    title: str
    question: str
    options: tuple[AnswerOption, ...]
    right: int  # index of the right option
    explanation: tuple[str, ...]
    values: Callable[[], Mapping[str, str]]  # formatted in the reader's language
    idea: tuple[str, ...] = ()  # shown before the question; starts with the motivation
    question_texts: tuple[str, ...] = ()  # texts that the question is about
    text: str = ""  # the text that the chapter works on
    terms: tuple[str, ...] = ()  # new words in the idea and the explanation, set in bold where they first occur
    aside: tuple[str, ...] = ()  # details, collapsed after the explanation
    watch: str = ""  # what to look for in the player
    lesson: Callable[[LessonMaker], LessonFile] | None = None  # built from the page and query of its link
    step: int = 0  # step at which the player starts
    answer_step: int = 0  # step to which the player moves once the question is answered
    sign: str = ""  # short text shown for the chapter in the list, and next to its question
    exercises: tuple[Exercise, ...] = ()
    key_points: tuple[str, ...] = ()  # sentences to remember
    links: tuple[AppLink, ...] = ()
    rows: Callable[[], tuple[TokenRow, ...]] | None = None
    chart: str = ""  # name of a chart that only a page can show
    table: Callable[[str], Table] | None = None  # computed from a text
    overview: Callable[[], Table] | None = None  # looks back at several chapters
    pictures: tuple[Callable[[str], Picture], ...] = ()  # computed from the same text
    sample: str = ""  # text of the table, which a reader may replace
    part: str = ""  # key of the course part
    order: float | None = None  # sort key within the part; None puts it last
    essential: bool = False  # whether it is on the path for readers with an hour

    @property
    def has_random_exercises(self) -> bool:
        """Whether other seeds give other exercises."""
        return any(exercise.varies for exercise in self.exercises)

    @property
    def minutes(self) -> int:
        """The estimated time to read, watch and solve, including a wrong answer, without collapsed details."""
        answers = (*(option.text for option in self.options), max((option.why for option in self.options), key=len))
        asked = (text for exercise in self.exercises for text in (exercise.text, exercise.solution))
        texts = (*self.idea, self.question, *answers, *self.explanation, self.watch, *asked, *self.key_points)
        words = [word for text in texts for word in text.split()]
        numbers = sum(bool(re.search(r"\{\w+\}|(?<![\w-])\d|[−×÷=]", word)) for word in words)
        views = len(self.pictures) + sum(view is not None for view in (self.table, self.overview, self.lesson))
        reading = len(words) / WORDS_PER_MINUTE + numbers / NUMBERS_PER_MINUTE
        return round(reading + views * MINUTES_PER_VIEW + len(self.exercises) * MINUTES_PER_EXERCISE)

    def parts_of_exercises(self) -> tuple[str, ...]:
        """Return the names under which its solved exercises are stored."""
        return tuple(self.key if not place else f"{self.key}/{place + 1}" for place in range(len(self.exercises)))


class CoursePage(NamedTuple):
    """A page of the app between chapters: it follows one, or starts its part."""

    page: str
    title: str
    after: str = ""  # key of a chapter


@dataclass(frozen=True)
class CoursePart:
    """A part of a course: its name, its purpose, and what its readers can do afterwards."""

    key: str
    title: str
    purpose: str = ""
    ability: str = ""
    pages: tuple[CoursePage, ...] = ()


@dataclass(frozen=True)
class Course:
    """Chapters in order, on a page whose URL names the current one."""

    page: str
    parameter: str
    heading: str  # heading of a chapter, with {number} and {title}
    progress: str  # template: {done} of {all}
    chapters: tuple[Chapter, ...]
    parts: tuple[CoursePart, ...] = ()  # in order
    problems: tuple[str, ...] = ()  # messages about files that could not be read

    @property
    def essential(self) -> tuple[Chapter, ...]:
        """The chapters for readers with an hour, in order."""
        return tuple(chapter for chapter in self.chapters if chapter.essential)

    def chapters_in(self, part: CoursePart) -> tuple[Chapter, ...]:
        """Return the chapters of a part, in order."""
        return tuple(chapter for chapter in self.chapters if chapter.part == part.key)
