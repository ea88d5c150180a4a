"""A teacher sees the phones of a class and can remove odd ones, whose votes then no longer count."""

import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette

from classroom import limits
from tests.classroom.callers import Caller
from tests.classroom.conftest import PAIR, Clock

pytestmark = pytest.mark.anyio

SCHOOL, ELSEWHERE = "10.2.2.2", "10.66.77.88"
PROGRAM = "python-urllib/3.12"


async def phones(teacher: Caller, address: str, browser: str, count: int) -> list[Caller]:
    found = [Caller(teacher.app, teacher.code, address) for _ in range(count)]
    for phone in found:
        phone.headers["user-agent"] = browser
        assert (await phone.listen()).status == 200
        await phone.next()
    return found


async def seats(teacher: Caller) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await teacher.get("/classes/CODE/seats")).data["seats"]
    return found


async def leave(*callers: Caller) -> None:
    for caller in callers:
        await caller.leave()


async def counted(teacher: Caller) -> tuple[int, list[int]]:
    """Return the votes on the current question, and the votes for each answer."""
    said = (await teacher.get("/classes/CODE")).data
    (tally,) = said["question"]["tallies"]
    assert said["count"]["votes"] == tally["votes"]
    return tally["votes"], tally["counts"]


def tallies(state: dict[str, Any]) -> list[dict[str, Any]]:
    question = state["question"]
    return question["tallies"] if question else []


async def test_phones_are_grouped_by_source_without_revealing_addresses(teacher: Caller, clock: Clock) -> None:
    await teacher.do("ask", question=PAIR)
    some = await phones(teacher, SCHOOL, "Firefox", 2)
    clock.now += limits.QUICK_SECONDS
    for phone in some:
        await phone.vote(1)
    others = [*await phones(teacher, SCHOOL, PROGRAM, 2), *await phones(teacher, ELSEWHERE, PROGRAM, 1)]
    for phone in others[1:]:
        await phone.vote(0)
    found = await seats(teacher)
    assert sorted(seat["source"] for seat in found) == [1, 1, 2, 2, 3]
    assert sorted((seat["source"], seat["votes"]) for seat in found) == [(1, 1), (1, 1), (2, 0), (2, 1), (3, 1)]
    assert {seat["source"] for seat in found if seat["quick"]} == {2, 3}
    assert {seat["joined"] for seat in found if seat["source"] == 1} == {1_000_000.0}
    told = (await teacher.get("/classes/CODE/seats")).body.decode()
    assert not any(part in told for part in (SCHOOL, ELSEWHERE, PROGRAM, "Firefox"))


async def test_brief_visits_are_told_apart_from_phones_that_stayed(teacher: Caller, clock: Clock) -> None:
    await phones(teacher, SCHOOL, "Firefox", 1)
    await leave(*await phones(teacher, SCHOOL, PROGRAM, 1))
    while any(seat["here"] for seat in await seats(teacher) if seat["source"] == 2):
        await asyncio.sleep(0)
    clock.now += limits.STAY_SECONDS
    stayed = {seat["source"]: (seat["here"], seat["stayed"]) for seat in await seats(teacher)}
    assert stayed == {1: (True, True), 2: (False, False)}


async def test_removing_a_source_removes_its_phones_and_their_votes(teacher: Caller) -> None:
    await teacher.do("ask", question=PAIR)
    honest, false = await phones(teacher, SCHOOL, "Firefox", 2), await phones(teacher, SCHOOL, PROGRAM, 3)
    for phone, answer in (*((one, 1) for one in honest), *((one, 0) for one in false)):
        assert (await phone.vote(answer)).status == 200
    await teacher.do("show", 1)
    assert await counted(teacher) == (5, [3, 2, 0, 0])

    assert (await teacher.post("/classes/CODE/seats", {"do": "remove", "source": 2})).status == 200
    assert await counted(teacher) == (2, [0, 2, 0, 0])
    assert (await teacher.get("/classes/CODE/results")).data["questions"][0]["votes"] == [2, 0]
    assert len((await teacher.get("/classes/CODE/snapshot")).data["votes"]["1.1"]) == 2
    for phone in false:  # each is notified and cannot rejoin; nor can another like it
        assert await phone.next("removed") == {}
        await leave(phone)
        assert (await phone.get("/join/CODE/events")).data["error"] == "removed"
        assert (await phone.vote(0)).status == 403
    like_it = Caller(teacher.app, teacher.code, SCHOOL)
    like_it.headers["user-agent"] = PROGRAM
    answer = await like_it.get("/join/CODE/events")
    assert (answer.status, answer.data["error"]) == (403, "removed")
    await phones(teacher, SCHOOL, "Firefox", 1)  # others at the same address can
    while tallies(await honest[0].next()) != [{"votes": 2, "counts": [0, 2, 0, 0], "answers": []}]:
        pass  # messages from before
    assert (await teacher.get("/classes/CODE")).data["count"]["here"] == 3
    assert {seat["source"]: (seat["removed"], seat["blocked"]) for seat in await seats(teacher)} == {
        1: (False, False),
        2: (True, True),
    }

    assert (await teacher.post("/classes/CODE/seats", {"do": "restore", "source": 2})).status == 200
    assert await counted(teacher) == (5, [3, 2, 0, 0])
    assert (await false[0].listen()).status == 200
    assert len(await seats(teacher)) == 6
    assert all(seat["here"] or seat["stayed"] for seat in await seats(teacher))  # nobody left on their own


async def test_removing_one_phone_removes_its_vote_on_the_open_question(teacher: Caller) -> None:
    await teacher.do("ask", question=PAIR)
    first, second = await phones(teacher, SCHOOL, "Firefox", 2)
    await first.vote(1)
    phone = next(seat["phone"] for seat in await seats(teacher) if seat["votes"])
    await second.vote(0)
    assert (await teacher.post("/classes/CODE/seats", {"do": "remove", "phone": phone})).status == 200
    assert (await teacher.get("/classes/CODE")).data["count"]["answers"] == {"0": 1}
    assert await first.next("removed") == {}
    await leave(first)
    assert (await first.get("/join/CODE/events")).data["error"] == "removed"
    await phones(teacher, SCHOOL, "Firefox", 1)  # others like it are not removed
    await teacher.post("/classes/CODE/seats", {"do": "restore", "phone": phone})
    assert (await first.listen()).status == 200
    await first.next()
    assert (await teacher.get("/classes/CODE")).data["count"]["answers"] == {"0": 1, "1": 1}


@pytest.mark.limits(MAX_PHONES_PER_ADDRESS=2)
async def test_the_seats_of_removed_phones_become_free(teacher: Caller) -> None:
    await phones(teacher, SCHOOL, PROGRAM, 2)
    late = Caller(teacher.app, teacher.code, SCHOOL)
    assert (await late.get("/join/CODE/events")).data["error"] == "full"
    await teacher.post("/classes/CODE/seats", {"do": "remove", "source": 1})
    assert (await late.listen()).status == 200


@pytest.mark.limits(MAX_REMOVED=1)
async def test_the_number_of_removed_phones_is_limited(teacher: Caller) -> None:
    await phones(teacher, SCHOOL, PROGRAM, 2)
    answer = await teacher.post("/classes/CODE/seats", {"do": "remove", "source": 1})
    assert (answer.status, answer.data["error"]) == (409, "removed")
    assert not any(seat["removed"] for seat in await seats(teacher))


async def test_a_phone_that_returns_to_a_restored_class_is_recognized(app: Starlette, teacher: Caller) -> None:
    await teacher.do("ask", question=PAIR)
    (phone,) = await phones(teacher, SCHOOL, "Firefox", 1)
    await phone.vote(1)
    snapshot = (await teacher.get("/classes/CODE/snapshot")).data
    await teacher.post("/classes/CODE/close")
    await leave(phone)
    assert (await teacher.post("/classes", {"snapshot": snapshot})).status == 201
    assert await seats(teacher) == []  # the sources of the votes are unknown
    assert (await phone.listen()).status == 200
    ((votes, stayed),) = [(seat["votes"], seat["stayed"]) for seat in await seats(teacher)]
    assert (votes, stayed) == (1, True)


@pytest.mark.parametrize(
    "sent",
    [{}, {"do": "remove"}, {"do": "ban", "source": 1}, {"do": "remove", "source": 0}, {"do": "remove", "source": "1"}],
)
async def test_a_removal_that_matches_nobody_is_refused(teacher: Caller, sent: dict[str, Any]) -> None:
    assert (await teacher.post("/classes/CODE/seats", sent)).status == 422
