"""The messages that the server sends to a phone (see `classroom/README.md`), and the texts of its page."""

from typing import Literal, TypedDict


class TeacherPosition(TypedDict):
    """The teacher's position: a step of a lesson, or the teacher's own text."""

    lesson: str
    step: int
    told: bool  # whether phones may show the next step, or hide it
    text: str


class VoteTally(TypedDict):
    """The result of one vote."""

    votes: int
    counts: list[int]
    answers: list[tuple[str, int]]  # of "cut" questions: the most frequent


class PhoneQuestion(TypedDict):
    """The current question of the class."""

    number: int
    kind: Literal["pair", "choice", "cut"]
    phase: Literal["open", "shown", "revealed", "over"]
    ballot: int
    size: int
    lesson: str
    step: int
    letters: list[str]
    language: str  # of `text`, `options`, `why` and `solution`; empty if the page words the question itself
    text: str
    options: list[str]
    poll: bool  # a poll has no right or wrong answer
    tallies: list[VoteTally]
    right: list[str]  # like the next two, empty until revealed
    why: list[str]
    solution: str


class ClassState(TypedDict):
    """The state of a class."""

    version: int
    mode: Literal["follow", "free", "frozen"]
    where: TeacherPosition
    question: PhoneQuestion | None


class OwnVotes(TypedDict):
    """This phone's answers to a question, by the number of the vote."""

    question: int
    votes: dict[str, str]


class Refusal(TypedDict):
    """Why the server refused something."""

    error: str
    message: str
    most: int
    seconds: int  # to wait before asking a full server again


PhoneTexts = dict[
    Literal["follow", "free", "frozen", "connecting", "connected", "lost", "away", "interrupted", "none", "closed"]
    | Literal["full", "tries", "code", "codeHelp", "join", "begin", "loading", "noLesson", "larger", "pairQuestion"]
    | Literal["cutQuestion", "cutBetween", "cutHelp", "send", "answered", "unsent", "late", "second", "wait", "first"]
    | Literal["secondShort", "votes", "yours", "right", "isRight", "isWrong", "noAnswer", "results", "locale", "class"]
    | Literal["whole", "goOn", "noRight", "short", "onward", "another", "voteOf", "removed"],
    str,
]
"""The texts of the page."""
