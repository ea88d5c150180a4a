"""From text to ids in a browser: keys, the address, what moves, and that nothing is cut off."""

import re
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage, visit
from tests.engine.peers import tiktoken_encoding
from tools.browser import WATCH_SOCKET, wait_until_idle

TEXT = "unhug hugs"
PHONE = {"width": 390, "height": 844}


def pieces(page: Page) -> list[str]:
    return page.locator(".scene .flow .token").all_inner_texts()


def at(page: Page, step: int) -> None:
    """The step is shown, and all is where it belongs."""
    expect(page.locator(".scene .where")).to_have_text(re.compile(rf"^Step {step} of"))
    expect(page.locator(".scene:not([data-moving])")).to_be_attached()


def last(page: Page) -> int:
    return int(page.locator(".scene input[type=range]").get_attribute("max") or 0)


def test_the_keys_lead_from_letters_to_ids_and_back(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT)
    assert pieces(page) == [*"unhug", " ", *"hugs"]
    page.keyboard.press("End")
    at(page, last(page))
    assert "".join(pieces(page)) == TEXT
    ids = [str(token_id) for token_id in tiktoken_encoding("gpt2").encode_ordinary(TEXT)]
    expect(page.locator(".scene .cells .id")).to_have_text(ids)
    page.keyboard.press("PageUp")
    at(page, last(page) - 1)
    assert bytes.fromhex("".join(pieces(page))) == TEXT.encode()
    page.keyboard.press("ArrowLeft")
    at(page, last(page) - 2)
    assert pieces(page) == []
    page.keyboard.press("ArrowLeft")
    at(page, last(page) - 3)
    expect(page.locator(".scene .flow .id")).to_have_text(ids)
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.locator(".scene [role=status]").last).to_contain_text("10 characters")
    page.keyboard.press("PageDown")
    at(page, 1)
    page.locator(".scene input[type=range]").fill("4")
    at(page, 4)
    page.get_by_role("button", name="Sequence", exact=True).click()
    at(page, last(page) - 2)
    expect(page).to_have_url(re.compile(rf"step={last(page) - 2}"))


def test_a_link_opens_its_step_and_another_text_begins_anew(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, step=5)
    at(page, 5)
    said = page.locator(".scene .telling [role=status]").inner_text()
    assert said.startswith("Merge 1 of ")
    page.get_by_role("textbox").fill("pug")
    page.keyboard.press("Enter")
    expect(page.locator(".scene .flow .token")).to_have_text([*"pug"])
    at(page, 0)


def test_it_plays_to_the_end_and_stops(browser: Browser, server: str) -> None:
    page = browser.new_page(reduced_motion="reduce")  # of a browser of its own: a clock is turned for all of its pages
    page.add_init_script(WATCH_SOCKET)
    visit(page, server, "/scene", sample="a")
    page.clock.install()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for step in range(1, last(page) + 1):
        page.clock.run_for(3_300)
        at(page, step)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.close()


# One press, and what is seen at some moments of what it moves. All stands still while it is looked at.
_PRESS = """async (root, key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    const moving = root.getAnimations({subtree: true});
    for (const animation of moving) animation.pause();
    const end = Math.max(0, ...moving.map(({effect}) => effect.getComputedTiming().endTime));
    const properties = moving.flatMap(({effect}) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)));
    const moments = [];
    for (let moment = 0; moment <= 10; moment++) {
        for (const animation of moving) animation.currentTime = end * moment / 10;
        moments.push([...root.querySelectorAll(".flights .token, .id")].map((one) => {
            const {left, right, top} = one.getBoundingClientRect();
            return {text: one.textContent, left, right, top};
        }));
    }
    for (const animation of moving) animation.finish();
    return {moments, properties: [...new Set(properties)].sort()};
}"""


def press(page: Page, key: str) -> dict[str, Any]:
    seen: dict[str, Any] = page.locator(".scene").evaluate(_PRESS, key)
    assert {*seen["properties"]} <= {
        "transform",
        "opacity",
        "clipPath",
        "offset",
        "easing",
        "composite",
        "computedOffset",
    }
    expect(page.locator(".scene:not([data-moving])")).to_be_attached()
    return seen


@pytest.mark.parametrize("view", [{"reduced_motion": False}])
def test_two_pieces_slide_together_and_ids_slide_into_their_row(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, step=4)
    at(page, 4)
    expected = page.locator(".scene .flow .coming").all_inner_texts()
    assert expected == ["u", "n"]  # the lowest rank of the first word
    merge = press(page, "ArrowRight")
    left, right = ([moment[part] for moment in merge["moments"]] for part in (0, 1))
    assert [left[0]["text"], right[0]["text"]] == expected
    gaps = [second["left"] - first["right"] for first, second in zip(left, right, strict=True)]
    assert all(after <= before + 0.5 for before, after in pairwise(gaps))
    assert gaps[-1] < gaps[0]
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".scene .flow .id").first).to_be_visible()
    expect(page.locator(".scene:not([data-moving])")).to_be_attached()
    row = press(page, "ArrowRight")
    tops = [[one["top"] for one in moment if one["text"].isdecimal()] for moment in row["moments"]]
    assert all(
        after >= before - 0.5 for first, second in pairwise(tops) for before, after in zip(first, second, strict=True)
    )
    assert all(end > begin + 20 for begin, end in zip(tops[0], tops[-1], strict=True))


# Some presses at once: how many pieces are not seen after each, and how many motions have begun.
_PRESSES = """(root, keys) => keys.map((key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    return [root.querySelectorAll(".unseen").length, root.getAnimations({subtree: true}).length];
})"""


@pytest.mark.parametrize("view", [{"reduced_motion": False}])
def test_pieces_turn_over_in_the_frames_after_the_key_and_the_next_key_shows_them(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, step=3)
    at(page, 3)
    scene = page.locator(".scene")
    assert "".join(pieces(page)) == TEXT.encode().hex().upper()
    (turning, begun), (unseen, _merging) = scene.evaluate(_PRESSES, ["ArrowRight", "ArrowRight"])
    assert (turning, unseen) == (len(TEXT), 0)
    assert begun < len(TEXT)  # of the copies of the bytes, too, those that turn at once
    at(page, 5)
    assert scene.evaluate(_PRESSES, ["ArrowLeft", "ArrowLeft"])[1][0] == len(TEXT)
    at(page, 3)
    expect(scene.locator(".unseen")).to_have_count(0)
    assert "".join(pieces(page)) == TEXT.encode().hex().upper()


@pytest.mark.parametrize("view", [{"reduced_motion": True}])
def test_nothing_moves_where_that_is_wished(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, step=4)
    at(page, 4)
    assert press(page, "ArrowRight")["properties"] == []
    at(page, 5)


@pytest.mark.parametrize("view", [PHONE, {"width": 1280, "height": 720}, {"width": 820, "height": 1180}])
def test_no_step_makes_the_page_scroll_sideways(open_page: OpenPage) -> None:
    page = open_page("/scene", sample="pneumonoultramicroscopicsilicovolcanoconiosis 🤗🤗 你好，世界")
    for step in (0, 2, 3, 4, 12, last(page) - 4, last(page) - 3, last(page) - 2, last(page) - 1, last(page)):
        page.locator(".scene input[type=range]").fill(str(step))
        at(page, step)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        inner = page.locator(".scene .flow").evaluate("flow => flow.scrollWidth - flow.clientWidth")
        assert (over, inner) == (0, 0), step


def test_presented_it_is_alone_and_esc_leads_back(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, present=1, step=4)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for step in range(4, last(page) + 1):
        at(page, step)
        cut = dialog.evaluate(
            """screen => [...screen.querySelectorAll(".token, .id, .tells")].filter((one) => {
                const {top, bottom, left, right} = one.getBoundingClientRect();
                return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
                    || parseFloat(getComputedStyle(one).fontSize) < 15;
            }).map((one) => one.textContent)"""
        )
        assert cut == [], step
        page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page).not_to_have_url(re.compile("present=1"))


@pytest.mark.parametrize("view", [{}, {"dark": True}])
def test_axe_finds_nothing_in_it(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, step=6)
    wait_until_idle(page)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"][:80] for node in one["nodes"]]) for one in found] == []


def test_pasted_text_shows_as_itself(open_page: OpenPage) -> None:
    text = "<img src=x onerror=alert(1)> ![a](b)"
    page = open_page("/scene", sample=text)
    assert "".join(pieces(page)) == text
    assert page.locator(".scene img, .scene a").count() == 0
