"""Encode: merges applied to a word, as a person sees them."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenLink, OpenPage, move_to
from tests.browser.visible_player import becomes, choices, close_choices, follow
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle


def word(page: Page) -> list[str]:
    return page.locator(".corpus .token").all_inner_texts()


# In a tree, the sides and the top of each token and of what became one, in pixels; a second one has an apostrophe.
_GROWN = """(word) => {
    const tiles = [...word.querySelectorAll(":is(.token, .part)")].map((tile) => [tile, tile.getBoundingClientRect()]);
    const found = {};
    for (const [tile, {left, right, top}] of tiles.sort(([, one], [, other]) => one.left - other.left)) {
        const name = tile.textContent in found ? `${tile.textContent}'` : tile.textContent;
        found[name] = [left, right, top].map(Math.round);
    }
    return found;
}"""


# The vertical centres of the explanation and of its headline, in pixels.
_MIDDLES = """(stage) => ["div.explanation", ".headline"].map((selector) => {
    const {top, bottom} = stage.querySelector(selector).getBoundingClientRect();
    return (top + bottom) / 2;
})"""


def at(page: Page, step: int, steps: int) -> list[str]:
    """Return the symbols at a step, once it is shown."""
    expect(page.locator(".where")).to_have_text(f"Step {step} of {steps}")
    return word(page)


def test_words_are_merged_by_rank_and_unusual_texts_are_explained(open_page: OpenPage, server: str) -> None:
    """In one visit, since loading the app takes most of the time."""
    page = open_page("/encode")
    unhug_is_merged_by_rank_and_can_be_stepped_back(page)
    too_long_and_empty_texts_are_reported(page)
    an_unknown_character_is_explained(page)
    move_to(page, server, "/encode", sample="b")
    without_steps_nothing_suggests_to_press_next(page)
    move_to(page, server, "/encode", sample="pug pug pug hug")
    equal_words_are_all_shown(page)
    move_to(page, server, "/encode", predict=1)
    predicting_asks_for_the_lowest_rank(page)


def unhug_is_merged_by_rank_and_can_be_stepped_back(page: Page) -> None:
    shown = [["u", "n", "h", "u", "g"], ["u", "n", "h", "ug"], ["un", "h", "ug"], ["un", "hug"]]
    assert at(page, 0, 3) == shown[0]
    expect(page.locator(".next")).to_contain_text("lowest rank, 0: it was learned first")
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        assert at(page, step, 3) == shown[step]
    assert [text for text in page.locator(".corpus .lane").all_inner_texts() if text] == ["8", "9"]  # the ids
    middles = page.locator(".stage").evaluate(_MIDDLES)
    assert abs(middles[0] - middles[1]) < 2  # no room is kept for sums, which no merge has here
    grown = page.locator(".corpus .seen").evaluate(_GROWN)
    [u, n, h, second_u, g, un, ug, hug] = (grown[text] for text in ("u", "n", "h", "u'", "g", "un", "ug", "hug"))
    assert [un[:2], ug[:2], hug[:2]] == [[u[0], n[1]], [second_u[0], g[1]], [h[0], g[1]]]  # each below its letters
    assert u[2] == h[2] < un[2] == ug[2] < hug[2]
    assert sorted(page.locator(".corpus .rank").all_inner_texts()) == ["0", "1", "2"]
    for step in (2, 1, 0):
        page.keyboard.press("ArrowLeft")
        assert at(page, step, 3) == shown[step]
    expect(page).not_to_have_url(re.compile("step="))  # another text would begin at a step that is still there


def an_unknown_character_is_explained(page: Page) -> None:
    choices(page).get_by_role("button", name="mug", exact=True).click()
    expect(page.locator(".where")).to_have_text("Step 0 of 1")
    close_choices(page)
    page.keyboard.press("End")
    expect(page.locator(".next")).to_contain_text("“m” isn’t in the vocabulary")
    expect(page.locator(".known .caption")).to_have_text(["[UNK]", "7"])


def too_long_and_empty_texts_are_reported(page: Page) -> None:
    box = page.get_by_label("A word or a sentence")
    box.fill("hug " * 60)
    box.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="240 characters")).to_contain_text("the limit is 200")
    box.fill("")
    box.press("Enter")
    expect(page.get_by_text("Nothing to encode yet.")).to_be_visible()
    box.fill("hug")
    box.press("Enter")
    expect(page.locator(".where")).to_have_text("Step 0 of 2")
    wait_until_idle(page)


def without_steps_nothing_suggests_to_press_next(page: Page) -> None:
    expect(page.locator(".where")).to_have_text("Step 0 of 0")
    expect(page.locator(".merges")).to_have_text("None: nothing to join.")
    expect(page.locator(".controls button[aria-disabled=true]")).to_have_count(5)


def equal_words_are_all_shown(page: Page) -> None:
    rows = page.locator(".corpus tbody tr")

    def words(step: int) -> list[str]:
        expect(page.locator(".where")).to_have_text(f"Step {step} of 8")
        return [" ".join(rows.nth(number).locator(".token").all_inner_texts()) for number in range(rows.count())]

    # One word after the other: finished words look alike, and so do waiting ones.
    assert words(0) == ["p u g", "p u g", "p u g", "h u g"]
    for step, seen in enumerate([["p ug", "p u g", "p u g"], ["pug", "p u g", "p u g"], ["pug", "p ug", "p u g"]], 1):
        page.keyboard.press("ArrowRight")
        assert words(step) == [*seen, "h u g"]
    page.keyboard.press("End")
    assert words(8) == ["pug", "pug", "pug", "hug"]
    page.keyboard.press("Home")
    assert words(0) == ["p u g", "p u g", "p u g", "h u g"]


def predicting_asks_for_the_lowest_rank(page: Page) -> None:
    expect(page.locator(".where")).to_have_text("Step 0 of 3")
    expect(page.locator(".next")).to_contain_text("Find the one with the lowest rank")
    expect(page.locator(".pair")).to_have_count(0)
    page.get_by_role("button", name="“u” + “n”").click()
    expect(page.locator(".next")).to_contain_text("Not this one. “u” + “n” has rank 1.")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="“u” + “n”").click()
    expect(page.locator(".next")).to_contain_text("Right!")
    expect(page.locator(".score")).to_have_text("1 of 2 predictions right")


def test_presets_end_with_tiktoken_s_ids(open_page: OpenPage, settle: Callable[[], None]) -> None:
    page = open_page("/encode", sample="x", **{"with": "gpt2"})
    for text in (" Elaborate", "supercalifragilistic", "東"):
        choices(page).get_by_role("button", name=text.replace(" ", "·"), exact=True).click()
        settle()
        expect(page.get_by_label("A word or a sentence")).to_have_value(text)
        close_choices(page)
        expect(page.locator(".where"), text).not_to_have_text("Step 0 of 0")
        page.keyboard.press("End")
        ids = [str(token_id) for token_id in tiktoken_encoding("gpt2").encode(text)]
        expect(page.locator(".known .caption"), text).to_have_text(ids)


def test_the_tokenizer_at_the_current_training_step_is_offered(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug", step=2)
    expect(page.locator(".where")).to_have_text("Step 2 of 7")
    follow(page, "Encode")
    choices(page).get_by_role("combobox", name="Tokenizer").click()
    page.get_by_role("option", name="The one you trained, after step 2").click()
    expect(page.locator(".where")).to_have_text("Step 0 of 2")
    page.keyboard.press("Escape")  # closes the choices
    page.get_by_role("button", name="Last").click()
    expect(page.locator(".where")).to_have_text("Step 2 of 2")
    assert word(page) == ["un", "h", "ug"]


def test_a_link_shows_the_same_step_and_random_draw_in_another_browser(
    go_to: OpenPage, elsewhere: OpenLink, server: str
) -> None:
    first = go_to("/encode", sample="thug", step=2)
    expect(first.locator(".where")).to_have_text("Step 2 of 2")
    expect(first.locator(".corpus .token")).to_have_text(["t", "hug"])
    address = first.evaluate("location.href")
    asked = {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}
    assert asked["sample"] == "thug"
    second = elsewhere(address)
    expect(second.locator(".where")).to_have_text("Step 2 of 2")
    expect(second.locator(".corpus .token")).to_have_text(["t", "hug"])

    link = {"sample": "supercalifragilistic", "with": "gpt2", "by": "dropout", "dropout": "50", "seed": "3"}
    drawn = []
    for page in (first, second):
        wait_until_idle(page)
        move_to(page, server, "/encode", **link)
        told = page.get_by_text("This draw gives")
        expect(told).to_be_visible()
        drawn.append(told.inner_text())
    assert drawn[0] == drawn[1]
    second.get_by_role("button", name="Draw again").click()
    expect(told).not_to_have_text(drawn[0])
    expect(second).to_have_url(re.compile("seed=4"))


@pytest.mark.parametrize("view", [{"width": 390}])
def test_on_a_phone_ids_start_with_the_first_and_dashed_outlines_are_whole(open_page: OpenPage, server: str) -> None:
    page = open_page("/encode", sample="supercalifragilisticexpialidocious" * 5, **{"with": "gpt2"})
    chips = page.locator(".chips")
    expect(chips.locator(".token").first).to_have_text("s")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("Step 1 of")
    becomes(lambda: chips.evaluate("(box) => [box.scrollHeight > box.clientHeight, box.scrollTop]"), [True, 0])
    move_to(page, server, "/encode", scenario="hug", sample="thương", **{"with": "trained"})
    expect(page.locator(".corpus .token").first).to_have_text("t")
    expect(page.locator(".candidates .pair").first).to_be_visible()
    assert page.locator(".candidates").evaluate(
        """element => {
            const token = element.querySelector(".token");
            const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(token);
            const out = outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
            return token.getBoundingClientRect().top - out >= element.getBoundingClientRect().top;
        }"""
    )
