"""The page Playground in a real browser: the screen shows what tiktoken returns."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenLink, OpenPage, move_to, visit
from tests.browser.visible_player import becomes, choices, query
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle
from ui.base.tokenizer_choices import SHIPPED
from ui.pages.playground.messages import MAX_LIVE_BYTES
from ui.pages.playground.spec import COLUMNS

BOOK = (Path(__file__).parent.parent / "data" / "moby_dick.txt").read_text(encoding="utf-8")
HOSTILE = '<img src=x onerror="alert(1)"> **b** $x$ :material/home: <style>*{display:none}</style> \u202e \u200f'


def panel(page: Page, number: int = 0) -> Locator:
    return page.locator(".token-view section").nth(number)


def ids(page: Page, number: int = 0) -> list[int]:
    return [int(text) for text in panel(page, number).locator(".id").all_text_contents()]


def chips(page: Page, number: int = 0) -> list[str]:
    tokens = panel(page, number).locator(".flow .token")
    expect(tokens.first).to_be_visible()
    return tokens.all_text_contents()


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your text")


def type_text(page: Page, text: str) -> None:
    box(page).fill(text)
    box(page).press("Control+Enter")


def paste(page: Page, text: str) -> None:
    """Paste a text: typing a long one takes a browser minutes."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    box(page).click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
def test_a_pasted_text_has_tiktoken_s_tokens_and_ids(go_to: OpenPage, name: str) -> None:
    page = go_to("playground", first=name)
    text = "Hello, strawberry!\n    x = 12345  # 東京 👩‍💻 Привет"
    type_text(page, text)
    peer = tiktoken_encoding(name)
    expected = peer.encode_ordinary(text)
    expect(panel(page).locator(".count")).to_have_text(f"{len(expected)} tokens")
    assert ids(page) == expected
    for shown, token_id in zip(chips(page), expected, strict=True):
        data = peer.decode_single_token_bytes(token_id)
        try:
            assert shown == data.decode().replace("\n", "↵").replace("\u200d", "⟨U+200D⟩")
        except UnicodeDecodeError:
            assert shown == data.hex(" ").upper()
    page.get_by_role("button", name="Hex", exact=True).click()
    assert [bytes.fromhex(shown) for shown in chips(page)] == list(map(peer.decode_single_token_bytes, expected))
    page.get_by_role("button", name="Ids", exact=True).click()
    assert chips(page) == list(map(str, expected))
    assert page.locator(".token-view").get_by_text("\ufffd").count() == 0


def test_pointing_at_a_token_describes_it_and_highlights_its_id(go_to: OpenPage) -> None:
    page = go_to("playground", sample="hello world 東")
    peer = tiktoken_encoding("gpt2")
    expected = peer.encode_ordinary("hello world 東")
    details = page.locator(".details")
    panel(page).locator(".token").nth(1).hover()
    for fact in (
        "·world",
        f"id {expected[1]}",
        "bytes 20 77 6F 72 6C 64",
        f"Token 2 of {len(expected)}",
        "character 6",
    ):
        expect(details).to_contain_text(fact)
    expect(panel(page).locator(".token.highlighted")).to_have_text(" world")
    expect(panel(page).locator(".id.highlighted")).to_have_text(str(expected[1]))
    panel(page).locator(".id").last.hover()
    expect(details).to_contain_text(f"id {expected[-1]}")
    expect(details).to_contain_text("part of ·東")
    expect(panel(page).locator(".token.highlighted")).to_have_text("B1")
    # Each list is one Tab stop; arrow keys move within it.
    panel(page).locator(".token").first.click()
    page.keyboard.press("ArrowRight")
    expect(panel(page).locator(".token").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(panel(page).locator(".token").last).to_be_focused()
    expect(details).to_contain_text(f"Token {len(expected)} of {len(expected)}")
    page.keyboard.press("Home")
    expect(panel(page).locator(".id.highlighted")).to_have_text(str(expected[0]))
    assert panel(page).locator(".flow [tabindex='0']").count() == 1
    assert panel(page).locator(".ids [tabindex='0']").count() == 1


def test_a_token_is_chosen_from_the_start_to_show_what_the_strip_is_for(open_page: OpenPage) -> None:
    page = open_page("playground", sample="a longer word")
    expect(page.locator(".details")).to_contain_text("·longer")
    expect(page.locator(".details")).to_contain_text("Point at a token")
    expect(panel(page).locator(".token.highlighted")).to_have_text(" longer")
    panel(page).locator(".token").first.hover()
    expect(page.locator(".details")).not_to_contain_text("Point at a token")


def test_spaces_are_marked_unless_turned_off_and_line_breaks_break_the_line(open_page: OpenPage) -> None:
    page = open_page("playground", sample="a b\nc · d")
    assert "".join(chips(page)) == "a b↵c · d"
    spaces = panel(page).locator(".flow .space")
    assert spaces.all_text_contents() == [" ", " ", " "]  # the · of the text is not one
    shown = "spaces => spaces.map(space => getComputedStyle(space, '::before').content[1] ?? '')"
    assert spaces.evaluate_all(shown) == ["·", "·", "·"]
    page.get_by_role("checkbox", name="Show spaces as ·").uncheck()
    assert "·" not in spaces.evaluate_all(shown)
    tops = [chip.bounding_box() for chip in panel(page).locator(".token").all()]
    assert all(tops)
    lines = {round(place["y"]) for place in tops if place}
    assert len(lines) == 2


def test_a_link_shows_the_same_in_another_browser(go_to: OpenPage, elsewhere: OpenLink) -> None:
    text = "naïve\n<|endoftext|> 東"
    page = go_to("playground")
    type_text(page, text)
    page.get_by_text("special tokens", exact=True).click()
    page.get_by_role("button", name="Ids", exact=True).click()
    peers = [tiktoken_encoding(name) for name in ("gpt2", "o200k_base")]
    expected = [peer.encode(text, allowed_special="all") for peer in peers]
    for number in (0, 1):
        expect(panel(page, number).locator(".count")).to_have_text(f"{len(expected[number])} tokens")
    wait_until_idle(page)
    becomes(lambda: query(page), {"sample": text, "special": "token", "view": "ids"})
    other = elsewhere(page.evaluate("location.href"))
    for number in (0, 1):
        expect(panel(other, number).locator(".count")).to_have_text(f"{len(expected[number])} tokens")
        assert ids(other, number) == expected[number]
        assert chips(other, number) == list(map(str, expected[number]))
    expect(box(other)).to_have_value(text)


def test_an_empty_box_explains_what_to_do_and_its_link_stays_empty(go_to: OpenPage, elsewhere: OpenLink) -> None:
    page = go_to("playground")
    type_text(page, "")
    expect(page.get_by_text("No text yet.")).to_be_visible()
    wait_until_idle(page)
    becomes(lambda: query(page), {"sample": ""})
    other = elsewhere(page.evaluate("location.href"))
    expect(other.get_by_text("No text yet.")).to_be_visible()
    other.get_by_role("button", name="Use the example").click()
    expect(other.locator(".flow .token").first).to_have_text("Token")


def test_special_tokens_are_text_unless_the_learner_chooses_otherwise(go_to: OpenPage) -> None:
    text = "one<|endoftext|>"
    page = go_to("playground", sample="one")
    expect(panel(page).locator(".flow .token").first).to_have_text("one")
    assert page.get_by_role("radiogroup").count() == 0
    type_text(page, text)
    expect(page.get_by_text("by default it stops with an error")).to_be_visible()
    peer = tiktoken_encoding("gpt2")
    expect(panel(page).locator(".flow .token")).to_have_count(len(peer.encode_ordinary(text)))
    assert ids(page) == peer.encode_ordinary(text)
    page.get_by_text("special tokens", exact=True).click()
    expect(panel(page).locator(".flow .token.special")).to_have_text("<|endoftext|>")
    assert ids(page) == peer.encode(text, allowed_special="all")


def test_marks_show_where_only_one_tokenizer_cuts(go_to: OpenPage) -> None:
    text = "Elaborate strawberries: 東京, 1234567"
    page = go_to("playground", sample=text, first="gpt2", second="cl100k_base")
    expect(page.locator(".token-view section")).to_have_count(2)
    starts = []
    for name in ("gpt2", "cl100k_base"):
        peer = tiktoken_encoding(name)
        data = [peer.decode_single_token_bytes(token_id) for token_id in peer.encode_ordinary(text)]
        starts.append([len(b"".join(data[:number])) for number in range(len(data))])
    for number in (0, 1):
        only = [place not in starts[1 - number] for place in starts[number]]
        # A mark is directly before its token, or before the frame of the character that begins with it.
        marked = (
            panel(page, number)
            .locator(".flow")
            .evaluate(
                """flow => {
                const all = [...flow.querySelectorAll(".cut, .token")];
                return all.flatMap((element, at) => element.matches(".token") ? [!!all[at - 1]?.matches(".cut")] : []);
            }"""
            )
        )
        assert marked == only
    differ = len(set(starts[0]) ^ set(starts[1]))
    expect(page.get_by_text(f"Places where they disagree: {differ}.")).to_be_visible()


@pytest.mark.parametrize("view", [{"clipboard": True}])
def test_a_long_text_has_pages_of_at_most_two_thousand_tokens(
    page: Page, open_page: OpenPage, view: object, settle: Callable[[], None]
) -> None:
    text = BOOK[:100_000]
    sent: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(data)))
    open_page("playground", first="cl100k_base")
    paste(page, text)
    peer = tiktoken_encoding("cl100k_base")
    expected = peer.encode_ordinary(text)
    expect(panel(page).locator(".count")).to_have_text(f"{len(expected):,} tokens")
    settle()
    becomes(lambda: query(page), {"first": "cl100k_base"})
    first_page = ids(page)
    shown = len(first_page)
    assert first_page == expected[:shown]
    share = len(peer.decode_bytes(first_page)) / len(text.encode())
    expect(page.locator(".where")).to_contain_text(f"{share:.1%} of the text")
    assert 1_900 <= shown + len(ids(page, 1)) <= 2_000
    expect(page.locator(".bpe-beginning")).to_contain_text("Call me Ishmael.")
    sent.clear()
    page.get_by_role("button", name="Next page", exact=True).click()
    expect(page.locator(".where")).to_contain_text("Page 2 of")
    expect(page.get_by_role("button", name="Next page", exact=True)).to_be_focused()
    assert ids(page) == expected[shown : shown + len(ids(page))]
    assert 0 < sum(map(len, sent)) < 5_000  # the text was sent once, and not with this click
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator(".where")).not_to_contain_text("Page 2 of")
    assert ids(page) == expected[-len(ids(page)) :]
    becomes(lambda: query(page).get("page"), page.locator(".where").inner_text().split()[1].replace(",", ""))
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Your text is too long for a link")).to_be_visible()
    # Another text starts on its first page.
    page.get_by_role("button", name="Edit the text").click()
    expect(box(page)).to_be_visible()
    assert box(page).evaluate("box => box.value.length") == len(text)
    paste(page, "hello world")
    expect(panel(page).locator(".count")).to_have_text("2 tokens")
    settle()
    becomes(lambda: query(page), {"first": "cl100k_base", "sample": "hello world"})


@pytest.mark.parametrize("view", [{"clipboard": True}])
def test_more_than_a_megabyte_is_refused_with_its_size_and_stays_in_the_box(go_to: OpenPage, view: object) -> None:
    page = go_to("playground")
    paste(page, "a" * 1_200_000)
    expect(page.get_by_role("alert").filter(has_text="1,200,000 bytes")).to_be_visible()
    assert box(page).evaluate("box => box.value.length") == 1_200_000


@pytest.mark.parametrize("view", [{"clipboard": True}])
def test_ids_can_be_copied_and_downloaded(go_to: OpenPage, view: object) -> None:
    text = "東 <hello>,\nworld"
    page = go_to("playground", sample=text)
    expected = tiktoken_encoding("gpt2").encode_ordinary(text)
    panel(page).get_by_role("button", name="Copy ids").click()
    expect(page.get_by_text(f"{len(expected)} ids copied.")).to_be_visible()
    assert json.loads(page.evaluate("navigator.clipboard.readText()")) == expected
    page.locator("summary", has_text="Downloads").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Tokens as JSON: GPT-2").click()
    assert download.value.suggested_filename == "tokens-gpt2.json"
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["ids"] == expected
    with page.expect_download() as download:
        page.get_by_role("button", name="Tokens as CSV: GPT-2").click()
    rows = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("\ufeffnumber,id,text,bytes")  # marks the file as UTF-8 for Excel


def test_without_a_clipboard_the_ids_are_shown_for_copying(page: Page, server: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    visit(page, server, "playground", sample="hello world")
    panel(page).get_by_role("button", name="Copy ids").click()
    expect(page.locator("textarea.copy")).to_have_value("[31373,995]")


_TOPS = "all => new Set(all.map((one) => one.getBoundingClientRect().top)).size"


def test_hostile_text_is_plain_text_and_the_page_never_scrolls_sideways(go_to: OpenPage) -> None:
    text = HOSTILE + "a" * 300 + " " * 200
    page = go_to("playground", sample=text, second="cl100k_base")
    expected = tiktoken_encoding("gpt2").encode_ordinary(text)
    expect(panel(page).locator(".count")).to_have_text(f"{len(expected)} tokens")
    assert ids(page) == expected
    signs = "".join(chips(page))
    assert 'src=x onerror="alert(1)">' in signs
    assert "⟨U+202E⟩" in panel(page).locator(".flow").inner_text()
    assert page.locator(".token-view :is(img, style, script)").count() == 0
    for width, tops in ((1280, 1), (400, 2)):  # beside each other where there is room
        page.set_viewport_size({"width": width, "height": 800})
        becomes(lambda: page.locator(".token-view section").evaluate_all(_TOPS), tops)
        wide = page.evaluate(
            """() => {
                const main = document.querySelector('[data-testid="stMain"]');
                return [document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth];
            }"""
        )
        assert max(wide) <= 0, width


def test_unknown_characters_of_the_trained_tokenizer_are_explained(go_to: OpenPage) -> None:
    page = go_to("playground", sample="mug", first="trained")
    expect(page.get_by_text("1 token is [UNK]")).to_be_visible()
    assert chips(page) == ["m", "ug"]
    expect(panel(page).locator(".flow .token.unknown")).to_have_text("m")
    panel(page).locator(".flow .token.unknown").hover()
    expect(page.locator(".details")).to_contain_text("not seen in training")


def test_tokens_follow_the_typing(go_to: OpenPage) -> None:
    page = go_to("playground", sample="")
    text = "Tokens follow the typing."
    box(page).press_sequentially(text)
    expect(panel(page).locator(".count")).to_have_text(f"{len(tiktoken_encoding('gpt2').encode_ordinary(text))} tokens")
    expect(box(page)).to_be_focused()
    box(page).press_sequentially(" More")
    text += " More"
    expect(panel(page).locator(".count")).to_have_text(f"{len(tiktoken_encoding('gpt2').encode_ordinary(text))} tokens")
    # The beginning “ M” is one token too.
    becomes(lambda: ids(page), tiktoken_encoding("gpt2").encode_ordinary(text))
    expect(box(page)).to_have_value(text)
    expect(page.get_by_text("to apply")).not_to_be_visible()


def test_tokens_of_a_longer_text_need_no_button_either(go_to: OpenPage) -> None:
    page = go_to("playground", sample="one")
    expect(panel(page).locator(".count")).to_have_text("1 token")
    text = "東" * (MAX_LIVE_BYTES // 3 + 1)
    box(page).fill(text)
    for number, name in enumerate(("gpt2", "o200k_base")):
        expected = len(tiktoken_encoding(name).encode_ordinary(text))
        expect(panel(page, number).locator(".count")).to_have_text(f"{expected:,} tokens")
    expect(box(page)).to_be_focused()
    expect(page.get_by_role("button", name="Show tokens")).to_have_count(0)


_IN_SIGHT = """elements => elements.every((element) => {
    const {top, bottom, width} = element.getBoundingClientRect();
    return width > 0 && top >= 0 && bottom <= innerHeight;
})"""


@pytest.mark.parametrize("view", [{"height": 720}])
def test_both_tokenizers_and_their_counts_are_on_the_first_screen(open_page: OpenPage, view: object) -> None:
    page = open_page("playground")
    for is_large in (False, True):
        if is_large:
            page.get_by_text("Large type", exact=True).click()
            expect(page).to_have_url(re.compile("large=1"))
            wait_until_idle(page)
        expect(page.locator(".token-view section")).to_have_count(2)
        for name in ("Tokenizer", "Second tokenizer"):
            assert page.get_by_role("combobox", name=name, exact=True).evaluate_all(_IN_SIGHT)
        counts = page.locator(".token-view .count")
        assert counts.evaluate_all(_IN_SIGHT)
        sizes = counts.evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
        root = float(page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
        assert min(sizes) > 1.5 * root


@pytest.mark.parametrize("view", [{"height": 720}])
@pytest.mark.parametrize("names", [SHIPPED[:2], SHIPPED[:4], SHIPPED[:8]], ids=len)
def test_the_panels_are_between_the_switches_and_a_strip_of_full_width(
    go_to: OpenPage, names: tuple[str, ...], view: object
) -> None:
    page = go_to("playground", sample=BOOK[:2_000], **dict(zip(COLUMNS, names, strict=False)))
    expect(page.locator(".token-view section")).to_have_count(len(names))
    panels = page.locator(".token-view section").evaluate_all(
        "all => all.map((one) => [one, ...one.children].map((part) => part.getBoundingClientRect().bottom))"
    )
    card, strip, look = (page.locator(one).bounding_box() for one in (".st-key-playground_text", ".foot", ".look"))
    assert card
    assert strip
    assert look
    assert max(map(max, panels)) <= strip["y"]
    assert look["y"] + look["height"] <= card["y"]
    assert strip["x"] == pytest.approx(card["x"], abs=1)
    assert card["y"] + card["height"] == pytest.approx(max(map(max, panels)), abs=3)
    assert page.locator(".token-view .foot").evaluate_all(_IN_SIGHT)
    assert page.locator(".token-view .count").evaluate_all(_IN_SIGHT)
    # Each choice of a tokenizer stands in the head of its panel.
    tops = page.locator(".token-view .title").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    choice = page.locator(".st-key-playground_tokenizers .stSelectbox")
    assert choice.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)") == pytest.approx(
        [top + 6 for top in tops], abs=2
    )


@pytest.mark.parametrize("view", [{"width": 390, "height": 422, "touch": True}])
def test_the_box_fits_half_of_a_phone_s_screen(go_to: OpenPage, view: object) -> None:
    page = go_to("playground")
    assert box(page).evaluate_all(_IN_SIGHT)


@pytest.mark.parametrize("view", [{"width": 390, "height": 800, "touch": True}])
def test_on_a_phone_tokens_come_first_and_no_switch_is_cut_off(go_to: OpenPage, view: object) -> None:
    page = go_to("playground")
    assert page.locator(".token-view .flow .token").first.evaluate_all(_IN_SIGHT)
    bar = page.locator(".token-view .look")
    right = bar.evaluate("bar => Math.max(...[...bar.children].map((one) => one.getBoundingClientRect().right))")
    assert right <= 374  # the page's edge
    panels = page.locator(".token-view section").evaluate_all("all => all.at(-1).getBoundingClientRect().bottom")
    assert bar.evaluate("bar => bar.getBoundingClientRect().top") >= panels


@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}])
def test_touching_a_text_field_does_not_zoom_the_page(go_to: OpenPage, server: str, view: object) -> None:
    page = go_to("playground")
    fields = "textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file])"
    for path in ("playground", "encode", "bytes", "vocabulary", "train"):
        if path == "train":
            move_to(page, server, path, scenario="text")
            choices(page)
        elif path != "playground":
            move_to(page, server, path)
        sizes = page.locator(fields).evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
        assert sizes, path
        assert min(sizes) >= 16, path
