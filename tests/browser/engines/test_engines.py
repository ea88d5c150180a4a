"""The app and its lessons in Firefox and WebKit: what a class does works there as in Chromium."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.engines.conftest import ENGINES
from tests.browser.engines.window import FIND, Window
from tests.browser.test_navigation import PAGES
from tests.browser.visible_player import READ, should_be, trained
from tests.engine.peers import tiktoken_encoding
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

# Like the browser's own Back and Forward, which is faster than loading the page again.
_VISIT = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"

HUG = trained("hug")
STEPS = len(HUG.events)


def at(window: Window, step: int, steps: int = STEPS) -> dict[str, Any]:
    """Return what the player shows, once it is at a step and nothing moves."""
    window.shows(".player:not([aria-busy=true], [data-moving]) .where", f"Step {step} of {steps}")
    seen: dict[str, Any] = window.run(f"() => ({READ})(({FIND})('.player', '')[0])")
    return seen


def address(window: Window) -> str:
    """Return the path and query of the current page."""
    shown: str = window.run("() => location.pathname + location.search")
    return shown


def follow(window: Window, menu: str, name: str) -> None:
    """Click a page's name in its menu, and wait for that page."""
    window.click("nav button, [role=navigation] button", menu)
    window.click("[role=menuitem] *", name)  # an icon comes before the name
    window.until("(path) => location.pathname === path", PAGES[name])
    window.until_idle()


def test_pages_open_and_fit_a_phone(window: Window, server: str, request: pytest.FixtureRequest) -> None:
    """Each engine opens its share of the pages; Chromium opens all (test_every_page.py)."""
    window.resize(390, 844)
    window.open(server)
    first = [*ENGINES].index(request.node.callspec.params["engine"])
    for name, path in [*PAGES.items()][first :: len(ENGINES)]:
        window.run(_VISIT, path)
        window.until("(title) => ` · ${document.title}`.endsWith(title)", f" · {name} · BPE Lab")
        window.until_idle()
        assert len(window.texts("h1")) == 1, name
        assert window.texts("[data-testid=stException]") == []
        for wide in ("document.scrollingElement", "document.querySelector('[data-testid=stMain]')"):
            assert window.run(f"() => {wide}.scrollWidth <= {wide}.clientWidth"), name


def move(window: Window, path: str) -> None:
    """Go to another page of the app that is open."""
    window.run(_VISIT, path)
    window.until_idle()


def test_what_learners_do_works(window: Window, server: str) -> None:
    """In one visit, since loading the app takes most of the time."""
    window.open(f"{server}/train?scenario=hug")
    keys_show_the_steps_of_the_engine(window)
    keys_start_and_end_presenting(window)
    a_page_is_one_history_entry_and_back_restores_its_step(window)
    move(window, "/playground?first=gpt2&sample=a")
    tokens_follow_the_typing(window)
    move(window, "/train?scenario=hug&predict=1&step=0")
    a_guess_is_answered(window)
    move(window, "/train?scenario=aaab&predict=0&step=1")
    one_switch_changes_the_notation(window)


def keys_show_the_steps_of_the_engine(window: Window) -> None:
    for step in range(STEPS + 1):
        assert at(window, step) == should_be(HUG, step)
        window.press("ArrowRight")
    window.press("ArrowLeft")
    assert at(window, STEPS - 1) == should_be(HUG, STEPS - 1)
    window.press("End", "PageUp", "PageUp", "PageDown")
    assert at(window, STEPS - 1) == should_be(HUG, STEPS - 1)
    window.press("Home")
    assert at(window, 0) == should_be(HUG, 0)


def keys_start_and_end_presenting(window: Window) -> None:
    window.press("ArrowRight", "f")
    window.shows("dialog .headline", "u+g→ug·20")
    window.until("() => location.search.includes('present=1')")
    window.press("PageDown")
    at(window, 2)
    window.press("Escape")
    window.until("() => !location.search.includes('present')")
    assert window.texts("dialog") == []
    at(window, 2)


def a_page_is_one_history_entry_and_back_restores_its_step(window: Window) -> None:
    before = window.run("() => history.length")
    follow(window, "Explore", "Encode")
    assert window.run("() => history.length") == before + 1
    window.run("() => history.back()")
    window.until("() => location.pathname === '/train'")
    window.until_idle()
    at(window, 2)
    assert "step=2" in address(window)
    window.run("() => history.forward()")
    window.until("() => location.pathname === '/encode'")
    window.until_idle()
    assert window.texts("h1") == ["Encode a word"]


def tokens_follow_the_typing(window: Window) -> None:
    window.click("textarea")
    window.press("End", *" strawberry")
    expected = tiktoken_encoding("gpt2").encode("a strawberry")
    window.shows(".token-view .count", f"{len(expected)} tokens")
    window.until_idle()
    assert window.texts("section:first-child .ids .id") == list(map(str, expected))


def a_guess_is_answered(window: Window) -> None:
    assert sorted(at(window, 0)["guesses"]) == sorted(list(row.pair) for row in HUG.at(0).leaderboard)
    window.click("button[aria-label='“h” + “u”']")
    window.shows(".score", "0 of 1 predictions right")
    assert at(window, 0)["next"].startswith("Not this one. “h” + “u” occurs 15 times")
    window.press("ArrowRight")
    window.click("button[aria-label='“u” + “n”']")
    window.shows(".score", "1 of 2 predictions right")


def one_switch_changes_the_notation(window: Window) -> None:
    window.shows(".headline", "a+a→aa·4")
    window.click(".player button", "Options")
    window.click(".player .options button", "Ids")
    window.shows(".headline", "(97,97)→256·4")
    assert window.texts(".merges li .token") == ["97", "97", "256"]
    window.until("() => location.search.includes('view=ids')")


def test_a_lesson_file_on_disk_can_be_stepped(window: Window, tmp_path: Path) -> None:
    task = Task(SCENARIOS["hug"].source, default_settings("bpe", "hug"))
    file = tmp_path / "hug.html"
    file.write_bytes(task_file(task, FileOptions("hug", "en")))
    window.go(file.as_uri())
    for step in range(STEPS + 1):
        seen = at(window, step)
        assert seen["words"] == should_be(HUG, step)["words"]
        assert seen["merges"] == should_be(HUG, step)["merges"]
        window.press("ArrowRight")
    window.until("() => location.hash === '#step=7'")
    window.press("f")
    window.shows("dialog .headline", "b+un→bun·4")
    window.press("Escape", "ArrowLeft")
    at(window, STEPS - 1)


def test_an_error_on_a_page_fails_a_test(engine: Window, server: str) -> None:
    engine.open(f"{server}/train")
    engine.faults()
    engine.run("() => { setTimeout(() => { throw new Error('made by the test'); }); }")
    engine.run("() => { console.error('written by the test'); }")
    engine.run("() => { document.body.append(Object.assign(new Image(), { src: 'http://other.invalid/' })); }")
    engine.until_idle()
    told = "\n".join(engine.faults())
    assert "made by the test" in told
    assert "written by the test" in told
    assert "other.invalid" in told
