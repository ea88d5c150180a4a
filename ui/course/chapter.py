"""The data model of a chapter. Its texts are data; its numbers come from the engine when it is shown.

A name in braces in a text is filled in from the chapter's `values`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ui.components.contract import TokenRow
from ui.course.tables import Table
from ui.lessons.contract import LessonFile

LessonMaker = Callable[[str, Mapping[str, str]], LessonFile]


@dataclass(frozen=True)
class AnswerOption:
    """An option of a question, and the explanation for who wrongly chose it; empty for the right one."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class ExerciseValues:
    """An exercise's values for one seed: those for its texts, and the expected answer, as Python writes it."""

    facts: Mapping[str, str]
    answer: str


@dataclass(frozen=True, eq=False)
class Exercise:
    """An exercise: its text, how the answer is read, a hint after a wrong answer, and the solution."""

    text: str
    kind: str  # one of KINDS in answer_kinds.py
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
    idea: tuple[str, ...] = ()  # shown before the question
    question_texts: tuple[str, ...] = ()  # texts that the question is about
    watch: str = ""  # what to look for in the player
    lesson: Callable[[LessonMaker], LessonFile] | None = None  # made from the page and query of its link
    step: int = 0  # at which the player begins
    exercises: tuple[Exercise, ...] = ()
    key_points: tuple[str, ...] = ()  # to remember
    links: tuple[AppLink, ...] = ()
    rows: Callable[[], tuple[TokenRow, ...]] | None = None
    chart: str = ""  # name of a chart that only a page can show
    table: Callable[[str], Table] | None = None  # made from a text
    sample: str = ""  # text of the table, which a reader may replace
    order: float | None = None  # sort key; None puts it last

    @property
    def has_random_exercises(self) -> bool:
        """Whether other seeds give other exercises."""
        return any(exercise.varies for exercise in self.exercises)

    def parts_of_exercises(self) -> tuple[str, ...]:
        """Return the names under which its solved exercises are stored."""
        return tuple(self.key if not place else f"{self.key}/{place + 1}" for place in range(len(self.exercises)))


@dataclass(frozen=True)
class Course:
    """Chapters in order, on a page whose address names the current one."""

    page: str
    parameter: str
    heading: str  # heading of a chapter, with {number} and {title}
    progress: str  # template: {done} of {all}
    chapters: tuple[Chapter, ...]
    problems: tuple[str, ...] = ()  # with files that could not be read
