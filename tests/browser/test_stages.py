"""Every page that is a stage: the lesson fills the first screen of a laptop, in type as large as the room allows."""

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import OpenPage, move_to
from tests.browser.screenshots import largest_empty_rectangle
from tests.browser.visible_player import Player
from tools.browser import wait_until_idle
from ui.tokenization.algorithms import ALGORITHMS

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
STAGES: list[tuple[str, dict[str, Any], int, float]] = [
    # A step in the middle, and the largest share of the screen that may be blank there.
    ("/train", {"scenario": "hug"}, 2, 0.1),
    ("/encode", {"sample": "unhug pug"}, 2, 0.1),
    ("/decode", {}, 3, 0.1),
    ("/decode", {"ids": "15496 3228 12520 97 245"}, 0, 0.1),
    ("/own", {}, 3, 0.12),
    ("/chat", {}, 3, 0.1),
    ("/prompt", {}, 5, 0.1),
]

# Of what is seen: the largest token, text that is too small, and where Next ends.
_LOOK = """(root) => {
    const shown = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const size = (element) => parseFloat(getComputedStyle(element).fontSize);
    const isText = ({childNodes}) => [...childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const small = [...root.querySelectorAll(".stage *, .controls *")].filter(shown).filter(isText)
        .filter((element) => !element.closest(".screen-reader-text, .longest"))
        .filter((element) => size(element) < 13);
    return {
        largest: Math.max(...[...root.querySelectorAll(".stage .token")].filter(shown).map(size)),
        small: small.map((element) => `${element.className} ${element.textContent}`),
        next: root.querySelector(".controls .main").getBoundingClientRect().bottom,
    };
}"""
_SIZES = """(root) => [...new Set([...root.querySelectorAll(".corpus .token")]
    .map((token) => getComputedStyle(token).fontSize))]"""


@pytest.mark.parametrize("view", [LAPTOP])
def test_lessons_fill_the_first_screen_in_large_type_of_one_size(open_page: OpenPage, server: str) -> None:
    page = open_page("/train", scenario="hug")
    Player(page).walk(2)
    made = page.locator(".stations .made")
    expect(made).to_have_text(["Start", "ug", "un", *"?????"])
    move_to(page, server, "/train", scenario="hug", algorithm="unigram")
    Player(page).walk(2)
    expect(made).to_have_text(["Start", "− 2", "hu", *"???"])  # “bu” and “gs” first
    for algorithm in ALGORITHMS:
        move_to(page, server, "/train", scenario="hug", algorithm=algorithm)
        player = Player(page)
        player.press("End")
        player.at(player.steps())
        told = made.all_inner_texts()
        assert len(told) == player.steps() + 1, algorithm
        assert not {"", "?"} & {*told}, (algorithm, told)
    wrong: list[tuple[Any, ...]] = []
    for path, query, middle, blank in STAGES:
        move_to(page, server, path, **query)
        player = Player(page)
        player.walk(middle)
        player.at(middle)
        seen = player.root.evaluate(_LOOK)
        if seen["largest"] < 32 or seen["small"] or seen["next"] > LAPTOP["height"]:
            wrong.append((path, seen))
        wait_until_idle(page)
        if (found := largest_empty_rectangle(page.screenshot())) > blank:
            wrong.append((path, "blank", found))
        sizes = set()
        for step in range(player.steps() + 1):
            player.walk(step)
            player.at(step)
            sizes |= set(player.root.evaluate(_SIZES))
        if len(sizes) > 1:
            wrong.append((path, "sizes", sizes))
    assert wrong == []
    move_to(page, server, "/train", scenario="hug", algorithm="wordpiece", lang="ru", present=1)  # wide controls
    Player(page).walk(3)
    expect(made.locator(".token")).to_have_text(["##gs", "hu", "hugs"])
    assert made.locator(".token").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


@pytest.mark.parametrize("view", [{"width": 800, "height": 700}])
def test_on_a_tablet_controls_are_on_the_first_screen_and_choices_do_not_overflow(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/train")
    wrong: list[tuple[Any, ...]] = []
    for path in dict.fromkeys(path for path, *_rest in STAGES):
        move_to(page, server, path)
        bottom = Player(page).root.evaluate(_LOOK)["next"]
        wide = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth")
        has_two_lines = path == "/chat"  # its choices need a line of their own
        if wide > 800 or (bottom > 700 and not has_two_lines):
            wrong.append((path, bottom, wide))
    assert wrong == []


_CELLS = """(list) => [...list.querySelectorAll("tr:not([hidden])")].map((row) => {
    const range = document.createRange();
    const left = (node) => (range.setStart(node, 0), range.setEnd(node, 1), range.getBoundingClientRect().left);
    const kept = row.querySelectorAll(".kept").length;
    const tokens = [...row.querySelectorAll(".seen .token")];
    return (row.classList.contains("offered") ? tokens.slice(0, kept + 1) : tokens)
        .map(({firstChild, textContent}) => [textContent.length, left(firstChild)]);
})"""


def test_the_characters_of_a_prompt_are_aligned_in_all_rows(go_to: OpenPage) -> None:
    page = go_to("/prompt", sample="The mitochon", step=12)
    page.set_viewport_size(LAPTOP)
    Player(page).at(12)
    rows = page.locator(".corpus tbody")
    expect(rows.locator(".offered")).not_to_have_count(0)
    wait_until_idle(page)
    found = rows.evaluate(_CELLS)
    size = float(rows.evaluate("(list) => parseFloat(getComputedStyle(list).fontSize)"))
    begin = found[0][0][1]
    for row in found:
        place = 0
        for length, left in row:
            assert abs(left - begin - place * size) < 2, (row, size)  # a character has the width of an em
            place += length
    expect(page.locator(".history > .more")).to_be_empty()  # all of a short text is listed
    # Of a long text the rows have the end, as large as before, and their bars.
    page = go_to("/prompt", sample="I bought a new computer and the mitochondria of ", step=48)
    Player(page).at(48)
    seen = page.locator(".corpus tr:not(.offered) .seen")
    expect(seen).to_have_text([re.compile("^….*·mitochondria·of·$")] * 6)
    expect(page.locator(".picture")).to_have_class(re.compile(r"\bfollows\b"))
    expect(page.locator(".corpus h2")).to_have_text("11 tokens so far, 7 not shown")
    assert float(rows.evaluate("(list) => parseFloat(getComputedStyle(list).fontSize)")) > 22
    # The list of steps begins with the first one, and what doesn't fit is at its end.
    page = go_to("/prompt", sample="I bought a new computer and the mitochondria of ", step=0)
    Player(page).at(0, 48)
    expect(page.locator(".history li").first).to_have_text(re.compile("^1"))
    expect(page.locator(".history li").first).to_be_visible()


# Texts in which something happens in one word at a time, and a step in the middle.
LONG_TEXTS: list[tuple[dict[str, Any], int]] = [
    ({"with": "bert-base-uncased", "sample": "unaffable embeddings tokenization"}, 5),
    ({"with": "gpt2", "sample": "Some quick brown foxes jump over the lazy dogs and then run away"}, 5),
    ({"sample": "Donaudampfschifffahrtsgesellschaft"}, 0),
    ({"with": "bert-base-uncased", "sample": "supercalifragilisticexpialidocious"}, 6),
    ({"with": "bert-base-uncased", "sample": "misunderstanding"}, 0),
]

# How far the newest token, or on paper a whole word, overhangs its visible area, in pixels.
_OUT = """(root) => {
    const shown = matchMedia("print").matches ? ".corpus .seen" : ".corpus .new-token";
    const outs = [...root.querySelectorAll(shown)].map((one) => {
        const [box, place] = [one, one.closest("td")].map((element) => element.getBoundingClientRect());
        return Math.max(place.left - box.left, box.right - place.right);
    });
    return Math.max(0, ...outs);
}"""


# How far a pair's note overhangs its place next to the pair, in pixels.
_TALLY_OUT = """(root) => Math.max(0, ...[...root.querySelectorAll(".pair .tally")].map((tally) => {
    const range = document.createRange();
    range.selectNodeContents(tally);
    const label = tally.closest(".pair").querySelector(".label").getBoundingClientRect();
    return range.getBoundingClientRect().width && label.right - range.getBoundingClientRect().left;
}))"""


def test_a_long_text_shows_words_around_the_step_and_prints_all(open_page: OpenPage, server: str) -> None:
    page = open_page("/train", scenario="hug")
    page.set_viewport_size(LAPTOP)
    for query, step in LONG_TEXTS:
        move_to(page, server, "/encode", **query)
        player = Player(page)
        player.walk(step)
        player.at(step)
        rows = page.locator(".corpus tbody tr")
        words = len(query["sample"].split())
        expect(rows).to_have_count(words)
        hidden = words - rows.locator("visible=true").count()
        assert (hidden > 0) == (words > 1), query
        expect(page.locator(".corpus .under + .more")).to_have_text(f"… and {hidden} more" if hidden else "")
        if step:
            expect(page.locator(".corpus .new-token").first).to_be_visible()
            assert player.root.evaluate(_OUT) < 2, query
        if query["sample"] == "misunderstanding":
            expect(player.root.locator(".pair .tally").first).to_be_visible()
        assert player.root.evaluate(_TALLY_OUT) < 1, query
        seen = player.root.evaluate(_LOOK)
        assert seen["largest"] >= 32, (query, seen)
        assert not seen["small"], (query, seen)
        assert seen["next"] <= LAPTOP["height"], (query, seen)
        page.emulate_media(media="print")
        expect(rows.locator("visible=true")).to_have_count(words)
        assert player.root.evaluate(_OUT) < 2, query
        page.emulate_media(media="screen")


def test_a_notice_about_the_url_covers_nothing(go_to: OpenPage) -> None:
    page = go_to("/encode", sample="zqxzqxjvk", step=99)
    page.set_viewport_size(LAPTOP)
    notice = page.locator(".stage .notice")
    expect(notice).to_have_text("There is no step 99: this encoding ends at step 0.")
    wait_until_idle(page)
    top, bottom = notice.evaluate("(box) => [box.getBoundingClientRect().top, box.getBoundingClientRect().bottom]")
    for part in (".stage > .explanation", ".stage > .picture"):
        box = page.locator(part).bounding_box()
        assert box, part
        assert box["y"] >= bottom - 1 or box["y"] + box["height"] <= top + 1, part
