"""The taught code beside the steps: its lines follow them, nothing else moves, and it can be downloaded."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, move_to, turn
from tests.browser.visible_player import Player

_MARKED = """root => Object.fromEntries(["ran", "runs"].map((kind) => [kind,
    [...root.querySelectorAll(`.code .${kind} .values`)].map((values) => values.textContent).filter(Boolean)]))"""
_PLACES = """root => [...root.querySelectorAll(".controls, .explanation, .corpus, .pairs, .side")]
    .map((element) => JSON.stringify(element.getBoundingClientRect()))"""


def marked(player: Player) -> dict[str, list[str]]:
    """Return the values beside the marked lines, once a beat is complete."""
    player.is_still()
    found: dict[str, list[str]] = player.root.evaluate(_MARKED)
    return found


@pytest.mark.parametrize("view", [{"clipboard": True}])
def test_highlighted_lines_follow_the_steps_and_the_copied_code_runs(open_page: OpenPage, server: str) -> None:
    player = Player(open_page("/train"))
    before = player.root.evaluate(_PLACES)
    player.button("Show the code").click()
    expect(player.root.locator(".code")).to_be_visible()
    assert player.root.evaluate(_PLACES) == before
    assert marked(player)["runs"] == ["# len(pair_freqs) = 6", "# pair = ('u', 'g')   pair_freqs[pair] = 20"]
    player.press("ArrowRight")
    player.at(1)
    assert marked(player) == {
        "ran": ["# len(merges) = 1", "# token = 'ug'"],
        "runs": ["# len(pair_freqs) = 6", "# pair = ('u', 'n')   pair_freqs[pair] = 16"],
    }
    assert player.root.locator(".lines [aria-current=step]").count() == 4
    player.press("End")
    player.at(7)
    assert marked(player)["runs"] == ["# len(pair_freqs) = 0"]
    player.page.wait_for_url("**code=1**")

    # With nothing but Python.
    player.button("Copy as a notebook cell").click()
    expect(player.root.get_by_text("Copied. It runs as is")).to_be_visible()
    cell = player.page.evaluate("navigator.clipboard.readText()")
    printed = subprocess.run([sys.executable, "-I", "-c", cell], capture_output=True, check=True, text=True).stdout
    assert printed.splitlines()[:3] == ["('u', 'g')", "('u', 'n')", "('h', 'ug')"]

    # Each beat marks its own lines.
    player.press("Home")
    player.at(0)
    beats = player.options().get_by_label("One beat per press")
    beats.check()
    player.page.mouse.click(5, 400)
    assert marked(player)["runs"] == []
    player.press("ArrowRight")
    assert marked(player) == {
        "ran": [],
        "runs": ["# len(pair_freqs) = 6", "# pair = ('u', 'g')   pair_freqs[pair] = 20"],
    }
    player.press("ArrowRight")
    assert marked(player) == {"ran": ["# len(merges) = 1", "# token = 'ug'"], "runs": []}
    player.options()
    beats.uncheck()
    player.page.mouse.click(5, 400)

    # A question is not answered by the code.
    player.press("Home")
    player.at(0)
    predict = player.root.get_by_label("Predict, then reveal")
    predict.check()
    assert marked(player)["runs"] == []
    player.page.mouse.click(5, 400)
    player.press("ArrowRight")
    expect(player.root.locator(".code .runs .values").last).to_contain_text("pair = ('u', 'g')")

    # Alone on the screen, there is no code.
    player.press("f")
    expect(player.root.get_by_role("dialog")).to_be_visible()
    expect(player.button("Show the code")).to_be_hidden()
    player.press("Escape")
    expect(player.button("Show the code")).to_be_visible()
    expect(player.root.locator(".code")).to_be_visible()

    # Encoding has its own.
    move_to(player.page, server, "/encode", sample="unhug", code=1)
    player = Player(player.page)
    assert marked(player)["runs"] == ["# len(pairs) = 4", "# bigram = ('u', 'g')   bpe_ranks[bigram] = 0"]


def test_the_code_is_accessible(open_page: OpenPage) -> None:
    page = open_page("/train", code=1, step=2)
    player = Player(page)
    for scheme, width in (("light", 1280), ("dark", 1280), ("light", 400)):
        page.set_viewport_size({"width": width, "height": 844})
        turn(page, dark=scheme == "dark")
        assert faults(page, "[data-testid=stMain]") == [], (scheme, width)
        box = player.root.locator(".code").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
