"""A server that dies in the middle of a lesson, and its replacement: the learner's work is still there."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import TRACEBACKS, visit
from tests.browser.test_class import PHONE, AtWork, choose, question_view
from tests.browser.test_custom_text import random_text
from tests.browser.test_files import peer
from tests.browser.test_phone import LESSON, TIE
from tests.browser.test_table_and_files import edit
from tests.browser.visible_player import (
    Player,
    becomes,
    choices,
    close_choices,
    follow,
    reload,
    should_be,
    trained,
    upload,
)
from tests.classroom.lessons import Teacher
from tools.app_server import running_app
from tools.browser import PATIENCE_MS, WATCH_SOCKET, wait_until_idle
from ui.state.browser_storage import MAX_STORED_TEXT

LONG = "a wood chuck would chuck " * 1_200  # 30 kB
AWAY = "The server isn’t answering."


class Browsers:
    """Browsers whose tabs share a storage or have their own, which survives a reload."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.first = self.open(viewport={"width": 1280, "height": 800})

    def open(self, **options: Any) -> BrowserContext:
        context = self.browser.new_context(**{"reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.add_init_script(WATCH_SOCKET)
        self.contexts.append(context)
        return context

    def tab(self) -> Page:
        """Open a tab of the first browser."""
        return self.first.new_page()


@pytest.fixture
def browsers(browser: Browser) -> Iterator[Browsers]:
    browsers = Browsers(browser)
    yield browsers
    for context in browsers.contexts:
        context.close()
    assert browsers.errors == []


Visit = Iterator[None]
"""A visitor's work: it pauses for the server to be killed, and again for the next one to be started."""


def strip(page: Page) -> Locator:
    return page.locator(".offline > p")


def wait_for_server(page: Page) -> None:
    """Wait until a new server has drawn the page."""
    expect(strip(page)).to_be_empty()
    wait_until_idle(page, 60_000)


def console_messages(page: Page) -> list[str]:
    """Return a list to which all later messages on the page's console are added."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    return said


def until_streamlit_tells(page: Page, said: list[str]) -> None:
    """Wait until Streamlit has noticed that the server is away, which it would report over the whole page."""
    told = "server is not responding"
    if not any(told in text for text in said):
        page.wait_for_event("console", lambda message: told in message.text)


def outage(page: Page) -> Visit:
    """Pause while the server is killed and until the next one has drawn the page."""
    yield
    expect(strip(page)).to_contain_text(AWAY)
    yield
    wait_for_server(page)


def own_text(page: Page, text: str) -> None:
    choices(page).get_by_role("textbox", name="Your text").fill(text)
    page.get_by_role("button", name="Train on this text").click()
    close_choices(page)


BOXES = {
    "/playground": "Your text",  # the page follows typing
    "/pretokenize": "Your text",
    "/encode": "A word or a sentence",
    "/size": "Your text",  # below the button of what is chosen
    "/compare": "A new text for each to cut",  # on the stage
}
"""A text box of each kind, on its page. It is found again by its key: tests/ui/test_registry.py looks for all keys."""


def steps_through_a_lesson(url: str, browsers: Browsers) -> Visit:
    tab = browsers.tab()
    visit(tab, url, "/train", scenario="hug")
    choices(tab).get_by_text("Settings", exact=True).click()
    tab.get_by_label("Vocabulary size").fill("12")
    tab.keyboard.press("Enter")
    wait_until_idle(tab)
    tab.keyboard.press("Escape")
    player = Player(tab)
    player.button("Next").click()
    player.press("ArrowRight")
    expect(tab).to_have_url(re.compile("step=2"))
    said = console_messages(tab)
    yield
    until_streamlit_tells(tab, said)
    expect(strip(tab)).to_contain_text(AWAY)
    expect(tab.get_by_role("dialog")).to_have_count(0)
    player.press("ArrowRight")
    expect(player.root.locator(".where")).to_have_text("Step 3 of 5")
    yield
    wait_for_server(tab)
    training = trained("hug", vocab_size=12)
    assert player.at(3) == should_be(training, 3)
    expect(tab).to_have_url(re.compile(r"/train\?scenario=hug&vocab=12&step=3$"))
    expect(choices(tab).get_by_label("Vocabulary size")).to_have_value("12")
    choices(tab).get_by_text("low · lower · newest", exact=True).click()  # the new server answers
    expect(player.root.locator(".where")).to_have_text(re.compile("Step 0 of"))
    choices(tab).get_by_text("hug · pug · pun", exact=True).click()
    expect(player.root.locator(".where")).to_have_text(re.compile("of 5"))


def has_texts_and_words(url: str, browsers: Browsers) -> Visit:
    tab = browsers.tab()
    visit(tab, url, "/playground")
    tab.get_by_label("Your text").fill(LONG)
    tab.get_by_label("Your text").press("Control+Enter")
    wait_until_idle(tab)
    follow(tab, "Train")
    choices(tab).get_by_text("Words and frequencies", exact=True).click()
    edit(tab, tab.get_by_test_id("stDataFrame").first, row=1, text="30")
    player = Player(tab)
    expect(player.root.locator(".corpus .frequency").first).to_have_text("30 ×")
    choices(tab).get_by_text("Your text", exact=True).first.click()
    wait_until_idle(tab)
    own_text(tab, LONG)
    player.button("Next").click()
    player.button("Next").click()
    expect(tab).to_have_url(re.compile("step=2"))
    before = player.at(2)
    yield from outage(tab)
    assert player.at(2) == before
    expect(choices(tab).get_by_role("textbox", name="Your text")).to_have_value(LONG)
    choices(tab).get_by_text("hug · pug · pun", exact=True).click()
    expect(player.root.locator(".corpus .frequency").first).to_have_text("30 ×")
    follow(tab, "Playground")
    expect(tab.get_by_label("Your text")).to_have_value(LONG)


def has_typed_and_not_sent(url: str, browsers: Browsers) -> Visit:
    tabs, boxes = {}, {}
    for path in BOXES:
        page = tabs[path] = browsers.tab()
        visit(page, url, path)
        if path == "/size":
            choices(page)
        boxes[path] = page.get_by_role("textbox", name=BOXES[path], exact=True).first
    for path, box in boxes.items():
        box.fill(f"typed on {path}")  # at once: a page that follows typing may be drawn between two keys
    said = console_messages(tabs["/size"])
    yield
    # Long enough for Streamlit to open a dialog, which is closed: what is open below it stays open.
    until_streamlit_tells(tabs["/size"], said)
    yield
    for path, box in boxes.items():
        wait_for_server(tabs[path])
        expect(box).to_have_value(f"typed on {path}")


def is_typing(url: str, browsers: Browsers) -> Visit:
    tab = browsers.tab()
    visit(tab, url, "/check")
    box = tab.get_by_role("textbox", name="Your merges: one per line, as in merges.txt, or JSON")
    box.press_sequentially("u g")
    expect(box).to_have_value("u g")
    yield from outage(tab)
    expect(box).to_have_value("u g")
    expect(box).to_be_focused()
    box.press("Enter")
    tab.keyboard.type("h ug")
    tab.get_by_role("heading", level=1).click()
    expect(tab.get_by_role("status").filter(has_text="2 merges were read.")).to_be_visible()
    expect(box).to_have_value("u g\nh ug")


def has_uploaded_a_text_and_opened_a_tokenizer(url: str, browsers: Browsers) -> Visit:
    tab = browsers.tab()
    visit(tab, url, "/train", scenario="text")
    upload(choices(tab), "my play.txt", b"pug pun pun " * 1_000)
    player = Player(tab)
    follow(tab, "Tokenizer files")
    upload(tab, "tokenizer.json", peer().to_str().encode())
    opened = tab.get_by_role("status").filter(has_text="Opened:")
    expect(opened).to_be_visible()
    wait_until_idle(tab)
    yield from outage(tab)
    expect(opened).to_be_visible()  # the browser kept its file, and sent it again
    expect(tab.get_by_role("alert")).to_have_count(0)
    follow(tab, "Train")
    expect(choices(tab).get_by_role("status").filter(has_text="my play.txt, 12,000 characters")).to_be_visible()
    assert [row["count"] for row in player.at(0)["words"]] == ["1 ×", "2,000 ×", "999 ×", "1 ×"]


def has_uploaded_more_than_is_kept(url: str, browsers: Browsers) -> Visit:
    tab = browsers.tab()
    visit(tab, url, "/train", scenario="text", vocab=400)
    upload(choices(tab), "longer.txt", ("to be or not to be " * (MAX_STORED_TEXT // 18)).encode())
    expect(choices(tab).get_by_role("status").filter(has_text="longer.txt")).to_be_visible()
    wait_until_idle(tab)
    yield from outage(tab)
    expect(tab.get_by_role("alert").filter(has_text="longer.txt was too long")).to_contain_text("Choose it again.")
    expect(tab).to_have_url(re.compile("vocab=400"))


def waits_for_a_training(url: str, browsers: Browsers) -> Visit:
    tab = browsers.tab()
    visit(tab, url, "/train", scenario="text", vocab=40_000)
    upload(choices(tab), "long.txt", random_text(900_000).encode())
    expect(tab.get_by_role("progressbar")).to_be_visible()
    yield from outage(tab)
    expect(tab.get_by_role("progressbar").or_(tab.locator(".player .where"))).to_be_visible()
    expect(choices(tab).get_by_role("status").filter(has_text="long.txt, ")).to_be_visible()
    expect(tab).to_have_url(re.compile("vocab=40000"))


def teaches_a_class(url: str, browsers: Browsers) -> Visit:
    at_work = AtWork(browsers.open, url)
    phones = at_work.phones()
    screen = at_work.screen()
    for _ in range(4):
        screen.keyboard.press("PageDown")
    screen.keyboard.press("a")
    for phone in phones:
        choose(phone, "“hug” + “s”")
    expect(question_view(screen).locator(".votes")).to_have_text("3 of 3 answered")
    yield
    expect(at_work.page.locator(".line")).to_contain_text("Connection lost.")
    at_work.page.get_by_role("button", name="Show the votes").click()
    expect(at_work.page.get_by_role("alert").filter(has_text="isn’t answering")).to_be_visible()
    yield
    expect(at_work.page.locator(".line")).to_have_text("Connected")
    for phone in phones:
        expect(phone.locator(".line")).to_have_text("Connected")
    expect(screen.locator(".teaching .sign")).to_contain_text("· 3")
    expect(question_view(screen).locator(".votes")).to_have_text("3 of 3 answered")
    screen.keyboard.press("PageDown")
    for page in (screen, *phones):
        expect(question_view(page).locator(".vote .count")).to_have_text(["0", "3", "0"])
    screen.keyboard.press("PageDown")
    expect(question_view(screen).locator(".answer.right")).to_have_count(2)
    screen.keyboard.press("PageDown")
    for page in (screen, *phones):  # the lessons are back, too
        expect(page.locator(".headline")).to_have_text("p+ug→pug·5")


def vote_in_a_class(url: str, browsers: Browsers) -> Visit:
    """The server loses a vote that was sent after the teacher's page stored the class."""
    teacher = Teacher(url)
    teacher.hand_in(LESSON)
    teacher.move(4, told=False)
    teacher.ask({**TIE, "lesson": teacher.lesson})
    phones = [browsers.open(viewport=PHONE).new_page() for _ in range(2)]
    for phone in phones:
        phone.goto(teacher.link)
        expect(phone.locator("button.answer")).to_have_count(3)
    choose(phones[0], "“b” + “un”")
    kept = teacher.get("/snapshot")
    choose(phones[1], "“p” + “ug”")
    yield
    for phone in phones:
        expect(phone.locator(".line")).to_have_text("Connection lost. It will come back by itself.")
    yield
    expect(phones[0].locator(".note")).to_contain_text("The class is interrupted.")
    teacher.post("/classes", {"snapshot": kept})
    for phone in phones:
        expect(phone.locator(".line")).to_have_text("Connected")
        expect(phone.locator(".asked .mine")).to_have_count(1)
    becomes(lambda: teacher.get()["count"]["votes"], 2)  # the lost one was sent again
    teacher.hand_in(LESSON)
    teacher.do("show")
    for phone in phones:
        expect(question_view(phone).locator(".vote .count")).to_have_text(["1", "0", "1"])


VISITORS = (
    steps_through_a_lesson,
    has_texts_and_words,
    has_typed_and_not_sent,
    is_typing,
    has_uploaded_a_text_and_opened_a_tokenizer,
    has_uploaded_more_than_is_kept,
    teaches_a_class,
    vote_in_a_class,
    waits_for_a_training,
)


@pytest.mark.long
def test_all_work_survives_a_restart_of_the_server(browsers: Browsers) -> None:
    """All visitors of one server: it is killed once, and started again once."""
    with running_app() as server:
        visits = [visitor(server.url, browsers) for visitor in VISITORS]
        for one in visits:
            next(one)
        server.kill()
        for one in visits:
            next(one)
        server.start()
        for one in visits:
            assert next(one, "over") == "over"
        assert not any(trace in server.log() for trace in TRACEBACKS), server.log()


def test_a_reloaded_page_keeps_its_texts_but_a_link_overrides_them(browsers: Browsers, server: str) -> None:
    tab = browsers.tab()
    visit(tab, server, "/pretokenize")
    tab.get_by_label("Your text").fill(LONG[:4_000])
    tab.get_by_label("Your text").press("Control+Enter")
    wait_until_idle(tab)
    follow(tab, "Bytes")
    reload(tab)
    follow(tab, "Chunks and bytes")
    expect(tab.get_by_label("Your text")).to_have_value(LONG[:4_000])
    visit(tab, server, "/pretokenize", sample="wood chuck")
    expect(tab.get_by_label("Your text")).to_have_value("wood chuck")
