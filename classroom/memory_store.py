"""A store in this server's own memory: nothing to set up, and nothing left when the server stops."""

import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TypeVar

from classroom import limits
from classroom.class_shares import ClassUse, class_to_give_up
from classroom.errors import too_many_removed, unknown_class
from classroom.room import LiveClass, Votes
from classroom.store import PRESENCE_SECONDS, ChangeCallback, Claim, ClassCounts, Outcome, Place, Seat

T = TypeVar("T")

MAX_COUNTED = 10_000
"""Counters kept at once, for example one per network."""


@dataclass
class _StoredClass:
    room: LiveClass
    votes: defaultdict[str, dict[str, str]]
    open_vote: str
    network: str  # from which the class was started
    used: float  # time when somebody last listened
    places: dict[str, Place] = field(default_factory=dict)  # by phone, like all below
    removed: dict[str, Place] = field(default_factory=dict)
    blocked: set[tuple[str, str]] = field(default_factory=set)  # networks and browsers
    sources: int = 0  # the number of sources (network and browser) so far
    quick: set[str] = field(default_factory=set)  # phones that voted as soon as they had joined
    since: dict[str, float] = field(default_factory=dict)  # connected phones: time of connecting
    left: dict[str, float] = field(default_factory=dict)  # disconnected phones: time of leaving
    stayed: set[str] = field(default_factory=set)  # phones that have been here for a while
    networks: set[str] = field(default_factory=set)
    size: int = 0  # of all lessons, in bytes
    heard: dict[str, float] = field(default_factory=dict)
    steps: dict[str, tuple[str, int]] = field(default_factory=dict)
    lessons: OrderedDict[str, bytes] = field(default_factory=OrderedDict)


class MemoryStore:
    """The classes of one server."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._rooms: dict[str, _StoredClass] = {}
        self._plans: OrderedDict[str, tuple[float, str]] = OrderedDict()  # with their expiry
        self._counted: OrderedDict[str, tuple[float, set[str]]] = OrderedDict()  # expiry and entries
        self._ends = 0.0  # when expired counters are next removed
        self._hear: ChangeCallback = lambda _code, _happened: None

    async def begin(self, hear: ChangeCallback, reachable: Callable[[bool], None]) -> None:  # noqa: D102
        self._hear = hear

    async def end(self) -> None:  # noqa: D102
        self._rooms.clear()
        self._plans.clear()

    async def check(self) -> None:  # noqa: D102
        pass

    async def create(self, room: LiveClass, votes: Votes, network: str) -> bool:  # noqa: D102
        self._forget_old()
        if room.code in self._rooms:
            return False
        classes = [ClassUse(code, kept.network, kept.used, len(self._here(kept))) for code, kept in self._rooms.items()]
        if given_up := class_to_give_up(classes, network, self._clock()):
            del self._rooms[given_up]
            self._hear(given_up, "changed")  # not "closed": its teacher's page may restore it
        kept = defaultdict(dict, {name: dict(answers) for name, answers in votes.items()})
        unused = self._clock() - limits.IDLE_SECONDS + limits.UNUSED_SECONDS
        voted = {phone: Place() for given in kept.values() for phone in given}
        self._rooms[room.code] = _StoredClass(
            room, kept, room.open_vote, network, unused, voted, stayed=set(voted), networks={network}
        )
        self._hear(room.code, "changed")
        return True

    async def room(self, code: str) -> LiveClass | None:  # noqa: D102
        found = self._find(code)
        return found.room if found else None

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:  # noqa: D102
        kept = self._get(code)
        before = kept.room
        kept.room = change(before)
        if kept.open_vote != kept.room.open_vote:
            self._settle(kept)
        kept.open_vote = kept.room.open_vote
        if kept.room is not before:
            self._hear(code, "changed")
        return kept.room

    async def close_vote(self, code: str, name: str) -> Mapping[str, str]:  # noqa: D102
        kept = self._get(code)
        if kept.open_vote == name:
            self._settle(kept)
            kept.open_vote = ""
        return _without(kept.removed, kept.votes[name])

    async def remove(self, code: str) -> None:  # noqa: D102
        if self._rooms.pop(code, None):
            self._hear(code, "closed")

    async def claim_seat(self, code: str, phone: str, network: str, browser: str) -> Claim:  # noqa: D102
        kept = self._get(code)
        if phone not in kept.places:
            if phone in kept.removed or (network, browser) in kept.blocked:
                return "removed"
            from_there = [other for other, place in kept.places.items() if place.network == network]
            if not self._make_room(kept, from_there, limits.MAX_PHONES_PER_ADDRESS):
                return "full"
            if not self._make_room(kept, list(kept.places), limits.MAX_PHONES):
                return "full"
            kept.left[phone] = self._clock()  # until its first sign of life
        if not kept.places.get(phone, Place()).source:
            kept.places[phone] = Place(network, browser, self._source(kept, network, browser), self._clock())
        kept.networks.add(network)
        return "seated"

    def _source(self, kept: _StoredClass, network: str, browser: str) -> int:
        for place in (*kept.places.values(), *kept.removed.values()):
            if place[:2] == (network, browser):
                return place.source
        kept.sources += 1
        return kept.sources

    async def seats(self, code: str) -> Sequence[Seat]:  # noqa: D102
        kept = self._get(code)
        votes = Counter(phone for given in kept.votes.values() for phone in given)
        here, staying = self._here(kept), self._staying(kept)
        return [
            Seat(
                phone,
                place.source,
                place.joined,
                here=phone in here and phone not in kept.removed,
                stayed=phone in staying,
                votes=votes[phone],
                quick=phone in kept.quick,
                removed=phone in kept.removed,
                blocked=place[:2] in kept.blocked,
            )
            for phone, place in (*kept.places.items(), *kept.removed.items())
        ]

    async def remove_seats(self, code: str, phones: Collection[str], *, block: bool) -> None:  # noqa: D102
        kept = self._get(code)
        gone = {phone: kept.places[phone] for phone in phones if phone in kept.places}
        if len(kept.removed) + len(gone) > limits.MAX_REMOVED:
            raise too_many_removed(limits.MAX_REMOVED)
        kept.removed |= gone
        kept.places = _without(gone, kept.places)
        if block:
            kept.blocked |= {kept.removed[phone][:2] for phone in phones if phone in kept.removed}
        self._hear(code, "removed")

    async def restore_seats(self, code: str, phones: Collection[str], *, unblock: bool) -> None:  # noqa: D102
        kept = self._get(code)
        back = {phone: kept.removed[phone] for phone in phones if phone in kept.removed}
        kept.places |= back
        kept.removed = _without(back, kept.removed)
        if unblock:
            kept.blocked -= {place[:2] for place in back.values()}
        self._hear(code, "counted")

    async def removed(self, code: str) -> Set[str]:  # noqa: D102
        found = self._find(code)
        return found.removed.keys() if found else set()

    async def knows_network(self, code: str, network: str) -> bool:  # noqa: D102
        found = self._find(code)
        return found is not None and network in found.networks

    async def count_classes(self) -> int:  # noqa: D102
        return len(self._rooms)

    async def mark_used(self, code: str) -> None:  # noqa: D102
        found = self._find(code)
        if found:
            found.used = self._clock()

    async def has_seat(self, code: str, phone: str) -> bool:  # noqa: D102
        found = self._find(code)
        return found is not None and phone in found.places

    async def vote(self, code: str, name: str, phone: str, answer: str) -> Outcome:  # noqa: D102
        kept = self._get(code)
        if phone in kept.votes.get(name, {}):
            return "doubled"
        if kept.open_vote != name:
            return "late"
        if len(kept.votes[name]) >= 2 * limits.MAX_PHONES:  # most are from phones that have lost their seats
            kept.votes[name] = {voter: given for voter, given in kept.votes[name].items() if voter in kept.places}
        kept.votes[name][phone] = answer
        if phone in kept.places and self._clock() - kept.places[phone].joined < limits.QUICK_SECONDS:
            kept.quick.add(phone)
        self._hear(code, "counted")
        return "counted"

    async def own_votes(self, code: str, number: int, phone: str) -> dict[int, str]:  # noqa: D102
        kept = self._get(code)
        given = {ballot: kept.votes.get(f"{number}.{ballot}", {}).get(phone) for ballot in (1, 2)}
        return {ballot: answer for ballot, answer in given.items() if answer is not None}

    async def votes(self, code: str) -> Votes:  # noqa: D102
        kept = self._get(code)
        found = {name: _without(kept.removed, answers) for name, answers in kept.votes.items()}
        if kept.open_vote:
            found[kept.open_vote] = self._counted_votes(kept)
        return {name: answers for name, answers in found.items() if answers}

    async def mark_present(self, code: str, phones: Iterable[str]) -> None:  # noqa: D102
        found = self._find(code)
        if found:
            before, now = len(found.heard), self._clock()
            found.used = now
            for phone in phones:
                found.heard[phone] = now
                found.since.setdefault(phone, now)
                found.left.pop(phone, None)
            if len(found.heard) != before:
                self._hear(code, "counted")

    async def mark_absent(self, code: str, phone: str) -> None:  # noqa: D102
        found = self._find(code)
        if found and found.heard.pop(phone, None):
            now = self._clock()
            since = found.since.pop(phone, now)
            if now - since >= limits.STAY_SECONDS or phone in found.removed:  # a removed phone did not leave on its own
                found.stayed.add(phone)
            if phone in found.places:
                found.left[phone] = now
            self._hear(code, "counted")

    async def step(self, code: str, phone: str, lesson: str, step: int) -> None:  # noqa: D102
        self._get(code).steps[phone] = lesson, step
        self._hear(code, "counted")

    async def counts(self, code: str) -> ClassCounts:  # noqa: D102
        kept = self._get(code)
        here = self._here(kept) - kept.removed.keys()
        at = (kept.steps[phone] for phone in here & kept.steps.keys())
        steps = Counter(step for lesson, step in at if lesson == kept.room.where.lesson)
        question = kept.room.question
        name = f"{question.number}.{question.ballot}" if question else ""
        is_open = name and name == kept.open_vote
        votes = self._counted_votes(kept) if is_open else _without(kept.removed, kept.votes.get(name, {}))
        return ClassCounts(len(here), len(votes), dict(steps), dict(Counter(votes.values())))

    async def put_lesson(self, code: str, name: str, packed: bytes) -> None:  # noqa: D102
        kept = self._get(code)
        lessons = kept.lessons
        kept.size += len(packed) - len(lessons.get(name, b""))
        lessons[name] = packed
        lessons.move_to_end(name)
        while kept.size > limits.LESSONS:
            kept.size -= len(lessons.popitem(last=False)[1])

    async def lesson(self, code: str, name: str) -> bytes | None:  # noqa: D102
        lessons = self._get(code).lessons
        if name in lessons:
            lessons.move_to_end(name)
        return lessons.get(name)

    async def count_plans(self) -> int:  # noqa: D102
        return len(self._plans)

    async def put_plan(self, code: str, plan: str) -> None:  # noqa: D102
        self._plans[code] = self._clock() + limits.LIFETIME, plan
        self._plans.move_to_end(code)
        while len(self._plans) > limits.MAX_PLANS:
            self._plans.popitem(last=False)

    async def plan(self, code: str) -> str | None:  # noqa: D102
        ends, plan = self._plans.get(code, (0.0, ""))
        return plan if ends > self._clock() else None

    async def count_distinct(self, what: str, entry: str | None, seconds: int) -> int:  # noqa: D102
        now = self._clock()
        if self._ends <= now:  # counters of a minute are removed soon after it
            self._ends = now + limits.MINUTE
            for old in [name for name, (ends, _entries) in self._counted.items() if ends <= now]:
                del self._counted[old]
        ends, entries = self._counted.get(what, (now + seconds, set()))
        if ends <= now:
            ends, entries = now + seconds, set()
        if entry is None:
            return len(entries)
        entries.add(entry)
        self._counted[what] = ends, entries
        self._counted.move_to_end(what)
        while len(self._counted) > MAX_COUNTED:
            self._counted.popitem(last=False)
        return len(entries)

    def _find(self, code: str) -> _StoredClass | None:
        found = self._rooms.get(code)
        if found and found.room.opened + limits.LIFETIME <= self._clock():
            self._forget_old()
            return None
        return found

    def _get(self, code: str) -> _StoredClass:
        found = self._find(code)
        if found is None:
            raise unknown_class(code)
        return found

    def _forget_old(self) -> None:
        old = [code for code, kept in self._rooms.items() if kept.room.opened + limits.LIFETIME <= self._clock()]
        for code in old:
            del self._rooms[code]
            self._hear(code, "closed")

    def _make_room(self, kept: _StoredClass, phones: list[str], most: int) -> bool:
        """Make room for one more phone than these: return whether there is room.

        If there are `most` already, a phone that has left gives up its seat: first one that had only looked in, then
        one that never voted.
        """
        if len(phones) < most:
            return True
        voted = {phone for given in kept.votes.values() for phone in given}
        here = self._here(kept)
        gone = [phone for phone in phones if phone not in here and not (phone in kept.stayed and phone in voted)]
        if not gone:
            return False
        first = min(gone, key=lambda phone: (phone in kept.stayed, kept.left.get(phone, 0.0)))
        for part in (kept.places, kept.since, kept.left, kept.steps, kept.heard):
            part.pop(first, None)
        for some in (kept.stayed, kept.quick):
            some.discard(first)
        return True

    def _here(self, kept: _StoredClass) -> set[str]:
        since = self._clock() - PRESENCE_SECONDS
        return {phone for phone, at in kept.heard.items() if at >= since}

    def _staying(self, kept: _StoredClass) -> set[str]:
        """Return the phones that have been here for a while, now or earlier."""
        now = self._clock()
        return {phone for phone, at in kept.since.items() if now - at >= limits.STAY_SECONDS} | kept.stayed

    def _counted_votes(self, kept: _StoredClass) -> dict[str, str]:
        """Return the votes of the open ballot that count: of phones that are here, or were here for a while."""
        counting = (self._here(kept) | kept.stayed) & kept.places.keys()
        return {phone: answer for phone, answer in kept.votes.get(kept.open_vote, {}).items() if phone in counting}

    def _settle(self, kept: _StoredClass) -> None:
        """Keep only the votes that count, because the ballot ends."""
        if kept.open_vote in kept.votes:
            kept.votes[kept.open_vote] = self._counted_votes(kept)


def _without(phones: Container[str], entries: Mapping[str, T]) -> dict[str, T]:
    """Return the entries, keyed by phone, without those of some phones."""
    return {phone: entry for phone, entry in entries.items() if phone not in phones}
