"""Keeps classes in this server's own memory: nothing to set up, and nothing left when it stops."""

import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from classroom import limits
from classroom.errors import too_many_classes, unknown_class
from classroom.room import LiveClass, Votes
from classroom.store import PRESENCE_SECONDS, ChangeCallback, ClassCounts, Outcome

MAX_COUNTED = 10_000
"""Names, as of addresses, of which different entries are counted at once."""


@dataclass
class _StoredClass:
    room: LiveClass
    votes: defaultdict[str, dict[str, str]]
    open_vote: str
    places: set[str] = field(default_factory=set)
    heard: dict[str, float] = field(default_factory=dict)
    steps: dict[str, tuple[str, int]] = field(default_factory=dict)
    lessons: OrderedDict[str, bytes] = field(default_factory=OrderedDict)


class MemoryStore:
    """Classes of one server."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._rooms: dict[str, _StoredClass] = {}
        self._counted: OrderedDict[str, tuple[float, set[str]]] = OrderedDict()
        self._hear: ChangeCallback = lambda _code, _happened: None

    async def begin(self, hear: ChangeCallback, reachable: Callable[[bool], None]) -> None:  # noqa: D102
        self._hear = hear

    async def end(self) -> None:  # noqa: D102
        self._rooms.clear()

    async def create(self, room: LiveClass, votes: Votes) -> bool:  # noqa: D102
        self._forget_old()
        if room.code in self._rooms:
            return False
        if len(self._rooms) >= limits.MAX_CLASSES:
            raise too_many_classes(limits.MAX_CLASSES)
        kept = defaultdict(dict, {name: dict(answers) for name, answers in votes.items()})
        self._rooms[room.code] = _StoredClass(
            room, kept, room.open_vote, {phone for given in kept.values() for phone in given}
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
        kept.open_vote = kept.room.open_vote
        if kept.room is not before:
            self._hear(code, "changed")
        return kept.room

    async def close_vote(self, code: str, name: str) -> Mapping[str, str]:  # noqa: D102
        kept = self._get(code)
        if kept.open_vote == name:
            kept.open_vote = ""
        return dict(kept.votes[name])

    async def remove(self, code: str) -> None:  # noqa: D102
        if self._rooms.pop(code, None):
            self._hear(code, "closed")

    async def claim_seat(self, code: str, phone: str) -> bool:  # noqa: D102
        kept = self._get(code)
        if phone in kept.places:
            return True
        if len(kept.places) >= limits.MAX_PHONES:
            self._make_room(kept)
        if len(kept.places) >= limits.MAX_PHONES:
            return False
        kept.places.add(phone)
        return True

    async def has_seat(self, code: str, phone: str) -> bool:  # noqa: D102
        found = self._find(code)
        return found is not None and phone in found.places

    async def vote(self, code: str, name: str, phone: str, answer: str) -> Outcome:  # noqa: D102
        kept = self._get(code)
        if phone in kept.votes.get(name, {}):
            return "doubled"
        if kept.open_vote != name:
            return "late"
        kept.votes[name][phone] = answer
        self._hear(code, "counted")
        return "counted"

    async def own_votes(self, code: str, number: int, phone: str) -> dict[int, str]:  # noqa: D102
        kept = self._get(code)
        given = {ballot: kept.votes.get(f"{number}.{ballot}", {}).get(phone) for ballot in (1, 2)}
        return {ballot: answer for ballot, answer in given.items() if answer is not None}

    async def votes(self, code: str) -> Votes:  # noqa: D102
        return {name: dict(answers) for name, answers in self._get(code).votes.items() if answers}

    async def mark_present(self, code: str, phones: Iterable[str]) -> None:  # noqa: D102
        found = self._find(code)
        if found:
            before = len(found.heard)
            found.heard |= dict.fromkeys(phones, self._clock())
            if len(found.heard) != before:
                self._hear(code, "counted")

    async def mark_absent(self, code: str, phone: str) -> None:  # noqa: D102
        found = self._find(code)
        if found and found.heard.pop(phone, None):
            self._hear(code, "counted")

    async def step(self, code: str, phone: str, lesson: str, step: int) -> None:  # noqa: D102
        self._get(code).steps[phone] = lesson, step
        self._hear(code, "counted")

    async def counts(self, code: str) -> ClassCounts:  # noqa: D102
        kept = self._get(code)
        since = self._clock() - PRESENCE_SECONDS
        here = {phone for phone, at in kept.heard.items() if at >= since}
        at = (kept.steps[phone] for phone in here & kept.steps.keys())
        steps = Counter(step for lesson, step in at if lesson == kept.room.where.lesson)
        question = kept.room.question
        votes = len(kept.votes.get(f"{question.number}.{question.ballot}", ())) if question else 0
        return ClassCounts(len(here), votes, dict(steps))

    async def put_lesson(self, code: str, name: str, packed: bytes) -> None:  # noqa: D102
        lessons = self._get(code).lessons
        lessons[name] = packed
        lessons.move_to_end(name)
        while sum(map(len, lessons.values())) > limits.LESSONS:
            lessons.popitem(last=False)

    async def lesson(self, code: str, name: str) -> bytes | None:  # noqa: D102
        lessons = self._get(code).lessons
        if name in lessons:
            lessons.move_to_end(name)
        return lessons.get(name)

    async def count_distinct(self, what: str, entry: str | None, seconds: int) -> int:  # noqa: D102
        now = self._clock()
        begun, entries = self._counted.get(what, (now, set()))
        if begun + seconds <= now:
            begun, entries = now, set()
        if entry is None:
            return len(entries)
        entries.add(entry)
        self._counted[what] = begun, entries
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

    def _make_room(self, kept: _StoredClass) -> None:
        """Phones that left and never voted give up their places."""
        since = self._clock() - PRESENCE_SECONDS
        voted = {phone for given in kept.votes.values() for phone in given}
        here = {phone for phone, at in kept.heard.items() if at >= since}
        kept.places &= voted | here
        kept.steps = {phone: at for phone, at in kept.steps.items() if phone in kept.places}
