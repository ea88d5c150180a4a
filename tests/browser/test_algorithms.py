"""WordPiece, Unigram, whole words and characters on Train and Encode, and the page Compare methods."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MOST_SHIFT, WATCH_SHIFT, OpenLink, OpenPage, move_to
from tests.browser.screenshots import largest_empty_rectangle
from tests.browser.visible_player import Player, becomes, choices, query
from tools.browser import wait_until_idle


def test_wordpiece_can_be_chosen_and_stepped_and_is_in_the_url(go_to: OpenPage, elsewhere: OpenLink) -> None:
    page = go_to("/train", scenario="hug")
    choices(page).get_by_role("radio", name="WordPiece").click()
    wait_until_idle(page)
    player = Player(page)
    player.press("ArrowRight", "ArrowRight")
    seen = player.at(2, 9)
    assert seen["merges"] == [["##g", "##s", "##gs"], ["h", "##u", "hu"]]
    assert seen["done"] == "Merge 2: “h” + “##u” became “hu”, in 15 places. The corpus went from 108 to 93 tokens."
    assert seen["newest"] == ["hu"]
    becomes(lambda: query(page), {"scenario": "hug", "algorithm": "wordpiece", "step": "2"})
    assert Player(elsewhere(page.evaluate("location.href"))).at(2, 9) == seen


def test_lessons_of_other_algorithms_can_be_predicted_stepped_and_compared(go_to: OpenPage, server: str) -> None:
    """In one visit, since loading the app takes most of the time."""
    # What Unigram takes away can be predicted.
    page = go_to("/train", scenario="hug", algorithm="unigram", predict="1")
    player = Player(page)
    assert sorted(name for (name,) in player.seen()["guesses"]) == sorted(
        ["bu", "gs", "hu", "hug", "pu", "ug", "ugs", "un"]
    )
    page.get_by_role("button", name="“hug”").click()
    expect(player.root.locator(".next")).to_contain_text("Not this one. Removing “hug” costs 33.9")
    player.press("ArrowRight")
    assert "left the vocabulary" in player.at(1)["done"]

    # The most frequent word can be predicted from what is shown.
    move_to(page, server, "/train", scenario="hug", algorithm="words", predict="1")
    player = Player(page)
    seen = player.at(0)
    assert [(word["count"], word["tokens"]) for word in seen["words"]] == [
        ("10 ×", ["hug"]), ("5 ×", ["pug"]), ("12 ×", ["pun"]), ("4 ×", ["bun"]), ("5 ×", ["hugs"]),
    ]  # fmt: skip
    # None is in the vocabulary: they look the same, so nothing reveals which will be.
    expect(player.root.locator(".corpus .token.unknown")).to_have_count(5)
    expect(player.root.locator(".corpus .caption")).to_have_text(["[UNK]"] * 5)
    expect(player.root.locator(".guesses .token.unknown")).to_have_count(5)
    player.root.get_by_role("button", name="“pun”").click()
    assert player.at(0)["next"].startswith("Right! “pun” occurs 12 times.")
    player.press("ArrowRight")
    expect(player.root.locator(".corpus .token.unknown")).to_have_count(4)

    # Viterbi is stepped to the path.
    move_to(page, server, "/encode", scenario="hug", algorithm="unigram", sample="unhug", **{"with": "trained"})
    player = Player(page)
    player.press("End")
    assert [row["tokens"] for row in player.at(6, 6)["words"]] == [["un", "hug"]]
    player.press("ArrowLeft")
    assert [row["tokens"] for row in player.at(5, 6)["words"]] == [["u", "n", "h", "u", "g"]]

    # Longest match and the order of merges stand side by side.
    move_to(page, server, "/encode", scenario="hug", sample="bugs", vocab="9", by="longest", **{"with": "trained"})
    player = Player(page)
    player.press("End")
    # ug is known, hug is not: whichever comes first, the rest is single characters.
    assert [row["tokens"] for row in player.at(3, 3)["words"]] == [["b", "ug", "s"]]
    expect(page.get_by_text("The order of the merges gives the same tokens.")).to_be_visible()

    # BERT’s vocabulary is stepped through.
    move_to(page, server, "/encode", sample="unaffable", **{"with": "bert-base-uncased"})
    player = Player(page)
    player.press("End")
    seen = player.at(3, 3)
    assert [row["tokens"] for row in seen["words"]] == [["una", "##ffa", "##ble"]]

    # T5 and BERT stand side by side on Playground.
    move_to(page, server, "/playground", sample="Hello worlds", first="t5-small", second="bert-base-uncased")
    panels = page.locator(".token-view section")
    expect(panels.nth(0).locator(".flow .token")).to_have_text(["Hello", "world", "s"])
    expect(panels.nth(1).locator(".flow .token")).to_have_text(["Hello", "worlds"])

    # On a narrow screen nothing hangs out, as on all pages (test_every_page.py).
    page.set_viewport_size({"width": 400, "height": 800})
    move_to(page, server, "/train", algorithm="unigram")
    Player(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


# Where the matrix and the line below it end, and how many of its rows and columns end in what is seen of it.
_MATRIX = """(root) => {
    const board = root.querySelector(".board"), seen = board.getBoundingClientRect();
    const whole = [...board.querySelectorAll("tr")].map((row) => row.lastElementChild.getBoundingClientRect())
        .filter(({right, bottom}) => right <= seen.right && bottom <= seen.bottom);
    return [root.getBoundingClientRect().bottom, whole.length];
}"""


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}])
def test_compare_shows_cuts_and_numbers_and_its_link_shows_them_too(
    open_page: OpenPage, page: Page, elsewhere: OpenLink, settle: Callable[[], None]
) -> None:
    page.add_init_script(WATCH_SHIFT)
    open_page("/compare", size="11")
    settle()
    assert page.evaluate("window.shift") <= MOST_SHIFT
    bottom, whole = page.locator(".comparison").evaluate(_MATRIX)
    assert bottom <= 720
    assert whole == 1 + 5 + 3  # the head, the words of the corpus, those of the new text
    assert largest_empty_rectangle(page.screenshot()) <= 0.2
    table = page.locator(".board table")
    heads = ["BPE", "WordPiece", "Unigram", "Whole words", "Characters"]
    expect(table.locator("thead th b")).to_have_text(heads)
    row = table.locator("tbody tr").filter(has_text="hugs 5 ×")
    expect(row.locator("td").nth(0).locator(".token")).to_have_text(["hug", "s"])
    expect(row.locator("td").nth(4).locator(".token")).to_have_text(["h", "u", "g", "s"])
    # Whole words leaves hugs whole, where BPE cuts it; characters, which always cut differently, are never marked.
    assert row.locator("td").evaluate_all("all => all.map((cell) => cell.classList.contains('other'))")[3:] == [
        True,
        False,
    ]
    expect(row.locator("td").nth(3)).to_contain_text("cut differently")
    expect(row.locator("td").nth(4).locator(".number [aria-hidden]")).to_have_text("4")
    # hug 1 × 10, p ug 2 × 5, p un 2 × 12, b un 2 × 4, hug s 2 × 5 are 62; each of the 113 letters is one.
    sums = [table.locator("thead th").nth(place) for place in (0, 4)]
    for one, told in zip(sums, ("62 tokens", "113 tokens"), strict=True):
        expect(one).to_contain_text(told)
    bars = [one.locator("i").evaluate("bar => bar.getBoundingClientRect().width") for one in sums]
    assert abs(bars[0] / bars[1] - 62 / 113) < 0.01
    expect(table.locator("tr.first")).to_contain_text("unhug")  # a thick line above the new text
    page.get_by_role("textbox", name="A new text for each to cut").fill("thugs <img src=x>")
    page.keyboard.press("Enter")
    settle()
    expect(table.locator("tbody th").filter(has_text="thugs in the new text")).to_be_visible()
    expect(table.locator("tbody th").filter(has_text="<img in the new text")).to_be_visible()
    becomes(lambda: query(page).get("unseen"), "thugs <img src=x>")
    other = elsewhere(page.evaluate("location.href"))
    expect(other.locator(".board tbody th").filter(has_text="thugs in the new text")).to_be_visible()
    becomes(other.locator(".board tbody").inner_text, table.locator("tbody").inner_text())


def test_compare_offers_as_much_of_a_text_as_a_method_accepts(go_to: OpenPage) -> None:
    text = " ".join(f"{number:05}" for number in range(9000))  # 45,000 characters; WordPiece takes 40,000
    page = go_to("/compare", scenario="text", methods="wordpiece-words")
    box = page.get_by_role("textbox", name="Your text")
    box.fill(text)
    box.press("Control+Enter")
    expect(page.get_by_text("WordPiece: The distinct words of the corpus have 45,000 characters")).to_be_visible()
    page.get_by_role("button", name="Use as much of the text as fits").click()
    expect(page.locator(".board table thead th b")).to_have_text(["WordPiece", "Whole words"])
    left = box.input_value()
    assert text.startswith(left)
    assert 30_000 < len(left.replace(" ", "")) <= 40_000
    expect(page.get_by_text("the limit for this method")).to_have_count(0)
