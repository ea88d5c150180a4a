"""The data of the teacher's components, and the server's messages to them (see `classroom/README.md`)."""

from typing import Literal, NotRequired, TypedDict

Phase = Literal["open", "shown", "revealed", "over"]
Mode = Literal["follow", "free", "frozen"]


class VoteTally(TypedDict):
    """The result of one vote."""

    votes: int
    counts: list[int]
    right: int
    answers: list[tuple[str, int]]  # of "cut" questions: the most frequent


class TeacherQuestion(TypedDict):
    """The current question of the class."""

    number: int
    kind: Literal["pair", "choice", "cut"]
    phase: Phase
    ballot: int
    size: int
    lesson: str
    step: int
    letters: list[str]
    language: str  # of its texts, as the server names it
    text: str
    options: list[str]
    tallies: list[VoteTally]
    right: list[str]
    why: list[str]
    solution: str
    since: float  # seconds since this vote began


class TeacherPosition(TypedDict):
    """The position of the class."""

    lesson: str
    step: int
    told: bool
    text: str


class ClassState(TypedDict):
    """The state of a class."""

    version: int
    mode: Mode
    where: TeacherPosition
    question: TeacherQuestion | None
    code: str
    asked: int  # number of questions so far


class ClassCounts(TypedDict):
    """The phones that are here, the votes so far, and in a free class how many phones are at each step.

    `answers` counts the votes of the open ballot by answer.
    """

    here: int
    votes: int
    steps: dict[str, int]
    answers: dict[str, int]


class Seat(TypedDict):
    """A phone of the class. `source` numbers the addresses that phones come from."""

    phone: str
    source: int
    joined: float  # in seconds since 1970
    here: bool
    stayed: bool  # long enough for its votes to count
    votes: int
    quick: bool  # voted as soon as it had joined
    removed: bool
    blocked: bool  # phones with its address cannot join


class AnswerResult(TypedDict):
    """An answer, whether it is right, and how many chose it in the first and the second vote."""

    answer: str
    right: bool
    votes: list[int]


class QuestionResult(TypedDict):
    """The results of a question."""

    number: int
    kind: Literal["pair", "choice", "cut"]
    step: int
    title: str  # of what was shown
    asked: float  # in seconds since 1970
    text: str
    votes: list[int]
    right: list[int]
    answers: list[AnswerResult]


class LocalizedQuestion(TypedDict):
    """A question in one language: its text, its answers, the explanation of each answer, and the solution."""

    text: str
    options: list[str]
    why: list[str]
    solution: str


class QuestionToAsk(TypedDict):
    """A question, ready to be asked from the teacher's page.

    For a question of a plan, the player adds what it knows: the pairs of a step, or the word of a lesson.
    """

    kind: Literal["pair", "choice", "cut"]
    told: dict[str, LocalizedQuestion]
    letters: list[str]
    right: list[int] | list[list[int]]


class SlideNote(TypedDict):
    """The slide being presented: its title, the teacher's note, and the title of the next slide.

    `place` is its number in the plan. `text` goes to phones when they cannot follow the slide itself. `step` is the
    step at which the slide begins, -1 if its link names none. `asks` is its question to the class.
    """

    place: int
    title: str
    note: str
    text: str
    next: str
    step: int
    asks: QuestionToAsk | None
    minutes: int  # planned for the slide; `total`: for the plan; 0 if not given
    total: int
    slides: list[tuple[str, int]]  # all of the plan: titles, and the minutes planned for each


class ClosedClass(TypedDict):
    """The teacher's page while no class is open: a sample vote, and plans to begin with.

    An answer of the vote is a pair of tokens, each [text, hue], with its votes. A plan has a title, what is said of it,
    and its address.
    """

    title: str
    votes: list[tuple[list[tuple[str, int]], int]]
    plansTitle: str
    plans: list[tuple[str, str, str]]


class TeacherView(TypedDict):
    """What a browser needs to lead a class from any page, in the reader's language."""

    language: str  # as the server names it
    page: str  # name of the page Live class
    styles: str  # of the question view
    texts: "Texts"
    note: SlideNote | None  # None if no plan is being presented
    closed: NotRequired[ClosedClass]  # on the page Live class


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
        "plan",
        "minutes",
        "planClock",
    ]
    | Literal["seats", "seatsHelp", "noSeats", "odd", "source", "eachPhone", "joinedAt", "leftSoon", "votedSoon"]
    | Literal["remove", "removeAll", "removeSure", "removeNo", "removed", "restore"],
    str,
]
"""The texts of a class on the teacher's screens."""
