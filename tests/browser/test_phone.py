"""A phone in a live class, in a real browser: it follows, votes, and reconnects by itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage
from tests.classroom.lessons import Teacher, hug
from tools.app_server import running_app

HOSTILE = "</script><img src=x onerror=document.title='run'> <b>1</b> &amp; \u202e"
PHONE = {"width": 390, "height": 844, "touch": True}
LESSON = hug()
BOARD = LESSON["frames"][4]["candidates"]
# Merge 5 of the Hugging Face course: “hug” + “s” and “p” + “ug” occur five times each.
TIE = {
    "kind": "pair",
    "step": 4,
    "size": len(BOARD),
    "right": [place for place, row in enumerate(BOARD) if row["winner"] or row["tied"]],
}
CHOICE = {
    "kind": "choice",
    "told": {"en": {"text": HOSTILE, "options": ["one", HOSTILE], "why": ["", "It is one."], "solution": "One it is."}},
    "right": [0],
}


@pytest.fixture
def teacher(server: str) -> Iterator[Teacher]:
    teacher = Teacher(server)
    teacher.hand_in(LESSON)
    yield teacher
    teacher.post(f"/classes/{teacher.code}/close")


@pytest.fixture
def phone(new_page: NewPage, teacher: Teacher) -> Page:
    page = new_page(**PHONE)
    page.goto(teacher.link)
    expect(page.locator(".line")).to_have_text("Connected")
    return page


def test_a_phone_follows_the_class_and_cannot_go_ahead(phone: Page, teacher: Teacher) -> None:
    expect(phone.locator(".note")).to_have_text("You’re in. The class starts soon.")
    for step, headline in ((3, "h+ug→hug·15"), (4, "p+un→pun·12"), (2, "u+n→un·16")):
        teacher.move(step)
        expect(phone.locator(".headline")).to_have_text(headline)
    expect(phone.locator(".mode")).to_have_text("Following the class")
    expect(phone.locator(".controls")).to_be_hidden()
    for key in ("ArrowRight", "End", "f", " "):
        phone.keyboard.press(key)
    phone.wait_for_timeout(600)
    expect(phone.locator(".headline")).to_have_text("u+n→un·16")
    expect(phone.locator("dialog")).to_be_hidden()


def test_free_phones_step_and_tell_where_they_are(phone: Page, teacher: Teacher) -> None:
    teacher.move(2)
    teacher.mode("free")
    expect(phone.locator(".mode")).to_have_text("At your own pace")
    phone.get_by_role("button", name="Next").click()
    expect(phone.locator(".where")).to_have_text("Step 3 of 7")
    while not (steps := teacher.get()["count"]["steps"]):
        phone.wait_for_timeout(100)
    assert steps == {"3": 1}
    teacher.move(5)
    phone.get_by_role("button", name="Next").click()
    expect(phone.locator(".where")).to_have_text("Step 4 of 7")
    teacher.mode("frozen")
    expect(phone.locator(".player")).to_be_hidden()
    expect(phone.locator(".mode")).to_have_text("Eyes to the front")
    teacher.mode("follow")
    expect(phone.locator(".headline")).to_have_text("p+ug→pug·5")


def test_what_comes_next_is_kept_back_where_the_teacher_keeps_it_back(phone: Page, teacher: Teacher) -> None:
    teacher.move(4, told=False)
    expect(phone.locator(".next")).to_have_text("Which pair is next?")
    expect(phone.locator(".board")).to_have_count(0)
    assert "5" not in phone.locator(".pairs").inner_text()
    phone.locator(".guesses button").first.dispatch_event("click")
    expect(phone.locator(".next")).to_have_text("Which pair is next?")
    teacher.move(4)
    expect(phone.locator(".next")).to_contain_text("occurs 5 times")


def test_a_pair_is_voted_on_shown_voted_on_again_and_revealed(phone: Page, teacher: Teacher) -> None:
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    asked = phone.locator(".asked")
    expect(asked.get_by_role("heading")).to_have_text("Which pair is next?")
    expect(asked.locator("button.answer")).to_have_text(["bun", "hugs", "pug"])  # alphabetical, without counts
    asked.get_by_role("button", name="“b” + “un”").click()
    expect(asked.get_by_role("status")).to_contain_text("Your answer is in.")
    expect(asked.locator(".vote")).to_have_count(0)
    teacher.do("show")
    expect(asked.locator(".answers .count")).to_have_text(["1", "0", "0"])
    expect(asked.locator(".right")).to_have_count(0)
    teacher.do("again")
    expect(asked).to_contain_text("Second vote")
    asked.get_by_role("button", name="“p” + “ug”").click()
    expect(asked.get_by_role("status")).to_contain_text("Your answer is in.")
    teacher.do("show")
    expect(asked.locator(".answers .count")).to_have_text(["1", "0", "0", "0", "0", "1"])
    # and not the pairs, which contain the answer
    expect(phone.locator(".player")).to_have_attribute("data-evidence", "words")
    teacher.do("reveal")
    expect(asked.get_by_role("status")).to_contain_text("Your answer was right. Next: “p” + “ug”.")
    expect(asked.locator(".value")).to_have_text(["4", "5", "5"])
    expect(asked.locator("div.answer.right")).to_have_count(2)
    expect(phone.locator(".player")).to_be_visible()
    teacher.do("on")
    expect(asked).to_be_hidden()


@pytest.mark.page_errors  # the failed request appears in the console
def test_an_answer_that_came_too_late_is_said_to_be_late_and_not_to_be_right(phone: Page, teacher: Teacher) -> None:
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    phone.route("**/vote", lambda route: route.abort())
    asked = phone.locator(".asked")
    asked.get_by_role("button", name="“p” + “ug”").click()
    expect(asked.get_by_role("status")).to_have_text("Your answer will be sent once the connection is back.")
    teacher.do("show")
    expect(asked.get_by_role("status")).to_contain_text("The vote ended before your answer arrived.")
    expect(asked.locator(".mine")).to_have_count(0)
    teacher.do("reveal")
    expect(asked.get_by_role("status")).to_contain_text("You didn’t answer this one.")


def test_an_answer_on_its_way_is_not_sent_again_by_what_the_class_does_meanwhile(phone: Page, teacher: Teacher) -> None:
    teacher.ask({**TIE, "lesson": teacher.lesson})
    held: list[Route] = []
    phone.route("**/vote", lambda route: held.append(route))
    asked = phone.locator(".asked")
    asked.get_by_role("button", name="“p” + “ug”").click()
    expect(asked.get_by_role("status")).to_contain_text("Your answer will be sent")
    teacher.say("Look here")
    expect(phone.locator(".own")).to_have_text("Look here")
    assert len(held) == 1
    held[0].continue_()
    expect(asked.get_by_role("status")).to_contain_text("Your answer is in.")


def test_a_word_is_cut_by_taps_between_its_letters(phone: Page, teacher: Teacher) -> None:
    teacher.ask({"kind": "cut", "letters": list("unhug"), "right": [[2]]})
    phone.get_by_role("button", name="Cut between n and h").click()
    phone.get_by_role("button", name="Cut between u and g").click()
    phone.get_by_role("button", name="Cut between u and g").click()
    phone.keyboard.press("Tab")
    phone.get_by_role("button", name="Send").click()
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    teacher.do("show")
    teacher.do("reveal")
    expect(phone.locator(".asked .right .cut")).to_have_text("unhug")
    expect(phone.locator(".asked .right .cut .token")).to_have_text(["un", "hug"])
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("Your answer was right.")


def test_what_a_teacher_types_is_shown_as_itself(phone: Page, teacher: Teacher) -> None:
    teacher.say(HOSTILE)
    expect(phone.locator(".own")).to_have_text(HOSTILE)
    teacher.ask(CHOICE)
    expect(phone.get_by_role("heading", name="onerror")).to_have_text(HOSTILE)
    phone.get_by_role("button", name="onerror").click()
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    teacher.do("show")
    teacher.do("reveal")
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("It is one. One it is.")
    assert phone.locator(".asked img, .own img, b").count() == 0
    expect(phone).to_have_title("BPE Lab")


def test_who_comes_late_and_who_reloads_is_where_the_class_is(phone: Page, teacher: Teacher, new_page: NewPage) -> None:
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    phone.get_by_role("button", name="“b” + “un”").click()
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    phone.reload()
    expect(phone.locator(".asked .mine")).to_contain_text("your answer")  # the server knows
    late = new_page(**PHONE)
    late.goto(teacher.link)
    expect(late.locator("button.answer")).to_have_count(3)
    assert teacher.get()["count"]["here"] == 2


@pytest.mark.page_errors  # requests fail while there is no server
def test_a_class_goes_on_after_the_server_was_killed(new_page: NewPage) -> None:
    with running_app() as app:
        teacher = Teacher(app.url)
        teacher.hand_in(LESSON)
        teacher.move(4, told=False)
        teacher.ask({**TIE, "lesson": teacher.lesson})
        phones = [new_page(**PHONE) for _ in range(2)]
        for phone in phones:
            phone.goto(teacher.link)
            expect(phone.locator("button.answer")).to_have_count(3)
        phones[0].get_by_role("button", name="“b” + “un”").click()
        expect(phones[0].locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
        kept = teacher.get("/snapshot")
        phones[1].get_by_role("button", name="“p” + “ug”").click()  # after the page stored the class
        expect(phones[1].locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
        app.kill()
        for phone in phones:
            expect(phone.locator(".line")).to_have_text("Connection lost. It will come back by itself.")
        app.start()
        expect(phones[0].locator(".note")).to_contain_text("The class is interrupted.")
        teacher.post("/classes", {"snapshot": kept})
        for phone in phones:
            expect(phone.locator(".line")).to_have_text("Connected")
            expect(phone.locator(".asked .mine")).to_have_count(1)
        while teacher.get()["count"]["votes"] < 2:  # the vote that the server had lost was sent again
            phones[0].wait_for_timeout(100)
        teacher.hand_in(LESSON)
        teacher.do("show")
        for phone in phones:
            expect(phone.locator(".asked .vote .count")).to_have_text(["1", "0", "1"])


def test_a_wrong_code_leads_to_the_page_to_type_one(page: Page, teacher: Teacher, server: str) -> None:
    wrong = "123456789"
    page.goto(f"{server}/join")
    field = page.get_by_label("The code on the screen")
    field.fill("12 34")
    field.press("Enter")
    expect(field).to_be_focused()
    code = teacher.code
    field.fill(f"{code[:3]} {code[3:6]} {code[6:]}")
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".line")).to_have_text("Connected")
    assert page.url == teacher.link
    assert [cookie["name"] for cookie in page.context.cookies(teacher.link)] == ["bpe_lab_place"]
    assert wrong != code


@pytest.mark.page_errors  # 404 is told in the console
def test_a_code_that_no_class_has_is_told(page: Page, server: str) -> None:
    page.goto(f"{server}/join/123456789")
    expect(page.get_by_role("alert")).to_contain_text("No class has the code 123")


def test_a_class_that_was_closed_is_over(phone: Page, server: str, new_page: NewPage) -> None:
    teacher = Teacher(server)
    page = new_page(**PHONE)
    page.goto(teacher.link)
    expect(page.locator(".line")).to_have_text("Connected")
    teacher.post(f"/classes/{teacher.code}/close")
    expect(page.get_by_role("heading", name="This class is over.")).to_be_focused()


def test_a_phone_whose_class_is_over_leads_on_and_says_so_as_no_error(new_page: NewPage, server: str) -> None:
    teacher = Teacher(server)
    page = new_page(**PHONE)
    page.goto(teacher.link)
    expect(page.locator(".line")).to_have_text("Connected")
    teacher.post(f"/classes/{teacher.code}/close")
    expect(page.get_by_role("heading", name="This class is over. Nothing from it is kept.")).to_be_visible()
    assert page.get_by_role("alert").count() == 0
    onward = page.get_by_role("link", name="Explore BPE Lab on your own")
    assert onward.evaluate("(link) => link.href") == f"{server}/"
    another = page.get_by_role("link", name="Join another class")
    assert another.evaluate("(link) => link.href") == f"{server}/join/"
    for link in (onward, another):
        assert link.evaluate("(link) => link.getBoundingClientRect().height") >= 44
        assert link.evaluate("(link) => getComputedStyle(link).color") == page.evaluate(
            "getComputedStyle(document.body).color"
        )
    another.click()
    expect(page.get_by_label("The code on the screen")).to_be_visible()


# Faults in the rows of a lesson on an upright phone, and in what a thumb must hit.
_WRONG_ON_PHONE = """() => {
    const wrong = [];
    const box = (element) => element.getBoundingClientRect();
    const root = document.querySelector(".player");
    for (const list of root.querySelectorAll("tbody, .candidates, .chips, .merges")) {
        if (list.scrollHeight > list.clientHeight + 1) wrong.push(`${list.className || list.tagName} is cut off`);
    }
    const pairs = [...root.querySelectorAll(".pair")].filter((pair) => pair.offsetHeight);
    for (const pair of pairs) {
        for (const token of pair.querySelectorAll(".token")) {
            const isCut = box(token).top < box(pair).top || box(token).bottom > box(pair).bottom;
            if (isCut) wrong.push("a token is cut off");
        }
        const bar = pair.querySelector(".bar");
        const words = [...pair.querySelectorAll(".tally, .tally .badge")];
        const isOver = words.some((word) => word.offsetHeight && box(word).bottom > box(bar).top + 1);
        if (isOver) wrong.push("a bar over words");
    }
    const rows = [...root.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight);
    rows.slice(1).forEach((row, place) => {
        if (box(row).top < box(rows[place]).bottom - 1) wrong.push("rows over each other");
    });
    const gap = box(root.querySelector(".told")).top - box(pairs.at(-1)).bottom;
    if (gap > 24) wrong.push(`${gap} pixels of nothing below the pairs`);
    for (const target of document.querySelectorAll("button, input, a")) {
        const { width, height } = box(target);
        if (height && (width < 44 || height < 44)) wrong.push(`${target.outerHTML.slice(0, 80)}: ${width} x ${height}`);
    }
    return [pairs.length, wrong];
}"""


def test_at_its_own_pace_a_phone_held_upright_shows_all_rows_whole(phone: Page, teacher: Teacher) -> None:
    teacher.move(2)
    teacher.mode("free")
    expect(phone.get_by_role("button", name="Next")).to_be_visible()
    for step in (2, 3, 4):
        expect(phone.locator(".where")).to_have_text(f"Step {step} of 7")
        pairs = len(LESSON["frames"][step]["candidates"])
        assert phone.evaluate(_WRONG_ON_PHONE) == [pairs, []]
        phone.get_by_role("button", name="Next").click()
    bottom = phone.locator(".controls").evaluate("(controls) => controls.getBoundingClientRect().bottom")
    assert abs(bottom - PHONE["height"]) <= 1  # in reach of the thumb, wherever the page is scrolled


@pytest.mark.parametrize("view", [{}, {"dark": True}, {"width": 1280, "height": 720, "touch": False}])
def test_it_fits_and_is_told_to_all(new_page: NewPage, teacher: Teacher, view: dict[str, Any]) -> None:
    page = new_page(**{**PHONE, **view})
    page.goto(teacher.link)
    teacher.move(4)
    expect(page.locator(".headline")).to_be_visible()
    looked_at(page)
    page.get_by_role("button", name="Large type").click()
    looked_at(page)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    expect(page.locator("button.answer")).to_have_count(3)
    looked_at(page)
    page.locator("button.answer").first.click()
    expect(page.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    teacher.do("show")
    teacher.do("reveal")
    expect(page.locator(".asked .right").first).to_be_visible()
    looked_at(page)
    teacher.ask({"kind": "cut", "letters": list("unhuggingly"), "right": [[2]]})
    expect(page.locator(".gap")).to_have_count(10)
    looked_at(page)


def looked_at(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []


def test_it_is_there_in_three_seconds_on_a_slow_line(new_page: NewPage, teacher: Teacher) -> None:
    teacher.move(4)
    page = new_page(**PHONE)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    bytes_a_second = 1.5e6 / 8
    conditions = {
        "offline": False,
        "latency": 300,
        "downloadThroughput": bytes_a_second,
        "uploadThroughput": bytes_a_second,
    }
    line.send("Network.emulateNetworkConditions", conditions)
    page.goto(teacher.link, wait_until="commit")
    expect(page.locator(".headline")).to_have_text(re.compile("pun"))
    took = page.evaluate("performance.now()")
    print(f"a phone on a slow line: {took:.0f} ms")
    assert took < 3_000
