"""What a teacher's browser is given for live classes, and what a server tells it, as `classroom/README.md` has it."""

from typing import Literal, TypedDict

Phase = Literal["open", "shown", "revealed", "over"]
Mode = Literal["follow", "free", "frozen"]


class VoteTally(TypedDict):
    """A vote that was counted."""

    votes: int
    counts: list[int]
    right: int
    answers: list[tuple[str, int]]  # of cuts: those that came most often


class TeacherQuestion(TypedDict):
    """A question that the class has before it."""

    number: int
    kind: Literal["pair", "choice", "cut"]
    phase: Phase
    ballot: int
    size: int
    lesson: str
    step: int
    letters: list[str]
    language: str  # of what is said of it, as the server names it
    text: str
    options: list[str]
    tallies: list[VoteTally]
    right: list[str]
    why: list[str]
    solution: str
    since: float  # seconds that this vote is open


class TeacherPosition(TypedDict):
    """Where the class is."""

    lesson: str
    step: int
    told: bool
    text: str


class ClassState(TypedDict):
    """What a class is."""

    version: int
    mode: Mode
    where: TeacherPosition
    question: TeacherQuestion | None
    code: str
    asked: int  # questions so far


class ClassCounts(TypedDict):
    """Phones that are here, votes that came in, and how many phones of a free class are at which step.

    `answers` has the votes of the open ballot by their answer.
    """

    here: int
    votes: int
    steps: dict[str, int]
    answers: dict[str, int]


class Seat(TypedDict):
    """A phone of the class. Where it came from is a number."""

    phone: str
    source: int
    joined: float  # in seconds since 1970
    here: bool
    stayed: bool  # long enough for its votes to count
    votes: int
    quick: bool  # it voted as soon as it had joined
    removed: bool
    blocked: bool  # phones like it cannot join


class AnswerResult(TypedDict):
    """An answer, whether it is right, and how many gave it in the first and the second vote."""

    answer: str
    right: bool
    votes: list[int]


class QuestionResult(TypedDict):
    """What came of a question."""

    number: int
    kind: Literal["pair", "choice", "cut"]
    step: int
    title: str  # of what was shown
    asked: float  # when, in seconds since 1970
    text: str
    votes: list[int]
    right: list[int]
    answers: list[AnswerResult]


class LocalizedQuestion(TypedDict):
    """A question in a language, its answers, what is said to who chose each of them, and the solution."""

    text: str
    options: list[str]
    why: list[str]
    solution: str


class QuestionToAsk(TypedDict):
    """A question as a teacher's page asks it.

    Of a plan's own, what the player knows is left to it: the pairs of a step, and the word of a lesson.
    """

    kind: Literal["pair", "choice", "cut"]
    told: dict[str, LocalizedQuestion]
    letters: list[str]
    right: list[int] | list[list[int]]


class SlideNote(TypedDict):
    """The place of a plan that is presented: its title, the teacher's note, what is next.

    `text` is for the phones where nothing follows the teacher there; `step` the one that the place begins at, -1 where
    its link names none; `asks` what the class is asked there.
    """

    place: int
    title: str
    note: str
    text: str
    next: str
    step: int
    asks: QuestionToAsk | None
    minutes: int  # that the slide is meant to take, and the whole plan; 0 where nothing is said of it
    total: int


class TeacherView(TypedDict):
    """What a browser needs to lead a class from any page, in the reader's language."""

    language: str  # as the server names it
    page: str  # of the class
    styles: str  # of what is asked
    texts: "Texts"
    note: SlideNote | None  # None where no plan is presented


Texts = dict[
    Literal["locale", "open", "showCode", "hideCode", "class", "close", "closeSure", "closeYes", "closeNo"]
    | Literal["code", "join", "address", "copy", "copied", "here", "connecting", "lost", "away", "back", "over", "gone"]
    | Literal["closed", "rooms", "opened", "taken", "tooLarge", "noServer", "refused", "questions", "late"]
    | Literal["mode", "follow", "free", "frozen", "followHelp", "freeHelp", "frozenHelp", "steps", "stepAt", "noSteps"]
    | Literal[
        "ask", "askKey", "asked", "noQuestion", "pairQuestion", "cutQuestion", "votes", "since", "first", "second"
    ]
    | Literal["show", "again", "reveal", "on", "nextPress", "right", "wereRight", "tie", "whole", "results"]
    | Literal["own", "ownText", "ownAnswer", "ownRight", "ownNone", "ownMore", "ownAsk", "ownMissing", "solution"]
    | Literal[
        "table",
        "answer",
        "noAnswers",
        "csv",
        "print",
        "noResults",
        "question",
        "word",
        "begun",
        "help",
        "note",
        "titled",
        "planAsks",
        "noteNext",
        "noNote",
        "leads",
        "othersLead",
        "takeOver",
        "answered",
        "soFar",
        "voteOf",
        "rightOf",
        "lessonOf",
        "slideClock",
        "planClock",
    ]
    | Literal["seats", "seatsHelp", "noSeats", "odd", "source", "eachPhone", "joinedAt", "leftSoon", "votedSoon"]
    | Literal["remove", "removeAll", "removeSure", "removeNo", "removed", "restore"],
    str,
]
"""The texts of a class on the teacher's screens."""
