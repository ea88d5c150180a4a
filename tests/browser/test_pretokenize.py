"""The page Chunks and bytes in a real browser."""

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import product

import pytest
import regex
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenLink, OpenPage, move_to
from tests.browser.visible_player import becomes, query
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle

KNOWN_CHUNKS = ["Hello", "'ve", "·world", "123", "·how", "'s", "·are", "·you", "!!!?"]
HOSTILE = "<img src=x onerror=alert(1)> $x$ :material/home: **b** ' \x07 \u202e x"
EVIL = "(?:a|a|aa)*?(?:b|c)*$(?<=d)"


def chunks(page: Page, panel: int = 0) -> list[str]:
    return page.locator("ol.chunks").nth(panel).locator("li.token").all_text_contents()


def published(name: str, text: str) -> list[str]:
    return [chunk.replace(" ", "·") for chunk in regex.findall(tiktoken_encoding(name)._pat_str, text)]


def type_text(page: Page, box: str, text: str) -> None:
    page.get_by_role("textbox", name=box).fill(text)
    page.get_by_role("textbox", name=box).press("Control+Enter" if box == "Your text" else "Enter")


def test_a_typed_text_is_cut_like_tiktoken_s_patterns_and_is_in_the_url(go_to: OpenPage, elsewhere: OpenLink) -> None:
    page = go_to("pretokenize", pattern="gpt4", beside="gpt4o")
    text = "camelCase HTTPServer 1234567 DON'T  stop"
    type_text(page, "Your text", text)
    expect(page.locator("ol.chunks").first.locator("li.token").first).to_have_text("camelCase")
    wait_until_idle(page)
    becomes(lambda: [chunks(page), chunks(page, 1)], [published(name, text) for name in ("cl100k_base", "o200k_base")])
    becomes(lambda: query(page), {"sample": text, "pattern": "gpt4", "beside": "gpt4o"})
    # Cut only by the second pattern: before "Case" and "Server", and not before "'T".
    bars = page.locator("ol.chunks").nth(1).locator("li.only").all_text_contents()
    assert "Case" in bars
    other = elsewhere(page.evaluate("location.href"))
    expect(other.locator("ol.chunks")).to_have_count(2)
    becomes(lambda: [chunks(other), chunks(other, 1)], [chunks(page), chunks(page, 1)])


def test_a_malicious_regex_does_not_delay_other_visitors(open_page: OpenPage, elsewhere: OpenLink, server: str) -> None:
    other = elsewhere(f"{server}/pretokenize")
    page = open_page("pretokenize", pattern="own", sample="a" * 3_000)
    cutting = page.get_by_text("Cutting …")
    for number in range(5):  # a pattern is stopped after two seconds, and a busy machine is slow to answer
        type_text(page, "Your regex", f"{EVIL}|{number}")
        with suppress(AssertionError):
            expect(cutting).to_be_visible(timeout=1_000)
        type_text(other, "Your text", f"one two {number}")
        expect(other.locator("ol.chunks li.token")).to_have_text(["one", "·two", f"·{number}"])
        if cutting.is_visible():
            break
    else:
        pytest.fail("the other was answered only when the pattern had run")
    expect(page.get_by_role("alert").filter(has_text=re.compile("took"))).to_be_visible()


def test_chunks_highlight_their_rows_texts_are_plain_and_errors_are_explained(
    open_page: OpenPage, server: str, settle: Callable[[], None]
) -> None:
    """In one visit, since loading the app takes most of the time."""
    page = open_page("pretokenize")
    chunks_and_their_row_in_the_legend_highlight_each_other(page)
    a_long_text_has_parts_and_one_too_long_is_reported(page, settle)
    move_to(page, server, "pretokenize", pattern="own", regex="[a-z]+", sample="ab 12 cd")
    text_that_is_left_out_is_struck_through(page)
    move_to(page, server, "pretokenize", sample=HOSTILE, pattern="gpt2")
    hostile_text_is_shown_as_plain_text(page)
    move_to(page, server, "pretokenize", pattern="own", sample="a" * 2_000)
    a_failing_regex_is_explained_and_the_text_is_kept(page)
    settle()
    page.set_viewport_size({"width": 400, "height": 800})
    move_to(page, server, "pretokenize", beside="gpt4o", sample="x" * 300 + " 東京 1234567")
    the_page_fits_a_narrow_screen(page)


def chunks_and_their_row_in_the_legend_highlight_each_other(page: Page) -> None:
    rule = page.locator("button.rule")
    lit = page.locator("ol.chunks li.highlighted")
    rule.nth(1).hover()
    expect(lit).to_have_text(["Hello", "·world", "·how", "·are", "·you"])
    rule.nth(0).focus()
    expect(lit).to_have_text(["'ve", "'s"])
    expect(page.locator("p.status")).to_contain_text("contraction")
    page.locator("ol.chunks li.token").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(lit).to_have_text(["123"])
    expect(page.locator("button.rule.highlighted b")).to_have_text("digits")
    page.keyboard.press("End")
    expect(lit).to_have_text(["!!!?"])


def a_long_text_has_parts_and_one_too_long_is_reported(page: Page, settle: Callable[[], None]) -> None:
    text = " ".join(map("".join, product("abcdefghij", repeat=3)))[:2_250]
    type_text(page, "Your text", text)
    part = page.get_by_role("spinbutton", name="Part of the text")
    expect(part).to_be_visible()
    settle()
    shown = chunks(page)
    for number in "23":
        before = chunks(page)[0]
        part.fill(number)
        part.press("Enter")
        expect(page.locator("ol.chunks li.token").first).not_to_have_text(before)
        settle()
        shown += chunks(page)
    assert shown == published("gpt2", text)
    type_text(page, "Your text", "a" * 20_001)
    alert = page.get_by_role("alert").filter(has_text="20,001")
    expect(alert).to_contain_text("20,000")
    settle()


def text_that_is_left_out_is_struck_through(page: Page) -> None:
    expect(page.locator("ol.chunks li.token")).to_have_text(["ab", "·12·", "cd"])
    expect(page.locator("ol.chunks li.out")).to_have_text(["·12·"])
    assert "line-through" in page.locator("ol.chunks li.out").evaluate("e => getComputedStyle(e).textDecorationLine")
    expect(page.locator("button.rule").last).to_contain_text("1 piece")


def hostile_text_is_shown_as_plain_text(page: Page) -> None:
    expect(page.locator("ol.chunks li.token").first).to_have_text("<")
    shown = "".join(chunks(page))
    assert shown == HOSTILE.replace(" ", "·").replace("\x07", "␇").replace("\u202e", "⟨U+202E⟩")
    assert page.locator("img[src=x]").count() == 0


def a_failing_regex_is_explained_and_the_text_is_kept(page: Page) -> None:
    type_text(page, "Your regex", "(")
    expect(page.get_by_role("alert").filter(has_text="not a valid regex")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your regex")).to_have_value("(")
    expect(page.get_by_role("textbox", name="Your text")).to_have_value("a" * 2_000)
    type_text(page, "Your regex", "a{500}")
    expect(page.locator("ol.chunks li.token")).to_have_count(2)


def test_chunks_come_first_with_the_choices_beside_or_below_them(go_to: OpenPage) -> None:
    page = go_to("pretokenize")
    text, chunk = page.get_by_role("textbox", name="Your text"), page.locator("ol.chunks li.token").last
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(chunk).to_be_in_viewport()
        wait_until_idle(page)
        box, last, cuts = text.bounding_box(), chunk.bounding_box(), page.locator(".cuts").bounding_box()
        assert box is not None
        assert last is not None
        assert cuts is not None
        assert last["y"] + last["height"] < height / 2
        if width > height:
            assert box["x"] + box["width"] < cuts["x"]
        else:
            assert box["y"] > cuts["y"] + cuts["height"]


def the_page_fits_a_narrow_screen(page: Page) -> None:
    expect(page.locator("ol.chunks").nth(1).locator("li.token").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    for box in page.locator("ol.chunks, button.rule").all():
        assert box.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
