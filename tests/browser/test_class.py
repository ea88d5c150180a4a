"""A class at work in real browsers: a teacher's page, a projector in the same browser, and three phones."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import check_log, move_to, resize, turn, visit, watch
from tests.browser.visible_player import query
from tools.app_server import AppServer
from tools.browser import wait_until_idle
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.writer import to_link

HOSTILE = "<img src=x onerror=document.title='run'> <b>1</b> &amp;"
PHONE = {"width": 390, "height": 844}
ERROR_RED = "rgb(179, 38, 30)"
SCREEN = {"width": 1280, "height": 720}

OpenBrowser = Callable[..., BrowserContext]


@pytest.fixture
def open_browser(
    browser: Browser,
    request: pytest.FixtureRequest,
    app_server: AppServer,
    kept_contexts: dict[tuple[object, ...], BrowserContext],
) -> Iterator[OpenBrowser]:
    """Open browsers that keep their storage when a page is loaded again, unlike those of `new_page`.

    Only what they cache is left from another test.
    """
    opened: list[BrowserContext] = []
    wrong: list[str] = []
    log_start = len(app_server.log())

    def watch_page(page: Page) -> None:
        watch(page, wrong)

    def open_one(**options: object) -> BrowserContext:
        kind = ("class", len(opened), *sorted(map(str, options.items())))
        context = kept_contexts.get(kind)
        if context is None:
            context = browser.new_context(reduced_motion="reduce", **{"locale": "en-US", **options})  # type: ignore[arg-type]
            kept_contexts[kind] = context
            # Stays open, to keep the process that draws this server's pages: it has their compiled scripts.
            context.new_page().goto(f"{app_server.url}/_stcore/health")
        context.on("page", watch_page)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.remove_listener("page", watch_page)
        first, *pages = context.pages
        for page in pages:
            page.close()
        context.clear_cookies()
        kept = {"origin": app_server.url, "storageTypes": "local_storage,indexeddb"}
        context.new_cdp_session(first).send("Storage.clearDataForOrigin", kept)
    if not request.node.get_closest_marker("page_errors"):
        assert wrong == []
        check_log(app_server, log_start)


class AtWork:
    """A teacher's browser with an open class, and its page; screens and phones join."""

    def __init__(self, open_browser: OpenBrowser, server: str, **options: object) -> None:
        self.open_browser = open_browser
        self.server = server
        self.browser = open_browser(viewport=SCREEN, **options)
        self.page = self.browser.new_page()
        visit(self.page, server, "teach")
        self.page.get_by_role("button", name="Start a class").click()
        expect(self.page.locator(".number")).to_have_text(re.compile(r"\d{3}\s\d{3}\s\d{3}"))
        self.code = re.sub(r"\D", "", self.page.locator(".number").inner_text())

    def screen(self, path: str = "train?scenario=hug&present=1") -> Page:
        """Open another tab of the teacher's browser, as on a projector."""
        page = self.browser.new_page()
        visit(page, self.server, path)
        return page

    def phones(self, count: int = 3) -> list[Page]:
        return [self.phone() for _ in range(count)]

    def phone(self, **options: object) -> Page:
        page = self.open_browser(viewport=PHONE, has_touch=True, **options).new_page()
        page.goto(f"{self.server}/join/{self.code}")
        expect(page.locator(".line")).to_have_text("Connected")
        return page


@pytest.fixture
def at_work(open_browser: OpenBrowser, server: str) -> AtWork:
    return AtWork(open_browser, server)


def choose(phone: Page, answer: str) -> None:
    question_view(phone).get_by_role("button", name=answer).click()
    question_view(phone).get_by_role("button", name="Send").click()
    expect(question_view(phone).get_by_role("status")).to_contain_text("Your answer is in.")


def question_view(page: Page) -> Locator:
    return page.locator(".asked")


def test_a_class_follows_the_teacher_or_goes_at_its_own_pace(at_work: AtWork) -> None:
    phones = at_work.phones()
    expect(at_work.page.locator(".phone-count")).to_have_text("Phones joined: 3")
    screen = at_work.screen()
    for _ in range(3):
        screen.keyboard.press("PageDown")
    for phone in phones:
        expect(phone.locator(".headline")).to_have_text("h+ug→hug·15")
    screen.keyboard.press("Home")
    for phone in phones:
        expect(phone.locator(".next")).to_have_text("Which pair is next?")  # the start reveals nothing
    screen.keyboard.press("f")
    expect(phones[0].locator(".next")).to_contain_text("“u” + “g”")
    code = screen.locator(".sign-in")
    expect(code).to_be_hidden()  # the page shows it in a corner
    expect(screen.locator(".teaching .sign")).to_contain_text(re.compile(r"\d{3}\s\d{3}\s\d{3} · 3"))

    # The code lies large over a page, and over a presentation, until Esc.
    screen.locator(".teaching").get_by_role("button", name="Class").click()
    number = screen.locator(".teaching .over .app-link .number")
    expect(number).to_be_visible()
    assert number.evaluate("one => one.getBoundingClientRect().height") > 60
    screen.keyboard.press("Escape")
    expect(number).to_be_hidden()
    expect(screen).to_have_url(re.compile("/train"))
    screen.keyboard.press("f")
    code.click()
    number = screen.locator("dialog .over .app-link .number")
    expect(number).to_be_visible()
    screen.keyboard.press("Escape")
    expect(number).to_be_hidden()
    expect(screen.locator("dialog[open]")).to_have_count(1)  # the presentation continues

    # Phones step freely, and are put aside.
    screen.keyboard.press("PageDown")
    expect(phones[0].locator(".headline")).to_have_text("u+g→ug·20")
    at_work.page.get_by_role("button", name="at their own pace").click()
    for phone in phones:
        expect(phone.locator(".mode")).to_have_text("At your own pace")
    phones[0].get_by_role("button", name="Next").click()
    for phone in phones[1:]:
        phone.get_by_role("slider").fill("7")
    expect(at_work.page.locator(".steps .vote")).to_have_text(["Step 21", "Step 72"])
    at_work.page.get_by_role("button", name="paused").click()
    expect(phones[0].locator(".mode")).to_have_text("Eyes to the front")
    expect(phones[0].locator(".player")).to_be_hidden()
    at_work.page.get_by_role("button", name="following").click()
    expect(phones[1].locator(".headline")).to_have_text("u+g→ug·20")


def test_a_clicker_asks_shows_votes_asks_again_and_reveals_the_answer(at_work: AtWork) -> None:
    """Merge 5 of the Hugging Face course: “hug” + “s” and “p” + “ug” occur five times each."""
    phones = at_work.phones()
    screen = at_work.screen()
    for _ in range(4):
        screen.keyboard.press("PageDown")
    expect(phones[2].locator(".headline")).to_have_text("p+un→pun·12")
    screen.keyboard.press("a")
    expect(question_view(screen).locator(".option")).to_have_text(["bun", "hugs", "pug"])  # alphabetical
    expect(question_view(at_work.page).locator(".option")).to_have_text(["bun", "hugs", "pug"])
    expect(screen.locator(".next")).to_have_text("Which pair is next?")
    choose(phones[0], "“b” + “un”")
    choose(phones[1], "“p” + “ug”")
    expect(question_view(screen).locator(".votes")).to_have_text("2 of 3 answered")
    expect(question_view(screen).locator(".vote")).to_have_count(0)
    expect(question_view(at_work.page).locator(".votes")).to_have_text("2 of 3 answered")
    expect(question_view(at_work.page).locator(".vote .count")).to_have_text(["1", "0", "1"])  # only for the teacher
    crowd = at_work.page.locator(".crowd i")
    expect(at_work.page.locator(".crowd .voted")).to_have_count(2)
    assert len(set(crowd.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().left)"))) == 3
    expect(at_work.page.get_by_text(re.compile(r"Asked \d+:\d\d"))).to_be_visible()
    screen.keyboard.press("PageDown")
    expect(question_view(screen).locator(".vote .count")).to_have_text(["1", "0", "1"])
    expect(question_view(screen).locator(".right")).to_have_count(0)
    expect(question_view(phones[2]).locator(".vote .count")).to_have_text(["1", "0", "1"])
    screen.keyboard.press("PageUp")
    expect(question_view(screen).locator(".votes")).to_have_text("Second vote · 0 of 3 answered")
    expect(question_view(screen).locator(".vote")).to_have_count(0)
    for phone in phones:
        choose(phone, "“hug” + “s”")
    expect(question_view(screen).locator(".votes")).to_have_text("Second vote · 3 of 3 answered")
    screen.keyboard.press("PageDown")
    expect(question_view(screen).locator(".vote .count")).to_have_text(["1", "0", "0", "3", "1", "0"])
    screen.keyboard.press("PageDown")
    expect(question_view(screen).locator(".answer.right")).to_have_count(2)
    expect(question_view(screen).locator(".explanation")).to_contain_text(
        "Right answers: First vote: 1 of 2 · Second vote: 3 of 3. There was a tie"
    )
    expect(question_view(screen).locator(".explanation")).to_contain_text("Next: “p” + “ug”.")
    expect(question_view(phones[0])).to_contain_text("Your answer was right.")
    results = at_work.page.locator(".results tr")
    expect(results).to_have_text(["AnswerFirst voteSecond vote", "✓ “p” + “ug”10", "✓ “hug” + “s”03", "“b” + “un”10"])
    screen.keyboard.press("PageDown")  # and on, with the same press
    for page in (screen, *phones):
        expect(question_view(page)).to_be_hidden()
        expect(page.locator(".headline")).to_have_text("p+ug→pug·5")


@pytest.mark.page_errors  # a removed phone is refused, and so is a request for a class that has ended
def test_odd_phones_can_be_removed_and_readmitted_and_the_end_of_a_class_is_announced(
    at_work: AtWork,
) -> None:
    honest = at_work.phones(2)
    odd = at_work.phone(user_agent="program/1.0")
    page = at_work.page
    expect(page.locator(".phone-count")).to_have_text("Phones joined: 3")
    page.get_by_text("Where phones come from").click()
    sources = page.locator(".sources > li")
    first, second = (sources.filter(has_text=f"Source {name}") for name in "AB")
    expect(first.locator("p").first).to_have_text("Source A · Phones: 2")
    expect(second.locator("p").first).to_have_text("Source B · Phones: 1")
    second.get_by_role("button", name="Remove all: Source B").click()
    expect(second.get_by_role("status")).to_contain_text("Remove all phones from source B?")
    expect(second.get_by_role("button", name="Keep them")).to_be_focused()
    second.get_by_role("button", name="Remove all").click()
    expect(odd.get_by_role("heading")).to_contain_text("The teacher has removed this phone, or phones like it,")
    expect(page.locator(".phone-count")).to_have_text("Phones joined: 2")
    odd.reload()
    expect(odd.get_by_role("heading")).to_contain_text("The teacher has removed this phone, or phones like it,")
    expect(second.locator("p").first).to_have_text("Source B · Removed: 1")
    second.get_by_role("button", name="Let back in").click()
    expect(second.locator("p").first).to_have_text("Source B · Phones: 1")
    odd.reload()
    expect(odd.locator(".line")).to_have_text("Connected")
    first.get_by_text("Show each phone").click()
    first.get_by_role("button", name="Remove", exact=True).first.click()
    expect(page.locator(".phone-count")).to_have_text("Phones joined: 2")
    expect(first.locator("p").first).to_have_text("Source A · Phones: 1 · Removed: 1")
    expect(honest[0].get_by_role("heading")).to_contain_text("The teacher has removed this phone")
    expect(honest[1].locator(".line")).to_have_text("Connected")

    page.evaluate(
        """async () => {
            const {code, secret} = JSON.parse(localStorage.bpe_lab_class);
            localStorage.removeItem("bpe_lab_class_kept");
            const headers = {"Content-Type": "application/json", Authorization: `Bearer ${secret}`};
            await fetch(`/classes/${code}/close`, {method: "POST", headers, body: "{}"});
        }"""
    )
    over = page.get_by_role("alert").filter(has_text="The class is over.")
    expect(over).to_be_visible()
    border = "(it) => getComputedStyle(it).borderTopColor"
    assert over.evaluate(border) != ERROR_RED  # not an error
    page.evaluate(
        """() => {
            localStorage.bpe_lab_class = JSON.stringify({code: "123456789", secret: "x".repeat(43), join: []});
        }"""
    )
    page.reload()
    lost = page.get_by_role("alert").filter(has_text="no longer knows this class")
    expect(lost).to_be_visible()
    assert lost.evaluate(border) == ERROR_RED
    page.get_by_role("button", name="Start a class").click()
    expect(page.locator(".number")).to_have_text(re.compile(r"\d{3}\s\d{3}\s\d{3}"))


def test_a_custom_question_is_kept_while_typing_and_shown_as_plain_text(at_work: AtWork) -> None:
    phone = at_work.phone()
    screen = at_work.screen()
    page = at_work.page
    page.get_by_label("Question", exact=True).fill(HOSTILE)
    page.get_by_label("Answer 1", exact=True).fill("twelve")
    page.get_by_role("button", name="Ask this").click()
    expect(page.get_by_role("alert").filter(has_text="two answers")).to_be_visible()
    page.get_by_label("Answer 2", exact=True).fill(HOSTILE)
    page.get_by_label("Answer 2 is right").check()
    page.reload()
    expect(page.get_by_label("Answer 2", exact=True)).to_have_value(HOSTILE)
    page.get_by_role("button", name="Ask this").click()
    expect(question_view(screen).locator(".wording")).to_have_text(HOSTILE)
    expect(page.get_by_label("Question", exact=True)).to_have_value("")
    choose(phone, "onerror")
    page.get_by_role("button", name="Show the votes").click()
    page.get_by_role("button", name="Reveal the answer").click()
    expect(question_view(screen).locator(".answer.right")).to_contain_text(HOSTILE)
    for one in (page, screen):
        assert question_view(one).locator("img, b").count() == 0
    expect(page.locator(".results figcaption")).to_have_text(f"Question 1: {HOSTILE}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    table = Path(saved.value.path()).read_text("utf-8-sig").splitlines()
    assert len(table) == 3
    assert saved.value.suggested_filename == f"class-{at_work.code}.csv"
    page.emulate_media(media="print")
    expect(page.locator(".results table")).to_be_visible()
    expect(page.locator(".number")).to_be_hidden()


def test_predictions_course_questions_and_word_cuts_can_be_asked(
    at_work: AtWork,
) -> None:
    phone = at_work.phone()
    screen = at_work.screen("train?scenario=hug&predict=1&present=1&step=2")
    expect(phone.locator(".next")).to_have_text("Which pair is next?")
    screen.keyboard.press("PageDown")
    choose(phone, "“h” + “ug”")
    for press, seen in enumerate(
        (question_view(screen).locator(".vote").first, question_view(screen).locator(".answer.right"))
    ):
        screen.keyboard.press("PageDown")
        expect(seen, f"press {press}").to_be_visible()
    screen.keyboard.press("PageDown")
    expect(screen.locator(".headline")).to_have_text("h+ug→hug·15")
    expect(screen.locator(".next")).to_have_text("Which pair is next?")

    move_to(screen, at_work.server, "course", chapter="ranks")
    question = screen.locator(".quiz .question").inner_text()
    screen.keyboard.press("PageDown")
    expect(phone.get_by_role("heading", name=question)).to_be_visible()
    options = screen.locator(".quiz button")
    # The tokens in them are drawn on the screen.
    drawn = ["".join(one.split()) for one in options.all_inner_texts()]
    assert ["".join(one.split()) for one in question_view(phone).locator("button.answer").all_inner_texts()] == drawn
    question_view(phone).locator("button.answer").first.click()
    question_view(phone).get_by_role("button", name="Send").click()
    expect(question_view(screen).locator(".votes")).to_have_text("1 of 1 answered")
    expect(screen.locator(".quiz .right")).to_have_count(0)
    screen.keyboard.press("PageDown")
    expect(question_view(screen).locator(".vote").first).to_be_visible()
    expect(screen.locator(".quiz .right")).to_have_count(0)
    screen.keyboard.press("PageDown")
    expect(screen.locator(".quiz .right")).to_have_count(1)
    expect(question_view(screen).locator(".answer.right")).to_have_count(1)
    right = [
        "".join(one.inner_text().split())
        for one in (question_view(screen).locator(".answer.right .option"), screen.locator(".quiz .right .text"))
    ]
    assert right[0].startswith(right[1])
    # The next step of the picture takes the question's place on phones.
    screen.keyboard.press("PageDown")
    expect(question_view(phone)).to_be_hidden()
    expect(phone.locator(".own h2")).to_have_text("Merges by rank")
    expect(phone.locator(".own")).to_contain_text(screen.locator(".picture .says").inner_text()[:30])

    move_to(screen, at_work.server, "encode", scenario="hug", **{"with": "trained"}, sample="unhug", present=1)
    expect(screen.locator("dialog[open] .where")).to_contain_text("Step 0")
    screen.keyboard.press("a")
    expect(question_view(phone).locator(".letter")).to_have_text(list("unhug"))
    expect(question_view(screen).locator(".word")).to_have_text("unhug")
    phone.get_by_role("button", name="Cut between n and h").click()
    phone.get_by_role("button", name="Send").click()
    expect(question_view(screen).locator(".votes")).to_have_text("1 of 1 answered")
    screen.keyboard.press("PageDown")
    expect(question_view(screen).locator(".cut .token")).to_have_text(["un", "hug"])
    screen.keyboard.press("PageDown")
    # As in the Hugging Face course.
    expect(question_view(screen).locator(".answer.right .token")).to_have_text(["un", "hug"])
    expect(question_view(phone)).to_contain_text("Your answer was right.")


def test_a_class_can_be_started_while_presenting_and_its_code_is_large(open_browser: OpenBrowser, server: str) -> None:
    screen = open_browser(viewport=SCREEN).new_page()
    visit(screen, server, "train?scenario=hug&present=1")
    expect(screen.locator(".sign-in")).to_be_hidden()
    screen.get_by_role("button", name="Options").click()
    screen.get_by_role("button", name="Start a class").click()
    expect(screen.locator(".over .app-link .number")).to_have_text(re.compile(r"\d{3}\s\d{3}\s\d{3}"))
    expect(screen.locator(".over .app-link img")).to_have_js_property("complete", value=True)
    assert screen.locator(".over .app-link .number").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > 60
    screen.keyboard.press("PageDown")
    expect(screen.locator(".over .app-link")).to_be_hidden()
    code = screen.locator(".sign-in")
    expect(code).to_be_visible()
    assert code.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 18
    # Ended there too, by two presses: a clicker's press does not end it.
    phone = open_browser(viewport=PHONE).new_page()
    phone.goto(f"{server}/join/{re.sub(r'[^0-9]', '', code.inner_text())}")
    code.click()
    screen.locator(".over").get_by_role("button", name="End the class").click()
    expect(screen.get_by_role("button", name="Keep going")).to_be_focused()
    screen.keyboard.press("PageDown")
    expect(screen.locator(".over .sure")).to_be_hidden()
    expect(phone.locator(".line")).to_have_text("Connected")
    screen.get_by_role("button", name="Options").click()
    screen.locator("dialog").get_by_role("button", name="End the class").click()
    screen.get_by_role("button", name="End it").click()
    expect(phone.get_by_role("heading", name="This class is over.")).to_be_visible()
    expect(screen.locator(".over .problem")).to_have_text("The class is over. Nothing from it is kept.")
    screen.keyboard.press("PageDown")
    expect(screen.locator(".over")).to_be_hidden()
    expect(code).to_be_hidden()


def test_one_window_leads_until_another_takes_over(at_work: AtWork) -> None:
    phone = at_work.phone()
    screen = at_work.screen()
    screen.keyboard.press("PageDown")
    expect(phone.locator(".headline")).to_have_text("u+g→ug·20")
    screen.keyboard.press("a")
    choose(phone, "“h” + “ug”")
    other = at_work.screen("train?scenario=hug&step=3")
    sign = other.locator(".teaching .sign")
    expect(sign).to_contain_text("Another window leads")
    other.keyboard.press("PageDown")
    expect(other.locator(".headline")).to_have_text("p+un→pun·12")
    expect(question_view(other)).to_be_hidden()
    expect(question_view(screen).locator(".votes")).to_have_text("1 of 1 answered")
    expect(question_view(screen).locator(".vote")).to_have_count(0)  # the vote continues
    sign.get_by_role("button", name="Lead from here").click()
    expect(sign).to_contain_text("This window leads")
    expect(screen.locator(".lead")).to_be_visible()
    expect(question_view(other).locator(".votes")).to_have_text("1 of 1 answered")
    other.get_by_role("button", name="Continue").click()
    expect(phone.locator(".headline")).to_have_text("p+un→pun·12")
    screen.keyboard.press("PageDown")  # which no longer leads
    expect(phone.locator(".headline")).to_have_text("p+un→pun·12")
    other.close()
    expect(screen.locator(".lead")).to_be_hidden()  # now nobody else leads, and this window knows
    screen.keyboard.press("PageDown")
    expect(phone.locator(".headline")).to_have_text("h+ug→hug·15")


def test_reloaded_and_second_windows_lead_the_class_but_other_browsers_do_not(
    at_work: AtWork, open_browser: OpenBrowser
) -> None:
    phone = at_work.phone()
    screen = at_work.screen()
    second = at_work.screen("teach")
    expect(second.locator(".number")).to_have_text(at_work.page.locator(".number").inner_text())
    for _ in range(4):
        screen.keyboard.press("PageDown")
    screen.keyboard.press("a")
    choose(phone, "“p” + “ug”")
    expect(screen).to_have_url(re.compile("step=4"))  # written once the keys rest
    screen.reload()
    expect(question_view(screen).locator(".option")).to_have_text(["bun", "hugs", "pug"])
    expect(screen.locator(".next")).to_have_text("Which pair is next?")
    asked_for: list[str] = []
    at_work.page.on("request", lambda request: asked_for.append(request.url))
    for page in (at_work.page, second):
        page.reload()
        expect(question_view(page).locator(".votes")).to_have_text("1 of 1 answered")
    # The secret is in no address, and stays in this browser.
    secret = json.loads(at_work.page.evaluate("localStorage.bpe_lab_class"))["secret"]
    assert any("/classes/" in address for address in asked_for)
    assert not any(secret in address for address in (*asked_for, at_work.page.url))
    assert secret not in at_work.page.content()
    other = open_browser(viewport=SCREEN).new_page()
    visit(other, at_work.server, "train?scenario=hug&present=1")
    expect(other.get_by_role("button", name="Ask the class")).to_be_hidden()
    other.close()
    second.get_by_role("button", name="Show the votes").click()
    expect(question_view(screen).locator(".vote .count")).to_have_text(["0", "0", "1"])
    second.get_by_role("button", name="End the class").click()
    second.get_by_role("button", name="End it").click()
    for page in (at_work.page, second):
        expect(page.get_by_role("button", name="Start a class")).to_be_visible()
    expect(question_view(screen)).to_be_hidden()
    expect(screen.locator(".sign-in")).to_be_hidden()
    expect(phone.get_by_role("heading", name="This class is over.")).to_be_visible()


def test_the_class_page_fits_the_screen_and_is_accessible(at_work: AtWork) -> None:
    page = at_work.page
    screen = at_work.screen("train?scenario=hug&step=4")
    screen.get_by_role("button", name="Ask the class").click()
    expect(question_view(page).locator(".answer")).to_have_count(3)
    sizes = page.locator("h1, h2:visible").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert max(sizes[1:]) < sizes[0]  # of the title
    question = page.locator(".now").evaluate("(now) => now.getBoundingClientRect().bottom")
    assert 650 <= question <= SCREEN["height"]  # with its buttons it fills the screen
    for dark in (False, True):
        turn(page, dark=dark)
        for width in (1280, 400):
            resize(page, {"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert faults(page, "[data-testid=stMain]") == [], (dark, width)


def test_a_plan_shows_notes_to_the_teacher_only_and_asks_its_questions(at_work: AtWork) -> None:
    phone = at_work.phone()
    note = at_work.page.locator(".note")
    expect(note).to_be_hidden()
    which = SlideQuestion("choice", "Which word?", ("hug", HOSTILE), 1, "It is hug.")
    plan = Plan(
        "",
        "",
        (
            Slide(text="Think of a word", note="SECRET", question=which),
            Slide("train?scenario=hug&step=2", title="Hug", question=SlideQuestion("pair")),
            Slide("playground", question=SlideQuestion("cut", word="unhug", tokenizer="gpt2")),
            Slide("home", title="The end"),
        ),
    )
    screen = at_work.screen(f"plans?{urlencode({'plan': to_link(plan)})}")
    screen.get_by_role("button", name="Present", exact=True).click()
    expect(note.locator(".text")).to_have_text("SECRET")
    expect(note).to_contain_text("Your plan asks here: Which word?")
    expect(note).to_contain_text("Next: Hug")
    slides = at_work.page.locator(".slides li")
    expect(slides).to_have_text(["1Think of a word", "2Hug", "3Playground", "4The end"])
    here = at_work.page.locator(".slides [aria-current=step]")
    expect(here).to_have_text("1Think of a word")
    expect(phone.locator(".own")).to_have_text("Think of a word")
    expect(screen.get_by_text("SECRET")).to_have_count(0)
    expect(question_view(screen)).to_be_hidden()

    def check_question(right: str) -> None:
        """Check that each press before the last advances once, and the last leads to the next slide."""
        expect(question_view(screen).locator(".votes")).to_have_text("1 of 1 answered")
        screen.keyboard.press("PageDown")
        expect(question_view(screen).locator(".vote").first).to_be_visible()
        expect(question_view(phone).locator(".right")).to_have_count(0)
        screen.keyboard.press("PageDown")
        expect(question_view(screen).locator(".answer.right .option")).to_contain_text(right)
        expect(question_view(phone)).to_contain_text("Your answer was right.")
        screen.keyboard.press("PageDown")
        expect(question_view(phone)).to_be_hidden()

    def next_slide(place: int) -> None:
        """Press through the screens of a slide."""
        while query(screen)["place"] == str(place):
            screen.keyboard.press("PageDown")
            wait_until_idle(screen)

    screen.keyboard.press("PageDown")
    choose(phone, "hug")
    check_question("hug")
    expect(note.locator(".text")).to_have_text("No note here.")
    expect(here).to_have_text("2Hug")
    expect(slides.first).to_have_text("✓Think of a word")
    # The next slide: its answer is hidden from the start, until it has been asked.
    for page in (screen, phone):
        expect(page.locator(".next")).to_have_text("Which pair is next?")
    screen.keyboard.press("a")
    choose(phone, "“h” + “ug”")
    check_question("hug")
    expect(screen.locator(".headline")).to_have_text("h+ug→hug·15")
    screen.keyboard.press("End")
    screen.keyboard.press("PageDown")
    expect(phone.locator(".own")).to_have_text("Playground")
    # Asked from the teacher's page, continued by the clicker.
    at_work.page.locator(".note").get_by_role("button", name="Ask this").click()
    for cut in ("n and h", "h and u"):  # as tiktoken has it
        phone.get_by_role("button", name=f"Cut between {cut}").click()
    phone.get_by_role("button", name="Send").click()
    check_question("un")
    next_slide(3)
    expect(phone.locator(".own h2")).to_have_text("The end")
    cover = screen.locator("[data-bpe-lab-cover]")  # while a slide is drawn, which ignores presses
    expect(cover).to_have_count(0)
    screen.keyboard.press("PageUp")
    expect(phone.locator(".own")).to_have_text("Playground")
    expect(cover).to_have_count(0)
    next_slide(3)  # it was asked, so the deck continues
    expect(phone.locator(".own h2")).to_have_text("The end")


def expect_no_overflow(screen: Page) -> None:
    """Wait until nothing extends beyond the edges of the screen."""
    screen.wait_for_function(
        """() => {
            const box = document.querySelector("[data-testid=stMain]");
            return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
        }"""
    )


def test_a_plan_shows_pages_and_chapters_one_screen_at_a_time_and_phones_follow(
    at_work: AtWork,
) -> None:
    phone = at_work.phone()
    plan = Plan(slides=(Slide("home"), Slide(text="The end"), Slide("course?chapter=counting")))
    screen = at_work.screen(f"plans?{urlencode({'plan': to_link(plan)})}")
    screen.get_by_role("button", name="Present", exact=True).click()
    typed = screen.get_by_label("Your text")
    about = screen.locator("p", has_text="A language model")
    expect(typed).to_be_visible()
    expect(about).to_be_hidden()
    expect(screen.get_by_role("link", name="Start chapter 1")).to_be_hidden()  # leads elsewhere
    expect_no_overflow(screen)
    expect(phone.locator(".own h2")).to_have_text("Home")
    expect(phone.locator(".own p")).to_have_count(0)  # the picture has no sentences of its own
    screen.keyboard.press("PageDown")
    expect(about).to_be_visible()
    expect(typed).to_be_hidden()
    expect_no_overflow(screen)
    assert about.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)") >= 18
    expect(phone.locator(".own p")).to_contain_text("A language model doesn’t read letters or words.")
    screen.keyboard.press("PageUp")
    expect(typed).to_be_visible()
    expect(phone.locator(".own p")).to_have_count(0)
    screen.keyboard.press("PageDown")
    screen.keyboard.press("PageDown")
    expect(screen.get_by_text("The end")).to_be_visible()
    expect(phone.locator(".own")).to_have_text("The end")
    cover = screen.locator("[data-bpe-lab-cover]")  # while a slide is drawn, which ignores presses
    expect(cover).to_have_count(0)
    screen.keyboard.press("PageUp")
    expect(about).to_be_visible()  # back to the last screen of the page
    expect(cover).to_have_count(0)
    screen.keyboard.press("PageDown")
    expect(phone.locator(".own")).to_have_text("The end")
    expect(cover).to_have_count(0)
    screen.keyboard.press("PageDown")

    # The chapter shows the code.
    deck = screen.locator("dialog.deck")
    expect(deck).to_have_attribute("data-screen", "idea")
    code = deck.locator(".sign-in")
    expect(code).to_have_text(re.compile(r"^\d{3}\s\d{3}\s\d{3}$"))
    expect(phone.locator(".own h2")).to_have_text("Chapter 2: Counting pairs")
    idea = deck.locator(".words p").first.inner_text()
    expect(phone.locator(".own")).to_contain_text(idea[:40])
    code.click()
    expect(deck.locator(".app-link .number")).to_be_visible()
    screen.keyboard.press("Escape")
    expect(deck.locator(".app-link")).to_be_hidden()
    expect(deck).to_have_attribute("data-screen", "idea")
    code.click()
    screen.keyboard.press("PageDown")  # the class has joined
    expect(deck.locator(".app-link")).to_be_hidden()
    expect(deck).to_have_attribute("data-screen", "idea")
    screen.keyboard.press("PageDown")
    expect(deck).to_have_attribute("data-screen", "question")
    question = deck.locator(".question").inner_text()
    expect(phone.locator(".own")).to_contain_text(question[:40])
