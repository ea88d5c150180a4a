"""A class from opening to its results, as the protocol defines it."""

import asyncio
import csv
import gzip
import io
import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.commands.core import AsyncScript
from starlette.applications import Starlette

from classroom import limits
from classroom.memory_store import MemoryStore
from classroom.routes import ClassroomApp
from classroom.store import Store
from tests.classroom.callers import Caller
from tests.classroom.conftest import CHOICE, CUT, FRAME, GIVEN, HOSTILE, LESSON, PAIR, Clock, joined, teaching

pytestmark = pytest.mark.anyio


async def hand_in(teacher: Caller, language: str = "en", address: str = "", **more: Any) -> str:
    sent = {"language": language, "address": address, "data": {**LESSON, **more}}
    answer = await teacher.post("/classes/CODE/lesson", sent)
    assert answer.status == 201
    name: str = answer.data["lesson"]
    return name


async def test_a_class_has_a_code_a_secret_and_links_for_phones(app: Starlette) -> None:
    said = await Caller(app).open()
    assert said["code"].isdecimal()
    assert len(said["code"]) == 9
    assert said["join"] == [f"http://lab/join/{said['code']}", f"http://192.168.1.7/join/{said['code']}"]
    assert not any(said["secret"] in link for link in said["join"])


async def test_repeating_a_lost_request_to_start_a_class_gives_the_same_class(app: Starlette) -> None:
    teacher = Caller(app)
    secret = "a secret that a page has made"
    first = await teacher.post("/classes", {"secret": secret})
    assert first.data["secret"] == secret
    for _ in range(limits.CLASSES_PER_HOUR):  # which counts once
        again = await teacher.post("/classes", {"secret": secret})
    assert (again.status, again.data) == (201, first.data)
    another = await teacher.post("/classes", {"secret": f"{secret}, another one"})
    assert another.data["code"] != first.data["code"]
    for short in ("guess me", 7, "ы" * 30):
        assert (await teacher.post("/classes", {"secret": short})).status == 422


async def test_phones_follow_the_teacher_and_a_late_one_joins_at_the_current_step(teacher: Caller) -> None:
    phone = await joined(teacher)
    assert (await phone.next())["where"]["step"] == 0
    name = await hand_in(teacher)
    for step in (1, 2):
        await teacher.post("/classes/CODE/move", {"lesson": name, "step": step})
        assert (await phone.next())["where"] == {"lesson": name, "step": step, "told": True, "text": ""}
    late = await joined(teacher)
    assert (await late.next())["where"]["step"] == 2


async def test_a_returning_phone_keeps_its_seat_and_receives_what_it_missed(teacher: Caller) -> None:
    phone = await joined(teacher)
    seen = (await phone.next())["version"]
    cookie = phone.headers["cookie"]
    await phone.leave()
    await teacher.post("/classes/CODE/mode", {"mode": "free"})
    await teacher.do("ask", question=PAIR)
    await phone.listen(last_event_id=str(seen))
    state = await phone.next()
    assert (state["mode"], state["question"]["number"]) == ("free", 1)
    assert phone.headers["cookie"] == cookie
    await phone.leave()
    await phone.listen(last_event_id=str(state["version"]))
    await phone.next("you")
    assert phone.events.empty()  # it has received everything


async def test_only_the_teacher_moves_the_class(teacher: Caller) -> None:
    phone = await joined(teacher)
    for path, sent in {
        "move": {"step": 1},
        "mode": {"mode": "free"},
        "lesson": {"language": "en", "data": LESSON},
        "question": {"do": "ask", "question": PAIR},
        "seats": {"do": "remove", "source": 1},
        "close": {},
    }.items():
        assert (await phone.post(f"/classes/CODE/{path}", sent)).status == 401
        other = f"Bearer {'x' * 43}"
        assert (await phone.post(f"/classes/CODE/{path}", sent, authorization=other)).status == 403
    for path in ("", "/events", "/seats", "/snapshot", "/results", "/results.csv", "/qr.svg"):
        assert (await phone.get(f"/classes/CODE{path}")).status == 401
    assert (await teacher.get("/classes/CODE")).data["version"] == 1


async def test_votes_are_hidden_until_shown_and_the_answer_is_hidden_until_revealed(teacher: Caller) -> None:
    phones = [await joined(teacher) for _ in range(3)]
    number = (await teacher.do("ask", question=PAIR)).data["number"]
    for phone, answer in zip(phones, (1, 3, 0), strict=True):
        assert (await phone.vote(answer)).data == {"vote": "counted"}
    phone = phones[0]
    asked = await phone.until(lambda state: state["question"])
    assert asked["question"]["tallies"] == []
    assert not {"right", "solution", "why"} & asked["question"].keys()
    await teacher.do("show", number)
    shown = (await phone.next())["question"]
    assert shown["tallies"] == [{"votes": 3, "counts": [1, 1, 0, 1], "answers": []}]
    assert not {"right", "solution", "why"} & shown.keys()
    await teacher.do("again", number)
    again = (await phone.next())["question"]
    assert (again["phase"], again["ballot"], again["tallies"]) == ("open", 2, [])
    assert (await phone.vote(3, ballot=2)).data == {"vote": "counted"}
    await teacher.do("show", number)
    assert [tally["votes"] for tally in (await phone.next())["question"]["tallies"]] == [3, 1]
    await teacher.do("reveal", number)
    revealed = (await phone.next())["question"]
    assert revealed["right"] == ["1", "3"]
    assert [tally["right"] for tally in revealed["tallies"]] == [2, 1]  # both winners of a tie are right
    await teacher.do("on", number)
    assert (await phone.next())["question"] is None


async def test_only_the_teacher_sees_votes_as_they_arrive(teacher: Caller) -> None:
    phones = [await joined(teacher) for _ in range(3)]
    await teacher.listen("/classes/CODE/events")
    await teacher.do("ask", question=PAIR)
    for phone, answer in zip(phones, (1, 3, 1), strict=True):
        await phone.vote(answer)
    count = await teacher.until(lambda count: count["votes"] == 3, "count")
    assert (count["here"], count["answers"]) == (3, {"1": 2, "3": 1})
    assert (await teacher.get("/classes/CODE")).data["count"]["answers"] == {"1": 2, "3": 1}
    assert (await phones[0].until(lambda state: state["question"]))["question"]["tallies"] == []
    await teacher.do("on", 1)
    assert (await teacher.until(lambda count: not count["votes"], "count"))["answers"] == {}


async def test_duplicate_late_and_invalid_votes_are_answered_but_not_counted(teacher: Caller) -> None:
    phone, other = await joined(teacher), await joined(teacher)
    assert (await phone.vote(0)).status == 422  # nothing was asked
    await teacher.do("ask", question=PAIR)
    for wrong in (-1, 4, 1.5, "1", None, [1], True, 10**30):
        answer = await phone.vote(wrong)
        assert (answer.status, answer.data["error"]) == (422, "wrong")
    assert (await phone.vote(2)).status == 200
    doubled = await phone.vote(1)
    assert (doubled.status, doubled.data) == (409, {"vote": "doubled"})
    assert (await other.vote(1, ballot=2)).data == {"vote": "late"}  # the second vote is not open yet
    await teacher.do("show", 1)
    assert (await other.vote(1)).data == {"vote": "late"}
    assert (await teacher.get("/classes/CODE")).data["question"]["tallies"][0]["counts"] == [0, 0, 1, 0]


async def test_repeating_a_store_command_after_a_lost_answer_changes_nothing(
    app: Starlette, redis: Redis | None, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    if redis is None:
        pytest.skip("one server's own memory answers")
    run = AsyncScript.__call__

    async def run_twice(
        *what: Any, **more: Any
    ) -> Any:  # as the client does if the connection is lost before the answer
        await run(*what, **more)
        return await run(*what, **more)

    monkeypatch.setattr(AsyncScript, "__call__", run_twice)
    teacher = Caller(app)
    await teacher.open()
    assert await store.count_classes() == 1
    phone = await joined(teacher)
    assert (await teacher.do("ask", question=PAIR)).data["number"] == 1
    assert (await phone.vote(1)).status in (200, 409)
    for what in ("show", "again", "show", "reveal", "on"):
        assert (await teacher.do(what, 1)).status == 200
    (question,) = (await teacher.get("/classes/CODE/results")).data["questions"]
    assert question["votes"] == [1, 0]


async def test_a_question_has_at_most_two_votes(teacher: Caller) -> None:
    await teacher.do("ask", question=PAIR)
    for what in ("show", "again", "show"):
        assert (await teacher.do(what, 1)).status == 200
    assert (await teacher.do("again", 1)).status == 409


async def test_a_button_press_that_arrives_twice_counts_once(teacher: Caller) -> None:
    number = (await teacher.do("ask", question=CUT)).data["number"]
    for what, twice in (("show", 409), ("again", 409), ("show", 409), ("reveal", 409), ("on", 409)):
        assert (await teacher.do(what, number)).status == 200
        assert (await teacher.do(what, number)).status == twice
    assert (await teacher.do("ask", question=CUT)).data["number"] == 2
    assert (await teacher.do("again", 2)).status == 409


async def test_a_question_sent_again_with_the_same_id_is_asked_once(teacher: Caller) -> None:
    first = await teacher.do("ask", question={**PAIR, "id": "one"})
    again = await teacher.do("ask", question={**PAIR, "id": "one"})
    assert (again.status, again.data) == (200, first.data)
    assert (await teacher.do("ask", question={**PAIR, "id": "two"})).data["number"] == 2
    late = await teacher.do("ask", question={**PAIR, "id": "one"})  # ended, and stays so
    assert late.data["number"] == 1
    state = (await teacher.get("/classes/CODE")).data
    assert (state["question"]["number"], state["asked"]) == (2, 2)


async def test_answers_about_a_word_are_places_between_its_letters(teacher: Caller) -> None:
    phones = [await joined(teacher) for _ in range(4)]
    await teacher.do("ask", question=CUT)
    for wrong in ([0], [5], ["2"], 2, [[2]], [2.0]):
        assert (await phones[0].vote(wrong)).status == 422
    for phone, places in zip(phones, ([2], [3, 2, 3], [2], []), strict=True):
        assert (await phone.vote(places)).status == 200
    await teacher.do("show", 1)
    (tally,) = (await teacher.get("/classes/CODE")).data["question"]["tallies"]
    assert tally == {"votes": 4, "counts": [0, 3, 1, 0], "right": 2, "answers": [["2", 2], ["", 1], ["2,3", 1]]}


async def test_a_question_is_shown_in_the_phones_language(teacher: Caller) -> None:
    english, vietnamese, russian = [await joined(teacher, accept_language=to) for to in ("en", "vi", "ru")]
    await teacher.do("ask", question=CHOICE)
    for phone, options in (
        (english, ["=2+3", "b", "c"]),
        (vietnamese, ["mot", "hai", "ba"]),
        (russian, ["=2+3", "b", "c"]),
    ):
        assert (await phone.until(lambda state: state["question"]))["question"]["options"] == options


async def test_a_lesson_is_sent_in_the_phones_language_if_the_server_can_make_it(teacher: Caller) -> None:
    phone = await joined(teacher)
    name = await hand_in(
        teacher, address="train?scenario=hug", code={"lines": []}, nextStepLinks=[{"address": "javascript:1"}]
    )
    here = await phone.get(f"/join/CODE/lesson/{name}")
    assert here.data == {**LESSON, "code": None, "curves": None, "nextStepLinks": [], "rules": [], "linkNote": ""}
    there = await phone.get(f"/join/CODE/lesson/{name}", accept_language="vi", accept_encoding="gzip, br")
    assert there.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(there.body))["id"] == "train?scenario=hug in vi"
    own = await hand_in(teacher, address="train?text=mine", id="own")
    assert (await phone.get(f"/join/CODE/lesson/{own}", accept_language="vi")).data["id"] == "own"
    await teacher.post("/classes/CODE/lesson", {"language": "ru", "data": {**LESSON, "id": "свой"}, "lesson": own})
    assert (await phone.get(f"/join/CODE/lesson/{own}", accept_language="ru")).data["id"] == "свой"
    assert (await phone.get("/join/CODE/lesson/none")).status == 404


async def test_a_teacher_gets_the_lesson_of_a_question_and_nobody_else_by_that_address(teacher: Caller) -> None:
    phone = await joined(teacher)
    name = await hand_in(teacher, address="train?scenario=hug")
    sent = await teacher.get(f"/classes/CODE/lesson/{name}")
    assert (sent.status, sent.data["frames"]) == (200, LESSON["frames"])
    assert (await phone.get(f"/classes/CODE/lesson/{name}")).status == 401


@pytest.mark.parametrize(
    "other",
    [
        {"steps": 4},
        {"frames": [{**FRAME, "words": [{"tokens": [1]}]}] * 4},
        {"frames": [{**FRAME, "words": [{"tokens": [0]}], "candidates": [{"pair": [0, 1]}]}] * 4},
        {"merges": [{"parts": [1, 1], "made": None}]},
        {"frames": [FRAME]},
        {"tokens": "what no player draws"},
    ],
)
async def test_a_translated_lesson_with_different_content_is_not_sent(other: dict[str, Any], clock: Clock) -> None:
    """Such as when the page showed a file that its URL cannot contain."""
    tokens = [["a", "a", 0, 1], ["b", "b", 1, 2]]
    lesson = {**LESSON, "tokens": tokens, "frames": [{**FRAME, "words": [{"tokens": [0]}]}] * 4}
    lesson["merges"] = [{"parts": [0, 1], "made": None}]
    renumbered = {"tokens": tokens[::-1], "frames": [{**FRAME, "words": [{"tokens": [1]}]}] * 4}
    renumbered["merges"] = [{"parts": [1, 0], "made": None}]
    for made, given in ((renumbered, "made"), (other, "own")):
        in_russian = {**lesson, **made, "id": "made"}
        hooks = replace(GIVEN, lesson=lambda *_, lesson=in_russian: lesson)
        async with teaching(ClassroomApp(MemoryStore(clock), hooks, clock)) as teacher:
            phone = await joined(teacher)
            name = await hand_in(teacher, address="train", **{**lesson, "id": "own"})
            assert (await phone.get(f"/join/CODE/lesson/{name}", accept_language="ru")).data["id"] == given
            await phone.leave()


async def test_a_failure_in_one_class_is_logged_and_the_heartbeat_continues(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    beats = asyncio.Semaphore(0)

    class Failing(MemoryStore):
        async def mark_used(self, code: str) -> None:
            beats.release()
            raise RuntimeError("no")

    classes = ClassroomApp(Failing(clock), GIVEN, clock)
    classes.live.heartbeat_seconds = 0.01
    async with teaching(classes) as teacher:
        phone = await joined(teacher)
        for _beat in range(3):
            await asyncio.wait_for(beats.acquire(), 5)
        assert "The next heartbeat tries again" in caplog.text
        await phone.leave()


async def test_a_class_cannot_move_to_a_lesson_that_was_not_uploaded(teacher: Caller) -> None:
    answer = await teacher.post("/classes/CODE/move", {"lesson": "0123456789abcdef", "step": 1})
    assert (answer.status, answer.data["error"]) == (409, "lesson")


async def test_phones_at_their_own_pace_report_their_step_to_the_teacher(teacher: Caller) -> None:
    phones = [await joined(teacher) for _ in range(3)]
    name = await hand_in(teacher)
    await teacher.post("/classes/CODE/move", {"lesson": name, "step": 0})
    await teacher.post("/classes/CODE/mode", {"mode": "free"})
    for phone, step in zip(phones, (2, 3, 2), strict=True):
        assert (await phone.post("/join/CODE/step", {"lesson": name, "step": step})).status == 200
    await phones[1].post("/join/CODE/step", {"lesson": "another", "step": 1})
    count = (await teacher.get("/classes/CODE")).data["count"]
    assert count == {"here": 3, "votes": 0, "steps": {"2": 2}, "answers": {}}
    await phones[0].leave()
    await teacher.listen("/classes/CODE/events")
    count = await teacher.until(lambda count: count["here"] == 2, "count")
    assert count == {"here": 2, "votes": 0, "steps": {"2": 1}, "answers": {}}


async def test_results_contain_both_votes_and_no_spreadsheet_formulas(teacher: Caller) -> None:
    phones = [await joined(teacher) for _ in range(2)]
    told = {"en": {**CHOICE["told"]["en"], "text": "=HYPERLINK(1)"}}
    await teacher.do("ask", question={**CHOICE, "title": "hug, pug, pun", "told": told})
    await phones[0].vote(0)
    await phones[1].vote(1)
    await teacher.do("show", 1)
    await teacher.do("again", 1)
    await phones[0].vote(1, ballot=2)
    (question,) = (await teacher.get("/classes/CODE/results")).data["questions"]
    assert (question["votes"], question["right"]) == ([2, 1], [1, 1])
    assert question["title"] == "hug, pug, pun"
    table = await teacher.get("/classes/CODE/results.csv", accept_language="vi")
    rows = list(csv.reader(io.StringIO(table.body.decode("utf-8-sig"))))
    assert {row[7] for row in rows[1:]} == {"hug, pug, pun"}
    assert {row[8] for row in rows[1:]} == {datetime.fromtimestamp(question["asked"]).strftime("%Y-%m-%d %H:%M")}
    assert [row[:7] for row in rows[1:]] == [
        ["1", "choice in vi", "'=HYPERLINK(1)", "'=2+3", "0", "1", "0"],
        ["1", "choice in vi", "'=HYPERLINK(1)", "b", "1", "1", "1"],
        ["1", "choice in vi", "'=HYPERLINK(1)", "c", "0", "0", "0"],
    ]


async def test_a_poll_is_marked_as_one_and_has_no_wrong_answers(teacher: Caller) -> None:
    phone = await joined(teacher)
    await teacher.do("ask", question=CHOICE)
    assert (await phone.until(lambda state: state["question"]))["question"]["poll"] is False
    await teacher.do("ask", question={**CHOICE, "right": []})
    assert (await phone.next())["question"]["poll"] is True
    await teacher.do("show", 2)
    table = await teacher.get("/classes/CODE/results.csv")
    rows = list(csv.reader(io.StringIO(table.body.decode("utf-8-sig"))))
    assert [row[4] for row in rows if row[0] == "1"] == ["0", "1", "0"]
    assert [row[4] for row in rows if row[0] == "2"] == ["", "", ""]


async def test_a_code_of_the_wrong_length_leads_to_a_page_that_says_so(app: Starlette) -> None:
    answer = await Caller(app).get("/join/12345")
    assert (answer.status, answer.headers["location"]) == (303, "/join/?code=12345")


async def test_ending_a_class_deletes_it(teacher: Caller, store: Store, redis: Redis | None) -> None:
    phone = await joined(teacher)
    await teacher.do("ask", question=PAIR)
    await phone.vote(1)
    await teacher.post("/classes/CODE/close")
    await phone.next("closed")
    assert (await phone.vote(1)).status == 404
    assert (await teacher.get("/classes/CODE")).status == 404
    assert (await phone.listen()).status == 404
    assert await store.count_classes() == 0
    assert redis is None or await redis.keys("bpe-lab:{*") == []


async def test_a_class_is_deleted_after_twelve_hours(
    teacher: Caller, clock: Clock, store: Store, redis: Redis | None
) -> None:
    phone = await joined(teacher)
    await phone.next()
    clock.now += 12 * 60 * 60
    assert (await teacher.get("/classes/CODE")).status == 404
    if redis is None:
        await phone.next("closed")
        assert await store.count_classes() == 0
    else:  # Redis expires keys by its own clock
        for key in await redis.keys("bpe-lab:{*"):
            assert 0 < await redis.ttl(key) <= 12 * 60 * 60


async def test_a_class_that_the_server_lost_is_restored_under_its_code(teacher: Caller, classes: ClassroomApp) -> None:
    phone, other = await joined(teacher), await joined(teacher)
    name = await hand_in(teacher)
    await teacher.post("/classes/CODE/move", {"lesson": name, "step": 2})
    await teacher.do("ask", question=CUT)
    await phone.vote([2])
    await teacher.do("show", 1)
    await teacher.do("again", 1)
    await phone.vote([3], ballot=2)
    kept = (await teacher.get("/classes/CODE/snapshot")).data
    before = (await teacher.get("/classes/CODE")).data
    for left in (phone, other):
        await left.leave()
    await classes.store.remove(teacher.code)  # the server stops, and another starts
    assert (await phone.listen()).status == 404
    answer = await teacher.post("/classes", {"snapshot": kept})
    assert (answer.status, answer.data["code"]) == (201, teacher.code)
    after = (await teacher.get("/classes/CODE")).data
    assert (after["where"], after["mode"]) == (before["where"], before["mode"])
    assert after["question"]["tallies"] == before["question"]["tallies"]
    await phone.listen()
    assert await phone.next("you") == {"question": 1, "votes": {"1": "2", "2": "3"}}  # it still knows its answers
    assert (await phone.vote([1], ballot=2)).data == {"vote": "doubled"}
    await other.listen()
    assert (await other.vote([4], ballot=2)).data == {"vote": "counted"}
    assert (await teacher.get("/classes/CODE")).data["count"]["votes"] == 2


async def test_an_existing_class_is_not_replaced_by_a_restored_one(teacher: Caller) -> None:
    kept = (await teacher.get("/classes/CODE/snapshot")).data
    await teacher.do("ask", question=PAIR)
    assert (await teacher.post("/classes", {"snapshot": kept})).status == 201
    assert (await teacher.get("/classes/CODE")).data["question"]["number"] == 1
    kept = (await teacher.get("/classes/CODE/snapshot")).data
    other = Caller(teacher.app)
    answer = await other.post("/classes", {"snapshot": kept}, authorization=f"Bearer {'x' * 43}")
    assert answer.status == 201
    assert answer.data["code"] != teacher.code


async def test_a_qr_code_loads_nothing_and_the_teachers_text_is_sent_unchanged(
    teacher: Caller, classes: ClassroomApp
) -> None:
    for number in ("0", "1", "999", "-1", "x", "%D9%A3"):
        image = await teacher.get(f"/classes/CODE/qr.svg?address={number}")
        assert image.headers["content-type"].startswith("image/svg+xml")
        assert b"http" not in image.body.replace(b"http://www.w3.org/2000/svg", b"")
    phone = await joined(teacher)
    await phone.next()
    await teacher.post("/classes/CODE/move", {"text": HOSTILE})
    assert (await phone.next())["where"]["text"] == HOSTILE
    phone = await joined(teacher)
    classes.live.stop()
    await phone.next("stopping")


@pytest.mark.limits(MAX_PHONES=2, MAX_CLASSES=2)
async def test_a_full_class_and_a_full_server_say_so(app: Starlette, clock: Clock) -> None:
    teacher = Caller(app)
    await teacher.open()
    await Caller(app).open()
    assert (await Caller(app).post("/classes")).data["error"] == "rooms"
    first, second = await joined(teacher), await joined(teacher)
    third = Caller(app, teacher.code)
    answer = await third.get("/join/CODE/events")
    assert (answer.status, answer.data["error"]) == (503, "full")
    await teacher.do("ask", question=PAIR)
    await first.vote(1)
    clock.now += 60  # both have stayed
    await first.leave()
    await second.leave()
    await third.listen()  # a phone that left and never voted makes room
    await third.next()
    assert (await Caller(app, teacher.code).get("/join/CODE/events")).data["error"] == "full"
    assert (await first.vote(0)).data == {"vote": "doubled"}


async def test_the_names_of_stored_fields_do_not_change(teacher: Caller) -> None:
    # A teacher's page and Redis have classes from before an update of the server.
    name = await hand_in(teacher)
    phone = await joined(teacher)
    await teacher.post("/classes/CODE/move", {"lesson": name, "step": 2})
    told = {"en": {"text": "Why?", "options": ["a", "b"], "why": ["no", "yes"], "solution": "b"}}
    await teacher.do("ask", question={"kind": "choice", "id": "q", "right": [1], "told": told})
    await phone.vote(1)
    await teacher.do("show", 1)
    kept = (await teacher.get("/classes/CODE/snapshot")).data
    await phone.leave()
    assert kept.keys() == {"class", "votes"}
    assert kept["class"].keys() >= {"opened", "version", "mode", "where", "questions"}
    assert kept["class"]["where"] == {"lesson": name, "step": 2, "told": True, "text": ""}
    (question,) = kept["class"]["questions"]
    assert question.keys() == {
        *("number", "kind", "size", "right", "id", "lesson", "step", "letters", "told"),
        *("phase", "ballot", "tallies", "asked", "title"),
    }
    assert question["told"] == told
    assert question["tallies"] == [{"votes": 1, "counts": [0, 1], "right": 1, "answers": []}]
