"""What a phone in a class is told, as `classroom/README.md` has it; and the texts of its page."""

from typing import Literal, TypedDict


class TeacherPosition(TypedDict):
    """Where the teacher is: a step of a lesson, or a text of the teacher's own."""

    lesson: str
    step: int
    told: bool  # whether what comes next is told, or kept back
    text: str


class VoteTally(TypedDict):
    """A vote that was counted."""

    votes: int
    counts: list[int]
    answers: list[tuple[str, int]]  # of cuts: those that came most often


class PhoneQuestion(TypedDict):
    """A question that the class has before it."""

    number: int
    kind: Literal["pair", "choice", "cut"]
    phase: Literal["open", "shown", "revealed", "over"]
    ballot: int
    size: int
    lesson: str
    step: int
    letters: list[str]
    language: str  # of the next two and of what is said below; empty where the page has its own words
    text: str
    options: list[str]
    poll: bool  # no answer is right or wrong
    tallies: list[VoteTally]
    right: list[str]  # once revealed, as the next two
    why: list[str]
    solution: str


class ClassState(TypedDict):
    """What a class is."""

    version: int
    mode: Literal["follow", "free", "frozen"]
    where: TeacherPosition
    question: PhoneQuestion | None


class OwnVotes(TypedDict):
    """What this phone answered to a question, by the number of the vote."""

    question: int
    votes: dict[str, str]


class Refusal(TypedDict):
    """Why something was refused."""

    error: str
    message: str
    most: int
    seconds: int  # after which to ask a full server again


PhoneTexts = dict[
    Literal["follow", "free", "frozen", "connecting", "connected", "lost", "away", "interrupted", "none", "closed"]
    | Literal["full", "tries", "code", "codeHelp", "join", "begin", "loading", "noLesson", "larger", "pairQuestion"]
    | Literal["cutQuestion", "cutBetween", "cutHelp", "send", "answered", "unsent", "late", "second", "wait", "first"]
    | Literal["secondShort", "votes", "yours", "right", "isRight", "isWrong", "noAnswer", "results", "locale", "class"]
    | Literal["whole", "goOn", "noRight", "short", "onward", "another", "voteOf", "removed"],
    str,
]
"""The texts of the page."""
