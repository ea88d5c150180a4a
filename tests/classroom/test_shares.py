"""Limits on one client's use of a class and of a server, so that others get their share."""

import asyncio
import re

import pytest
from redis.asyncio import Redis
from starlette.applications import Starlette

from classroom import limits
from classroom.errors import RequestRefused
from classroom.event_streams import WAKE_AT_ONCE
from classroom.fair_turns import FairTurns
from classroom.join_links import qr_code
from classroom.redis_store import CHANNEL
from classroom.routes import ClassroomApp
from classroom.store import Store
from tests.classroom.callers import Caller
from tests.classroom.conftest import LESSON, PAIR, Clock, few_codes, joined

pytestmark = pytest.mark.anyio


async def vote_and_leave(teacher: Caller, answer: int) -> Caller:
    """Join without a cookie, vote and leave."""
    phone = await joined(teacher)
    assert (await phone.vote(answer)).status == 200
    await phone.leave()
    return phone


async def votes_of(teacher: Caller) -> int:
    return int((await teacher.get("/classes/CODE")).data["count"]["votes"])


async def wait_for_phones(store: Store, code: str, here: int) -> None:
    """Wait until the store counts this many phones."""
    while (await store.counts(code)).here != here:
        await asyncio.sleep(0)


async def test_a_vote_from_a_brief_visit_is_not_counted(teacher: Caller, store: Store) -> None:
    await teacher.do("ask", question=PAIR)
    honest = await joined(teacher)
    await honest.vote(1)
    for _again in range(5):
        await vote_and_leave(teacher, 0)
    await wait_for_phones(store, teacher.code, 1)
    assert await votes_of(teacher) == 1
    assert await store.votes(teacher.code) == {"1.1": dict.fromkeys((await store.votes(teacher.code))["1.1"], "1")}
    await teacher.do("show", 1)
    (tally,) = (await teacher.get("/classes/CODE")).data["question"]["tallies"]
    assert (tally["votes"], tally["counts"]) == (1, [0, 1, 0, 0])
    results = (await teacher.get("/classes/CODE/results")).data["questions"]
    assert results[0]["votes"] == [1, 0]


async def test_a_phone_that_stayed_keeps_its_vote_when_its_screen_turns_off(
    teacher: Caller, store: Store, clock: Clock
) -> None:
    await teacher.do("ask", question=PAIR)
    phone = await joined(teacher)
    await phone.vote(1)
    clock.now += limits.STAY_SECONDS
    await phone.leave()
    await wait_for_phones(store, teacher.code, 0)
    assert await votes_of(teacher) == 1


async def test_a_returning_phone_gets_its_vote_back(teacher: Caller, store: Store) -> None:
    await teacher.do("ask", question=PAIR)
    phone = await vote_and_leave(teacher, 1)
    await wait_for_phones(store, teacher.code, 0)
    assert await votes_of(teacher) == 0
    await phone.listen()
    await wait_for_phones(store, teacher.code, 1)
    assert await votes_of(teacher) == 1


async def test_votes_from_brief_visits_are_dropped_even_if_the_vote_is_never_shown(
    teacher: Caller, store: Store
) -> None:
    await teacher.do("ask", question=PAIR)
    await vote_and_leave(teacher, 1)
    await wait_for_phones(store, teacher.code, 0)
    await teacher.do("on", 1)
    assert await store.votes(teacher.code) == {}


@pytest.mark.limits(MAX_PHONES=3)
async def test_abandoned_seats_become_free(teacher: Caller, store: Store) -> None:
    await teacher.do("ask", question=PAIR)
    for _again in range(9):
        await vote_and_leave(teacher, 0)
        await wait_for_phones(store, teacher.code, 0)
    phones = [await joined(teacher) for _ in range(3)]
    for phone in phones:
        assert (await phone.vote(1)).status == 200
    assert (await Caller(teacher.app, teacher.code).get("/join/CODE/events")).data["error"] == "full"


@pytest.mark.limits(MAX_PHONES_PER_ADDRESS=2)
async def test_one_address_cannot_fill_a_class(teacher: Caller) -> None:
    for _ in range(2):
        await joined(teacher)
    assert (await Caller(teacher.app, teacher.code, "10.2.2.2").get("/join/CODE/events")).data["error"] == "full"
    other = Caller(teacher.app, teacher.code, "10.7.7.7")
    assert (await other.listen()).status == 200


def test_one_address_may_hold_a_lecture_hall_and_others_can_still_join() -> None:
    assert 500 <= limits.MAX_PHONES_PER_ADDRESS <= limits.MAX_PHONES - 100


@pytest.mark.limits(MAX_STREAMS_PER_PHONE=2)
async def test_the_newest_event_streams_of_a_browser_stay_open(teacher: Caller) -> None:
    first = await joined(teacher)
    pages = [first]
    for _more in range(3):
        page = Caller(teacher.app, teacher.code, "10.2.2.2")
        page.headers["cookie"] = first.headers["cookie"]
        assert (await page.listen()).status == 200
        await page.next()
        pages.append(page)
    for ended in pages[:2]:
        await asyncio.wait_for(ended.listening, 10)  # type: ignore[arg-type]
    await teacher.post("/classes/CODE/move", {"text": "on"})
    for page in pages[2:]:
        assert (await page.next())["where"]["text"] == "on"
        await page.leave()


async def test_all_event_streams_are_notified_a_few_at_a_time(teacher: Caller) -> None:
    phones = [await joined(teacher) for _ in range(2 * WAKE_AT_ONCE + 1)]
    await teacher.post("/classes/CODE/move", {"text": "on"})
    for phone in phones:
        await phone.until(lambda state: state["where"]["text"] == "on")


@pytest.mark.limits(WRONG_CODES=5)
async def test_wrong_codes_do_not_block_a_class_at_the_same_school(app: Starlette) -> None:
    school, elsewhere = "10.3.3.3", "10.4.4.4"
    teacher, home = Caller(app, address=school), Caller(app, address=elsewhere)
    await teacher.open()
    await home.open()
    for number in range(9):
        await Caller(app, str(100_000_000 + number), school).get("/join/CODE/events")
    assert (await Caller(app, teacher.code, school).listen()).status == 200
    # Others' codes reveal nothing there.
    for code in (home.code, "100000010"):
        assert (await Caller(app, code, school).get("/join/CODE/events")).data["error"] == "tries"
    assert (await Caller(app, home.code, elsewhere).listen()).status == 200


@pytest.mark.limits(WRONG_CODES=5)
async def test_wrong_codes_do_not_block_a_class_that_a_neighbour_has_joined(app: Starlette) -> None:
    teacher, school = Caller(app), "10.3.3.3"
    await teacher.open()
    assert (await Caller(app, teacher.code, school).listen()).status == 200
    for number in range(9):
        await Caller(app, str(100_000_000 + number), school).get("/join/CODE/events")
    assert (await Caller(app, teacher.code, school).listen()).status == 200


@pytest.mark.limits(MAX_CLASSES=3)
async def test_unused_classes_are_removed_to_make_room(app: Starlette, clock: Clock) -> None:
    used = Caller(app)
    await used.open()
    assert (await used.listen("/classes/CODE/events")).status == 200
    await used.next()
    empty = [Caller(app, address="10.5.5.5") for _ in range(2)]
    for caller in empty:
        await caller.open()
    assert (await Caller(app, address="10.6.6.6").post("/classes")).data["error"] == "rooms"
    clock.now += limits.UNUSED_SECONDS
    for _another in range(2):
        assert (await Caller(app, address="10.6.6.6").post("/classes")).status == 201
    assert [(await caller.get("/classes/CODE")).status for caller in (used, *empty)] == [200, 404, 404]


@pytest.mark.limits(MAX_CLASSES_PER_ADDRESS=2)
async def test_one_address_cannot_hold_all_classes(app: Starlette) -> None:
    for status in (201, 201, 503):
        assert (await Caller(app, address="10.5.5.5").post("/classes")).status == status
    assert (await Caller(app, address="10.6.6.6").post("/classes")).status == 201


def test_a_few_addresses_cannot_hold_all_classes() -> None:
    assert 3 * limits.MAX_CLASSES_PER_ADDRESS < limits.MAX_CLASSES
    assert 20 * limits.KEPT_CLASSES_PER_ADDRESS <= limits.MAX_CLASSES


async def listening_teachers(app: Starlette, address: str, classes: int) -> list[Caller]:
    """Open classes from one address, each with a teacher's page that listens."""
    callers = [Caller(app, address=address) for _ in range(classes)]
    for caller in callers:
        await caller.open()
        assert (await caller.listen("/classes/CODE/events")).status == 200
        await caller.next()
    return callers


@pytest.mark.limits(MAX_CLASSES=6, KEPT_CLASSES_PER_ADDRESS=2)
async def test_addresses_that_hold_all_classes_lose_some_to_others(app: Starlette, clock: Clock) -> None:
    school, greedy = await listening_teachers(app, "10.5.5.5", 2), await listening_teachers(app, "10.6.6.6", 4)
    with_phone = greedy[0]
    phone = await joined(with_phone)
    await phone.next()
    clock.now += 1
    await greedy[3].leave()  # of those without phones, the one whose teacher has left
    for caller in (*school, *greedy[:3]):
        await caller.leave()
        await caller.listen("/classes/CODE/events")
        await caller.next()
    first = Caller(app, address="10.7.7.7")
    assert (await first.post("/classes")).status == 201
    assert [(await caller.get("/classes/CODE")).status for caller in greedy] == [200, 200, 200, 404]
    second = Caller(app, address="10.8.8.8")
    assert (await second.post("/classes")).status == 201
    lost = [caller for caller in greedy[:3] if (await caller.get("/classes/CODE")).status == 404]
    assert len(lost) == 1
    assert lost[0] is not with_phone
    assert (await lost[0].next("lost")) == {}  # not closed: its teacher's page may restore it
    # Now each has no more than its share.
    assert (await Caller(app, address="10.9.9.9").post("/classes")).data["error"] == "rooms"
    assert [(await caller.get("/classes/CODE")).status for caller in school] == [200, 200]


@pytest.mark.limits(MAX_CLASSES=5, KEPT_CLASSES_PER_ADDRESS=1)
async def test_an_address_with_its_fair_share_takes_no_classes_from_others(app: Starlette) -> None:
    await listening_teachers(app, "10.5.5.5", 3)
    await listening_teachers(app, "10.6.6.6", 2)
    assert (await Caller(app, address="10.6.6.6").post("/classes")).data["error"] == "rooms"


async def test_foreign_messages_on_the_channel_do_no_harm(teacher: Caller, redis: Redis | None) -> None:
    if redis is None:
        return  # no channel
    phone = await joined(teacher)
    await phone.next()
    for noise in (b"\xff\xfe", b"", b"changed", b"closed \xff", b"changed 1 2 3", b"what " + teacher.code.encode()):
        await redis.publish(CHANNEL, noise)
    await teacher.post("/classes/CODE/move", {"text": "on"})
    assert (await phone.next())["where"]["text"] == "on"


async def test_each_owners_work_is_done_in_turn() -> None:
    turns, done = FairTurns(), []
    first = asyncio.create_task(turns.do("many", done.append, "many"))
    await asyncio.sleep(0)
    more = [asyncio.create_task(turns.do("many", done.append, "many")) for _ in range(20)]
    await asyncio.sleep(0)
    assert turns.waiting("many") == 21
    await turns.do("other", done.append, "other")
    assert done.index("other") <= 2
    await asyncio.gather(first, *more)
    assert turns.waiting("many") == 0


@pytest.mark.limits(MAX_WAITING_LESSONS=0)
async def test_the_number_of_lessons_made_at_once_for_a_class_is_limited(
    teacher: Caller, classes: ClassroomApp
) -> None:
    sent = {"language": "en", "address": "train?scenario=hug", "data": {**LESSON, "id": "as it was"}}
    name = (await teacher.post("/classes/CODE/lesson", sent)).data["lesson"]
    phone = await joined(teacher)
    answer = await phone.get(f"/join/CODE/lesson/{name}", accept_language="vi")
    assert (answer.status, answer.data["id"]) == (200, "as it was")


async def test_a_seat_in_a_missing_class_is_refused(store: Store, classes: ClassroomApp) -> None:
    with pytest.raises(RequestRefused):
        await store.claim_seat("123456789", "x" * 20, "10.1.1.1", "")


PLAN = "eNpLzC3ISQUABgkCCg"


async def test_a_plan_is_available_under_its_code_for_twelve_hours(
    app: Starlette, clock: Clock, redis: Redis | None
) -> None:
    here, phone = Caller(app), Caller(app, address="10.2.2.2")
    brought = await here.post("/classes/plans", {"plan": PLAN})
    assert brought.status == 201
    code = brought.data["code"]
    assert re.fullmatch(r"\d{9}", code)
    assert brought.data["links"] == [f"http://lab/plans?code={code}", f"http://192.168.1.7/plans?code={code}"]
    assert (await here.post("/classes/plans", {"plan": PLAN})).data == brought.data  # takes no more room
    assert (await phone.get(f"/classes/plans/{code[:3]} {code[3:]}")).data == {"plan": PLAN}
    drawn = await phone.get(f"/classes/plans/{code}/qr.svg?address=1")
    assert drawn.body == qr_code(f"http://192.168.1.7/plans?code={code}").encode()
    clock.now += 12 * 60 * 60
    if redis:  # expires keys by its own clock
        assert 0 < await redis.ttl(f"bpe-lab:plan:{code}") <= 12 * 60 * 60
    else:
        assert (await phone.get(f"/classes/plans/{code}")).data["error"] == "none"


@pytest.mark.parametrize("plan", ["", "a b", "é", 7, None, "x" * 100_001])
async def test_only_plans_that_fit_in_a_link_are_stored(app: Starlette, plan: object) -> None:
    assert (await Caller(app).post("/classes/plans", {"plan": plan})).status in (413, 422)


async def test_the_number_of_plans_is_limited_and_the_oldest_is_removed(app: Starlette, clock: Clock) -> None:
    codes = []
    for number in range(limits.MAX_PLANS + 1):
        clock.now += 1
        caller = Caller(app, address=f"10.3.0.{number // limits.PLANS_PER_HOUR}")
        codes.append((await caller.post("/classes/plans", {"plan": f"plan{number}"})).data["code"])
    looking = Caller(app)
    assert (await looking.get(f"/classes/plans/{codes[0]}")).status == 404
    for code in (codes[1], codes[-1]):
        assert (await looking.get(f"/classes/plans/{code}")).status == 200
    more = [await looking.post("/classes/plans", {"plan": f"more{number}"}) for number in range(61)]
    assert [answer.status for answer in more] == [201] * 60 + [429]
    assert more[-1].data["error"] == "plans"


@few_codes
async def test_attempts_at_plan_codes_are_limited(app: Starlette) -> None:
    curious = Caller(app)
    wrong = [(await curious.get(f"/classes/plans/{100_000_000 + number}")).status for number in range(61)]
    assert wrong == [404] * 60 + [429]
    code = (await Caller(app, address="10.2.2.2").post("/classes/plans", {"plan": PLAN})).data["code"]
    assert (await curious.get(f"/classes/plans/{code}")).status == 429
