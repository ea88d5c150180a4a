"""Home: typed text becomes tokens, and every card is a link."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle


def tokens(page: Page) -> list[str]:
    return page.locator(".merging .words .token").all_inner_texts()


def type_in(page: Page, text: str) -> None:
    page.get_by_role("textbox").press_sequentially(text)


def ids_become(page: Page, text: str) -> None:
    ids = [str(token_id) for token_id in tiktoken_encoding("gpt2").encode_ordinary(text)]
    expect(page.locator(".merging .words .id")).to_have_text(ids)


def test_what_is_typed_becomes_tokens_without_another_key(open_page: OpenPage) -> None:
    page = open_page("/")
    assert tokens(page) == ["token", "ization"]
    type_in(page, "Katharina")
    ids_become(page, "Katharina")
    assert tokens(page) == ["K", "ath", "ar", "ina"]
    expect(page.get_by_role("textbox")).to_be_focused()
    expect(page.locator(".merging .count")).to_have_text("4 tokens")
    expect(page).to_have_url(re.compile("sample=Katharina"))


def test_hostile_text_shows_as_itself(open_page: OpenPage) -> None:
    page = open_page("/")
    text = "<img src=x onerror=alert(1)>![a](b) $x$"
    type_in(page, text)
    ids_become(page, text)
    assert "".join(tokens(page)) == text.replace(" ", "·")
    assert page.locator(".merging img, .merging a").count() == 0


@pytest.mark.parametrize("view", [{"reduced_motion": False}])
def test_it_begins_with_characters_and_joins_them(open_page: OpenPage) -> None:
    page = open_page("/")
    ids_become(page, "tokenization")
    expect(page.locator(".merging .count")).to_have_text("2 tokens")
    # What appears only briefly is recorded where it appears: a busy machine would look too late.
    page.locator(".merging .words").evaluate(
        """words => {
            window.beats = [];
            new MutationObserver(() => {
                const all = [...words.querySelectorAll(".token")].map((token) => token.textContent);
                window.beats.push([all, words.querySelectorAll(".next .token").length]);
            }).observe(words, { childList: true });
        }"""
    )
    page.get_by_role("button", name="Watch again").click()
    page.wait_for_function("() => window.beats.at(-1)?.[0].length === 2")
    first, *between, last = page.evaluate("window.beats")
    assert first[0] == [*"tokenization"]
    assert between
    assert all(joined >= 2 for _tokens, joined in (first, *between))
    assert last == [["token", "ization"], 0]


def test_the_whole_way_of_what_is_typed_is_one_scene(open_page: OpenPage) -> None:
    page = open_page("/", sample="Ada")
    page.get_by_role("link", name="Watch its whole journey").click()
    wait_until_idle(page)
    expect(page).to_have_url(re.compile(r"/scene\?.*sample=Ada"))
    expect(page.locator(".scene .lane-text .at")).to_have_text([*"Ada"])


# What is on both sides of the end of the screen, and the links above it.
_FIRST_SCREEN = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    const all = [];
    const gather = (root) => root.querySelectorAll("*").forEach((one) => {
        all.push(one);
        if (one.shadowRoot) gather(one.shadowRoot);
    });
    gather(main);
    const end = (one) => one.getBoundingClientRect().bottom;
    const drawn = (one) => one.matches("a, input, .stage, .token")
        || [...one.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim());
    const seen = all.filter((one) => drawn(one) && one.checkVisibility() && one.getBoundingClientRect().width);
    return {
        cut: seen.filter((one) => one.getBoundingClientRect().top < innerHeight && end(one) > innerHeight + 1)
            .map((one) => one.textContent),
        ways: all.filter((one) => one.matches("a") && end(one) <= innerHeight).map((one) => one.getAttribute("href")),
        tokens: all.filter((one) => one.matches(".token") && end(one) <= innerHeight).length,
    };
}"""


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}])
def test_the_first_screen_is_the_live_merging_and_three_ways_to_go_on(open_page: OpenPage) -> None:
    found = open_page("/").evaluate(_FIRST_SCREEN)
    assert found["cut"] == []
    assert found["ways"] == ["scene?sample=tokenization&with=gpt2", "course", "train?scenario=hug"]
    assert found["tokens"] == 2


@pytest.mark.parametrize("view", [{}, {"width": 400}])
def test_a_card_is_a_link_up_to_its_edge(open_page: OpenPage) -> None:
    page = open_page("/")
    card = page.get_by_test_id("stMain").get_by_role("link", name="Search the tokens of GPT, BERT and T5")
    expect(card).to_have_attribute("href", "vocabulary")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    card.click(position={"x": box["width"] - 6, "y": box["height"] - 6})
    expect(page).to_have_url(re.compile("/vocabulary"))
