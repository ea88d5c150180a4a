"""If a server is slow to answer a click, neither that click nor what the learner does next is lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player, page_link, query, should_be, trained
from tools.browser import wait_until_idle

# Delays everything that the page sends to the server, in order.
_SLOW = """(ms) => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), ms); };
}"""

# Records the content of the page's first text box as it changes.
_WATCH_BOX = """() => {
    window.values = [];
    const look = () => {
        const value = document.querySelector("[data-testid=stTextInput] input")?.value;
        if (value !== undefined && value !== window.values.at(-1)) window.values.push(value);
        requestAnimationFrame(look);
    };
    look();
}"""

LONGER_THAN_THE_PLAYER_WAITS = 1_000  # milliseconds; the player reports its step after 450


@pytest.fixture
def slow(page: Page) -> Callable[[], None]:
    """Return a function that delays all messages to the server from then on."""
    return lambda: page.evaluate(_SLOW, LONGER_THAN_THE_PLAYER_WAITS)


def test_a_step_taken_before_another_tie_rule_is_applied_is_kept(open_page: OpenPage, slow: Callable[[], None]) -> None:
    player = Player(open_page("/train", scenario="low"))
    slow()
    player.button("tie of 3 pairs").click()
    player.button("largest pair").click()
    player.button("Next").click()
    player.page.wait_for_timeout(3 * LONGER_THAN_THE_PLAYER_WAITS)
    expect(player.root.locator(".done")).to_contain_text("Merge 1: “t” + “</w>” became “t</w>”")
    assert player.at(1) == should_be(trained("low", tie_break="largest-pair"), 1)
    expect(player.page).to_have_url(re.compile(r"scenario=low&tie=largest-pair&step=1$"))


def test_a_word_typed_right_before_a_step_is_kept(open_page: OpenPage, slow: Callable[[], None]) -> None:
    page = open_page("/encode", sample="mug")
    slow()
    box = page.get_by_label("A word or a sentence")
    box.fill("hugs")
    page.evaluate(_WATCH_BOX)
    box.press("Enter")
    page.get_by_role("button", name="Next").click()
    page.wait_for_timeout(3 * LONGER_THAN_THE_PLAYER_WAITS)
    assert page.evaluate("window.values") == ["hugs"]
    expect(page).to_have_url(re.compile(r"sample=hugs"))
    expect(page.locator(".corpus .token")).to_have_text(["h", "u", "g", "s"])


def test_text_typed_before_the_server_answers_is_kept(open_page: OpenPage, slow: Callable[[], None]) -> None:
    page = open_page("/playground", sample="")
    slow()
    box = page.get_by_label("Your text")
    box.press_sequentially("one")
    page.wait_for_timeout(LONGER_THAN_THE_PLAYER_WAITS // 2)  # sent, and not yet answered
    seen = []
    for letter in " two three":
        box.press_sequentially(letter)
        page.wait_for_timeout(LONGER_THAN_THE_PLAYER_WAITS // 4)
        seen.append(box.input_value())
    assert seen == ["one" + " two three"[:end] for end in range(1, 11)]
    expect(page.locator(".flow").first.locator(".token")).to_have_text(["one", " two", " three"])
    expect(box).to_have_value("one two three")
    expect(box).to_be_focused()


def test_the_look_of_tokens_is_kept_in_the_url_and_on_the_page(open_page: OpenPage, slow: Callable[[], None]) -> None:
    page = open_page("/playground", sample="ab")
    page.get_by_role("checkbox", name="Show spaces as ·").uncheck()
    slow()
    page.get_by_label("Your text").fill("a b<|endoftext|>")
    page.wait_for_timeout(LONGER_THAN_THE_PLAYER_WAITS // 2)
    page.get_by_role("button", name="Ids", exact=True).click()
    page.get_by_text("Large type", exact=True).click()  # the answer to this contains nothing new but the URL
    expect(page).to_have_url(re.compile("large=1"))
    expect(page.get_by_text("Read special tokens in the text as")).to_be_visible()
    expect(page).to_have_url(re.compile(r"sample=a\+b%3C%7Cendoftext%7C%3E.*&view=ids$"))
    expect(page.get_by_role("checkbox", name="Show spaces as ·")).not_to_be_checked()


def test_a_page_left_by_back_writes_nothing_into_the_url_of_the_other(
    open_page: OpenPage, slow: Callable[[], None]
) -> None:
    page = open_page("/bytes")
    page_link(page, "Train").click()
    player = Player(page)
    slow()  # so that the player is still there when the URL is that of the other page
    player.press("ArrowRight")
    page.go_back()
    page.wait_for_timeout(LONGER_THAN_THE_PLAYER_WAITS)
    assert page.evaluate("location.pathname + location.search") == "/bytes"


def test_back_and_forward_before_the_server_answers_show_the_step_in_the_url(
    open_page: OpenPage, slow: Callable[[], None]
) -> None:
    page = open_page("/train", scenario="hug", step=2)
    player = Player(page)
    page.evaluate(
        "history.pushState({}, '', '?scenario=low&step=1'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))"
    )
    player.at(1, 15)
    wait_until_idle(page)
    slow()
    page.go_back()
    page.wait_for_timeout(LONGER_THAN_THE_PLAYER_WAITS // 2)
    page.go_forward()
    page.wait_for_timeout(3 * LONGER_THAN_THE_PLAYER_WAITS)  # until the answer to Back, too late, has come and gone
    player.at(1, 15)
    assert query(page) == {"scenario": "low", "step": "1"}
