"""The page Read along in a real browser: a text, its examples, and the states that they open."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tools.browser import wait_until_idle


def entry(page: Page, title: str) -> Locator:
    """Return the box of an entry, by the end of its heading."""
    return page.locator(".companion article").filter(
        has=page.locator("h3", has_text=re.compile(re.escape(title) + "$"))
    )


def follow(page: Page, title: str) -> None:
    entry(page, title).get_by_role("link", name="Open it").click()
    wait_until_idle(page)


def test_a_link_to_a_merge_opens_its_step_without_a_reload(go_to: OpenPage) -> None:
    page = go_to("companions")
    page.evaluate("window.isKept = true")
    box = entry(page, "A merge 3")
    expect(box.locator("dd").last).to_have_text("h ug -> hug")
    expect(box.locator("dd").last.locator(".token")).to_have_text(["h", "ug", "hug"])
    expect(box).to_contain_text("= Equal.")
    follow(page, "A merge 3")
    expect(page).to_have_url(re.compile(r"/train\?scenario=hug&step=3"))
    expect(page.locator("input.slider, input[type=range]").first).to_have_value("3")
    assert page.evaluate("window.isKept")  # the app was not loaded again


def test_an_example_of_the_lecture_opens_with_its_tokenizer(go_to: OpenPage) -> None:
    page = go_to("companions", beside="minbpe")
    follow(page, "Text from ids decode([258, 100, 258, 97, 99])")
    expect(page).to_have_url(re.compile("/decode"))
    expect(page.get_by_role("textbox").first).to_have_value("258 100 258 97 99")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_answer_is_hidden_until_requested(go_to: OpenPage) -> None:
    page = go_to("companions")
    box = entry(page, "unhug")
    answer = box.locator("dd", has_text="un hug")
    expect(answer).to_be_hidden()
    box.get_by_text("Show the answer").click()
    expect(answer).to_be_visible()


@pytest.mark.parametrize("view", [{"locale": "vi-VN"}])
def test_readers_get_the_edition_in_their_language(open_page: OpenPage) -> None:
    page = open_page("companions", edition="vi")
    expect(page.locator('h2[lang="vi"]').first).to_have_text("Thuật toán huấn luyện")


@pytest.mark.parametrize("view", [{"width": 400, "dark": True}], ids=str)
@pytest.mark.parametrize("text", ["bpe", "unigram", "minbpe"])
def test_nothing_is_wider_than_the_screen(go_to: OpenPage, text: str) -> None:
    page = go_to("companions", beside=text)
    examples = page.locator(".companion article")
    expect(examples.last).to_be_attached()
    examples.evaluate_all("all => all.forEach(each => { each.style.contentVisibility = 'visible'; })")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert examples.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth + 1)")
