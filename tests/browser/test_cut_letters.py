"""At byte level a letter can be several tokens: one frame surrounds them, with the letter, wherever a word is drawn."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bpe_engine import load_pretrained
from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player
from ui.base.i18n import use_language
from ui.player.encoding_lesson import encoding_file

# By hand: ấ is E1 BA A5, đ is C4 91. E1 + BA and BA + A5 occur four times, and the first comes first.
ON_TRAIN = {"scenario": "text", "units": "bytes", "split": "whitespace", "text": "ấm ấm ấm đấn", "vocab": 20}

# The words: the tokens of each, and for each frame its letter and tokens.
_FRAMES = """(root) => [...root.querySelectorAll(".corpus .row")].map((row) => {
    const shown = (selector) => [...row.querySelectorAll(selector)];
    const frames = [];
    for (const one of shown(".frame")) {
        if (one.matches(".whole")) frames.push([one.title, []]);
        else frames.at(-1)[1].push(one.textContent);
    }
    const spoken = row.querySelector(".screen-reader-text").textContent;
    return [shown(".token").map((token) => token.textContent), frames, spoken];
})"""

# What should touch but does not, or is not a line: a frame is a line from its letter to the end of its last token.
_OPEN = """(root) => [...root.querySelectorAll(".frame.whole")].flatMap((name) => {
    const wrong = [];
    const row = name.closest(".row, .word");
    const all = [...row.querySelectorAll(".frame")];
    let at = all.indexOf(name);
    do {
        const [one, next] = [all[at], all[at + 1]].map((part) => part.getBoundingClientRect());
        if (one.top === next.top && Math.abs(one.right - next.left) > 1) wrong.push(name.title);
        if (Math.abs(one.height - next.height) > 1) wrong.push(name.title);
    } while (!all[++at].matches(".end"));
    return wrong;
})"""


@pytest.mark.parametrize("view", [{}, {"width": 400, "height": 800, "dark": True}], ids=str)
@pytest.mark.parametrize("notation", ["text", "hex"])
def test_bytes_of_a_letter_share_a_border_until_they_are_one_token(open_page: OpenPage, notation: str) -> None:
    player = Player(open_page("/train", **ON_TRAIN, view=notation))
    m, n, whole = ("m", "n", "ấ") if notation == "text" else ("6D", "6E", "E1 BA A5")
    d = ["đ: C4 | 91", ["C4", "91"]]
    bytes_alone = ["ấ: E1 | BA | A5", ["E1", "BA", "A5"]]
    two = ["ấ: E1 BA | A5", ["E1 BA", "A5"]]
    seen: list[list[Any]] = [
        [
            [["E1", "BA", "A5", m], [bytes_alone], f"ấ: E1 BA: merges next, A5, {m}"],
            [["C4", "91", "E1", "BA", "A5", n], [d, bytes_alone], f"đ: C4, 91, ấ: E1 BA: merges next, A5, {n}"],
        ],
        [
            [["E1 BA", "A5", m], [two], f"ấ: E1 BA A5: merges next, {m}"],
            [["C4", "91", "E1 BA", "A5", n], [d, two], f"đ: C4, 91, ấ: E1 BA A5: merges next, {n}"],
        ],
        [
            [[whole, m], [], f"{whole} {m}: merges next"],
            [["C4", "91", whole, n], [d], f"đ: C4, 91, {whole}: new, {n}"],
        ],
    ]
    for step, words in enumerate(seen):
        player.at(step)
        assert player.root.evaluate(_FRAMES) == words
        assert player.root.evaluate(_OPEN) == []
        player.press("ArrowRight")


def test_the_next_merge_may_start_before_the_letter(open_page: OpenPage) -> None:
    # The space and C4 are adjacent three times, and so are C4 and 91.
    player = Player(open_page("/train", scenario="text", units="bytes", text="a đi đi đi", vocab=20, view="text"))
    player.at(0)
    assert player.root.locator(".corpus .hit").all_text_contents() == ["·đC4"]
    assert player.root.evaluate(_FRAMES)[1][1] == [["đ: C4 | 91", ["C4", "91"]]]
    assert player.root.evaluate(_OPEN) == []
    player.press("ArrowRight")
    player.at(1)
    assert player.root.evaluate(_FRAMES)[1][1] == [["·đ: 20 C4 | 91", ["20 C4", "91"]]]


# Where a tree is drawn: each letter that is cut, and the symbols that stand below it, at any later step too.
_BELOW = """(root) => {
    const box = (element) => element.getBoundingClientRect();
    const symbols = [...root.querySelectorAll(".corpus .seen :is(.token, .part)")];
    const top = Math.min(...symbols.map((symbol) => box(symbol).top));
    return [...root.querySelectorAll(".corpus .whole")].map((letter) => [letter.title, symbols
        .filter((symbol) => box(symbol).top < top + 2)
        .filter((symbol) => box(symbol).left >= box(letter).left - 3 && box(symbol).right <= box(letter).right + 3)
        .sort((one, other) => box(one).left - box(other).left)
        .map((symbol) => symbol.textContent)]);
}"""


def test_letters_are_above_their_bytes_in_a_tree(page: Page, tmp_path: Path) -> None:
    use_language("en")
    file = tmp_path / "lesson.html"
    file.write_bytes(encoding_file(load_pretrained("gpt2"), " đá", "GPT-2", "en"))
    page.goto(f"{file.as_uri()}#view=hex&present=1")
    root = page.locator(".player")
    expect(root.locator("dialog .picture")).to_be_visible()
    for _ in "start", "end":
        assert root.evaluate(_BELOW) == [["đ: C4 | 91", ["C4", "91"]], ["á: C3 | A1", ["C3", "A1"]]]
        page.keyboard.press("End")
        expect(root.locator(".corpus .new-token")).to_be_visible()


def test_a_long_character_name_takes_one_line_and_moves_nothing(page: Page, tmp_path: Path) -> None:
    use_language("en")
    file = tmp_path / "lesson.html"
    file.write_bytes(encoding_file(load_pretrained("gpt2"), "ab \u202e", "GPT-2", "en"))
    page.goto(file.as_uri())
    root = page.locator(".player")
    name = root.locator(".corpus .whole", has_text="U+202E")
    expect(name).to_be_visible()
    assert name.evaluate("one => [one.scrollWidth <= one.clientWidth, one.getClientRects().length]") == [True, 1]
    tops = root.locator(".corpus .symbol:not(.lane)").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    assert len(tops) > 3
    assert len(set(tops)) == 1


def test_seven_signs_of_four_bytes_are_seen_at_once(open_page: OpenPage) -> None:
    player = Player(open_page("/encode", **{"with": "gpt2", "sample": "𓀀𓁐𓂀𓃒𓄿𓅓𓆑"}))
    player.at(0)
    expect(player.root.locator(".tree .corpus .token")).to_have_count(28)  # no merge joins any of these bytes
    expect(player.root.locator(".tree .corpus .cropped")).to_have_count(0)
