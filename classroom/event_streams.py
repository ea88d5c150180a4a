"""Server-sent events: tells phones and teachers' pages what happens in their class.

A stream carries the newest state, not every state in between: a phone that was disconnected, or reads slowly, sees
the class as it is now. An event that goes to everyone is encoded once per language.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import islice
from typing import Any, NamedTuple

from classroom import limits
from classroom.errors import RequestRefused
from classroom.room import LiveClass
from classroom.store import ClassChange, Store

HEARTBEAT_SECONDS = 10.0
"""Seconds without news after which a stream sends a sign of life. A phone gives up after two and a half of them."""

COUNT_INTERVAL = 0.25
"""Seconds between two updates of the counts on a teacher's page."""

WAKE_AT_ONCE = 20
"""Streams to wake before other tasks get a turn."""

_LOG = logging.getLogger(__name__)

END_SECONDS = 5.0
"""Seconds to wait for pending requests to the store when the server stops."""


def event(name: str, data: Any, version: int | None = None) -> bytes:
    """Encode a server-sent event."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    number = "" if version is None else f"id: {version}\n"
    return f"event: {name}\n{number}data: {written}\n\n".encode()


class Origin(NamedTuple):
    """Where a phone connects from: its network and its kind of browser."""

    network: str = ""
    browser: str = ""


class _Listener:
    """An open stream of events."""

    def __init__(self, phone: str, language: str) -> None:
        self.phone = phone  # empty for a teacher's page
        self.language = language
        self.news = asyncio.Event()
        self.is_replaced = False  # by newer streams of the same browser
        self.is_removed = False  # by the teacher


class _ClassListeners:
    """The open streams of one class on this server, and the state of the class."""

    def __init__(self) -> None:
        self.streams: dict[_Listener, None] = {}  # the oldest first
        self.room: LiveClass | None = None
        self.fetched = asyncio.Event()  # set once the room is known, or known not to exist
        self.is_over = False
        self.is_stale = False  # fetch again afterwards
        self.fetching: asyncio.Task[None] | None = None
        self.counting: asyncio.Task[None] | None = None
        self.is_miscounted = False  # whether the counts have changed since they were requested
        self.count = b""
        self.origins: dict[str, Origin] = {}  # by phone
        self.written: dict[tuple[int, str], bytes] = {}

    def wake(self, *, teachers: bool = True, phones: bool = True) -> None:
        woken = [stream for stream in self.streams if (phones if stream.phone else teachers)]
        _wake(iter(woken))


def _wake(streams: Iterator[_Listener]) -> None:
    """Wake a few streams, and the rest after other pending tasks: waking thousands at once would block the server."""
    some = tuple(islice(streams, WAKE_AT_ONCE))
    for stream in some:
        stream.news.set()
    if some:
        asyncio.get_running_loop().call_soon(_wake, streams)


class EventHub:
    """All open streams of this server, by class."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._classes: dict[str, _ClassListeners] = {}
        self.heartbeat_seconds = HEARTBEAT_SECONDS
        self._is_reachable = True
        self._is_stopping = False
        self._beating: asyncio.Task[None] | None = None
        self._doing: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Start listening to the store."""
        await self._store.begin(self.on_change, self.on_reachable)
        self._beating = asyncio.create_task(self._heartbeat())

    async def end(self) -> None:
        """End all streams and tasks, and disconnect from the store."""
        self.stop()
        if self._beating:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        asked = [task for listened in self._classes.values() for task in (listened.fetching, listened.counting) if task]
        if going := {*self._doing, *asked}:
            await asyncio.wait(going, timeout=END_SECONDS)
        await self._store.end()

    def stop(self) -> None:
        """End the streams: the server is stopping and waits for them."""
        self._is_stopping = True
        for listened in self._classes.values():
            listened.wake()

    def on_change(self, code: str, happened: ClassChange) -> None:
        """React to a change that the store reports: wake, refetch or recount the class."""
        listened = self._classes.get(code)
        if listened is None:
            return
        if happened == "closed":
            listened.is_over = True
            listened.wake()
        elif happened == "changed":
            self._fetch(code, listened)
        elif happened == "removed":
            self._do_later(self._end_removed(code, listened))
        self._count(code, listened)

    def on_reachable(self, is_reachable: bool) -> None:
        """React to losing or regaining the store."""
        if is_reachable == self._is_reachable:
            return
        self._is_reachable = is_reachable
        for code, listened in self._classes.items():
            listened.wake()
            if is_reachable:
                self._fetch(code, listened)
                self._count(code, listened)
                self._do_later(self._reclaim_seats(code, listened))

    async def phone(self, code: str, phone: str, language: str, seen: int, origin: Origin) -> AsyncIterator[bytes]:
        """Yield events to a phone that has seen version `seen` of the class (0 for none), until the class ends."""
        stream = _Listener(phone, language)
        listened = self._join(code, stream)
        listened.origins[phone] = origin
        try:
            await self._mark_present(code, [phone])
            async for told in self._event_stream(code, listened, stream, seen):
                yield told
        finally:
            self._leave(code, listened, stream)
            if not any(other.phone == phone for other in listened.streams):
                listened.origins.pop(phone, None)
                self._do_later(self._gone(code, phone))  # this task may be cancelled already

    async def teacher(self, code: str, language: str) -> AsyncIterator[bytes]:
        """Yield events to a teacher's page: those of phones, and the counts."""
        stream = _Listener("", language)
        listened = self._join(code, stream)
        self._count(code, listened)
        try:
            with suppress(RequestRefused):
                await self._store.mark_used(code)
            async for told in self._event_stream(code, listened, stream, 0):
                yield told
        finally:
            self._leave(code, listened, stream)

    async def _event_stream(
        self, code: str, listened: _ClassListeners, stream: _Listener, seen: int
    ) -> AsyncIterator[bytes]:
        await listened.fetched.wait()
        was_reachable = True
        had = b""
        if stream.phone:
            yield await self._own_votes_event(code, listened.room, stream.phone)
        while True:
            stream.news.clear()
            if self._is_stopping:
                yield event("stopping", {})
                return
            if stream.is_replaced:
                return
            if stream.is_removed:
                yield event("removed", {})
                return
            if listened.is_over:
                yield event("closed", {})
                return
            if self._is_reachable != was_reachable:
                was_reachable = self._is_reachable
                yield event("reachable" if was_reachable else "away", {})
            room = listened.room
            if room is None:
                yield event("lost", {})
                return
            if room.version != seen:
                seen = room.version
                yield self._state_event(listened, room, stream.language, is_teacher=not stream.phone)
            if not stream.phone and listened.count != had:
                had = listened.count
                yield had
            try:
                await asyncio.wait_for(stream.news.wait(), self.heartbeat_seconds)
            except TimeoutError:
                yield b":\n\n"

    def _state_event(self, listened: _ClassListeners, room: LiveClass, language: str, *, is_teacher: bool) -> bytes:
        key = room.version, f"{language} {is_teacher}"
        if key not in listened.written:
            listened.written = {kept: said for kept, said in listened.written.items() if kept[0] == room.version}
            shown = teachers_view(room, language, self._clock()) if is_teacher else room.for_phones(language)
            listened.written[key] = event("state", shown, room.version)
        return listened.written[key]

    async def _own_votes_event(self, code: str, room: LiveClass | None, phone: str) -> bytes:
        """Encode a phone's own answers to the current question."""
        votes: dict[int, str] = {}
        number = room.question.number if room and room.question else 0
        if number:
            with suppress(RequestRefused):
                votes = await self._store.own_votes(code, number, phone)
        return event("you", {"question": number, "votes": votes})

    def _join(self, code: str, stream: _Listener) -> _ClassListeners:
        listened = self._classes.get(code)
        if listened is None:
            listened = self._classes[code] = _ClassListeners()
            self._fetch(code, listened)
        own = [other for other in listened.streams if other.phone == stream.phone]
        most = limits.MAX_STREAMS_PER_PHONE if stream.phone else limits.MAX_TEACHER_STREAMS
        for oldest in own[: max(0, len(own) + 1 - most)]:
            # The phone may have lost its network without anyone noticing yet.
            oldest.is_replaced = True
            oldest.news.set()
            del listened.streams[oldest]
        listened.streams[stream] = None
        return listened

    def _leave(self, code: str, listened: _ClassListeners, stream: _Listener) -> None:
        listened.streams.pop(stream, None)
        if not listened.streams and self._classes.get(code) is listened:
            del self._classes[code]

    def _fetch(self, code: str, listened: _ClassListeners) -> None:
        """Fetch the current state of a class. During a fetch, request another one after it."""
        if listened.fetching and not listened.fetching.done():
            listened.is_stale = True
        else:
            listened.fetching = asyncio.create_task(self._fetch_now(code, listened))

    async def _fetch_now(self, code: str, listened: _ClassListeners) -> None:
        while True:
            listened.is_stale = False
            with suppress(RequestRefused):  # while the store is unreachable, keep the last known state
                listened.room = await self._store.room(code)
                listened.fetched.set()
                listened.wake()
            if not listened.is_stale:
                listened.fetched.set()
                return

    def _count(self, code: str, listened: _ClassListeners) -> None:
        """Send new counts to teachers' pages, at most once per interval."""
        if self._is_stopping:
            return
        has_teacher = any(not stream.phone for stream in listened.streams)
        listened.is_miscounted = True
        if has_teacher and (listened.counting is None or listened.counting.done()):
            listened.counting = asyncio.create_task(self._count_soon(code, listened))

    async def _count_soon(self, code: str, listened: _ClassListeners) -> None:
        while listened.is_miscounted:
            await asyncio.sleep(COUNT_INTERVAL)
            listened.is_miscounted = False
            with suppress(RequestRefused):
                listened.count = event("count", asdict(await self._store.counts(code)))
                listened.wake(phones=False)

    async def _mark_present(self, code: str, phones: list[str]) -> None:
        with suppress(RequestRefused):
            await self._store.mark_present(code, phones)

    def _do_later(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _reclaim_seats(self, code: str, listened: _ClassListeners) -> None:
        """Renew the seats of connected phones, in case the store was emptied and the class restored."""
        if listened.fetching:
            await listened.fetching
        phones = {stream.phone for stream in listened.streams if stream.phone}
        with suppress(RequestRefused):
            for phone in phones if listened.room else ():
                await self._store.claim_seat(code, phone, *listened.origins.get(phone, Origin()))
            await self._store.mark_present(code, phones)

    async def _end_removed(self, code: str, listened: _ClassListeners) -> None:
        with suppress(RequestRefused):
            removed = await self._store.removed(code)
            for stream in listened.streams:
                if stream.phone in removed:
                    stream.is_removed = True
                    stream.news.set()

    async def _gone(self, code: str, phone: str) -> None:
        with suppress(RequestRefused):
            await self._store.mark_absent(code, phone)

    async def _heartbeat(self) -> None:
        """Mark all connected phones as present, regularly. A failure in one class does not affect the others."""
        while True:
            await asyncio.sleep(self.heartbeat_seconds)
            for code, listened in list(self._classes.items()):
                try:
                    await self._beat_of(code, listened)
                except Exception:
                    _LOG.exception("Could not mark the phones of a class as present. The next heartbeat tries again.")

    async def _beat_of(self, code: str, listened: _ClassListeners) -> None:
        if listened.room and listened.room.opened + limits.LIFETIME <= self._clock():
            self.on_change(code, "closed")
        phones = [stream.phone for stream in listened.streams if stream.phone]
        if phones:
            await self._mark_present(code, phones)
        with suppress(RequestRefused):
            await self._store.mark_used(code)
        self._count(code, listened)


def teachers_view(room: LiveClass, language: str, now: float) -> dict[str, Any]:
    """Return everything a teacher's page may know: all but the answers of single phones."""
    shown = room.for_phones(language)
    question = room.question
    if question:
        localized = question.in_language(language)
        shown["question"] |= {
            "right": question.right,
            "why": localized.why,
            "solution": localized.solution,
            "since": round(max(0.0, now - question.asked), 1),
            "tallies": [asdict(tally) for tally in question.tallies],
        }
    return {**shown, "code": room.code, "opened": room.opened, "asked": len(room.questions)}
