"""What a chapter of the course is made of. Its texts are data; its numbers come from the engine when it is shown.

What stands in braces in a text is a fact: `facts` of the chapter counts it. Two facts every chapter has: `right`, the
index of the option that is right, and `answer`, what is to be typed in the exercise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ui.components.contract import TokenRow
from ui.course.typed import Kind
from ui.player.contract import Labels, LessonFile

Facts = Mapping[str, object]


@dataclass(frozen=True)
class Option:
    """An answer to choose from, and what is said to who chose it and is wrong; empty for the right one."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class Exercise:
    """Something to find out and type: what, a hint after a wrong answer, and how the answer is found."""

    text: str
    kind: Kind
    hint: str
    solution: str


@dataclass(frozen=True)
class Way:
    """A link to a page at an exact state."""

    page: str
    text: str
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """Numbers in rows."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chapter:
    """One chapter: an idea, a question, what the answer is and why, the thing itself, an exercise."""

    key: str
    title: str
    idea: tuple[str, ...]  # before the question
    question: str
    options: tuple[Option, ...]
    explanation: tuple[str, ...]
    watch: str  # what to look for in the player
    play: Callable[[Labels], LessonFile]
    exercise: Exercise
    remember: tuple[str, ...]  # what to take along
    ways: tuple[Way, ...]
    facts: Callable[[], Facts]
    step: int = 0  # that the player begins at
    rows: Callable[[], tuple[TokenRow, ...]] | None = None
    table: Callable[[str], Table] | None = None  # of a text
    sample: str = ""  # the text of the table, where a reader may put another in its place
