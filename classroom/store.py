"""Where classes are kept: what a memory must do, be it this server's own or one that servers share."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from classroom.questions import Answer
from classroom.room import LiveClass, Votes

Outcome = Literal["counted", "doubled", "late"]
Claim = Literal["seated", "full", "removed"]
"""What comes of asking for a seat: the last is what a phone gets that the teacher has removed."""

ClassChange = Literal["changed", "counted", "removed", "closed"]
"""In a class: it is another now; votes, phones or their steps are others; phones were removed; it is over."""

ChangeCallback = Callable[[str, ClassChange], None]
"""Told of a class, by its code, that something happened in it."""

PRESENCE_SECONDS = 45
"""A phone of which nothing was heard for so long is not here."""


class Place(NamedTuple):
    """Where a phone came from: its network, the browser's kind, the number by which teachers know both, and when."""

    network: str = ""
    browser: str = ""
    source: int = 0  # none, of a class that was brought back
    joined: float = 0.0


@dataclass(frozen=True)
class Seat:
    """A phone as its teacher sees it. Where it came from is a number, and no address."""

    phone: str
    source: int
    joined: float
    here: bool
    stayed: bool  # it is here, or has been for a while: its votes count
    votes: int
    quick: bool  # it voted as soon as it had joined
    removed: bool
    blocked: bool  # phones like it cannot join


@dataclass(frozen=True)
class ClassCounts:
    """Numbers of a class: phones that are here, votes to the question before it, how many phones are at which step.

    `answers` has the votes by their answer, for the teacher alone.
    """

    here: int
    votes: int
    steps: Mapping[int, int]
    answers: Mapping[Answer, int]


class Store(Protocol):
    """Keeps classes. What it raises is `RequestRefused`: `store_unreachable` if it cannot be reached."""

    async def begin(self, hear: ChangeCallback, reachable: Callable[[bool], None]) -> None:
        """Begin; what happens in any class is told from now on, and whether the memory can be reached."""

    async def end(self) -> None:
        """Let go of what it holds open."""

    async def check(self) -> None:
        """Raise where classes cannot be kept, or where this server would not hear what happens in them."""

    async def create(self, room: LiveClass, votes: Votes, network: str) -> bool:
        """Keep a new class, or one that is brought back, from a network; False where there is one with this code.

        If there are as many as there may be, the one that nobody has used for longest makes room.
        """

    async def count_classes(self) -> int:
        """How many classes there are."""

    async def mark_used(self, code: str) -> None:
        """Somebody listens to a class."""

    async def knows_network(self, code: str, network: str) -> bool:
        """Whether there is such a class, and somebody in that network has started or joined it."""

    async def room(self, code: str) -> LiveClass | None:
        """A class."""

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        """Put a class in the place of what it was, though others change it too."""

    async def close_vote(self, code: str, name: str) -> Mapping[str, str]:
        """Take no more votes, and tell those that count."""

    async def remove(self, code: str) -> None:
        """Forget a class."""

    async def claim_seat(self, code: str, phone: str, network: str, browser: str) -> Claim:
        """Let a phone in, once, unless the class is full, has too many phones from that network, or removed it."""

    async def seats(self, code: str) -> Sequence[Seat]:
        """All phones that have a seat, and those that were removed."""

    async def remove_seats(self, code: str, phones: Collection[str], *, block: bool) -> None:
        """Take phones their seats, and what they voted; with `block`, let no more in from where they came.

        Raises RequestRefused for more than may be removed.
        """

    async def restore_seats(self, code: str, phones: Collection[str], *, unblock: bool) -> None:
        """Give phones back what was taken from them."""

    async def removed(self, code: str) -> Set[str]:
        """The phones that were removed."""

    async def has_seat(self, code: str, phone: str) -> bool:
        """Whether a phone is in."""

    async def vote(self, code: str, name: str, phone: str, answer: str) -> Outcome:
        """Count a vote, where it is open and this phone has not voted."""

    async def own_votes(self, code: str, number: int, phone: str) -> dict[int, str]:
        """What a phone answered to a question, by the number of the vote."""

    async def votes(self, code: str) -> Votes:
        """All votes that count."""

    async def mark_present(self, code: str, phones: Iterable[str]) -> None:
        """Phones are here."""

    async def mark_absent(self, code: str, phone: str) -> None:
        """A phone is not here any more, but keeps its place."""

    async def step(self, code: str, phone: str, lesson: str, step: int) -> None:
        """A phone is at a step of its own."""

    async def counts(self, code: str) -> ClassCounts:
        """Numbers of a class."""

    async def put_lesson(self, code: str, name: str, packed: bytes) -> None:
        """Keep a lesson, compressed, under its name and language."""

    async def lesson(self, code: str, name: str) -> bytes | None:
        """A lesson as it was put."""

    async def count_plans(self) -> int:
        """How many lesson plans there are."""

    async def put_plan(self, code: str, plan: str) -> None:
        """Keep a lesson plan under its code, for as long as a class may last."""

    async def plan(self, code: str) -> str | None:
        """A lesson plan as it was put."""

    async def count_distinct(self, what: str, entry: str | None, seconds: int) -> int:
        """How many different entries came under a name within that time, this one too; None only looks."""
