"""In bits: the tree of the chosen method's codes, as large as its place."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tools.browser import wait_until_idle

SMALLEST = """picture => Math.min(...[...picture.querySelectorAll("text")].map(text => {
    const svg = text.ownerSVGElement;
    return 19 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
}))"""


def test_the_tree_fills_its_place_in_readable_type(go_to: OpenPage) -> None:
    page = go_to("/codes", scenario="low", size="17", methods="marked-information")
    picture = page.get_by_role("img", name="The tree of codes")
    # As tests/ui/test_codes.py counts them: nine tokens, and eight of the other method.
    expect(picture.locator(".tile.hued")).to_have_count(9)
    expect(picture.locator(".disc").last).to_have_text("54")
    assert picture.evaluate(SMALLEST) >= 13
    box = picture.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
    page.get_by_role("radio", name="WordPiece in bits").click()
    expect(picture.locator(".tile.hued")).to_have_count(8)
    expect(picture.locator(".disc").last).to_have_text("66")


@pytest.mark.parametrize("view", [{"width": 390, "height": 844}])
def test_on_a_phone_the_whole_tree_fits_in_readable_type(go_to: OpenPage) -> None:
    page = go_to("/codes", scenario="course", size="60")  # more than a tree shows
    picture = page.get_by_role("img", name="The tree of codes")
    expect(picture.locator(".tile.dim").first).to_be_attached()
    assert picture.evaluate(SMALLEST) >= 13
    assert picture.evaluate("picture => picture.scrollWidth <= picture.clientWidth")
    page.set_viewport_size({"width": 1280, "height": 720})
    wait_until_idle(page)
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] > box["height"]  # it stands again


@pytest.mark.parametrize("view", [{"width": 1000, "height": 720}])
def test_a_tree_too_wide_for_large_type_is_rotated(go_to: OpenPage) -> None:
    page = go_to("/codes", scenario="low", size="17", methods="marked-information")
    picture = page.get_by_role("img", name="The tree of codes")
    switch = page.get_by_text("Large type", exact=True)
    upright = picture.locator("svg").get_attribute("viewBox") or ""
    switch.click()
    expect(picture.locator("svg")).not_to_have_attribute("viewBox", upright)
    assert picture.evaluate("picture => picture.scrollWidth <= picture.clientWidth")
    switch.click()
    expect(picture.locator("svg")).to_have_attribute("viewBox", upright)


def test_the_bits_of_up_to_four_methods_fit_on_the_first_screen(go_to: OpenPage) -> None:
    for methods, tiles in (("bpe-characters", 10), ("bpe-wordpiece-characters", 4), ("bpe-wordpiece-unigram-words", 2)):
        page = go_to("/codes", scenario="course", size="60", methods=methods)
        page.set_viewport_size({"width": 1280, "height": 720})
        cards = page.locator(".bpe-codes")
        expect(cards).to_have_count(methods.count("-") + 1)
        expect(cards.first.locator("li.hued")).to_have_count(tiles)
        expect(cards.first.locator("li").last).to_have_text(re.compile(rf"^\+ {47 - tiles}$"))
        box = cards.last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 720, methods
