"""A server that dies in the middle of a lesson, and its replacement: the learner's work is still there."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import TRACEBACKS, visit
from tests.browser.test_custom_text import chance
from tests.browser.test_files import peer
from tests.browser.test_table_and_files import edit
from tests.browser.visible_player import Player, choices, close_choices, follow, should_be, trained, upload
from tools.app_server import AppServer, running_app
from tools.browser import WATCH_SOCKET, wait_until_idle
from ui.state.browser_storage import MAX_STORED_TEXT

LONG = "a wood chuck would chuck " * 1_200  # 30 kB
AWAY = "The server isn’t answering."


@pytest.fixture(scope="module")
def mortal() -> Iterator[AppServer]:
    """Run a server for these tests only."""
    with running_app() as server:
        yield server
        assert not any(trace in server.log() for trace in TRACEBACKS), server.log()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """Yield a page in a new browser, with its own tab storage."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(WATCH_SOCKET)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def restart(mortal: AppServer, tab: Page) -> Callable[[], None]:
    """Return a function that kills the server and restarts it, and waits until the new one has drawn the page."""

    def restart_() -> None:
        mortal.kill()
        expect(strip(tab)).to_contain_text(AWAY)
        mortal.start()
        expect(strip(tab)).to_be_empty()
        wait_until_idle(tab, 60_000)

    return restart_


def strip(page: Page) -> Locator:
    return page.locator(".offline > p")


def own_text(page: Page, text: str) -> None:
    choices(page).get_by_role("textbox", name="Your text").fill(text)
    page.get_by_role("button", name="Train on this text").click()
    close_choices(page)


def test_a_lesson_goes_on_while_the_server_is_away_and_after_it(mortal: AppServer, tab: Page) -> None:
    visit(tab, mortal.url, "/train", scenario="hug")
    choices(tab).get_by_text("Settings", exact=True).click()
    tab.get_by_label("Vocabulary size").fill("12")
    tab.keyboard.press("Enter")
    wait_until_idle(tab)
    tab.keyboard.press("Escape")
    player = Player(tab)
    player.button("Next").click()
    player.press("ArrowRight")
    expect(tab).to_have_url(re.compile("step=2"))
    # Streamlit would report it over the whole page.
    with tab.expect_console_message(lambda message: "server is not responding" in message.text):
        mortal.kill()
    expect(strip(tab)).to_contain_text(AWAY)
    expect(tab.get_by_role("dialog")).to_have_count(0)
    player.press("ArrowRight")
    expect(player.root.locator(".where")).to_have_text("Step 3 of 5")
    mortal.start()
    expect(strip(tab)).to_be_empty()
    wait_until_idle(tab, 60_000)
    training = trained("hug", vocab_size=12)
    assert player.at(3) == should_be(training, 3)
    expect(tab).to_have_url(re.compile(r"/train\?scenario=hug&vocab=12&step=3$"))
    expect(choices(tab).get_by_label("Vocabulary size")).to_have_value("12")
    choices(tab).get_by_text("low · lower · newest", exact=True).click()  # the new server answers
    expect(player.root.locator(".where")).to_have_text(re.compile("Step 0 of"))
    choices(tab).get_by_text("hug · pug · pun", exact=True).click()
    expect(player.root.locator(".where")).to_have_text(re.compile("of 5"))


def test_texts_and_words_are_still_there(mortal: AppServer, tab: Page, restart: Callable[[], None]) -> None:
    visit(tab, mortal.url, "/playground")
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
    restart()
    assert player.at(2) == before
    expect(choices(tab).get_by_role("textbox", name="Your text")).to_have_value(LONG)
    choices(tab).get_by_text("hug · pug · pun", exact=True).click()
    expect(player.root.locator(".corpus .frequency").first).to_have_text("30 ×")
    follow(tab, "Playground")
    expect(tab.get_by_label("Your text")).to_have_value(LONG)


BOXES = {
    "/playground": "Your text",
    "/pretokenize": "Your text",
    "/check": "Your merges: one per line, as in merges.txt, or JSON",
    "/own": "Your text",
    "/size": "Your text",
    "/compare": "A new text for each to cut",
    "/encode": "A word or a sentence",
    "/decode": "Ids",
    "/bytes": "Your text",
    "/special": "Your text",
    "/vocabulary": "Text in the token",
}
"""A text box on each page that has one."""


def test_what_was_typed_and_not_sent_is_still_there(mortal: AppServer, tab: Page) -> None:
    tabs = {path: tab.context.new_page() for path in BOXES}
    boxes = {}
    for path, page in tabs.items():
        page.add_init_script(WATCH_SOCKET)
        visit(page, mortal.url, path)
        if path == "/size":
            choices(page)
        boxes[path] = page.get_by_role("textbox", name=BOXES[path], exact=True).first
    for path, box in boxes.items():
        box.fill(f"typed on {path}")  # at once: a page that follows typing may be drawn between two keys
    # Long enough for Streamlit to open a dialog, which is closed: what is open below it stays open.
    with tabs["/size"].expect_console_message(lambda message: "server is not responding" in message.text):
        mortal.kill()
    mortal.start()
    for path, box in boxes.items():
        expect(strip(tabs[path])).to_be_empty()
        wait_until_idle(tabs[path], 60_000)
        expect(box).to_have_value(f"typed on {path}")


def test_who_was_typing_goes_on_there(mortal: AppServer, tab: Page, restart: Callable[[], None]) -> None:
    visit(tab, mortal.url, "/check")
    box = tab.get_by_role("textbox", name=BOXES["/check"])
    box.press_sequentially("u g")
    restart()
    expect(box).to_have_value("u g")
    expect(box).to_be_focused()
    box.press("Enter")
    tab.keyboard.type("h ug")
    tab.get_by_role("textbox", name="Your vocabulary").click()
    expect(tab.get_by_role("status").filter(has_text="2 merges were read.")).to_be_visible()
    expect(box).to_have_value("u g\nh ug")


def test_an_uploaded_text_and_an_opened_tokenizer_are_still_there(
    mortal: AppServer, tab: Page, restart: Callable[[], None]
) -> None:
    visit(tab, mortal.url, "/train", scenario="text")
    upload(choices(tab), "my play.txt", b"pug pun pun " * 1_000)
    player = Player(tab)
    follow(tab, "Tokenizer files")
    upload(tab, "tokenizer.json", peer().to_str().encode())
    opened = tab.get_by_role("status").filter(has_text="Opened:")
    expect(opened).to_be_visible()
    wait_until_idle(tab)
    restart()
    wait_until_idle(tab)
    expect(opened).to_be_visible()  # the browser kept its file, and sent it again
    expect(tab.get_by_role("alert")).to_have_count(0)
    follow(tab, "Train")
    expect(choices(tab).get_by_role("status").filter(has_text="my play.txt, 12,000 characters")).to_be_visible()
    assert [row["count"] for row in player.at(0)["words"]] == ["1 ×", "2,000 ×", "999 ×", "1 ×"]


def test_who_waits_for_a_training_waits_on(mortal: AppServer, tab: Page, restart: Callable[[], None]) -> None:
    visit(tab, mortal.url, "/train", scenario="text", vocab=40_000)
    upload(choices(tab), "long.txt", chance(900_000).encode())
    expect(tab.get_by_role("progressbar")).to_be_visible()
    restart()
    expect(tab.get_by_role("progressbar").or_(tab.locator(".player .where"))).to_be_visible()
    expect(choices(tab).get_by_role("status").filter(has_text="long.txt, ")).to_be_visible()
    expect(tab).to_have_url(re.compile("vocab=40000"))
    upload(choices(tab), "longer.txt", ("to be or not to be " * (MAX_STORED_TEXT // 18)).encode())
    expect(choices(tab).get_by_role("status").filter(has_text="longer.txt")).to_be_visible()
    wait_until_idle(tab, 60_000)
    restart()
    expect(tab.get_by_role("alert").filter(has_text="longer.txt was too long")).to_contain_text("Choose it again.")
    expect(tab).to_have_url(re.compile("vocab=40000"))


def test_a_page_loaded_anew_has_its_texts_and_a_link_wins(mortal: AppServer, tab: Page) -> None:
    visit(tab, mortal.url, "/pretokenize")
    tab.get_by_label("Your text").fill(LONG[:4_000])
    tab.get_by_label("Your text").press("Control+Enter")
    wait_until_idle(tab)
    follow(tab, "Bytes")
    tab.reload()
    wait_until_idle(tab)
    follow(tab, "Chunks and bytes")
    expect(tab.get_by_label("Your text")).to_have_value(LONG[:4_000])
    visit(tab, mortal.url, "/pretokenize", sample="wood chuck")
    expect(tab.get_by_label("Your text")).to_have_value("wood chuck")
