"""WordPiece, Unigram, whole words and characters on the pages Train and Encode, and the page Compare."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, OpenPage
from tests.browser.seen import Player


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.evaluate("location.href")).query)


def test_wordpiece_is_chosen_stepped_and_kept_in_the_address(
    open_page: OpenPage, new_page: NewPage, settle: Callable[[], None]
) -> None:
    page = open_page("/train", scenario="hug")
    page.get_by_role("radio", name="WordPiece").click()
    settle()
    player = Player(page)
    player.press("ArrowRight", "ArrowRight")
    seen = player.at(2, 9)
    assert seen["merges"] == [["##g", "##s", "##gs"], ["h", "##u", "hu"]]
    assert seen["done"] == "Merge 2: “h” + “##u” became “hu”, in 15 places. The corpus went from 108 to 93 tokens."
    assert seen["newest"] == ["hu"]
    page.wait_for_function("location.search.includes('step=2')")
    assert query(page)["algorithm"] == ["wordpiece"]
    other = new_page()
    other.goto(page.evaluate("location.href"))
    assert Player(other).at(2, 9) == seen


def test_what_unigram_takes_away_can_be_predicted(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug", algorithm="unigram", predict="1")
    player = Player(page)
    assert sorted(name for (name,) in player.seen()["guesses"]) == sorted(
        ["bu", "gs", "hu", "hug", "pu", "ug", "ugs", "un"]
    )
    page.get_by_role("button", name="“hug”").click()
    expect(player.root.locator(".next")).to_contain_text("Not this one. Without “hug” the loss would grow by 23.5")
    player.press("ArrowRight")
    assert "went out of the vocabulary" in player.at(1)["done"]


def test_viterbi_is_stepped_to_the_path(open_page: OpenPage) -> None:
    page = open_page("/encode", scenario="hug", algorithm="unigram", word="unhug", **{"with": "trained"})
    player = Player(page)
    player.press("End")
    assert [row["tokens"] for row in player.at(6, 6)["words"]] == [["un", "hug"]]
    player.press("ArrowLeft")
    assert [row["tokens"] for row in player.at(5, 6)["words"]] == [["u", "n", "h", "u", "g"]]


def test_longest_match_and_the_order_of_merges_stand_side_by_side(open_page: OpenPage) -> None:
    page = open_page("/encode", scenario="hug", word="bugs", vocab="9", by="longest", **{"with": "trained"})
    player = Player(page)
    player.press("End")
    # ug is known, hug is not: whichever comes first, the rest is single characters.
    assert [row["tokens"] for row in player.at(3, 3)["words"]] == [["b", "ug", "s"]]
    expect(page.get_by_text("By the order of the merges the tokens are the same.")).to_be_visible()


def test_bert_s_vocabulary_is_stepped_through(open_page: OpenPage) -> None:
    page = open_page("/encode", word="unaffable", **{"with": "bert-base-uncased"})
    player = Player(page)
    player.press("End")
    seen = player.at(3, 3)
    assert [row["tokens"] for row in seen["words"]] == [["una", "##ffa", "##ble"]]


def test_t5_and_bert_stand_side_by_side_on_the_playground(open_page: OpenPage) -> None:
    page = open_page("/playground", sample="Hello worlds", first="t5-small", second="bert-base-uncased")
    panels = page.locator(".token-view section")
    expect(panels.nth(0).locator(".flow .token")).to_have_text(["Hello", "world", "s"])
    expect(panels.nth(1).locator(".flow .token")).to_have_text(["Hello", "worlds"])


def test_compare_shows_the_cuts_the_numbers_and_a_link_shows_the_same(
    open_page: OpenPage, new_page: NewPage, settle: Callable[[], None]
) -> None:
    page = open_page("/compare", size="11")
    table = page.locator(".frame table")
    heads = table.locator("thead th").all_text_contents()
    assert heads == ["Word", "BPE", "WordPiece", "Unigram", "Whole words", "Characters"]
    row = table.locator("tbody tr").filter(has_text="hugs (5 ×)")
    assert row.locator("td").nth(0).locator(".token").all_text_contents() == ["hug", "s"]
    assert row.locator("td").nth(4).locator(".token").all_text_contents() == ["h", "u", "g", "s"]
    page.get_by_role("textbox", name="A new text, to be cut by each").fill("thugs <img src=x>")
    page.keyboard.press("Enter")
    settle()
    expect(table.locator("tbody th").filter(has_text="thugs (new)")).to_be_visible()
    expect(table.locator("tbody th").filter(has_text="<img (new)")).to_be_visible()
    other = new_page()
    other.goto(page.evaluate("location.href"))
    expect(other.locator(".frame tbody th").filter(has_text="thugs (new)")).to_be_visible()
    assert other.locator(".frame tbody").inner_text() == table.locator("tbody").inner_text()


@pytest.mark.parametrize("view", [{"width": 400, "dark": True}])
@pytest.mark.parametrize("path", ["/compare", "/files", "/train?algorithm=unigram"])
def test_nothing_hangs_out_of_a_narrow_screen(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
