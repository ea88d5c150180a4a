"""The data of the course page in one language; `tools.typescript_contracts` declares it in TypeScript.

An `href` is a URL of the app, as page?query; on a static site, the page resolves it.
"""

from typing import Literal, NotRequired, TypedDict

from ui.components.contract import LocalizedQuiz, Picture, TokenRow
from ui.lessons.contract import LessonFile


class ChapterOption(TypedDict):
    """An option, and why it is wrong; empty for the right one."""

    text: str
    why: str


class NumbersTable(TypedDict):
    """Rows of numbers, texts and lists of tokens; the last row may be coloured as new."""

    caption: str
    heads: list[str]
    rows: list[list[str | list[str]]]
    note: str
    isLastNew: bool


class CostChart(TypedDict):
    """A chart with a mark for each tokenizer in each row: its value as a number, and formatted."""

    about: str
    title: str
    tokenizers: list[str]
    rows: list[tuple[str, list[tuple[float, str]]]]


class ExercisePayload(TypedDict):
    """An exercise; `wanted` is the message for input that cannot be read as an answer."""

    text: str
    kind: str  # one of ANSWER_KINDS in answer_kinds.py
    answer: str
    hint: str
    solution: str
    wanted: str


class CourseLink(TypedDict):
    """A link."""

    text: str
    href: str


class ChapterPayload(TypedDict):
    """A full chapter. `told` has its question for the phones of a class, by language, if there are classes."""

    heading: str
    title: str
    label: str  # number and duration; empty for a topic
    idea: list[str]
    given: list[str]
    text: str  # the text that the chapter works on
    question: str
    options: list[ChapterOption]
    right: int
    told: dict[str, LocalizedQuiz]
    explanation: list[str]
    aside: list[str]  # details, collapsed
    rows: list[TokenRow]
    pictures: list[Picture]
    watch: str
    lesson: LessonFile | None
    answerStep: int  # step to which the lesson moves once the question is answered
    sign: str  # short text shown instead of the lesson until the question is answered
    table: NumbersTable | None
    sample: str  # text of the table, which a reader may replace
    overview: NumbersTable | None  # what several chapters say
    chart: CostChart | None
    exercises: list[list[ExercisePayload]]  # each exercise for all seeds
    remember: list[str]
    ways: list[CourseLink]


class ChapterError(TypedDict):
    """The reason why a chapter cannot be shown, for the author of its file."""

    problem: str


class ChapterListItem(TypedDict):
    """A chapter in the list of chapters."""

    key: str
    title: str
    exercises: int  # number of exercises; with none, answering the question completes the chapter
    part: int  # its index in `parts`
    sign: NotRequired[str]  # only if the course has no parts


class PlacedLink(CourseLink):
    """A link to a page that follows a chapter, given by its key, or starts its part."""

    after: str


class CoursePartItem(TypedDict):
    """A part of the course in the list of chapters."""

    title: str
    purpose: str
    pages: list[PlacedLink]


class CourseEnd(TypedDict):
    """The content after the last chapter."""

    title: str
    text: str
    links: list[CourseLink]


CourseLabels = dict[
    Literal["options", "right", "wrong", "rightAnswer", "yours", "comma", "token"]
    | Literal["done", "again", "forget", "chapters", "back", "answerFirst", "problem"]
    | Literal["watch", "turn", "answer", "answerTo", "notYet", "more", "earlier", "memory", "show", "along", "next"]
    | Literal["further", "ownText", "noText", "sameNumbers"]
    | Literal["of", "missed", "doneMeans", "missedMeans", "stopped", "live", "waits", "clicks"]
    | Literal["essential", "staysEssential", "aside"]
    | Literal["mixed", "aboutMixed", "result", "readAgain", "picture", "text"]
    | Literal["present", "presentKey", "leave", "before", "after"],
    str,
]


class CoursePayload(TypedDict):
    """The chapters of a course, and the texts around them."""

    about: str
    page: str
    parameter: str
    progress: str  # template: {done} of {all}
    chapters: list[ChapterListItem]
    essential: list[str]  # keys of the chapters on the essential path
    walked: str  # template for the progress on this path, with {done}; empty if there is no path
    parts: list[CoursePartItem]
    end: CourseEnd | None
    labels: CourseLabels


class CoursePosition(TypedDict):
    """The position in a course: the chapter, whether its question comes first, and the seed of its exercises.

    With `mixed`, the mixed quiz on that chapter and those before it is shown instead.
    """

    key: str
    quiz: bool
    seed: int
    mixed: bool


class CustomTable(TypedDict):
    """A chapter's table and pictures for the reader's own text, or why there are none."""

    key: str
    text: str
    table: NumbersTable | None
    pictures: list[Picture]
    problem: str


class CoursePagePayload(TypedDict):
    """A course on a page of the app: the current position, and the path of its chapters."""

    course: CoursePayload
    at: CoursePosition
    step: int  # of the player in that chapter; 0 for its default
    own: CustomTable | None
    chapters: str
    chapter: NotRequired[ChapterPayload | ChapterError]  # prerendered with the page, before the app is ready
    isBare: bool  # whether a plan is presented, which has its own navigation
