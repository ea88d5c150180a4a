"""The taught code beside the steps: its lines follow them, nothing else moves, and it can be downloaded."""

import subprocess
import sys
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
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


def test_the_lines_follow_the_steps_and_nothing_moves(open_page: OpenPage) -> None:
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


def test_each_beat_marks_its_own_lines(open_page: OpenPage) -> None:
    player = Player(open_page("/train", code=1))
    player.options().get_by_label("One beat per press").check()
    player.page.mouse.click(5, 400)
    assert marked(player)["runs"] == []
    player.press("ArrowRight")
    assert marked(player) == {
        "ran": [],
        "runs": ["# len(pair_freqs) = 6", "# pair = ('u', 'g')   pair_freqs[pair] = 20"],
    }
    player.press("ArrowRight")
    assert marked(player) == {"ran": ["# len(merges) = 1", "# token = 'ug'"], "runs": []}


def test_a_question_is_not_answered_by_the_code(open_page: OpenPage) -> None:
    player = Player(open_page("/train", code=1, predict=1))
    assert marked(player)["runs"] == []
    player.press("ArrowRight")
    expect(player.root.locator(".code .runs .values").last).to_contain_text("pair = ('u', 'g')")


@pytest.mark.parametrize("view", [{"clipboard": True}])
def test_what_is_copied_runs_with_nothing_but_python(open_page: OpenPage, view: dict[str, Any]) -> None:
    player = Player(open_page("/train", code=1))
    player.button("Copy as a notebook cell").click()
    expect(player.root.get_by_text("Copied. It runs as is")).to_be_visible()
    cell = player.page.evaluate("navigator.clipboard.readText()")
    printed = subprocess.run([sys.executable, "-I", "-c", cell], capture_output=True, check=True, text=True).stdout
    assert printed.splitlines()[:3] == ["('u', 'g')", "('u', 'n')", "('h', 'ug')"]


def test_encoding_has_its_own_code(open_page: OpenPage) -> None:
    player = Player(open_page("/encode", sample="unhug", code=1))
    assert marked(player)["runs"] == ["# len(pairs) = 4", "# bigram = ('u', 'g')   bpe_ranks[bigram] = 0"]


def test_alone_on_the_screen_there_is_no_code(open_page: OpenPage) -> None:
    player = Player(open_page("/train", code=1, present=1))
    expect(player.button("Show the code")).to_be_hidden()
    player.press("Escape")
    expect(player.button("Show the code")).to_be_visible()
    expect(player.root.locator(".code")).to_be_visible()


VIEWS = [
    pytest.param({"dark": False}, id="light"),
    pytest.param({"dark": True}, id="dark"),
    pytest.param({"width": 400, "height": 844, "touch": True}, id="narrow"),
]


@pytest.mark.parametrize("view", VIEWS)
def test_the_code_can_be_read_by_all(open_page: OpenPage, view: dict[str, Any]) -> None:
    page: Page = open_page("/train", code=1, step=2)
    player = Player(page)
    faults = Axe().run(page).response["violations"]
    # Elements in a shadow root are named by a path through it: the player is in one, the page around it is not.
    targets = [(fault["id"], node["target"][0]) for fault in faults for node in fault["nodes"]]
    assert [target for target in targets if isinstance(target[1], list)] == []
    box = player.root.locator(".code").bounding_box()
    width = (page.viewport_size or {"width": 0})["width"]
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
