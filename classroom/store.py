"""The interface of a store of classes: this server's memory, or one that several servers share."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from classroom.questions import Answer
from classroom.room import LiveClass, Votes

Outcome = Literal["counted", "doubled", "late"]
Claim = Literal["seated", "full", "removed"]
"""The outcome of claiming a seat. "removed": the teacher has removed this phone, or phones like it."""

ClassChange = Literal["changed", "counted", "removed", "closed"]
"""A change in a class: its state; its votes, phones or their steps; phones removed; the class ended."""

ChangeCallback = Callable[[str, ClassChange], None]
"""Called with a class's code and what changed there."""

PRESENCE_SECONDS = 45
"""Seconds of silence after which a phone no longer counts as here."""


class Place(NamedTuple):
    """Where a phone came from: its network, its kind of browser, the number that teachers see for both, and when."""

    network: str = ""
    browser: str = ""
    source: int = 0  # 0 if the class was restored
    joined: float = 0.0


@dataclass(frozen=True)
class Seat:
    """A phone as its teacher sees it. Its source is a number, never an address."""

    phone: str
    source: int
    joined: float
    here: bool
    stayed: bool  # it is here, or was for a while: its votes count
    votes: int
    quick: bool  # it voted as soon as it had joined
    removed: bool
    blocked: bool  # phones like it cannot join


@dataclass(frozen=True)
class ClassCounts:
    """The counts of a class: phones here, votes on the current question, and phones per step.

    `answers` maps each answer to its votes, for the teacher only.
    """

    here: int
    votes: int
    steps: Mapping[int, int]
    answers: Mapping[Answer, int]


class Store(Protocol):
    """Stores classes. Raises `RequestRefused`: `store_unreachable` if it cannot be reached."""

    async def begin(self, hear: ChangeCallback, reachable: Callable[[bool], None]) -> None:
        """Start, and from now on report changes of any class, and whether the store is reachable."""

    async def end(self) -> None:
        """Release all connections."""

    async def check(self) -> None:
        """Raise RequestRefused if classes cannot be stored, or this server would miss their changes."""

    async def create(self, room: LiveClass, votes: Votes, network: str) -> bool:
        """Store a new or restored class from a network; False if there is already one with this code.

        If there are as many classes as allowed, the one unused for longest makes room. Raises RequestRefused if none
        can.
        """

    async def count_classes(self) -> int:
        """Return the number of classes."""

    async def mark_used(self, code: str) -> None:
        """Record that somebody listens to a class."""

    async def knows_network(self, code: str, network: str) -> bool:
        """Return whether the class exists and was started or joined from this network."""

    async def room(self, code: str) -> LiveClass | None:
        """Return a class; None if there is none."""

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        """Apply a change to a class atomically, whoever else changes it, and return the result."""

    async def close_vote(self, code: str, name: str) -> Mapping[str, str]:
        """Close a ballot and return the votes that count, by phone."""

    async def remove(self, code: str) -> None:
        """Delete a class."""

    async def claim_seat(self, code: str, phone: str, network: str, browser: str) -> Claim:
        """Claim a seat for a phone, unless the class or the network's share is full, or the phone was removed."""

    async def seats(self, code: str) -> Sequence[Seat]:
        """Return all phones with a seat, and the removed ones."""

    async def remove_seats(self, code: str, phones: Collection[str], *, block: bool) -> None:
        """Take away phones' seats and votes. With `block`, no more phones may join from the same sources.

        Raises RequestRefused if more phones would be removed than the limit.
        """

    async def restore_seats(self, code: str, phones: Collection[str], *, unblock: bool) -> None:
        """Give removed phones their seats and votes back. With `unblock`, their sources may join again."""

    async def removed(self, code: str) -> Set[str]:
        """Return the removed phones."""

    async def has_seat(self, code: str, phone: str) -> bool:
        """Return whether a phone has a seat."""

    async def vote(self, code: str, name: str, phone: str, answer: str) -> Outcome:
        """Count a vote if its ballot is open and this phone has not voted."""

    async def own_votes(self, code: str, number: int, phone: str) -> dict[int, str]:
        """Return a phone's answers to a question, by ballot number."""

    async def votes(self, code: str) -> Votes:
        """Return all votes that count."""

    async def mark_present(self, code: str, phones: Iterable[str]) -> None:
        """Mark phones as present."""

    async def mark_absent(self, code: str, phone: str) -> None:
        """Mark a phone as gone. It keeps its seat."""

    async def step(self, code: str, phone: str, lesson: str, step: int) -> None:
        """Record the step of a phone that moves at its own pace."""

    async def counts(self, code: str) -> ClassCounts:
        """Return the counts of a class."""

    async def put_lesson(self, code: str, name: str, packed: bytes) -> None:
        """Store a compressed lesson under its name and language."""

    async def lesson(self, code: str, name: str) -> bytes | None:
        """Return a stored lesson; None if there is none."""

    async def count_plans(self) -> int:
        """Return the number of stored lesson plans."""

    async def put_plan(self, code: str, plan: str) -> None:
        """Store a lesson plan under its code, for as long as a class can last."""

    async def plan(self, code: str) -> str | None:
        """Return a stored lesson plan; None if there is none."""

    async def count_distinct(self, what: str, entry: str | None, seconds: int) -> int:
        """Count the different entries under a key within a time span, including `entry`; None only counts."""
