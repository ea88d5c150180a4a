"""What the page of a course is given, in a language. `tools.typescript_contracts` says the same to its JavaScript.

An address (`href`) is one of the app's, as page?query; where the page stands on a site, that makes of it where it lies.
"""

from typing import Literal, NotRequired, TypedDict

from ui.components.contract import LocalizedQuiz, TokenRow
from ui.lessons.contract import LessonFile


class ChapterOption(TypedDict):
    """An answer to choose from, and why it is wrong; empty for the right one."""

    text: str
    why: str


class NumbersTable(TypedDict):
    """Numbers in rows."""

    caption: str
    heads: list[str]
    rows: list[list[str]]
    note: str


class CostChart(TypedDict):
    """A mark for each of some tokenizers in each row: what it stands for, as a number, and as it is written."""

    about: str
    title: str
    tokenizers: list[str]
    rows: list[tuple[str, list[tuple[float, str]]]]


class ExercisePayload(TypedDict):
    """What is to be found out and typed; `wanted` is said of what cannot be read as an answer."""

    text: str
    kind: str  # one of KINDS in answer_kinds.py
    answer: str
    hint: str
    solution: str
    wanted: str


class CourseLink(TypedDict):
    """A link."""

    text: str
    href: str


class ChapterPayload(TypedDict):
    """A chapter in full. `told` has its question as a class is asked it, by languages, where there are classes."""

    heading: str
    idea: list[str]
    given: list[str]
    question: str
    options: list[ChapterOption]
    right: int
    told: dict[str, LocalizedQuiz]
    explanation: list[str]
    rows: list[TokenRow]
    watch: str
    lesson: LessonFile | None
    table: NumbersTable | None
    sample: str  # the text of the table, where a reader may put another in its place
    chart: CostChart | None
    exercises: list[list[ExercisePayload]]  # each with the seeds that there are
    remember: list[str]
    ways: list[CourseLink]


class ChapterError(TypedDict):
    """Why there is no chapter, for who wrote its file."""

    problem: str


class ChapterListItem(TypedDict):
    """A chapter in the list of them."""

    key: str
    title: str
    href: str
    exercises: int  # where there is none, who has answered the question is done


class CourseEnd(TypedDict):
    """What stands after the last chapter."""

    title: str
    text: str
    links: list[CourseLink]


CourseLabels = dict[
    Literal["options", "right", "wrong", "rightAnswer", "yours", "comma", "token"]
    | Literal["done", "again", "forget", "chapters", "back", "answerFirst", "problem"]
    | Literal["watch", "turn", "answer", "answerTo", "notYet", "more", "earlier", "memory", "show", "along", "next"]
    | Literal["ownText", "noText", "sameNumbers", "open"]
    | Literal["mixed", "aboutMixed", "result", "readAgain", "present", "leave", "before", "after"],
    str,
]


class CoursePayload(TypedDict):
    """The chapters of a course, and the texts around each."""

    about: str
    parameter: str
    progress: str  # how many are {done} of {all}
    chapters: list[ChapterListItem]
    end: CourseEnd | None
    labels: CourseLabels


class CoursePosition(TypedDict):
    """What of a course is shown: a chapter, whether its question comes first, and which draw of its exercises.

    `mixed`: the quiz on it and the chapters before, in its place.
    """

    key: str
    quiz: bool
    seed: int
    mixed: bool


class CustomTable(TypedDict):
    """The table of a chapter for the reader's own text, or why there is none."""

    key: str
    text: str
    table: NumbersTable | None
    problem: str


class CoursePagePayload(TypedDict):
    """A course on a page of the app: what is shown now, and where its chapters are served."""

    course: CoursePayload
    at: CoursePosition
    step: int  # where the player of that chapter was left, 0 for where it begins
    own: CustomTable | None
    chapters: str
    chapter: NotRequired[ChapterPayload | ChapterError]  # that comes with the page, before the app is there
    isBare: bool  # whether a plan is presented, which leads on from here
