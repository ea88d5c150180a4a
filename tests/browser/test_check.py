"""Check your merges: typed merges, the first that differs, and the link to that step."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player


def test_the_first_different_merge_is_named_and_its_step_opens_on_train(open_page: OpenPage) -> None:
    page = open_page("/check", scenario="hug", tie="largest-pair")
    box = page.get_by_label("Your merges")
    box.fill("u g\nu n\nh ug\np un\nhug s")
    box.press("Control+Enter")
    told = "4 merges are the same. Merge 5 is the first to differ."
    expect(page.get_by_role("heading", name=told)).to_be_visible()
    expect(page.get_by_role("row", name="Yours hug + s 5")).to_be_visible()
    expect(page.get_by_text("A tie: both pairs occur 5 times.")).to_be_visible()
    expect(page).to_have_url(re.compile("merges=u\\+g"))
    page.get_by_role("link", name="See this step on Train").click()
    expect(page).to_have_url(re.compile(r"/train\?.*step=4"))
    player = Player(page)
    assert [row["pair"] for row in player.at(4)["board"] if row["winner"]] == [["p", "ug"]]


@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}])
def test_on_a_phone_the_verdict_and_the_form_are_visible_together(open_page: OpenPage, view: object) -> None:
    page = open_page("/check", scenario="hug")
    box = page.get_by_role("textbox", name="Your merges: one per line")
    verdict = page.locator(".st-key-check_results h2")
    expect(verdict).to_be_in_viewport(ratio=1)  # the example's, above the form
    for merges, told in (("u g\nh ug", "Merge 2 is the first to differ"), ("u g\nu n", "2 merges are the same")):
        box.fill(merges)
        box.press("Control+Enter")
        expect(verdict).to_contain_text(told)
        expect(box).to_be_in_viewport(ratio=1)
        expect(verdict).to_be_in_viewport(ratio=1)
        expect(page.locator(".st-key-check_results .bpe-codes").first).to_be_in_viewport(ratio=1)
