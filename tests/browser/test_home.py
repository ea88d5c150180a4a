"""Home: the browser cuts the text at each key, nothing shifts while the page loads, and every card is a link."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import MOST_SHIFT, WATCH_SHIFT, OpenPage
from tests.browser.visible_player import Player
from tests.engine.peers import tiktoken_encoding
from tools.browser import WATCH_SOCKET, wait_until_idle

# The smallest type of what is written on the page, in pixels.
_SMALLEST = """() => {
    const root = document.querySelector(".st-key-home [data-testid=stBidiComponentIsolated]").shadowRoot;
    const written = [...root.querySelectorAll(".home *")].filter((one) => one.checkVisibility()
        && [...one.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim()));
    return Math.min(...written.map((one) => parseFloat(getComputedStyle(one).fontSize)));
}"""


@pytest.fixture(params=[(1280, 720), (390, 844)], ids=["laptop", "phone"])
def newcomer(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in a new browser with empty storage."""
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.add_init_script(WATCH_SOCKET)
    page.add_init_script(WATCH_SHIFT)
    yield page
    context.close()


def ids(text: str, name: str = "gpt2") -> list[str]:
    return [str(token_id) for token_id in tiktoken_encoding(name).encode_ordinary(text)]


def tiles_are(page: Page, text: str, name: str = "gpt2") -> None:
    expect(page.locator(".home .tile small")).to_have_text(ids(text, name))


def test_nothing_shifts_while_loading_and_tokens_follow_each_key(newcomer: Page, server: str) -> None:
    sent: list[object] = []
    newcomer.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    newcomer.goto(server)
    wait_until_idle(newcomer)
    tiles_are(newcomer, "strawberry, strawberry")
    assert newcomer.evaluate("window.shift") <= MOST_SHIFT
    assert newcomer.evaluate(_SMALLEST) >= 13
    told = newcomer.locator(".home [role=status]")
    expect(told).to_have_text(
        "5 tokens for 22 characters. With a space before it, “strawberry” is 1 token (id 41236). Without one, it’s "
        "3 tokens (id 301, 1831, 8396)."
    )
    if newcomer.evaluate("innerWidth") > 1000:  # the first screen ends with the doors
        assert newcomer.locator("article").last.evaluate("(door) => door.getBoundingClientRect().bottom") <= 720
    field = newcomer.get_by_label("Your text")
    before = len(sent)
    for text in ("Katharina", "hello Hello \u202e日本", "<img src=x onerror=alert(1)>![a](b) $x$"):
        field.fill(text)
        tiles_are(newcomer, text)
    assert "".join(newcomer.locator(".home .tile .token").all_inner_texts()) == text.replace(" ", "·")
    expect(newcomer).to_have_url(re.compile("sample="))
    assert newcomer.locator(".home .tray :is(img, a)").count() == 0
    assert sent[before:] == []
    assert newcomer.evaluate("document.scrollingElement.scrollWidth") <= newcomer.evaluate("innerWidth")


def test_the_text_and_its_tokenizer_are_kept_and_lead_to_its_steps(open_page: OpenPage) -> None:
    page = open_page("/")
    field = page.get_by_label("Your text")
    field.press_sequentially("Ada")
    tiles_are(page, "Ada")
    page.get_by_role("button", name="GPT-4o").click()
    tiles_are(page, "Ada", "o200k_base")
    expect(page).to_have_url(re.compile(r"\?sample=Ada&with=o200k_base$"))
    field.fill("a" * 1_001)
    told = page.locator(".home [role=status]")
    expect(told).to_contain_text("The text has 1,001 characters, but the limit here is 1,000.")
    expect(page.locator(".home .tile")).to_have_count(0)
    expect(field).to_have_value("a" * 1_001)
    page.get_by_role("button", name="GPT-2", exact=True).click()
    field.fill("Ada")
    tiles_are(page, "Ada")
    page.get_by_role("link", name="Watch each step").click()
    wait_until_idle(page)
    expect(page).to_have_url(re.compile(r"/scene\?(.*&)?sample=Ada"))
    page.go_back()
    wait_until_idle(page)
    expect(page.get_by_label("Your text")).to_have_value("Ada")
    tiles_are(page, "Ada")


@pytest.mark.parametrize("view", [{}, {"width": 320}])
def test_cards_and_pages_are_links_up_to_their_edges(open_page: OpenPage, view: dict[str, Any]) -> None:
    page = open_page("/")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.evaluate("innerWidth")
    for name, address in (("Start chapter 1", "course"), ("Start a class", "teach")):
        expect(page.get_by_role("article").get_by_role("link", name=name)).to_have_attribute("href", address)
    door = page.get_by_role("article").filter(has_text="Compare the ones that models use")
    door.scroll_into_view_if_needed()
    box = door.bounding_box()
    assert box is not None
    door.click(position={"x": box["width"] - 6, "y": box["height"] - 6})
    Player(page).at(0, 7)
    expect(page).to_have_url(re.compile(r"/train\?scenario=hug"))
    page.go_back()
    wait_until_idle(page)
    page.get_by_role("link", name="Search the tokens of GPT, BERT and T5").click()
    expect(page).to_have_url(re.compile("/vocabulary"))


@pytest.mark.parametrize("view", [{"locale": "vi-VN"}, {"locale": "ru-RU"}, {"locale": "vi-VN", "width": 390}])
def test_each_link_has_one_line_of_text_beside_its_picture(open_page: OpenPage, view: dict[str, Any]) -> None:
    page = open_page("/")
    cards = page.get_by_role("article")
    expect(cards).to_have_count(3)
    for card in cards.all():
        button, picture = (card.locator(part).bounding_box() for part in (".button", ".picture"))
        assert button is not None
        assert picture is not None
        assert button["height"] < 50
        assert button["x"] + button["width"] <= picture["x"]
        assert card.evaluate("card => card.scrollWidth <= card.clientWidth")
