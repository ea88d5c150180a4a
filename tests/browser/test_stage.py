"""The player as a stage: what is looked at is on the first screen, and stands still while other things happen."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage, visit
from tests.browser.seen import Player, choices
from ui.algorithms import ALGORITHMS
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS

PROJECTOR = {"width": 1280, "height": 720}
SIZES = [pytest.param(PROJECTOR, id="projector"), pytest.param({"width": 390, "height": 844}, id="phone")]

# Where things stand, to a pixel: [left, top] of each, and of every word and candidate.
_PLACES = """(root) => {
    const at = (element) => {
        const box = element.getBoundingClientRect();
        return [Math.round(box.left), Math.round(box.top)];
    };
    const names = {
        controls: ".controls button, .controls input", headline: ".headline", sum: ".sum", told: ".told",
        corpus: ".corpus", words: ".corpus tbody tr", pairs: ".pairs", head: ".head", board: ".board li",
        known: ".known", past: ".past",
    };
    return Object.fromEntries(Object.entries(names).map(
        ([name, selector]) => [name, [...root.querySelectorAll(selector)].map(at)]));
}"""
_WALK = f"""(root) => {{
    const places = {_PLACES};
    const seen = [places(root)];
    for (let step = 0; step < root.querySelector("input[type=range]").max; step++) {{
        document.body.dispatchEvent(new KeyboardEvent("keydown", {{key: "ArrowRight", bubbles: true}}));
        seen.push(places(root));
    }}
    return seen;
}}"""

LESSONS = [
    *(("/train", {"scenario": key}) for key in SCENARIOS if key != OWN_TEXT),
    *(("/train", {"scenario": "hug", "algorithm": key}) for key in ALGORITHMS if key != "bpe"),
    ("/encode", {"word": "unhug pug"}),
]


@pytest.mark.parametrize("view", SIZES)
def test_nothing_moves_that_does_not_happen(page: Page, server: str, view: dict[str, Any]) -> None:
    for path, query in LESSONS:
        visit(page, server, path, **query)
        player = Player(page)
        first, *others = player.root.evaluate(_WALK)
        assert others
        for step, places in enumerate(others, 1):
            for name, there in places.items():  # of rows, as many as there are at both steps
                count = min(len(there), len(first[name])) if name in ("words", "board") else None
                assert there[:count] == first[name][:count], (path, query, step, name)


def bottom(player: Player, selector: str) -> float:
    """Where the lowest of some elements ends."""
    lowest: float = player.root.evaluate(
        "(root, selector) => Math.max(...[...root.querySelectorAll(selector)]"
        ".map((element) => element.getBoundingClientRect().bottom))",
        selector,
    )
    return lowest


@pytest.mark.parametrize("view", [PROJECTOR])
def test_the_first_lesson_is_on_one_screen_at_every_step(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug"))
    for step in range(8):
        assert len(player.at(step)["words"]) == 5
        shown = ".controls, .said, .corpus tr, .board li, .chips .token, .merges li"
        assert bottom(player, shown) <= 720
        player.press("ArrowRight")


@pytest.mark.parametrize("view", [{"width": 390, "height": 844}, {"width": 375, "height": 667}])
@pytest.mark.parametrize("scenario", ["hug", "low", "course"])
def test_on_a_phone_words_and_pairs_are_above_the_controls_and_these_at_the_thumb(
    open_page: OpenPage, view: dict[str, Any], scenario: str
) -> None:
    player = Player(open_page("/train", scenario=scenario, step=2))
    player.at(2)
    controls = player.root.locator(".controls").bounding_box()
    assert controls is not None
    assert controls["y"] + controls["height"] == pytest.approx(view["height"], abs=1)
    assert bottom(player, ".headline, .sum, tbody, .candidates") <= controls["y"]


@pytest.mark.parametrize("view", [PROJECTOR])
def test_large_type_shows_tokens_without_scrolling(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug", large=1))
    assert bottom(player, ".corpus .token") <= 720


def test_the_keyboard_reaches_the_player_before_what_is_to_be_chosen(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    Player(page)
    page.get_by_role("link", name="Files", exact=True).focus()  # the last of the navigation
    names = []
    for _tab in range(12):
        page.keyboard.press("Tab")
        names.append(
            page.evaluate(
                """() => {
                    let element = document.activeElement;
                    while (element?.shadowRoot) element = element.shadowRoot.activeElement;
                    return element?.ariaLabel ?? element?.textContent.trim() ?? "";
                }"""
            )
        )
    assert names[1:5] == ["First", "Back", "Play", "Next"]  # after what scrolls
    assert not any("tokens" in name and "BPE" in name for name in names[1:6])


def test_what_there_is_to_choose_opens_over_the_player(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    before = player.root.evaluate(_PLACES)
    line = page.get_by_test_id("stPopoverButton")
    assert line.inner_text().startswith("hug · pug · pun, BPE, 14 tokens")
    choices(page)
    assert player.root.evaluate(_PLACES) == before
    page.keyboard.press("Escape")
    page.keyboard.press("PageDown")
    player.at(1)


def test_the_reasons_of_a_tie_open_in_place(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="low"))
    before = player.root.evaluate(_PLACES)
    player.button("tie of 3 pairs").click()
    assert "The rule “first seen” decides" in player.root.locator(".tie .panel").inner_text()
    assert player.root.evaluate(_PLACES) == before
