"""From text to ids in a browser: one picture that grows, keys, the address, and that all of it can be read."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, visit
from tests.engine.peers import tiktoken_encoding
from tools.browser import WATCH_SOCKET, wait_until_idle

TEXT = "unhug hugs"
PHONE = {"width": 390, "height": 844}
HOSTILE = "👩\u200d💻 مرحبا 你好\x00\u202e" + "x" * 60


def cells(page: Page, row: str) -> list[str]:
    """Return what a row of the picture shows."""
    seen: list[str] = page.locator(f".scene .lane-{row} .at").evaluate_all(
        "all => all.filter((one) => one.checkVisibility({visibilityProperty: true})).map((one) => one.textContent)"
    )
    return seen


def expect_step(page: Page, step: int) -> None:
    expect(page.locator(".scene .where")).to_have_text(re.compile(rf"^Step {step} of"))


def last(page: Page) -> int:
    return int(page.locator(".scene .where").inner_text().split()[-1])


def test_keys_step_from_letters_to_ids_and_back(go_to: OpenPage) -> None:
    page = go_to("/scene", sample=TEXT)
    assert cells(page, "text") == [*"unhug·hugs"]
    assert cells(page, "bytes") == cells(page, "tokens") == []  # nothing is given away
    page.keyboard.press("End")
    expect_step(page, last(page))
    ids = [str(token_id) for token_id in tiktoken_encoding("gpt2").encode_ordinary(TEXT)]
    # All that came before is still there.
    assert cells(page, "text") == cells(page, "again") == [*"unhug·hugs"]
    assert bytes.fromhex("".join(cells(page, "bytes"))) == TEXT.encode()
    assert cells(page, "ids") == ids
    page.keyboard.press("PageUp")
    expect_step(page, last(page) - 1)
    assert (cells(page, "ids"), cells(page, "again")) == (ids, [])
    page.keyboard.press("ArrowLeft")
    expect_step(page, last(page) - 2)
    assert cells(page, "ids") == []
    page.keyboard.press("Home")
    expect_step(page, 0)
    said = page.locator(".scene .narration [role=status]")
    expect(said).to_contain_text("10 characters")
    page.keyboard.press("PageDown")
    expect_step(page, 1)
    # Next is named for what comes, and so is each stage.
    page.get_by_role("button", name="Next: Bytes").click()
    expect(said).to_contain_text("10 bytes, written in hex")
    page.get_by_role("button", name="Ids", exact=True).click()
    expect_step(page, last(page) - 1)
    expect(page.get_by_role("button", name="Ids", exact=True)).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile(rf"step={last(page) - 1}"))
    expect(page.get_by_role("img", name=f"The pieces now: {' '.join(ids)}")).to_be_visible()


def test_a_link_opens_its_step_and_another_text_starts_over(go_to: OpenPage) -> None:
    page = go_to("/scene", sample=TEXT, step=4)
    expect_step(page, 4)
    expect(page.locator(".scene .narration [role=status]")).to_contain_text("Merge 1 of ")
    # The lowest rank of the first word was made, and the next pair is dashed.
    expect(page.locator(".scene .merge.done .rank")).to_have_count(1)
    expect(page.locator(".scene .merge.upcoming .arm").first).to_have_css("border-bottom-style", "dashed")
    page.get_by_role("textbox").fill("pug")
    page.keyboard.press("Enter")
    expect(page.locator(".scene .lane-text .at")).to_have_text([*"pug"])
    expect_step(page, 0)


def test_playback_stops_at_the_end(browser: Browser, server: str) -> None:
    page = browser.new_page(reduced_motion="reduce")  # of a browser of its own: a clock is turned for all of its pages
    page.add_init_script(WATCH_SOCKET)
    visit(page, server, "/scene", sample="a")
    page.clock.install()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for step in range(1, last(page) + 1):
        page.clock.run_for(3_300)
        expect_step(page, step)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.close()


# Where the parts of the picture lie, what type they are in, and whether something of it is off the screen.
_PICTURE = """scene => {
    const box = (one) => {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        return [left, right, top, bottom];
    };
    const all = (selector) => [...scene.querySelectorAll(selector)];
    const seen = (one) => one.checkVisibility({visibilityProperty: true}) && one.getBoundingClientRect().width > 1;
    const texts = all(".at, .name b, .note, .rank, .narration, .where, button").filter(seen)
        .filter((one) => one.textContent.trim() && parseFloat(getComputedStyle(one).fontSize) > 0);
    return {
        text: all(".lane-text .at").map(box),
        bytes: all(".lane-bytes .at").map(box),
        tokens: all(".lane-tokens .at").map(box),
        bands: all(".band").map(box),
        ids: all(".lane-ids .at").map(box),
        types: texts.map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent]),
        type: Math.max(...all(".lane-tokens .at").map((one) => parseFloat(getComputedStyle(one).fontSize))),
        cut: all(".at.token, .at.id").filter(seen).filter((one) => one.scrollWidth > one.clientWidth + 2)
            .map((one) => one.textContent),
        next: box(scene.querySelector(".main")),
        over: document.documentElement.scrollWidth - innerWidth,
    };
}"""


def picture(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.locator(".scene").evaluate(_PICTURE)
    return found


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}])
def test_rows_are_aligned_and_do_not_move(open_page: OpenPage) -> None:
    page = open_page("/scene")
    first = picture(page)
    page.keyboard.press("End")
    expect_step(page, last(page))
    found = picture(page)
    assert found["text"] == first["text"]  # from the first step to the last nothing moves
    assert found["tokens"] == first["tokens"]
    assert found["cut"] == []
    # tiktoken: Token, izers, " cut", " words", "!", of so many bytes.
    start = 0
    for size, token, band, number in zip((5, 5, 4, 6, 1), found["tokens"], found["bands"], found["ids"], strict=True):
        left, right = found["bytes"][start][0], found["bytes"][start + size - 1][1]
        for one in (token, band, number):
            assert (one[0], one[1]) == (pytest.approx(left, abs=6), pytest.approx(right, abs=6))
        assert band[2] <= found["text"][0][2]  # from the text,
        assert band[3] >= number[3]  # to the id
        start += size
    assert min(found["types"])[0] >= 13, min(found["types"])
    assert found["type"] >= 32
    assert found["over"] == 0


@pytest.mark.parametrize("view", [PHONE, {"width": 1280, "height": 720}])
def test_hostile_texts_are_drawn_too(go_to: OpenPage) -> None:
    page = go_to("/scene", sample=HOSTILE)
    for key in ("Home", "End"):
        page.keyboard.press(key)
        found = picture(page)
        assert found["over"] == 0
        assert min(found["types"])[0] >= 12, min(found["types"])
    assert cells(page, "text")[0] == "👩\u200d💻"  # one letter of eleven bytes
    assert "⟨U+202E⟩" in cells(page, "text")
    data = HOSTILE.encode()
    assert bytes.fromhex("".join(cells(page, "bytes"))) == data
    assert cells(page, "tokens")[0] == "F0 9F 91"  # a part of a character
    # What has no room scrolls within its box, and the keyboard reaches it.
    expect(page.locator(".scene .canvas")).to_have_attribute("tabindex", "0")
    page.get_by_role("textbox").fill("<img src=x onerror=alert(1)> ![a](b)")
    page.keyboard.press("Enter")
    expect(page.locator(".scene .lane-text .at").first).to_have_text("<")
    assert "".join(cells(page, "text")) == "<img·src=x·onerror=alert(1)>·![a](b)"
    assert page.locator(".scene img, .scene a").count() == 0


@pytest.mark.parametrize("view", [PHONE])
def test_on_a_phone_the_picture_is_rotated_and_next_is_in_reach_of_the_thumb(go_to: OpenPage) -> None:
    page = go_to("/scene", sample=TEXT)
    page.keyboard.press("End")
    found = picture(page)
    tops = [box[2] for box in found["text"]]
    assert tops == sorted(tops)
    assert len({box[0] for box in found["text"]}) == 1
    assert all(token[0] > byte[1] for token, byte in zip(found["tokens"], found["bytes"], strict=False))
    assert found["over"] == 0


# One press: what moves, and which properties of it.
_PRESS = """async (root, key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    const moving = root.getAnimations({subtree: true});
    const properties = moving.flatMap(({effect}) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)));
    const elements = moving.map(({effect}) => effect.target.className);
    for (const animation of moving) animation.finish();
    return [elements, [...new Set(properties)].sort()];
}"""

_CHEAP = {"transform", "opacity", "clipPath", "scale", "offset", "easing", "composite", "computedOffset"}


@pytest.mark.parametrize("view", [{"reduced_motion": False}])
def test_only_what_a_step_adds_moves_and_needs_no_layout(go_to: OpenPage) -> None:
    page = go_to("/scene", sample=TEXT, step=3)
    expect_step(page, 3)
    scene = page.locator(".scene")
    moving, properties = scene.evaluate(_PRESS, "ArrowRight")
    assert len(moving) == 3  # two lines and a rank
    assert {*properties} <= _CHEAP
    expect_step(page, 4)
    assert scene.evaluate(_PRESS, "ArrowLeft")[0] == []
    expect_step(page, 3)
    page.emulate_media(reduced_motion="reduce")
    assert scene.evaluate(_PRESS, "ArrowRight")[0] == []
    expect_step(page, 4)


def test_while_presenting_it_is_alone_and_escape_exits(open_page: OpenPage) -> None:
    page = open_page("/scene", sample=TEXT, present=1, step=4)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for step in range(4, last(page) + 1):
        expect_step(page, step)
        cut = dialog.evaluate(
            """screen => [...screen.querySelectorAll(".at, .has-details, .main")].filter((one) => {
                const {top, bottom, left, right} = one.getBoundingClientRect();
                return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
                    || parseFloat(getComputedStyle(one).fontSize) < 14;
            }).map((one) => one.textContent)"""
        )
        assert cut == [], step
        page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page).not_to_have_url(re.compile("present=1"))


@pytest.mark.parametrize("view", [{}, {"dark": True}])
def test_the_page_is_accessible(go_to: OpenPage) -> None:
    page = go_to("/scene", sample=TEXT, step=6)
    page.keyboard.press("End")
    wait_until_idle(page)
    assert faults(page) == []
