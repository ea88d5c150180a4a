"""A store in Redis that several servers share. Each key expires with its class.

Whatever must be atomic is a Lua script. Servers notify each other of changes through publish and subscribe; a server
that misses a message, for example while Redis was down, fetches its classes again.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, get_args

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    BusyLoadingError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,
)

from classroom import limits
from classroom.class_shares import ClassUse, class_to_give_up
from classroom.errors import store_unreachable, too_many_classes, too_many_removed, unknown_class
from classroom.room import LiveClass, Votes, restore_room
from classroom.store import (
    PRESENCE_SECONDS,
    ChangeCallback,
    Claim,
    ClassChange,
    ClassCounts,
    Outcome,
    Place,
    Seat,
)

PREFIX = "bpe-lab:"
CHANNEL = f"{PREFIX}happened"
USED = f"{PREFIX}used"
PLANS = f"{PREFIX}plans"
CONNECTIONS = 32
ANSWER_SECONDS = 2.0
SILENT_SECONDS = 5.0
"""A subscription that has not received even this server's own messages for this long is renewed."""

PACE = 0.2
"""Seconds between two messages that a class's votes or phones have changed."""

CONNECTION_ERRORS = (ConnectionError, TimeoutError, BusyLoadingError, OutOfMemoryError, ReadOnlyError, OSError)

# The client resends a script if the connection is lost before the answer, so repeating one must do no harm.

# KEYS: the class, all classes. ARGV: code, now, expiry, seconds, most classes, then the class's fields.
_ADD = """
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[2])
local there = redis.call('HGET', KEYS[1], 'room')
if there then return there == ARGV[6] and 1 or 0 end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then return -1 end
redis.call('HSET', KEYS[1], 'room', ARGV[6], 'version', ARGV[7], 'open', ARGV[8], 'network', ARGV[10])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[9])
return 1
"""
# KEYS: the class. ARGV: the previous version, the class as JSON, its version, the open vote.
_CHANGE = """
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return -1 end
if redis.call('HGET', KEYS[1], 'room') == ARGV[2] then return 1 end
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'room', ARGV[2], 'version', ARGV[3], 'open', ARGV[4])
return 1
"""
# KEYS: the class, the votes, the names of all votes. ARGV: name, phone, answer.
_VOTE = """
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return 'none' end
if redis.call('HEXISTS', KEYS[2], ARGV[2]) == 1 then return 'doubled' end
if redis.call('HGET', KEYS[1], 'open') ~= ARGV[1] then return 'late' end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], left)
redis.call('SADD', KEYS[3], ARGV[1])
redis.call('PEXPIRE', KEYS[3], left)
return 'counted'
"""
# KEYS: the class, the votes. ARGV: name.
_CLOSE_VOTE = """
if redis.call('HGET', KEYS[1], 'open') == ARGV[1] then redis.call('HSET', KEYS[1], 'open', '') end
return redis.call('HGETALL', KEYS[2])
"""
# KEYS: the class, its places, when phones left, the networks, places of removed phones, blocked sources.
# ARGV: phone, most, network, most per network, now, browser. A place: network, browser, source, time of joining.
_TAKE_PLACE = """
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return -1 end
local from = ARGV[3] .. ' ' .. ARGV[6]
local place = redis.call('HGET', KEYS[2], ARGV[1])
if not place then
  if redis.call('HEXISTS', KEYS[5], ARGV[1]) + redis.call('SISMEMBER', KEYS[6], from) > 0 then return -3 end
  local there = 0
  for _, other in ipairs(redis.call('HVALS', KEYS[2])) do
    if string.match(other, '^%S*') == ARGV[3] then there = there + 1 end
  end
  if there >= tonumber(ARGV[4]) then return -2 end
  if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[1])
  redis.call('PEXPIRE', KEYS[3], left)
end
if not place or place == '' then
  local source
  for number = 2, 5, 3 do
    for _, other in ipairs(redis.call('HVALS', KEYS[number])) do
      if string.sub(other, 1, #from + 1) == from .. ' ' then source = string.match(other, ' (%d+) %S+$') end
    end
  end
  source = source or redis.call('HINCRBY', KEYS[1], 'sources', 1)
  redis.call('HSET', KEYS[2], ARGV[1], from .. ' ' .. source .. ' ' .. ARGV[5])
end
redis.call('PEXPIRE', KEYS[2], left)
redis.call('SADD', KEYS[4], ARGV[3])
redis.call('PEXPIRE', KEYS[4], left)
return 1
"""
# KEYS: the class, the hash to move from, the hash to move to. ARGV: the fields to move.
_TRANSFER = """
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return -1 end
for _, phone in ipairs(ARGV) do
  local place = redis.call('HGET', KEYS[2], phone)
  if place then
    redis.call('HSET', KEYS[3], phone, place)
    redis.call('HDEL', KEYS[2], phone)
  end
end
redis.call('PEXPIRE', KEYS[3], left)
return 1
"""
# KEYS: the class, when phones were last heard from, when they came, when they left. ARGV: now, then the phones.
_PRESENT = """
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return 0 end
for number = 2, #ARGV do
  redis.call('ZADD', KEYS[2], ARGV[1], ARGV[number])
  redis.call('HSETNX', KEYS[3], ARGV[number], ARGV[1])
  redis.call('ZREM', KEYS[4], ARGV[number])
end
redis.call('PEXPIRE', KEYS[2], left)
redis.call('PEXPIRE', KEYS[3], left)
return 1
"""
# KEYS: the class, last heard from, came, left, those that stayed, the places, places of removed phones (which did not
# leave on their own). ARGV: now, phone, seconds after which a phone counts as having stayed.
_ABSENT = """
local left = redis.call('PTTL', KEYS[1])
if left < 0 or redis.call('ZREM', KEYS[2], ARGV[2]) == 0 then return 0 end
local came = redis.call('HGET', KEYS[3], ARGV[2])
redis.call('HDEL', KEYS[3], ARGV[2])
local is_removed = redis.call('HEXISTS', KEYS[7], ARGV[2]) == 1
if is_removed or (came and tonumber(ARGV[1]) - tonumber(came) >= tonumber(ARGV[3])) then
  redis.call('SADD', KEYS[5], ARGV[2])
  redis.call('PEXPIRE', KEYS[5], left)
end
if redis.call('HEXISTS', KEYS[6], ARGV[2]) == 1 then
  redis.call('ZADD', KEYS[4], ARGV[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[4], left)
end
return 1
"""
# KEYS: the class, one of its keys. ARGV: the command, then its arguments.
_PUT = """
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return 0 end
redis.call(ARGV[1], KEYS[2], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[2], left)
return 1
"""

_LOG = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Method = Callable[Concatenate["RedisStore", P], Coroutine[Any, Any, T]]


def _needs_redis(method: Method[P, T]) -> Method[P, T]:
    """Make a method raise `store_unreachable` if Redis cannot be reached, or the store has ended.

    A call runs to its end even if its caller is cancelled, and `end` waits for it: a call that the store's end
    interrupted would open a new connection, which nobody closes.
    """

    @wraps(method)
    async def reach(self: "RedisStore", *args: P.args, **kwargs: P.kwargs) -> T:
        if self._is_closed:
            raise store_unreachable()
        call = asyncio.create_task(method(self, *args, **kwargs))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        try:
            return await asyncio.shield(call)
        except CONNECTION_ERRORS as problem:
            raise store_unreachable() from problem

    return cast(Method[P, T], reach)


class RedisStore:
    """The classes of several servers, in Redis. Raises ValueError if the URL is not one for Redis."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=ANSWER_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            health_check_interval=10,
            retry=Retry(NoBackoff(), 1),  # an idle connection may have been closed
            retry_on_error=[ConnectionError],
        )
        # Answers are bytes, because lessons are not text. The client's types allow anything.
        self._redis: Any = Redis(connection_pool=pool)
        self.silent_seconds = SILENT_SECONDS
        self._hear: ChangeCallback = lambda _code, _happened: None
        self._listening: asyncio.Task[None] | None = None
        self._heard = 0.0  # when the last message came
        self._is_over = False
        self._is_closed = False
        self._calls: set[asyncio.Task[Any]] = set()
        self._telling: dict[str, asyncio.TimerHandle] = {}
        self._told: set[asyncio.Task[None]] = set()
        self._scripts = {
            name: self._redis.register_script(text)
            for name, text in {
                "add": _ADD,
                "change": _CHANGE,
                "vote": _VOTE,
                "close": _CLOSE_VOTE,
                "place": _TAKE_PLACE,
                "transfer": _TRANSFER,
                "present": _PRESENT,
                "absent": _ABSENT,
                "put": _PUT,
            }.items()
        }

    async def begin(self, hear: ChangeCallback, reachable: Callable[[bool], None]) -> None:  # noqa: D102
        self._hear = hear
        self._heard = time.monotonic()
        self._listening = asyncio.create_task(self._listen(reachable), name="listening to Redis")

    async def end(self) -> None:  # noqa: D102
        self._is_over = True
        for timer in self._telling.values():
            timer.cancel()
        if self._listening:
            self._listening.cancel()
            # If a timeout of the client expires at the same moment, the client swallows the cancellation.
            await asyncio.wait([self._listening], timeout=2 * ANSWER_SECONDS)
        give_up = time.monotonic() + 2 * ANSWER_SECONDS
        while (pending := self._calls | self._told) and time.monotonic() < give_up:
            await asyncio.wait(pending, timeout=2 * ANSWER_SECONDS)
        self._is_closed = True
        await self._redis.aclose()
        await self._redis.connection_pool.disconnect()

    @_needs_redis
    async def check(self) -> None:  # noqa: D102
        await self._redis.ping()
        is_listening = self._listening is not None and not self._listening.done()
        if not is_listening or time.monotonic() - self._heard > self.silent_seconds:
            raise store_unreachable()

    @_needs_redis
    async def create(self, room: LiveClass, votes: Votes, network: str) -> bool:  # noqa: D102
        await self._give_up_class(network)
        ends = room.opened + limits.LIFETIME
        left = max(1, int(ends - self._clock()))
        about = (room.code, self._clock(), ends, left, limits.MAX_CLASSES)
        kept = (room.as_json(), room.version, room.open_vote, limits.LIFETIME, network)
        done = await self._run("add", [_class(room.code), f"{PREFIX}classes"], [*about, *kept])
        if done == -1:
            raise too_many_classes(limits.MAX_CLASSES)
        if done == 0:
            return False
        unused = self._clock() - limits.IDLE_SECONDS + limits.UNUSED_SECONDS
        await self._redis.zadd(USED, {room.code: unused}, nx=True)
        await self._redis.expire(USED, limits.LIFETIME)
        await self._set_in_class(room.code, "networks", "SADD", network)
        for name, answers in votes.items():
            given = [part for pair in answers.items() for part in pair]
            if given:
                await self._set_in_class(room.code, f"votes:{name}", "HSET", *given)
                await self._set_in_class(room.code, "ballots", "SADD", name)
                await self._set_in_class(
                    room.code, "places", "HSET", *(part for phone in answers for part in (phone, ""))
                )
                await self._set_in_class(room.code, "stayed", "SADD", *answers)
        await self._publish(room.code, "changed")
        return True

    @_needs_redis
    async def room(self, code: str) -> LiveClass | None:  # noqa: D102
        return _read(await self._redis.hget(_class(code), "room"), code, self._clock())

    @_needs_redis
    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:  # noqa: D102
        while True:
            before = await self.room(code)
            if before is None:
                raise unknown_class(code)
            room = change(before)
            if room is before:
                return room
            if before.open_vote and before.open_vote != room.open_vote:
                await self._settle(code, before.open_vote)
            done = await self._run(
                "change", [_class(code)], [before.version, room.as_json(), room.version, room.open_vote]
            )
            if done == -1:
                raise unknown_class(code)
            if done == 1:
                await self._publish(code, "changed")
                return room

    @_needs_redis
    async def close_vote(self, code: str, name: str) -> Mapping[str, str]:  # noqa: D102
        if await self._redis.hget(_class(code), "open") == name.encode():
            await self._settle(code, name)
        found = await self._run("close", [_class(code), _class(code, f"votes:{name}")], [name])
        removed = await self.removed(code)
        given = {phone.decode(): answer.decode() for phone, answer in zip(found[::2], found[1::2], strict=True)}
        return {phone: answer for phone, answer in given.items() if phone not in removed}

    @_needs_redis
    async def remove(self, code: str) -> None:  # noqa: D102
        await self._delete(code)
        await self._publish(code, "closed")

    async def _delete(self, code: str) -> None:
        names = [key async for key in self._redis.scan_iter(f"{_class(code)}*", count=1000)]
        async with self._redis.pipeline(transaction=True) as all_of_it:
            all_of_it.delete(_class(code), *names)
            all_of_it.zrem(f"{PREFIX}classes", code)
            all_of_it.zrem(USED, code)
            await all_of_it.execute()

    @_needs_redis
    async def claim_seat(self, code: str, phone: str, network: str, browser: str) -> Claim:  # noqa: D102
        keys = [_class(code), *(_class(code, part) for part in ("places", "left", "networks", "removed", "blocked"))]
        most = (limits.MAX_PHONES, network, limits.MAX_PHONES_PER_ADDRESS)
        for _try in range(3):
            done = await self._run("place", keys, [phone, *most, self._clock(), browser])
            if done == -1:
                raise unknown_class(code)
            if done == -3:
                return "removed"
            if done == 1:
                return "seated"
            if not await self._make_room(code, network if done == -2 else None):
                return "full"
        return "full"

    @_needs_redis
    async def seats(self, code: str) -> Sequence[Seat]:  # noqa: D102
        async with self._redis.pipeline(transaction=False) as all_of_it:
            for part in ("places", "removed", "since"):
                all_of_it.hgetall(_class(code, part))
            for part in ("stayed", "quick", "blocked", "ballots"):
                all_of_it.smembers(_class(code, part))
            all_of_it.zrangebyscore(_class(code, "heard"), self._clock() - PRESENCE_SECONDS, "+inf")
            places, removed, since, stayed, quick, blocked, ballots, here = await all_of_it.execute()
        async with self._redis.pipeline(transaction=False) as all_of_it:
            for name in ballots:
                all_of_it.hkeys(_class(code, f"votes:{name.decode()}"))
            votes = Counter(phone for voters in await all_of_it.execute() for phone in voters)
        now, present = self._clock(), set(here)
        found = []
        for phone, kept in (*places.items(), *removed.items()):
            place = _read_place(kept)
            found.append(
                Seat(
                    phone.decode(),
                    place.source,
                    place.joined,
                    here=phone in present and phone not in removed,
                    stayed=phone in stayed or now - float(since.get(phone, now)) >= limits.STAY_SECONDS,
                    votes=votes[phone],
                    quick=phone in quick,
                    removed=phone in removed,
                    blocked=f"{place.network} {place.browser}".encode() in blocked,
                )
            )
        return found

    @_needs_redis
    async def remove_seats(self, code: str, phones: Collection[str], *, block: bool) -> None:  # noqa: D102
        if await self._redis.hlen(_class(code, "removed")) + len(phones) > limits.MAX_REMOVED:
            raise too_many_removed(limits.MAX_REMOVED)
        await self._transfer(code, phones, "places", "removed")
        if block and (places := await self._places(code, "removed", phones)):
            entries = {f"{place.network} {place.browser}" for place in places}
            await self._set_in_class(code, "blocked", "SADD", *entries)
        await self._publish(code, "removed")

    @_needs_redis
    async def restore_seats(self, code: str, phones: Collection[str], *, unblock: bool) -> None:  # noqa: D102
        if unblock and (places := await self._places(code, "removed", phones)):
            await self._redis.srem(_class(code, "blocked"), *{f"{place.network} {place.browser}" for place in places})
        await self._transfer(code, phones, "removed", "places")
        await self._publish(code, "counted")

    async def _transfer(self, code: str, phones: Collection[str], before: str, after: str) -> None:
        if await self._run("transfer", [_class(code), _class(code, before), _class(code, after)], [*phones]) == -1:
            raise unknown_class(code)

    async def _places(self, code: str, part: str, phones: Collection[str]) -> list[Place]:
        found = await self._redis.hmget(_class(code, part), [*phones]) if phones else []
        return [_read_place(kept) for kept in found if kept is not None]

    @_needs_redis
    async def removed(self, code: str) -> Set[str]:  # noqa: D102
        return {phone.decode() for phone in await self._redis.hkeys(_class(code, "removed"))}

    @_needs_redis
    async def knows_network(self, code: str, network: str) -> bool:  # noqa: D102
        return bool(await self._redis.sismember(_class(code, "networks"), network))

    @_needs_redis
    async def count_classes(self) -> int:  # noqa: D102
        return int(await self._redis.zcount(f"{PREFIX}classes", f"({self._clock()}", "+inf"))

    @_needs_redis
    async def mark_used(self, code: str) -> None:  # noqa: D102
        await self._redis.zadd(USED, {code: self._clock()}, xx=True)

    @_needs_redis
    async def has_seat(self, code: str, phone: str) -> bool:  # noqa: D102
        return bool(await self._redis.hexists(_class(code, "places"), phone))

    @_needs_redis
    async def vote(self, code: str, name: str, phone: str, answer: str) -> Outcome:  # noqa: D102
        keys = [_class(code), _class(code, f"votes:{name}"), _class(code, "ballots")]
        outcome = (await self._run("vote", keys, [name, phone, answer])).decode()
        if outcome == "none":
            raise unknown_class(code)
        if outcome == "counted":
            if any(
                self._clock() - place.joined < limits.QUICK_SECONDS
                for place in await self._places(code, "places", [phone])
            ):
                await self._set_in_class(code, "quick", "SADD", phone)
            if await self._redis.hlen(keys[1]) > 2 * limits.MAX_PHONES:
                await self._drop_votes(code, name, keep={*await self._redis.hkeys(_class(code, "places"))})
            self._tell_soon(code)
        return cast(Outcome, outcome)

    @_needs_redis
    async def own_votes(self, code: str, number: int, phone: str) -> dict[int, str]:  # noqa: D102
        async with self._redis.pipeline(transaction=False) as both:
            for ballot in (1, 2):
                both.hget(_class(code, f"votes:{number}.{ballot}"), phone)
            found = await both.execute()
        return {ballot: answer.decode() for ballot, answer in zip((1, 2), found, strict=True) if answer is not None}

    @_needs_redis
    async def votes(self, code: str) -> Votes:  # noqa: D102
        names = sorted(name.decode() for name in await self._redis.smembers(_class(code, "ballots")))
        async with self._redis.pipeline(transaction=False) as all_of_it:
            for name in names:
                all_of_it.hgetall(_class(code, f"votes:{name}"))
            found = await all_of_it.execute()
        still_open = ((await self._redis.hget(_class(code), "open")) or b"").decode()
        counting = await self._counting(code) if still_open else set()
        removed = set(await self._redis.hkeys(_class(code, "removed")))
        votes = {
            name: {
                phone.decode(): answer.decode()
                for phone, answer in answers.items()
                if (phone in counting if name == still_open else phone not in removed)
            }
            for name, answers in zip(names, found, strict=True)
        }
        return {name: answers for name, answers in votes.items() if answers}

    @_needs_redis
    async def mark_present(self, code: str, phones: Iterable[str]) -> None:  # noqa: D102
        given = list(phones)
        keys = [_class(code), *(_class(code, part) for part in ("heard", "since", "left"))]
        for first in range(0, len(given), 400):  # a script accepts a few thousand arguments
            await self._run("present", keys, [self._clock(), *given[first : first + 400]])
        await self._redis.zadd(USED, {code: self._clock()}, xx=True)
        self._tell_soon(code)

    @_needs_redis
    async def mark_absent(self, code: str, phone: str) -> None:  # noqa: D102
        parts = ("heard", "since", "left", "stayed", "places", "removed")
        keys = [_class(code), *(_class(code, part) for part in parts)]
        await self._run("absent", keys, [self._clock(), phone, limits.STAY_SECONDS])
        self._tell_soon(code)

    @_needs_redis
    async def step(self, code: str, phone: str, lesson: str, step: int) -> None:  # noqa: D102
        await self._set_in_class(code, "steps", "HSET", phone, f"{step} {lesson}")
        self._tell_soon(code)

    @_needs_redis
    async def counts(self, code: str) -> ClassCounts:  # noqa: D102
        room = await self.room(code)
        if room is None:
            raise unknown_class(code)
        question = room.question
        name = f"{question.number}.{question.ballot}" if question else "none"
        async with self._redis.pipeline(transaction=False) as all_of_it:
            all_of_it.zrangebyscore(_class(code, "heard"), self._clock() - PRESENCE_SECONDS, "+inf")
            all_of_it.hgetall(_class(code, "steps"))
            all_of_it.hgetall(_class(code, f"votes:{name}"))
            all_of_it.hkeys(_class(code, "removed"))
            all_here, steps, votes, removed = await all_of_it.execute()
        gone = set(removed)
        here = [phone for phone in all_here if phone not in gone]
        votes = {phone: answer for phone, answer in votes.items() if phone not in gone}
        if name == room.open_vote:
            counting = await self._counting(code)
            votes = {phone: answer for phone, answer in votes.items() if phone in counting}
        at = (steps[phone].decode().partition(" ") for phone in here if phone in steps)
        return ClassCounts(
            len(here),
            len(votes),
            dict(Counter(int(step) for step, _, lesson in at if lesson == room.where.lesson)),
            dict(Counter(answer.decode() for answer in votes.values())),
        )

    @_needs_redis
    async def put_lesson(self, code: str, name: str, packed: bytes) -> None:  # noqa: D102
        await self._set_in_class(code, f"lesson:{name}", "SET", packed)
        await self._set_in_class(code, "lessons", "ZADD", time.time(), f"{len(packed)} {name}")
        kept = [entry.decode() for entry in await self._redis.zrange(_class(code, "lessons"), 0, -1)]
        size = sum(int(entry.partition(" ")[0]) for entry in kept)
        for entry in kept:
            length, _space, old = entry.partition(" ")
            if size <= limits.LESSONS or old == name:
                continue
            size -= int(length)
            await self._redis.delete(_class(code, f"lesson:{old}"))
            await self._redis.zrem(_class(code, "lessons"), entry)

    @_needs_redis
    async def lesson(self, code: str, name: str) -> bytes | None:  # noqa: D102
        return cast(bytes | None, await self._redis.get(_class(code, f"lesson:{name}")))

    @_needs_redis
    async def count_plans(self) -> int:  # noqa: D102
        return int(await self._redis.zcard(PLANS))

    @_needs_redis
    async def put_plan(self, code: str, plan: str) -> None:  # noqa: D102
        await self._redis.set(_plan(code), plan, ex=limits.LIFETIME)
        await self._redis.zadd(PLANS, {code: self._clock()})
        await self._redis.expire(PLANS, limits.LIFETIME)
        for old in await self._redis.zrange(PLANS, 0, -limits.MAX_PLANS - 1):
            await self._redis.delete(_plan(old.decode()))
            await self._redis.zrem(PLANS, old)

    @_needs_redis
    async def plan(self, code: str) -> str | None:  # noqa: D102
        found = await self._redis.get(_plan(code))
        return None if found is None else found.decode()

    @_needs_redis
    async def count_distinct(self, what: str, entry: str | None, seconds: int) -> int:  # noqa: D102
        key = f"{PREFIX}tries:{what}:{int(self._clock() // seconds)}"
        if entry is not None:
            async with self._redis.pipeline(transaction=True) as both:
                both.sadd(key, entry)
                both.expire(key, seconds)
                await both.execute()
        return int(await self._redis.scard(key))

    async def _run(self, script: str, keys: list[str], args: list[Any]) -> Any:
        return await self._scripts[script](keys=keys, args=args)

    async def _set_in_class(self, code: str, part: str, command: str, *values: object) -> None:
        """Write to a part of a class, which expires with the class. Does nothing if there is no such class."""
        await self._run("put", [_class(code), _class(code, part)], [command, *values])

    async def _give_up_class(self, network: str) -> None:
        """Make room for a new class, if necessary. Raises RequestRefused if all classes are in use."""
        codes = [code.decode() for code in await self._redis.zrange(f"{PREFIX}classes", 0, -1)]
        if len(codes) < min(limits.MAX_CLASSES_PER_ADDRESS, limits.MAX_CLASSES):
            return
        now = self._clock()
        async with self._redis.pipeline(transaction=False) as all_of_it:
            for code in codes:
                all_of_it.hget(_class(code), "network")
                all_of_it.zscore(USED, code)
                all_of_it.zcount(_class(code, "heard"), now - PRESENCE_SECONDS, "+inf")
            found = iter(await all_of_it.execute())
        classes = [
            ClassUse(code, (there or b"").decode(), used or 0.0, here)
            for code, there, used, here in zip(codes, found, found, found, strict=True)
        ]
        if given_up := class_to_give_up(classes, network, now):
            await self._delete(given_up)
            await self._publish(given_up, "changed")  # not "closed": its teacher's page may restore it

    async def _make_room(self, code: str, network: str | None) -> bool:
        """Free the seat of a disconnected phone, of a network or of any; False if none can. As in `MemoryStore`."""
        voted = {phone.encode() for given in (await self.votes(code)).values() for phone in given}
        async with self._redis.pipeline(transaction=False) as all_of_it:
            all_of_it.hgetall(_class(code, "places"))
            all_of_it.smembers(_class(code, "stayed"))
            all_of_it.zrange(_class(code, "left"), 0, -1, withscores=True)
            all_of_it.zrangebyscore(_class(code, "heard"), self._clock() - PRESENCE_SECONDS, "+inf")
            places, stayed, left, here = await all_of_it.execute()
        when = dict(left)
        gone = [
            phone
            for phone, there in places.items()
            if network in (None, _read_place(there).network)
            and phone not in here
            and not (phone in stayed and phone in voted)
        ]
        if not gone:
            return False
        first = min(gone, key=lambda phone: (phone in stayed, when.get(phone, 0.0)))
        async with self._redis.pipeline(transaction=True) as all_of_it:
            for part in ("places", "since", "steps"):
                all_of_it.hdel(_class(code, part), first)
            for part in ("left", "heard"):
                all_of_it.zrem(_class(code, part), first)
            for part in ("stayed", "quick"):
                all_of_it.srem(_class(code, part), first)
            await all_of_it.execute()
        return True

    async def _counting(self, code: str) -> set[bytes]:
        """Return the phones whose votes count in an open ballot: seated, and here now or for a while before."""
        async with self._redis.pipeline(transaction=False) as all_of_it:
            all_of_it.zrange(_class(code, "heard"), 0, -1, withscores=True)
            all_of_it.hgetall(_class(code, "since"))
            all_of_it.smembers(_class(code, "stayed"))
            all_of_it.hkeys(_class(code, "places"))
            heard, since, stayed, places = await all_of_it.execute()
        now = self._clock()
        here = {
            phone
            for phone, at in heard
            # If a server was killed, nothing has recorded that its phones left.
            if at >= now - PRESENCE_SECONDS or at - float(since.get(phone, at)) >= limits.STAY_SECONDS
        }
        counting: set[bytes] = (here | stayed) & set(places)
        return counting

    async def _settle(self, code: str, name: str) -> None:
        """Keep only the votes that count, because their ballot ends."""
        await self._drop_votes(code, name, keep=await self._counting(code))

    async def _drop_votes(self, code: str, name: str, keep: set[bytes]) -> None:
        voters = set(await self._redis.hkeys(_class(code, f"votes:{name}")))
        if dropped := voters - keep:
            await self._redis.hdel(_class(code, f"votes:{name}"), *dropped)

    # Changes

    async def _publish(self, code: str, happened: ClassChange) -> None:
        await self._redis.publish(CHANNEL, f"{happened} {code}")

    def _tell_soon(self, code: str) -> None:
        """Publish soon that the counts have changed: once, not for each of five hundred votes."""
        if code not in self._telling and not self._is_over:
            loop = asyncio.get_running_loop()
            self._telling[code] = loop.call_later(PACE, self._tell_now, code)

    def _tell_now(self, code: str) -> None:
        self._telling.pop(code, None)
        task = asyncio.create_task(self._tell_counted(code))
        self._told.add(task)
        task.add_done_callback(self._told.discard)

    async def _tell_counted(self, code: str) -> None:
        with suppress(*CONNECTION_ERRORS):
            await self._publish(code, "counted")

    async def _listen(self, reachable: Callable[[bool], None]) -> None:
        """Pass on changes of all classes while the server runs, and reconnect whenever Redis was unreachable.

        A subscription can die silently, for example if a firewall drops its connection. So after each second without
        news the server sends a message to itself. If a connection is closed, the client resubscribes on its own, but
        messages in between are lost. So after each subscription, all classes are fetched again.
        """
        while not self._is_over:
            try:
                async with self._redis.pubsub() as messages:
                    await messages.subscribe(CHANNEL)
                    while not self._is_over:
                        message = await messages.get_message(timeout=1.0)
                        if message is None:
                            if time.monotonic() - self._heard > self.silent_seconds:
                                raise ConnectionError("Nothing comes from the channel.")
                            await self._redis.publish(CHANNEL, "alive")
                            continue
                        self._heard = time.monotonic()
                        if message["type"] == "subscribe":
                            reachable(False)
                            reachable(True)
                        elif message["type"] == "message":
                            self._hear_message(message["data"])
            except Exception as problem:  # whatever the cause, the next subscription may succeed
                if not isinstance(problem, RedisError | OSError):
                    _LOG.exception("The subscription to Redis ended. It is started again.")
                reachable(False)
                await asyncio.sleep(0.5)

    def _hear_message(self, data: bytes) -> None:
        """Pass on a message of another server. Anything else on the channel is ignored: Redis may have other users."""
        happened, _space, code = data.decode("utf-8", "replace").partition(" ")
        if happened in get_args(ClassChange):
            try:
                self._hear(code, cast(ClassChange, happened))
            except Exception:
                _LOG.exception("A message of another server could not be passed on.")


def _plan(code: str) -> str:
    """Return the key of a lesson plan."""
    return f"{PREFIX}plan:{code}"


def _class(code: str, part: str = "") -> str:
    """Return the key of a class, or of a part of it. The braces keep these keys on one node of a cluster."""
    return f"{PREFIX}{{{code}}}{':' if part else ''}{part}"


def _read_place(kept: bytes) -> Place:
    """Parse a stored place; an empty one if the class was restored, when nothing is known about it."""
    parts = kept.decode().rsplit(" ", 2)
    if len(parts) < 3:
        return Place()
    network, _space, browser = parts[0].rpartition(" ")
    return Place(network, browser, int(parts[1]), float(parts[2]))


def _read(kept: bytes | None, code: str, now: float) -> LiveClass | None:
    if kept is None:
        return None
    found = json.loads(kept)
    if found["opened"] + limits.LIFETIME <= now:
        return None
    return restore_room(found, code, found["key"], max(now, found["opened"]))  # servers' clocks may differ
