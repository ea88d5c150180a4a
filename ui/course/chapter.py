"""What a chapter of the course is made of. Its texts are data; its numbers come from the engine when it is shown.

What stands in braces in a text is a fact: `facts` of the chapter counts it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ui.components.contract import TokenRow
from ui.course.tables import Table
from ui.lessons.contract import LessonFile

LessonMaker = Callable[[str, Mapping[str, str]], LessonFile]


@dataclass(frozen=True)
class AnswerOption:
    """An answer to choose from, and what is said to who chose it and is wrong; empty for the right one."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class ExerciseValues:
    """What a seed makes of an exercise: the facts in its texts, and what is to be typed, as Python writes it."""

    facts: Mapping[str, str]
    answer: str


@dataclass(frozen=True, eq=False)
class Exercise:
    """Something to find out and type: what, how it is read, a hint after a wrong answer, and how it is found."""

    text: str
    kind: str  # one of KINDS in answer_kinds.py
    hint: str
    solution: str
    values_for_seed: Callable[[int], ExerciseValues]  # by a seed
    varies: bool = False  # whether another seed has other values


@dataclass(frozen=True)
class AppLink:
    """A link to a page at an exact state."""

    page: str
    text: str
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Chapter:
    """One chapter: a question, what the answer is and why, and what else it has: the thing itself, exercises."""

    key: str
    title: str
    question: str
    options: tuple[AnswerOption, ...]
    right: int  # index of an option
    explanation: tuple[str, ...]
    values: Callable[[], Mapping[str, str]]  # as they are read in the reader's language
    idea: tuple[str, ...] = ()  # before the question
    question_texts: tuple[str, ...] = ()  # texts that the question is about, shown as they are
    watch: str = ""  # what to look for in the player
    lesson: Callable[[LessonMaker], LessonFile] | None = None  # made of the page and the query of its link
    step: int = 0  # that the player begins at
    exercises: tuple[Exercise, ...] = ()
    key_points: tuple[str, ...] = ()  # what to take along
    links: tuple[AppLink, ...] = ()
    rows: Callable[[], tuple[TokenRow, ...]] | None = None
    chart: str = ""  # that only a page can show, by its name
    table: Callable[[str], Table] | None = None  # of a text
    sample: str = ""  # the text of the table, where a reader may put another in its place
    order: float | None = None  # among the others; None for after them

    @property
    def has_random_exercises(self) -> bool:
        """Whether its exercises are others with another seed."""
        return any(exercise.varies for exercise in self.exercises)

    def parts_of_exercises(self) -> tuple[str, ...]:
        """The names by which its exercises are kept, once they are done."""
        return tuple(self.key if not place else f"{self.key}/{place + 1}" for place in range(len(self.exercises)))


@dataclass(frozen=True)
class Course:
    """Chapters in their order, on a page whose address names the one that is shown."""

    page: str
    parameter: str
    heading: str  # of a chapter: its {number} and its {title}
    progress: str  # how many are {done} of {all}
    chapters: tuple[Chapter, ...]
    problems: tuple[str, ...] = ()  # what is wrong with files that are not among them
