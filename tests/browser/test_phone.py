"""A phone in a live class, in a real browser: it follows, votes, and reconnects without help."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewPage, resize, turn
from tests.browser.visible_player import becomes
from tests.classroom.lessons import Teacher, hug

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


def answer(phone: Page, name: str) -> None:
    """Choose an answer and send it."""
    phone.locator(".asked").get_by_role("button", name=name).click()
    phone.get_by_role("button", name="Send").click()


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


def test_phones_at_their_own_pace_step_and_report_their_step(phone: Page, teacher: Teacher) -> None:
    teacher.move(2)
    teacher.mode("free")
    expect(phone.locator(".mode")).to_have_text("At your own pace")
    phone.get_by_role("button", name="Next").click()
    expect(phone.locator(".where")).to_have_text("Step 3 of 7")
    becomes(lambda: teacher.get()["count"]["steps"], {"3": 1})  # it tells of step 2 too if that is shown for long
    teacher.move(5)
    phone.get_by_role("button", name="Next").click()
    expect(phone.locator(".where")).to_have_text("Step 4 of 7")
    teacher.mode("frozen")
    expect(phone.locator(".player")).to_be_hidden()
    expect(phone.locator(".mode")).to_have_text("Eyes to the front")
    teacher.mode("follow")
    expect(phone.locator(".headline")).to_have_text("p+ug→pug·5")


def test_the_next_step_is_hidden_while_the_teacher_hides_it(phone: Page, teacher: Teacher) -> None:
    teacher.move(4, told=False)
    expect(phone.locator(".next")).to_have_text("Which pair is next?")
    expect(phone.locator(".board")).to_have_count(0)
    assert "5" not in phone.locator(".pairs").inner_text()
    phone.locator(".guesses button").first.dispatch_event("click")
    expect(phone.locator(".next")).to_have_text("Which pair is next?")
    teacher.move(4)
    expect(phone.locator(".next")).to_contain_text("occurs 5 times")


def test_a_question_is_voted_on_shown_voted_on_again_and_revealed(phone: Page, teacher: Teacher) -> None:
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    asked = phone.locator(".asked")
    expect(asked.get_by_role("heading")).to_have_text("Which pair is next?")
    expect(asked.locator("button.answer")).to_have_text(["bun", "hugs", "pug"])  # alphabetical, without counts
    send = asked.get_by_role("button", name="Send")
    expect(send).to_have_attribute("aria-disabled", "true")
    chosen = asked.locator("button.answer[aria-pressed=true]")
    for name, text in (("“hug” + “s”", "hugs"), ("“b” + “un”", "bun")):  # until it is sent, another can be chosen
        asked.get_by_role("button", name=name).click()
        expect(chosen).to_have_text(text)
    assert teacher.get()["count"]["votes"] == 0
    send.click()
    expect(asked.get_by_role("status")).to_contain_text("Your answer is in.")
    expect(send).to_be_hidden()
    expect(asked.locator(".vote")).to_have_count(0)
    teacher.do("show")
    expect(asked.locator(".answers .count")).to_have_text(["1", "0", "0"])
    expect(asked.locator(".right")).to_have_count(0)
    teacher.do("again")
    expect(asked).to_contain_text("Second vote")
    expect(send).to_have_attribute("aria-disabled", "true")
    answer(phone, "“p” + “ug”")
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
def test_a_late_answer_is_called_late_and_not_right(phone: Page, teacher: Teacher) -> None:
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    phone.route("**/vote", lambda route: route.abort())
    asked = phone.locator(".asked")
    answer(phone, "“p” + “ug”")
    expect(asked.get_by_role("status")).to_have_text("Your answer will be sent once the connection is back.")
    teacher.do("show")
    expect(asked.get_by_role("status")).to_contain_text("The vote ended before your answer arrived.")
    expect(asked.locator(".mine")).to_have_count(0)
    teacher.do("reveal")
    expect(asked.get_by_role("status")).to_contain_text("You didn’t answer this one.")


def test_a_pending_answer_is_not_sent_twice(phone: Page, teacher: Teacher) -> None:
    teacher.ask({**TIE, "lesson": teacher.lesson})
    held: list[Route] = []
    phone.route("**/vote", lambda route: held.append(route))
    asked = phone.locator(".asked")
    answer(phone, "“p” + “ug”")
    expect(asked.get_by_role("status")).to_contain_text("Your answer will be sent")
    teacher.say("Look here")
    expect(phone.locator(".own")).to_have_text("Look here")
    assert len(held) == 1
    held[0].continue_()
    expect(asked.get_by_role("status")).to_contain_text("Your answer is in.")


def test_taps_between_letters_cut_a_word(phone: Page, teacher: Teacher) -> None:
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


def test_teachers_texts_are_shown_as_plain_text(phone: Page, teacher: Teacher) -> None:
    teacher.say(HOSTILE)
    expect(phone.locator(".own")).to_have_text(HOSTILE)
    teacher.ask(CHOICE)
    expect(phone.get_by_role("heading", name="onerror")).to_have_text(HOSTILE)
    answer(phone, "onerror")
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    teacher.do("show")
    teacher.do("reveal")
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("It is one. One it is.")
    assert phone.locator(".asked img, .own img, b").count() == 0
    expect(phone).to_have_title("BPE Lab")


def test_late_and_reloaded_phones_join_at_the_current_step(phone: Page, teacher: Teacher, new_page: NewPage) -> None:
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    answer(phone, "“b” + “un”")
    expect(phone.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    phone.reload()
    expect(phone.locator(".asked .mine")).to_contain_text("your answer")  # the server knows
    late = new_page(**PHONE)
    late.goto(teacher.link)
    expect(late.locator("button.answer")).to_have_count(3)
    assert teacher.get()["count"]["here"] == 2


def test_a_wrong_code_leads_to_the_page_for_typing_one(page: Page, teacher: Teacher, server: str) -> None:
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


@pytest.mark.page_errors  # the console reports the 404
def test_an_unknown_code_is_reported(page: Page, server: str) -> None:
    page.goto(f"{server}/join/123456789")
    expect(page.get_by_role("alert")).to_contain_text("No class has the code 123")


def test_the_end_of_a_class_is_not_an_error_and_offers_a_way_on(new_page: NewPage, server: str) -> None:
    teacher = Teacher(server)
    page = new_page(**PHONE)
    page.goto(teacher.link)
    expect(page.locator(".line")).to_have_text("Connected")
    teacher.post(f"/classes/{teacher.code}/close")
    over = page.get_by_role("heading", name="This class is over.")
    expect(over).to_have_text("This class is over. Nothing from it is kept.")
    expect(over).to_be_focused()
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
        // A bar of parts is as high as its words, which stand beside it; what a badge covers has its own ground.
        const isBeside = pair.matches(".parted");
        const words = [...pair.querySelectorAll(isBeside ? ".terms" : ".tally, .tally .badge")];
        const isOver = words.some((word) => word.offsetHeight
            && (isBeside ? box(word).left < box(bar).right - 1 && box(word).width > 1
                         : box(word).bottom > box(bar).top + 1));
        if (isOver) wrong.push("a bar over words");
    }
    const rows = [...root.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight);
    rows.slice(1).forEach((row, place) => {
        if (box(row).top < box(rows[place]).bottom - 1) wrong.push("rows over each other");
    });
    const gap = box(root.querySelector(".message")).top - box(pairs.at(-1)).bottom;
    if (gap > 24) wrong.push(`${gap} pixels of nothing below the pairs`);
    for (const target of document.querySelectorAll("button, input, a")) {
        const { width, height } = box(target);
        if (height && (width < 44 || height < 44)) wrong.push(`${target.outerHTML.slice(0, 80)}: ${width} x ${height}`);
    }
    return [pairs.length, wrong];
}"""


def test_at_its_own_pace_an_upright_phone_shows_whole_rows(phone: Page, teacher: Teacher) -> None:
    teacher.move(2)
    teacher.mode("free")
    expect(phone.get_by_role("button", name="Next")).to_be_visible()
    for step in (2, 3, 4):
        expect(phone.locator(".where")).to_have_text(f"Step {step} of 7")
        pairs = len(LESSON["frames"][step]["candidates"])
        expect(phone.locator(".pair:visible")).to_have_count(pairs)
        assert phone.evaluate(_WRONG_ON_PHONE) == [pairs, []]
        phone.get_by_role("button", name="Next").click()
    bottom = phone.locator(".controls").evaluate("(controls) => controls.getBoundingClientRect().bottom")
    assert abs(bottom - PHONE["height"]) <= 1  # in reach of the thumb, wherever the page is scrolled


def test_the_page_fits_a_phone_and_is_accessible(new_page: NewPage, teacher: Teacher) -> None:
    page = new_page(**{**PHONE, "width": 320, "height": 568})
    page.goto(teacher.link)
    teacher.move(4)
    expect(page.locator(".headline")).to_be_visible()
    check_appearance(page)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    expect(page.locator("button.answer")).to_have_count(3)
    words = page.locator(".evidence tbody tr")  # in which the pairs are counted
    check_appearance(page, words, 5)
    page.get_by_role("button", name="Large type").click()
    check_appearance(page)
    answer(page, "“b” + “un”")
    expect(page.locator(".asked").get_by_role("status")).to_contain_text("Your answer is in.")
    teacher.do("show")
    teacher.do("reveal")
    expect(page.locator(".asked .right").first).to_be_visible()
    check_appearance(page)
    teacher.ask({"kind": "cut", "letters": list("unhuggingly"), "right": [[2]]})
    expect(page.locator(".gap")).to_have_count(10)
    check_appearance(page)


# Text and targets that are too small for a phone in a hand, and whether Send is at the thumb.
_TOO_SMALL = """() => {
    const wrong = [];
    const least = innerWidth < 1000 ? 16 : 13;
    const isSeen = (element) => element.checkVisibility() && !element.closest(".screen-reader-text");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        // Figures under tokens and in the stops of the way stand beside what they name.
        const isBeside = parentElement.closest("script, thead, .caption, .stops");
        if (!data.trim() || isBeside || !isSeen(parentElement)) continue;
        const size = parseFloat(getComputedStyle(parentElement).fontSize);
        if (size < least) wrong.push(`${data}: ${size} px`);
    }
    for (const target of document.querySelectorAll("button, input, a")) {
        if (!isSeen(target) || target.closest(".following")) continue;
        const { width, height } = target.getBoundingClientRect();
        if (width < 44 || height < 44) wrong.push(`${target.outerHTML.slice(0, 80)}: ${width} x ${height}`);
    }
    const send = document.querySelector(".send > button");
    const bottom = send && isSeen(send) ? send.getBoundingClientRect().bottom : innerHeight;
    if (bottom > innerHeight || bottom < innerHeight - 24) wrong.push(`Send ends at ${bottom}`);
    return wrong;
}"""


def check_appearance(page: Page, rows: Locator | None = None, count: int = 0) -> None:
    """Check phones of each size, and the small one with axe in light and dark mode; `count` rows are visible."""
    for width, height in ((390, 844), (844, 390), (1280, 720), (320, 568)):
        resize(page, {"width": width, "height": height})
        assert page.evaluate(_TOO_SMALL) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        if rows:
            assert [rows.nth(row).is_visible() for row in range(count)] == [True] * count, width
    for scheme in ("dark", "light"):
        turn(page, dark=scheme == "dark")
        assert faults(page) == [], scheme


# Notes when the step is there: a test that asks again and again learns of it up to a second later.
_WATCH_HEADLINE = """new MutationObserver(() => {
    const isThere = document.querySelector(".headline")?.textContent.includes("pun");
    if (isThere) window.took ??= performance.now();
}).observe(document, { childList: true, subtree: true, characterData: true });"""


def test_the_page_appears_in_three_seconds_on_a_slow_connection(new_page: NewPage, teacher: Teacher) -> None:
    teacher.move(4)
    page = new_page(**PHONE)
    page.add_init_script(_WATCH_HEADLINE)
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
    took = page.evaluate("window.took")
    print(f"a phone on a slow line: {took:.0f} ms")
    assert took < 3_000
