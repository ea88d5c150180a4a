"""The page Special tokens on a phone."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tools.browser import wait_until_idle

# How many lines each part of a call has that is no line break's place, and what a cell says it is of.
_LOOK = """(table) => ({
    names: [...table.querySelectorAll("code .unbroken")].map((name) => name.getClientRects().length),
    columns: [...table.querySelectorAll("tbody tr:first-child td")]
        .map((cell) => getComputedStyle(cell, "::before").content.split('"')[1]),
    wide: table.parentElement.scrollWidth > table.parentElement.clientWidth,
})"""


def test_on_a_phone_names_in_calls_do_not_break_and_cells_name_their_library(go_to: OpenPage) -> None:
    page = go_to("special")
    page.set_viewport_size({"width": 390, "height": 844})
    table = page.locator(".frame table")
    expect(table.locator("tbody tr").first.locator("td").last).to_be_in_viewport()
    wait_until_idle(page)
    seen = table.evaluate(_LOOK)
    assert set(seen["names"]) == {1}
    assert seen["columns"] == ["minbpe", "tiktoken"]
    assert not seen["wide"]
    first, second = (table.locator("tbody tr").first.locator("td").nth(place).bounding_box() for place in (0, 1))
    assert first is not None
    assert second is not None
    assert first["width"] > 280
    assert second["y"] >= first["y"] + first["height"]
    expect(page.get_by_role("columnheader", name="tiktoken")).to_be_attached()
    expect(page.get_by_role("rowheader").first).to_be_visible()
