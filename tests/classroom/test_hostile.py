"""Requests that no page of ours sends: every route answers them, and keeps working."""

import gc
import json
import weakref
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha512
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

from classroom import limits
from classroom.errors import RequestRefused
from classroom.join_codes import DIGITS, new_secret
from classroom.json_weight import read_json
from classroom.lessons import fingerprint, window_of
from classroom.memory_store import MemoryStore
from classroom.room import restore_room, restore_votes
from classroom.routes import COOKIE, ClassroomApp
from tests.classroom.callers import Caller
from tests.classroom.conftest import CHOICE, CUT, LESSON, PAIR, Clock, few_codes, joined

pytestmark = pytest.mark.anyio

POSTS = {
    "/join/CODE/vote": {"question": 1, "ballot": 1, "answer": 1},
    "/join/CODE/step": {"lesson": "x", "step": 1},
    "/classes": {},
    "/classes/plans": {"plan": "abc"},
    "/classes/CODE/lesson": {"language": "en", "data": LESSON},
    "/classes/CODE/move": {"step": 1},
    "/classes/CODE/mode": {"mode": "free"},
    "/classes/CODE/question": {"do": "ask", "question": PAIR},
    "/classes/CODE/seats": {"do": "remove", "source": 1},
    "/classes/CODE/close": {},
}
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**40, 1.5, 1e308, "", "x" * 5000, "\x00", "\ud800", [], [[]], {}, {"a": {}}),
    *(["\ud800"], {"\ud800": "\ud800"}, [None] * 100, "constructor", "__proto__", "1.1", "٣"),
)


def paths_to_post(routes: Iterable[BaseRoute], above: str = "") -> Iterator[str]:
    """Yield the paths of routes, also mounted ones, that accept POST."""
    for route in routes:
        if isinstance(route, Mount):
            yield from paths_to_post(route.routes, above + route.path)
        elif isinstance(route, Route) and "POST" in (route.methods or ()):
            yield (above + route.path).replace("{code}", "CODE")


async def test_every_route_that_accepts_post_is_tested(classes: ClassroomApp) -> None:
    assert {*paths_to_post(classes.routes())} == POSTS.keys()


@pytest.fixture
async def teacher_with_seat(teacher: Caller) -> Caller:
    """Return a caller with all rights: the teacher's, and a seat in the class."""
    phone = await joined(teacher)
    await phone.leave()
    teacher.headers["cookie"] = phone.headers["cookie"]
    return teacher


@pytest.mark.parametrize("path", POSTS)
async def test_malformed_messages_are_refused(teacher_with_seat: Caller, path: str) -> None:
    for body in (b"", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b"[1]", b'"x"', b"1", b"NaN", b"\x00"):
        answer = await teacher_with_seat.post(path, body)
        assert 400 <= answer.status < 500, body[:20]
        assert answer.data["error"] in ("json", "wrong", "size")
    assert (await teacher_with_seat.post(path, POSTS[path], content_type="text/plain")).status == 415
    assert (
        await teacher_with_seat.post(path, POSTS[path], content_type="application/x-www-form-urlencoded")
    ).status == 415


@pytest.mark.parametrize("path", POSTS)
async def test_other_origins_cannot_post(teacher_with_seat: Caller, path: str) -> None:
    for origin in (
        "http://evil.example",
        "null",
        "http://[bad",
        "http://lab.evil.example",
        "http://lab:81",
        "http://evil@lab:1",
    ):
        answer = await teacher_with_seat.post(path, POSTS[path], origin=origin)
        assert (answer.status, answer.data["error"]) == (403, "origin")
    for site in ("cross-site", "same-site"):
        assert (await teacher_with_seat.post(path, POSTS[path], sec_fetch_site=site)).status == 403
    await teacher_with_seat.do("ask", question=PAIR)
    assert (
        await teacher_with_seat.post(path, POSTS[path], origin="http://lab", sec_fetch_site="same-origin")
    ).status < 300


@pytest.mark.parametrize("path", POSTS)
async def test_large_messages_are_refused_and_other_origins_cannot_read_answers(
    teacher_with_seat: Caller, path: str
) -> None:
    answer = await teacher_with_seat.post(path, POSTS[path], origin="http://evil.example")
    assert not [name for name in answer.headers if name.startswith("access-control")]
    most = {
        "/classes": limits.MAX_SNAPSHOT,
        "/classes/plans": limits.MAX_PLAN + limits.MAX_MESSAGE,
        "/classes/CODE/lesson": limits.MAX_LESSON,
    }.get(path, limits.MAX_TEACHER_MESSAGE)
    most = limits.MAX_MESSAGE if path.startswith("/join") else most
    answer = await teacher_with_seat.post(path, json.dumps({**POSTS[path], "more": "x" * most}).encode())
    assert (answer.status, answer.data["error"]) == (413, "size")


@pytest.mark.parametrize("path", ["/classes", "/classes/CODE/lesson"])
async def test_a_message_with_too_many_parts_is_refused_before_parsing(teacher_with_seat: Caller, path: str) -> None:
    heavy = b'{"snapshot":[' + b"[]," * (limits.MAX_PARTS // 2) + b"[]]}"
    assert len(heavy) < limits.MAX_SNAPSHOT
    answer = await teacher_with_seat.post(path, heavy)
    assert (answer.status, answer.data["error"]) == (413, "size")
    # Not even JSON: nothing was parsed.
    assert (await teacher_with_seat.post(path, b"," * (limits.MAX_PARTS + 1))).data["error"] == "size"
    assert (await teacher_with_seat.post(path, b"," * limits.MAX_PARTS)).data["error"] == "json"


async def test_without_a_secret_only_small_messages_are_accepted(app: Starlette) -> None:
    answer = await Caller(app).post("/classes", {"more": "x" * limits.MAX_MESSAGE})
    assert (answer.status, answer.data["error"]) == (401, "secret")


@pytest.mark.limits(CLASSES_PER_HOUR=2)
async def test_restoring_a_class_counts_towards_the_limit_before_parsing(app: Starlette) -> None:
    for status in (400, 400, 429):
        caller = Caller(app)
        caller.headers["authorization"] = f"Bearer {new_secret()}"
        assert (await caller.post("/classes", b"," * (limits.MAX_MESSAGE + 1))).status == status


async def test_the_collector_is_switched_on_again_and_repeated_tokens_are_hashed_once() -> None:
    assert gc.isenabled()
    assert read_json(b"[[], {}]") == [[], {}]
    with suppress(ValueError):
        read_json(b"[")
    assert gc.isenabled()
    frame = {"words": [{"tokens": [0] * 100_000}], "candidates": []}
    lesson = {"steps": 1, "first": 0, "frames": [frame] * 50, "tokens": [["x" * 1_000_000, "", 0]]}
    assert len(fingerprint(lesson, window_of(lesson))) == 16  # expanded, it would be five terabytes


@pytest.mark.limits(MAX_CLASS=2_000)
async def test_the_total_size_of_questions_in_a_class_is_limited(teacher: Caller) -> None:
    assert (await teacher.do("ask", question=CHOICE)).status == 200
    told = {"en": {"text": "x" * 500, "options": ["y" * 500] * 3}}
    answer = await teacher.do("ask", question={**CHOICE, "told": told})
    assert (answer.status, answer.data["error"]) == (409, "questions")
    assert (await teacher.get("/classes/CODE")).data["question"]["number"] == 1


@pytest.mark.parametrize("path", POSTS)
async def test_arbitrary_values_in_messages_cause_no_server_error(teacher_with_seat: Caller, path: str) -> None:
    await teacher_with_seat.do("ask", question=PAIR)
    for key in (*POSTS[path], "snapshot", "number"):
        for value in VALUES:
            answer = await teacher_with_seat.post(path, {**POSTS[path], key: value})
            assert answer.status < 500, (key, value)
            assert isinstance(answer.data, dict)
            if path.endswith("close"):
                return


@pytest.mark.parametrize("question", [PAIR, CHOICE, CUT], ids=lambda question: question["kind"])
async def test_arbitrary_values_in_questions_cause_no_server_error(teacher: Caller, question: dict[str, Any]) -> None:
    await joined(teacher)
    for key in question:
        for value in VALUES:
            answer = await teacher.do("ask", question={**question, key: value})
            assert answer.status in (200, 422), (key, value)
    for part in ("text", "options", "why", "solution"):
        for value in VALUES:
            answer = await teacher.do("ask", question={**CHOICE, "told": {"en": {**CHOICE["told"]["en"], part: value}}})
            assert answer.status in (200, 422), (part, value)
            assert (await teacher.get("/classes/CODE/results")).status == 200
    assert (await teacher.get("/classes/CODE/snapshot")).status == 200


@pytest.mark.parametrize("count", [0, 1, 7])
async def test_a_question_has_two_to_six_answers(teacher: Caller, count: int) -> None:
    told = {"en": {"text": "?", "options": ["x"] * count}}
    answer = await teacher.do("ask", question={"kind": "choice", "told": told})
    assert (answer.status, answer.data["error"]) == (422, "wrong")


@pytest.mark.limits(MAX_QUESTIONS=2)
async def test_the_number_of_questions_in_a_class_is_limited(teacher: Caller) -> None:
    for _ in range(2):
        assert (await teacher.do("ask", question=PAIR)).status == 200
    assert (await teacher.do("ask", question=PAIR)).data["error"] == "questions"


@pytest.mark.parametrize("token", ["", "x", "x" * 22, "x" * 5000, '"; Path=/', "ａ" * 22, "../../etc/passwd-------"])
async def test_a_cookie_gives_a_seat_only_in_its_own_class(teacher: Caller, token: str) -> None:
    phone = Caller(teacher.app, teacher.code)
    phone.headers["cookie"] = f"{COOKIE}={token}".encode().decode("latin-1")
    for path in ("/join/CODE/vote", "/join/CODE/step"):
        answer = await phone.post(path, POSTS[path])
        assert (answer.status, answer.data["error"]) == (403, "place")
    assert (await phone.get("/join/CODE/lesson/x")).status == 403


async def test_the_cookie_is_restricted_to_its_class_and_never_revealed(teacher: Caller) -> None:
    phone = Caller(teacher.app, teacher.code)
    answer = await phone.listen()
    cookie = answer.headers["set-cookie"].lower()
    assert f"path=/join/{teacher.code}" in cookie
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    seen = (await teacher.get("/classes/CODE/snapshot")).body.decode().lower()
    assert token not in seen


@pytest.mark.parametrize("code", ["0", "x", "1" * 40, "%00", "..", "%2e%2e", "constructor", "1 2", "<script>", "%ff"])
async def test_an_invalid_code_leads_to_the_page_for_typing_one(app: Starlette, code: str) -> None:
    caller = Caller(app, code)
    for path in ("/join/CODE/events", "/join/CODE/lesson/x"):
        assert (await caller.get(path)).status == 404
    caller.headers["authorization"] = f"Bearer {new_secret()}"
    assert (await caller.get("/classes/CODE")).status == 404
    answer = await caller.get("/join/CODE")
    assert (answer.status, answer.headers.get("location", "").partition("?")[0]) in ((303, "/join/"), (404, ""))
    assert (await caller.get("/join/?code=CODE")).status == 200


async def test_a_code_may_be_typed_with_spaces(teacher: Caller) -> None:
    code = teacher.code
    answer = await teacher.get(f"/join/?code={code[:3]}%20{code[3:6]}-{code[6:]}")
    assert (answer.status, answer.headers["location"]) == (303, f"/join/{code}")


@pytest.mark.parametrize("shown", ["", "Basic eDp4", "Bearer", "Bearer x", "Bearer " + "x" * 5000, "Bearer \xff" * 10])
async def test_an_invalid_secret_gives_no_access(teacher: Caller, shown: str) -> None:
    answer = await teacher.get("/classes/CODE/snapshot", authorization=shown)
    assert answer.status in (401, 403)


@few_codes
async def test_codes_cannot_be_found_by_brute_force(app: Starlette, teacher: Caller, clock: Clock) -> None:
    thief = Caller(app, address="10.9.9.9")
    for number in range(limits.WRONG_CODES):
        assert (await thief.get(f"/join/{100_000_000 + number}/events")).status == 404
    for code in ("199999999", teacher.code):  # now right and wrong codes look the same
        answer = await thief.get(f"/join/{code}/events")
        assert (answer.status, answer.data["error"]) == (429, "tries")
        assert answer.headers["retry-after"] == "60"
        thief.headers["authorization"] = f"Bearer {new_secret()}"
        answer = await thief.get(f"/classes/{code}")
        assert (answer.status, answer.data["error"]) == (429, "tries")
    phone = await joined(teacher)  # others come in
    assert (await phone.next())["version"] == 1
    await phone.leave()
    clock.now += limits.MINUTE
    assert (await thief.get("/join/199999999/events")).status == 404


@few_codes
async def test_codes_cannot_be_found_from_many_addresses_and_right_codes_still_work(
    app: Starlette, teacher: Caller
) -> None:
    for number in range(limits.ALL_WRONG_CODES):
        await Caller(app, address=f"10.9.{number // 20}.9").get(f"/join/{100_000_000 + number}/events")
    one_of_them = Caller(app, teacher.code, "10.9.1.9")
    assert (await one_of_them.get("/join/CODE/events")).status == 429
    phone = await joined(teacher)
    assert (await phone.next())["version"] == 1
    await phone.leave()
    other = Caller(app, address="10.8.8.8")
    for number in range(limits.FEW_WRONG_CODES):
        assert (await other.get(f"/join/{200_000_000 + number}/events")).status == 404
    assert (await other.get(f"/join/{teacher.code}/events")).status == 429


@few_codes
async def test_limits_apply_per_network_and_do_not_affect_neighbours_or_joined_phones(
    app: Starlette, teacher: Caller
) -> None:
    for number in range(limits.WRONG_CODES):
        thief = Caller(app, address=f"2001:db8:0:1::{number:x}")
        assert (await thief.get(f"/join/{100_000_000 + number}/events")).status == 404
    assert (await Caller(app, address="2001:db8:0:1:ffff::1").get("/join/199999999/events")).status == 429
    assert (await Caller(app, address="2001:db8:0:2::1").get("/join/199999999/events")).status == 404
    phone = await joined(teacher)
    await phone.leave()
    for number in range(limits.WRONG_CODES):
        await Caller(app, address=phone.address).get(f"/join/{100_000_000 + number}/events")
    assert (await phone.listen()).status == 200
    for _ in range(3 * limits.WRONG_CODES):
        assert (await Caller(app).get("/join/123456789/events")).status == 404


@few_codes
async def test_attempts_at_a_secret_are_limited(app: Starlette, teacher: Caller) -> None:
    thief = Caller(app, address="10.9.9.9")
    thief.headers["authorization"] = f"Bearer {new_secret()}"
    for number in range(limits.WRONG_CODES):
        assert (await thief.get(f"/classes/{100_000_000 + number}")).status == 404
    assert (await thief.get("/classes/199999999")).status == 429


async def test_wrong_codes_from_a_school_do_not_block_its_classes_for_others(app: Starlette, teacher: Caller) -> None:
    school = "10.3.3.3"
    for number in range(300):
        await Caller(app, address=school).get(f"/join/{100_000_000 + number}/events")
    phone = Caller(app, teacher.code, school)
    assert (await phone.listen()).status == 200


def test_answered_wrong_codes_are_unlikely_to_hit_a_class() -> None:
    codes = 9 * 10 ** (DIGITS - 1)  # the first digit is one of nine, not ten
    minutes = limits.LIFETIME // limits.MINUTE
    assert minutes * limits.WRONG_CODES / codes <= 1 / 100
    assert minutes * limits.ALL_WRONG_CODES / codes <= 1 / 20
    assert minutes * limits.FEW_WRONG_CODES / codes <= 1 / 60_000


@pytest.mark.limits(WRONG_CODES=12)
async def test_with_more_classes_fewer_wrong_codes_are_answered(app: Starlette, teacher: Caller) -> None:
    for _another in range(3):
        await Caller(app).open()
    thief = Caller(app, address="10.9.9.9")
    for number in range(12 // 4):
        assert (await thief.get(f"/join/{100_000_000 + number}/events")).status == 404
    for code in ("199999999", teacher.code):
        assert (await thief.get(f"/join/{code}/events")).data["error"] == "tries"


class Text(str):
    """A string to which there can be weak references."""


async def test_counts_of_wrong_codes_expire(clock: Clock) -> None:
    store = MemoryStore(clock)  # Redis expires them itself
    code, opened = Text("123456789"), Text("a")
    seen, kept = weakref.ref(code), weakref.ref(opened)
    await store.count_distinct("codes", code, limits.MINUTE)
    await store.count_distinct("opened", opened, limits.HOUR)
    clock.now += limits.MINUTE
    assert await store.count_distinct("others", "123456789", limits.MINUTE) == 1
    del code, opened
    assert (seen() is None, kept() is None) == (True, False)


@pytest.mark.limits(CLASSES_PER_HOUR=2)
async def test_the_number_of_classes_per_address_is_limited(app: Starlette) -> None:
    for status in (201, 201, 429):
        assert (await Caller(app).post("/classes")).status == status
    assert (await Caller(app, address="10.9.9.9").post("/classes")).status == 201


@pytest.mark.limits(MAX_PACKED_LESSON=1_000)
async def test_a_lesson_above_the_limits_is_refused(teacher: Caller) -> None:
    noise = sha512(b"noise").hexdigest() + "".join(sha512(bytes([part])).hexdigest() for part in range(40))
    answer = await teacher.post("/classes/CODE/lesson", {"language": "en", "data": {**LESSON, "legend": noise}})
    assert (answer.status, answer.data["error"]) == (413, "lesson")
    deep = b'{"language":"en","data":{"steps":1,"first":0,"frames":[{"x":' + b"[" * 900 + b"]" * 900 + b"}]}}"
    assert (await teacher.post("/classes/CODE/lesson", deep)).status < 500
    nan = b'{"language":"en","data":{"steps":1,"first":0,"frames":[{"x":NaN}]}}'
    assert (await teacher.post("/classes/CODE/lesson", nan)).status == 422


@pytest.mark.limits(LESSONS=1_000)
async def test_the_oldest_lessons_are_removed_to_make_room(teacher: Caller) -> None:
    names = []
    for number in range(10):
        data = {**LESSON, "id": str(number)}
        names.append((await teacher.post("/classes/CODE/lesson", {"language": "en", "data": data})).data["lesson"])
    assert (await teacher.post("/classes/CODE/move", {"lesson": names[0]})).data["error"] == "lesson"
    assert (await teacher.post("/classes/CODE/move", {"lesson": names[-1]})).status == 200


KEPT = {
    "class": {"opened": 999_000.0, "version": 3, "mode": "follow", "where": {}, "questions": []},
    "votes": {},
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_arbitrary_data_for_restoring_a_class_is_handled(data: st.DataObject) -> None:
    question = {**CUT, "right": ["2"], "phase": "open", "ballot": 1, "tallies": [], "asked": 999_500.0, "number": 1}
    kept: dict[str, Any] = {**KEPT["class"], "questions": [question]}
    about = data.draw(st.sampled_from([kept, question]))
    about[data.draw(st.sampled_from(sorted(about)))] = data.draw(ANYTHING)
    with suppress(RequestRefused):
        room = restore_room(kept, "123456789", "k", 1_000_000.0)
        json.dumps(room.for_phones("en")).encode()
        assert restore_room(json.loads(room.as_json()), "123456789", "k", 1_000_000.0) == room


@settings(max_examples=50, deadline=None)
@given(ANYTHING | st.dictionaries(st.sampled_from(["1.1", "1.2", "2.1", "0.1", "1"]), ANYTHING))
def test_arbitrary_data_for_restoring_votes_is_handled(votes: Any) -> None:
    question = {**CUT, "right": ["2"], "phase": "open", "ballot": 1, "tallies": [], "asked": 999_500.0}
    room = restore_room({**KEPT["class"], "questions": [question]}, "123456789", "k", 1_000_000.0)
    with suppress(RequestRefused):
        assert set(restore_votes(votes, room)) <= {"1.1", "1.2"}


async def test_an_expired_class_is_not_restored(app: Starlette, clock: Clock) -> None:
    caller = Caller(app)
    caller.headers["authorization"] = f"Bearer {new_secret()}"
    for opened, status in ((clock.now - limits.LIFETIME, 410), (clock.now + 1, 410), (clock.now - 5, 201)):
        kept = {**KEPT, "class": {**KEPT["class"], "opened": opened}}
        assert (await caller.post("/classes", {"snapshot": kept})).status == status
