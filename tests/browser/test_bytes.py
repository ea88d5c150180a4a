"""The page Bytes in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenLink, OpenPage, move_to
from tests.browser.visible_player import becomes, query
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle

TEXT = "Hi 東 é 👩\u200d👧"


def cells(page: Page, row: int) -> Locator:
    """Return the cells of a row: 0 characters, 1 code points, 2 bytes, 3 symbols, 4 tokens, 5 ids.

    Without those continued from the line before.
    """
    return page.locator(f'.lens .cell[data-row="{row}"]:not(.from)')


def test_a_link_shows_the_same_in_another_browser(go_to: OpenPage, elsewhere: OpenLink) -> None:
    page = go_to("bytes", lens="o200k_base", byte="173")
    page.get_by_role("textbox", name="Your text").fill("東京")
    page.get_by_role("textbox", name="Your text").press("Enter")
    expect(cells(page, 0)).to_have_text(["東", "京"])
    wait_until_idle(page)
    becomes(lambda: query(page), {"sample": "東京", "lens": "o200k_base", "byte": "173"})
    other = elsewhere(page.evaluate("location.href"))
    expect(cells(other, 5)).to_have_text(cells(page, 5).all_text_contents())
    expect(other.locator(".bpe-byte")).to_contain_text("Ń")


def test_ids_and_bytes_equal_tiktoken_s_and_follow_pointer_and_keys(open_page: OpenPage, server: str) -> None:
    """In one visit, since loading the app takes most of the time."""
    page = open_page("bytes")
    the_path_fills_the_width_and_much_of_the_height(page)
    for name, text in (
        ("gpt2", "नमस्ते, <b>x</b> $x$ 🇩🇪\x07"),
        ("cl100k_base", "don't  panic!" * 15),
    ):
        move_to(page, server, "bytes", lens=name)
        ids_and_bytes_equal_tiktoken_s(page, name, text)
    a_text_that_is_too_long_is_reported_and_kept(page)
    move_to(page, server, "bytes", sample="a東")
    pointing_at_anything_highlights_all_that_belongs_to_it(page)
    arrow_keys_move_along_the_text_and_the_path(page)
    move_to(page, server, "bytes", lens="<b>", byte="300")
    an_invalid_url_is_reported(page)


# The smallest space beside a text in its cell, in pixels.
_BESIDE = """(cells) => Math.min(...cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const [text, box] = [[...range.getClientRects()], cell.getBoundingClientRect()];
    const inline = text.filter(({width}) => width < cell.clientWidth);
    return Math.min(...inline.map(({left, right}) => Math.min(left - box.left, box.right - right)));
}))"""


def the_path_fills_the_width_and_much_of_the_height(page: Page) -> None:
    assert page.viewport_size
    last = cells(page, 5).last
    expect(last).to_be_visible()
    box, lines = last.bounding_box(), page.locator(".lens-lines").bounding_box()
    assert box
    assert lines
    assert 0 <= lines["x"] + lines["width"] - box["x"] - box["width"] < 30
    assert lines["height"] > 0.4 * page.viewport_size["height"]
    tokens = cells(page, 4).evaluate_all("(tokens) => tokens.map((token) => token.getBoundingClientRect().x)")
    bands = page.locator(".lens .band").evaluate_all("(bands) => bands.map((band) => band.getBoundingClientRect().x)")
    assert bands == tokens
    narrow = page.locator('.lens .cell[data-row="1"]', has_text="U+0020")
    expect(narrow.first.locator("span")).to_have_text(["U+", "0020"])  # not broken within the number
    assert narrow.evaluate_all(_BESIDE) >= 6


def ids_and_bytes_equal_tiktoken_s(page: Page, name: str, text: str) -> None:
    box = page.get_by_role("textbox", name="Your text")
    box.fill(text)
    box.press("Enter")
    expect(cells(page, 5)).to_have_text([str(token) for token in tiktoken_encoding(name).encode(text)])
    expect(cells(page, 1)).to_have_text([f"U+{ord(character):04X}" for character in text])
    expect(cells(page, 2)).to_have_text([f"{byte:02X}{byte}" for byte in text.encode()])
    wait_until_idle(page)


def a_text_that_is_too_long_is_reported_and_kept(page: Page) -> None:
    box = page.get_by_role("textbox", name="Your text")
    box.fill("é" * 201)
    box.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="201")).to_contain_text("200")
    expect(box).to_have_value("é" * 201)
    wait_until_idle(page)


def pointing_at_anything_highlights_all_that_belongs_to_it(page: Page) -> None:
    lit = page.locator(".lens .cell.highlighted")
    expect(cells(page, 0)).to_have_text(["a", "東"])
    ids = tiktoken_encoding("gpt2").encode("東")
    cells(page, 0).nth(1).hover()
    whole = ["東", "U+6771", "E6230", "9D157", "B1177", "æ", "Ŀ", "±", "E6 9D", "B1", *map(str, ids)]
    becomes(lambda: sorted(lit.all_text_contents()), sorted(whole))
    expect(page.get_by_role("status").filter(has_text="U+6771")).to_be_visible()
    cells(page, 5).nth(2).hover()
    becomes(lambda: sorted(lit.all_text_contents()), sorted(["東", "U+6771", "B1177", "±", "B1", str(ids[1])]))
    page.mouse.move(5, 400)
    expect(lit).to_have_count(0)


def arrow_keys_move_along_the_text_and_the_path(page: Page) -> None:
    focused = page.locator(".lens .cell:focus")
    cells(page, 0).first.focus()
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_text("東")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text("U+6771")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text("E6230")
    page.keyboard.press("End")
    expect(focused).to_have_text("B1177")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(focused).to_have_text(str(tiktoken_encoding("gpt2").encode("東")[1]))
    expect(page.locator('.lens .cell.highlighted[data-row="0"]')).to_have_text("東")


def an_invalid_url_is_reported(page: Page) -> None:
    expect(page.get_by_role("alert")).to_have_count(2)
    page.get_by_text("A symbol for each byte", exact=True).click()
    expect(page.locator(".bpe-byte")).to_contain_text("Ġ")
    expect(cells(page, 0).first).to_have_text("H")


def test_a_cell_of_the_byte_table_shows_its_byte_and_all_fits_a_narrow_screen(
    open_page: OpenPage, server: str, settle: Callable[[], None]
) -> None:
    page = open_page("bytes")
    page.get_by_text("A symbol for each byte").click()
    expect(page.locator(".bpe-byte")).to_contain_text("00100000")
    page.locator(".upcoming").scroll_into_view_if_needed()
    chart = page.get_by_test_id("stVegaLiteChart")
    expect(chart.locator("svg")).to_be_visible()
    settle()  # it is in place
    for byte, symbol, says in ((0xA0, "ł", "no-break"), (0x47, "G", "Kept"), (0, "Ā", "control")):
        # A click on the sign itself, which is above the cell.
        chart.locator(f'svg text:text-is("{symbol}")').last.click(force=True)
        expect(page.get_by_role("spinbutton", name="Byte")).to_have_value(str(byte))
        expect(page.locator(".bpe-byte")).to_contain_text(says)
        settle()
        becomes(lambda: query(page), {"byte": str(byte)})
    number = page.get_by_role("spinbutton", name="Byte")
    number.fill("173")
    number.press("Enter")
    expect(page.locator(".bpe-byte")).to_contain_text("soft hyphen")
    settle()
    page.get_by_text("As a table").click()
    rows = page.get_by_role("region", name="The 256 bytes").get_by_role("row")
    expect(rows).to_have_count(257)
    expect(rows.nth(33)).to_contain_text("Ġ")
    settle()

    page.set_viewport_size({"width": 400, "height": 800})
    move_to(page, server, "bytes", sample="👩\u200d👩\u200d👧\u200d👦 supercalifragilisticexpialidocious")
    expect(cells(page, 0).first).to_have_text("👩")
    beside = page.locator(".lens-lines").evaluate(
        """(all) => [...all.querySelectorAll(".line")].map((line) => all.getBoundingClientRect().right
            - Math.max(...[...line.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect().right)))"""
    )
    assert len(beside) > 1
    assert max(map(abs, beside)) < 20, beside  # each line has all of the width
    chart = page.get_by_test_id("stVegaLiteChart")
    if not chart.count():
        page.get_by_text("A symbol for each byte", exact=True).click()
        page.locator(".upcoming").scroll_into_view_if_needed()
    expect(chart.locator("svg, canvas").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator(".lens").evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_removed_lens_ignores_its_new_size(open_page: OpenPage) -> None:
    # As React may do if a text is too long: a resize is reported while the element has no style to count columns by.
    page = open_page("bytes")
    page.locator(".lens-lines").evaluate("(lines) => lines.getRootNode().querySelector('.lens').remove()")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")
    page.wait_for_function("() => new Promise((resolve) => requestAnimationFrame(() => resolve(true)))", timeout=10_000)
