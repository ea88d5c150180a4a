"""The table of words and the downloads."""

import csv
import io
import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player, becomes, choices
from tools.browser import wait_until_idle


def download(page: Page, name: str) -> bytes:
    with page.expect_download() as started:
        page.get_by_role("button", name=name).click()
    return Path(started.value.path()).read_bytes()


def test_downloads_contain_merges_vocabulary_and_steps(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    Player(page)
    page.locator("summary", has_text="Downloads").click()
    assert download(page, "Merges (text)") == b"#version: 0.2\nu g\nu n\nh ug\np un\np ug\nhug s\nb un\n"
    vocabulary = json.loads(download(page, "Vocabulary (JSON)"))
    assert vocabulary["bun"] == 13
    assert len(vocabulary) == 14
    rows = list(csv.DictReader(io.StringIO(download(page, "All steps (CSV)").decode())))
    assert [row["count"] for row in rows] == ["20", "16", "15", "12", "5", "5", "4"]
    for title in ("Tokens in the corpus", "Tokens in the vocabulary"):
        svg = download(page, f"{title} as SVG").decode()
        assert svg.startswith("<svg")
        assert title in svg
        assert download(page, f"{title} as PNG").startswith(b"\x89PNG\r\n")


def test_a_count_of_any_length_is_beside_its_word(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug", words="hug:1000000000,pug:6100597"))
    cells = player.root.locator("td.frequency")
    cut = "cells => cells.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)"
    assert player.at(0)["words"][0]["count"] == "1,000,000,000 ×"
    assert cells.evaluate_all(cut) == [False, False]
    player.press("f")
    expect(player.page.locator("dialog.screen")).to_be_visible()
    becomes(lambda: cells.evaluate_all(cut), [False, False])


# The position of the dashed line along the axis, from 0 to 1.
_MARKED = """root => [...root.querySelectorAll(".curves svg")].map((chart) => {
    const line = chart.querySelector(".line").getBoundingClientRect();
    const now = chart.querySelector(".now").getBoundingClientRect();
    return ((now.left + now.right) / 2 - line.left) / line.width;
})"""


def test_curves_mark_the_step_and_show_its_numbers_and_those_pointed_at(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="hug"))
    charts = player.root.locator(".curves svg")
    tokens = [113, 93, 77, 62, 50, 45, 40, 36]  # of the corpus: minus the occurrences of each merge
    for key, step in (("End", 7), ("ArrowLeft", 6), ("Home", 0)):
        player.press(key)
        said = [f"{tokens[step]} tokens in the corpus", f"{7 + step} tokens in the vocabulary"]
        expect(player.root.locator(".curves .reading")).to_have_text(said)
        assert player.root.evaluate(_MARKED) == pytest.approx([step / 7] * 2, abs=0.02)
        for chart, words in zip(charts.all(), said, strict=True):
            expect(chart).to_have_role("img")
            expect(chart).to_have_accessible_name(re.compile(re.escape(words)))
    chart = charts.first
    chart.scroll_into_view_if_needed()
    expect(chart.locator(".point")).to_have_count(8)
    chart.locator(".point").nth(3).hover(force=True)
    expect(player.root.locator(".curves .reading").first).to_have_text("Merges 3: 62")
    player.page.mouse.move(5, 5)
    expect(player.root.locator(".curves .reading").first).to_have_text("113 tokens in the corpus")


def test_an_edited_frequency_retrains_and_an_invalid_one_is_reported(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    choices(page).get_by_text("Words and frequencies", exact=True).click()
    table = page.get_by_test_id("stDataFrame").first
    first = player.root.locator(".corpus .frequency").first
    edit(page, table, row=1, text="2.5")
    message = page.get_by_role("alert").filter(has_text="The frequency of 'hug' is 2.5")
    expect(message).to_contain_text("a frequency is a whole number, 1 or more")
    expect(first).to_have_text("10 ×")  # the last table stays
    edit(page, table, row=1, text="30")
    expect(message).to_have_count(0)
    expect(page).to_have_url(re.compile("words=hug%253A|words=hug%3A30|words=hug:30"))
    expect(first).to_have_text("30 ×")
    expect(player.root.locator(".board .count").first).to_have_text("40")


def edit(page: Page, table: Locator, *, row: int, text: str) -> None:
    """Type into the column of frequencies. The table is a canvas: rows of 35 pixels below a head of the same height."""
    editor = page.locator("#portal input, #portal textarea").first
    for _attempt in range(10):  # a newly drawn table may not know its cells yet
        wait_until_idle(page)
        # Both wait for the table, which may be replaced when it comes into view.
        width = table.evaluate("table => table.clientWidth")
        table.dblclick(position={"x": width * 0.7, "y": 35 * row + 17})
        with suppress(TimeoutError):
            editor.wait_for(timeout=1_000)
            break
    editor.fill(text)
    page.keyboard.press("Enter")
