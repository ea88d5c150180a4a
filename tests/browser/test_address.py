"""The URL describes what is shown: another browser shows the same."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenLink, OpenPage, move_to
from tests.browser.visible_player import Player, becomes, choices, query, rest, should_be, trained
from tools.browser import wait_until_idle

CLIPBOARD = pytest.mark.parametrize("view", [{"clipboard": True}])


def test_another_tie_rule_retrains_and_is_in_the_url(go_to: OpenPage, elsewhere: OpenLink) -> None:
    player = Player(go_to("/train", scenario="low"))
    expect(player.root.locator(".tie .badge")).to_have_text("tie of 3 pairs")
    player.button("tie of 3 pairs").click()
    player.button("largest pair").click()
    training = trained("low", tie_break="largest-pair")
    assert (training.events[0].pair, training.events[0].count) == (("t", "</w>"), 9)
    player.button("Next").click()
    expect(player.root.locator(".done")).to_contain_text("Merge 1: “t” + “</w>” became “t</w>”")
    assert player.at(1) == should_be(training, 1)
    becomes(lambda: query(player.page), {"scenario": "low", "tie": "largest-pair", "step": "1"})
    assert Player(elsewhere(player.page.evaluate("location.href"))).at(1) == should_be(training, 1)


def test_a_link_with_predict_mode_and_a_step_works_in_another_browser(go_to: OpenPage, elsewhere: OpenLink) -> None:
    player = Player(go_to("/train", scenario="hug"))
    player.press("ArrowRight", "ArrowRight")
    player.root.get_by_label("Predict, then reveal").check()
    expect(player.page).to_have_url(re.compile("predict=1"))
    other = elsewhere(player.page.evaluate("location.href"))
    assert Player(other).at(2) == player.at(2)
    expect(other.locator(".player").get_by_label("Predict, then reveal")).to_be_checked()


@CLIPBOARD
def test_a_copied_link_leaves_out_large_type_language_and_long_texts(open_page: OpenPage, server: str) -> None:
    page = open_page("/playground", sample="a+b", large=1, lang="en")
    expect(page).to_have_url(re.compile("large=1"))
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert copied_query(page) == {"sample": ["a+b"]}

    move_to(page, server, "/train", scenario="text")
    choices(page).get_by_role("textbox", name="Your text").fill("low lower lowest " * 100)
    page.get_by_role("button", name="Train on this text").click()
    player = Player(page)
    player.options().get_by_role("button", name="Copy link").click()
    expect(player.root.get_by_text("Your text is too long for a link, so the")).to_be_visible()
    assert "text" not in copied_query(page)

    move_to(page, server, "/train", scenario="aaab")
    player = Player(page)
    player.press("ArrowRight")
    player.at(1)
    player.press("f")  # a reader who opens the link sees the lesson on its page
    player.options().get_by_role("button", name="Copy link").click()
    expect(player.root.get_by_text("Link copied.")).to_be_visible()
    assert copied_query(page) == {"scenario": ["aaab"], "step": ["1"]}
    assert urlsplit(page.evaluate("navigator.clipboard.readText()")).path == "/train"


def copied_query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.evaluate("navigator.clipboard.readText()")).query)


def test_a_custom_text_is_in_the_url(go_to: OpenPage, elsewhere: OpenLink) -> None:
    text = "a&b=c #d?e+f %20 你好 <b> 👨‍👩‍👧"
    page = go_to("/train", scenario="text")
    choices(page).get_by_role("textbox", name="Your text").fill(text)
    page.get_by_role("button", name="Train on this text").click()
    Player(page).at(0)
    becomes(lambda: query(page).get("text"), text)
    other = elsewhere(page.evaluate("location.href"))
    becomes(lambda: Player(other).at(0) == Player(page).at(0), True)  # once the rows have their room
    expect(choices(other).get_by_role("textbox", name="Your text")).to_have_value(text)


def test_settings_are_in_the_url(open_page: OpenPage, elsewhere: OpenLink) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    choices(page).get_by_text("Settings", exact=True).click()
    size = page.get_by_label("Vocabulary size")
    size.fill("9")
    size.press("Enter")
    player.at(0, 2)
    expect(page).to_have_url(re.compile("vocab=9"))
    Player(elsewhere(page.evaluate("location.href"))).at(0, 2)


def test_invalid_url_parameters_are_reported_and_the_page_works(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="<img src=x>", step="last", vocab="![x](http://example.org/x.png)")
    expect(page.get_by_role("alert").filter(has_text="The address says")).to_have_count(3)
    expect(page.get_by_text("scenario=<img src=x>, which isn’t one of")).to_be_visible()
    player = Player(page)
    player.press("ArrowRight")
    assert player.at(1, 7) == should_be(trained("hug"), 1)


def test_the_url_is_up_to_date_when_a_page_is_left_and_back_leaves_the_page(go_to: OpenPage) -> None:
    page = go_to("/")
    page.get_by_role("link", name="Train a tokenizer").click()
    player = Player(page)
    player.press("ArrowRight", "ArrowRight")
    # Like any handler that sees the click before the page is left.
    page.evaluate("document.dispatchEvent(new Event('bpe-lab:leave'))")
    assert query(page) == {"scenario": "hug", "step": "2"}
    page.go_back()
    expect(page.get_by_role("link", name="Train a tokenizer")).to_be_visible()


def test_back_and_forward_show_the_step_in_the_url(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug", step=2)
    player = Player(page)
    hug = trained("hug")
    rest(page)
    page.evaluate("history.pushState(history.state, '', '?scenario=hug&step=5&predict=1')")
    page.go_back()
    assert player.at(2) == should_be(hug, 2)
    wait_until_idle(page)
    page.go_forward()
    expect(player.root.locator(".where")).to_have_text("Step 5 of 7")
    expect(player.root.get_by_label("Predict, then reveal")).to_be_checked()
    wait_until_idle(page)
    # What the player had not written before Back is never written.
    player.root.get_by_label("Predict, then reveal").uncheck()
    page.go_back()
    assert player.at(2) == should_be(hug, 2)
    rest(page)
    assert query(page) == {"scenario": "hug", "step": "2"}


def test_back_and_forward_return_to_each_lesson_at_its_last_step(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug", step=2)
    player = Player(page)
    rest(page)
    page.evaluate("history.pushState(history.state, '', '?scenario=low&step=1')")
    page.go_back()
    assert player.at(2) == should_be(trained("hug"), 2)
    wait_until_idle(page)
    page.go_forward()
    assert player.at(1, 15) == should_be(trained("low"), 1)
    player.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=2"))
    page.go_back()
    assert player.at(2, 7) == should_be(trained("hug"), 2)
    wait_until_idle(page)
    page.go_forward()
    assert player.at(2, 15) == should_be(trained("low"), 2)
    wait_until_idle(page)
    becomes(lambda: query(page), {"scenario": "low", "step": "2"})
