"""The page Vocabulary in a real browser."""

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import MOST_SHIFT, WATCH_SHIFT, OpenLink, OpenPage
from tests.browser.screenshots import largest_empty_rectangle
from tests.browser.visible_player import becomes, query
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle


def say(page: Page, box: str, text: str) -> None:
    page.get_by_role("textbox", name=box).fill(text)
    page.get_by_role("textbox", name=box).press("Enter")


def search_by(page: Page, way: str) -> None:
    choice = page.get_by_role("option", name=way, exact=True)
    while not choice.is_visible():  # a list that opens while the page still draws is closed again
        wait_until_idle(page)
        page.get_by_role("combobox", name="Search by").click()
        with suppress(TimeoutError):
            choice.wait_for(timeout=2_000)
    choice.click()


def ids(page: Page) -> list[int]:
    return [int(text) for text in page.locator(".list td.number").all_text_contents()]


def root(page: Page) -> str:
    return page.locator(".tree .token").first.inner_text()


def test_a_text_can_be_searched_and_a_link_shows_the_same(go_to: OpenPage, elsewhere: OpenLink) -> None:
    page = go_to("vocabulary", of="cl100k_base")
    say(page, "Text in the token", " hug")
    expect(page.locator(".list .token").first).to_have_text("·hug")
    wait_until_idle(page)
    peer = tiktoken_encoding("cl100k_base")
    expected = [peer.encode_single_token(token) for token in peer.token_byte_values() if b" hug" in token]
    assert sorted(ids(page)) == sorted(expected)
    expect(page.get_by_role("heading", name=f"{len(expected)} tokens of")).to_be_visible()

    page.get_by_role("button", name=re.compile("^Show how space huge,")).click()
    expect(page.locator(".tree .token").first).to_have_text("·huge")
    wait_until_idle(page)
    huge = peer.encode_single_token(b" huge")
    becomes(lambda: query(page), {"of": "cl100k_base", "find": " hug", "token": str(huge)})
    other = elsewhere(page.evaluate("location.href"))
    expect(other.locator(".tree .token").first).to_have_text("·huge")
    assert ids(other) == ids(page)
    # A new search starts from the beginning.
    say(page, "Text in the token", "DefaultCell")
    expect(page.locator(".list .token").first).to_contain_text("DefaultCell")
    expect(page.locator(".tree .token").first).to_have_text(page.locator(".list .token").first.inner_text())
    wait_until_idle(page)
    becomes(lambda: query(page), {"of": "cl100k_base", "find": "DefaultCell"})


@pytest.mark.parametrize("view", [{"width": 390, "height": 640}], ids=str)
def test_a_search_does_not_scroll_and_a_chosen_token_shows_its_tree(open_page: OpenPage) -> None:
    page = open_page("vocabulary")
    tree = page.locator(".tree .token").first
    root_before = root(page)
    search_by(page, "Regex")
    say(page, "A regex to match in the token", "^a")
    expect(tree).not_to_have_text(root_before)
    wait_until_idle(page)
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollTop") == 0
    expect(tree).not_to_be_in_viewport()
    expect(page.get_by_role("textbox")).to_be_focused()
    page.locator(".list td button").nth(1).click()
    expect(tree).to_be_in_viewport()


# Where the three columns are: left, right, top and bottom.
_COLUMNS = """() => [".list", ".map", ".tree"].map((name) => {
    const parts = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
    const found = parts.map(({shadowRoot}) => shadowRoot.querySelector(name)).find(Boolean);
    const {left, right, top, bottom} = found.getBoundingClientRect();
    return [left, right, top, bottom];
})"""


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}], ids=str)
def test_the_map_shows_all_tokens_and_a_cell_shows_its_token(
    open_page: OpenPage, page: Page, settle: Callable[[], None]
) -> None:
    page.add_init_script(WATCH_SHIFT)
    open_page("vocabulary", find="word", token=9206)
    field = page.get_by_role("application", name="Map of all tokens")
    reading = page.locator(".map .reading")
    expect(reading).to_have_text("id 9206: space + letters")
    settle()
    assert page.evaluate("window.shift") <= MOST_SHIFT
    columns = page.evaluate(_COLUMNS)
    assert [right <= left for (_, right, *_), (left, *_) in pairwise(columns)] == [True, True]
    assert max(bottom for *_, bottom in columns) <= 720
    assert largest_empty_rectangle(page.screenshot()) <= 0.2
    peer = tiktoken_encoding("gpt2")
    text = " password"
    assert peer.encode(text) == [9206]
    expect(page.locator(".tree header .token")).to_have_text("·password")
    facts = ["9206", "9 bytes", text.encode().hex(" ").upper()]
    expect(page.locator(".tree dd")).to_have_text(facts)
    # Ids without a gap: the next cell is the next token. The key moves the mark before the server answers.
    field.focus()
    before = page.locator(".map .marker").bounding_box()
    page.keyboard.press("ArrowRight")
    assert page.locator(".map .marker").bounding_box() != before
    expect(page.locator(".map [role=status]")).to_contain_text("id 9207")
    expect(page.locator(".tree dd").first).to_have_text("9207")
    expect(page.locator(".tree dd").nth(2)).to_have_text(peer.decode_single_token_bytes(9207).hex(" ").upper())
    becomes(lambda: query(page).get("token"), "9207")
    page.keyboard.press("End")
    expect(reading).to_have_text("id 50256: special")
    expect(page.locator(".tree header .token")).to_have_text("<|endoftext|>")
    field.click(position={"x": 1, "y": 1})
    expect(page.locator(".tree dd").first).to_have_text("0")
    expect(page.locator(".map li")).to_have_count(7)
    expect(page.get_by_role("heading", name="20 tokens of 50,257")).to_be_visible()


def test_a_merge_tree_ends_in_bytes_and_has_tiktoken_s_ids(go_to: OpenPage) -> None:
    page = go_to("vocabulary", of="cl100k_base", by="id", id=98518)
    expect(page.locator(".tree .token").first).to_have_text(".DefaultCellStyle")
    assert ids(page) == [98518]
    leaves = page.locator(".tree li:not(:has(li)) > .node > .token").all_text_contents()
    assert leaves == list(".DefaultCellStyle")
    peer = tiktoken_encoding("cl100k_base")
    for node in page.locator(".tree .node").all():
        text, token_id = node.locator(".token").inner_text(), node.locator(".about").first.inner_text()
        assert token_id == f"id {peer.encode_single_token(text)}"
    expect(page.locator(".tree ul ul")).to_have_count(16)  # one list of two parts for each merge


def test_long_results_have_pages(go_to: OpenPage) -> None:
    page = go_to("vocabulary", by="longest")
    first = ids(page)
    assert len(first) == 100
    page.get_by_role("button", name="Next page", exact=True).click()
    expect(page.locator(".list td.number").first).not_to_have_text(str(first[0]))
    wait_until_idle(page)
    becomes(lambda: query(page).get("results"), "2")
    peer = tiktoken_encoding("gpt2")
    lengths = sorted((len(peer.decode_single_token_bytes(number)) for number in range(peer.n_vocab)), reverse=True)
    found = [
        int(text.split()[0]) for text in page.locator(".list td:nth-child(3) span:first-child").all_text_contents()
    ]
    assert found == lengths[100:200]


def test_parts_of_characters_show_their_bytes(go_to: OpenPage) -> None:
    page = go_to("vocabulary", by="script", script="part")
    expect(page.locator(".list .token").first).to_have_text("A1")
    assert "\ufffd" not in page.locator("body").inner_text()
    peer = tiktoken_encoding("gpt2")
    shown = page.locator(".list td.bytes").all_text_contents()
    assert shown == [peer.decode_single_token_bytes(number).hex(" ").upper() for number in ids(page)]


def test_each_kind_of_search_keeps_its_text(go_to: OpenPage) -> None:
    page = go_to("vocabulary")
    say(page, "Text in the token", "hello")
    expect(page.locator(".list .token").first).to_have_text("hello")
    search_by(page, "Id")
    expect(page.get_by_role("textbox", name="Token id")).to_be_visible()
    search_by(page, "Text")
    expect(page.get_by_role("textbox", name="Text in the token")).to_have_value("hello")


def test_the_trained_vocabulary_can_be_searched(go_to: OpenPage) -> None:
    page = go_to("vocabulary", of="trained", scenario="hug", find="hug")
    expect(page.locator(".list .token").first).to_have_text("hug")
    expect(page.locator(".list .token")).to_have_text(["hug", "hugs"])
    expect(page.locator(".tree .node .token")).to_have_text(["hug", "h", "ug", "u", "g"])
    expect(page.locator(".tree dd").first).to_have_text(str(ids(page)[0]))


@pytest.mark.parametrize("view", [{"width": 390}], ids=str)
def test_labels_of_lengths_are_inside_the_chart(go_to: OpenPage) -> None:
    page = go_to("vocabulary")
    page.locator(".upcoming").scroll_into_view_if_needed()
    chart = page.get_by_test_id("stVegaLiteChart").locator("svg").first
    title = chart.locator("text").filter(has_text="Token length in bytes")
    expect(title).to_contain_text("Last bar: more than 20")
    # Both positions at the same moment: the page may still move.
    assert chart.evaluate(
        """(chart, title) => {
            const [room, told] = [chart, title].map((element) => element.getBoundingClientRect());
            return room.left <= told.left && told.right <= room.right && told.bottom <= room.bottom;
        }""",
        title.element_handle(),
    )


@pytest.mark.parametrize("view", [{"width": 400, "dark": True}], ids=str)
def test_nothing_is_wider_than_the_screen(open_page: OpenPage, page: Page) -> None:
    open_page("vocabulary", of="o200k_base", by="longest")
    expect(page.locator(".tree .token").first).to_be_visible()
    width = page.viewport_size
    assert width is not None
    for selector in (".list", ".tree", ".picture"):
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("view", [{"width": 390, "locale": "ru-RU"}])
def test_on_a_phone_notations_and_bytes_fit(go_to: OpenPage) -> None:
    page = go_to("/vocabulary", find="token")
    notations = page.locator(".list .notations button")
    tops = notations.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert len(tops) == 4
    assert len(set(tops)) == 1
    # Five bytes, three on the first line.
    written = """cell => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getClientRects().length;
    }"""
    assert page.locator("td.bytes").first.evaluate(written) == 2


@pytest.mark.parametrize("view", [{"width": 390, "height": 800}], ids=str)
def test_on_a_phone_a_search_without_results_says_so_and_leaves_no_gap(go_to: OpenPage) -> None:
    page = go_to("/vocabulary", find="zzzzqq")
    found = page.locator(".st-key-bpe_lab_hits")
    expect(found.get_by_role("alert")).to_contain_text("No tokens match")
    pieces = tiktoken_encoding("gpt2").encode("zzzzqq")
    expect(page.locator(".tree .picture > ul > li > ul > li")).to_have_count(len(pieces))
    expect(page.get_by_role("heading", level=1)).to_have_css("clip-path", "none")  # the title is not hidden for it
    height = found.evaluate("place => place.getBoundingClientRect().height")
    inside = found.evaluate("place => [...place.children].reduce((sum, one) => sum + one.offsetHeight, 0)")
    assert height - inside < 32  # nothing but its edges


@pytest.mark.parametrize("view", [{"width": 390, "height": 800}], ids=str)
def test_on_a_phone_ranks_are_below_the_tokens_of_a_tree(go_to: OpenPage) -> None:
    page = go_to("/vocabulary", find="password")
    node = page.locator(".tree .node", has_text="rank").first
    shown = "node => [...node.children].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1)"
    token, rank = node.evaluate(f"{shown}.map(({{ top, bottom }}) => [top, bottom])")
    assert rank[0] >= token[1]


_HIT_LABELS = """(bars) => {
    const seen = [...bars.querySelectorAll("i")].map((one) => one.getBoundingClientRect());
    const bar = (place) => bars.querySelectorAll("span")[place].getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const isHit = (one, place) => seen.some((other, at) => at !== place && (meet(one, other) || meet(one, bar(at))));
    return seen.filter(isHit).map(({ x, y }) => [x, y]);
}"""


@pytest.mark.parametrize("view", [{"height": 720}], ids=str)
def test_bars_of_sizes_fit_the_first_screen_with_the_handle_below_the_chosen_one(
    open_page: OpenPage,
) -> None:
    for tokenizer, language in (("gpt2", "en"), ("o200k_base", "ru")):  # nine sizes and eleven
        page = open_page("/size", upto=4096, of=tokenizer, lang=language)
        page.set_viewport_size({"width": 1280, "height": 720})
        expect(page.locator(".bpe-range span")).to_have_count(2)
        handle = page.get_by_test_id("stSliderThumbValue").locator("..")
        assert handle.evaluate("(one) => one.getBoundingClientRect().bottom") <= 720
        for name in page.locator(".bpe-range").all():
            assert name.evaluate("name => name.getClientRects().length && name.scrollWidth <= name.clientWidth")
        middle = "(one) => (({left, right}) => (left + right) / 2)(one.getBoundingClientRect())"
        for width in (1280, 1600):
            page.set_viewport_size({"width": width, "height": 720})
            chosen = page.locator(".bpe-sizes .chosen")
            expect(chosen).to_have_text(re.compile("4.096$"))
            assert abs(chosen.evaluate(middle) - handle.evaluate(middle)) < 2
        for width in (1280, 1200, 1000, 390):
            page.set_viewport_size({"width": width, "height": 720})
            assert page.locator(".bpe-sizes").evaluate(_HIT_LABELS) == []
        assert handle.evaluate("(one) => one.getBoundingClientRect().bottom") < 720  # the bars follow it on phones


def test_pressing_a_token_removes_it_and_pressing_it_again_restores_it(go_to: OpenPage) -> None:
    page = go_to("knife", out="", add="", sample="the theory of it")
    changes = page.locator(".changes")
    # OpenAI's GPT-2: the, ·theory, ·of, ·it. Base symbols cannot be pressed, and none is here.
    pressed = [
        changes.get_by_role("button", name=re.compile(f"{name}, id")) for name in ("the", "·theory", "·of", "·it")
    ]
    expect(changes.locator("button.token")).to_have_count(len(pressed))
    expect(changes.locator("li.changed")).to_have_count(0)
    pressed[2].focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("out=%C2%B7of"))
    expect(pressed[2]).to_have_attribute("aria-pressed", "true")
    expect(pressed[2]).to_be_focused()
    expect(changes.locator("li.changed .token")).to_have_text(["·of", "·o", "f"])
    expect(page.get_by_role("textbox", name="Tokens to remove")).to_have_value("·of")
    expect(changes.locator(".lost .token").first).to_have_text("·off")
    pressed[2].click()
    expect(changes.locator("li.changed")).to_have_count(0)
    pressed[3].click()
    expect(changes.locator("li.changed .token").first).to_have_text("·it")
    changes.get_by_role("button", name="Bring all back").click()
    expect(page).to_have_url(re.compile("out=&"))
    expect(changes.locator("li.changed")).to_have_count(0)
