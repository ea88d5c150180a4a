"""A player without the app: the tests control its clock, and when its requests are answered."""

import json
import re
import statistics
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.conftest import watch
from ui.components.bundle import bundle
from ui.jobs import training_calls
from ui.look import document_styles
from ui.player.stylesheets import player_styles
from ui.player.training_lesson import FileOptions, lesson_file, trainings_by_rule
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

A_MINUTE = 60_000

# A long lesson is given as text: Playwright takes seconds over so many values.
_PLACE = """([lesson, predict]) => {
    window.here = {step: null, predict, present: false, notation: "", code: false, about: ""};
    window.asked = [];
    window.place = {
        requestFrames: (step) => window.asked.push(step),
        chooseTieRule: () => {},
        followLink: (to) => window.asked.push(to),
        address: {
            read: () => here, about: () => here.about, write: () => window.asked.push("written"), link: () => "",
            listen: ({returned}) => { window.returned = returned; },
        },
    };
    window.player = new Player(document.querySelector(".player"), lesson, window.place);
}"""


def lesson_of(task: Task) -> dict[str, Any]:
    """Return the lesson of a training task, with its first tie-breaking rule."""
    wish = FileOptions("", "en", steps=240)
    file = lesson_file(trainings_by_rule(task), wish.steps, wish)
    return {**file["lessons"][file["rule"]]}


HUG_TASK = Task(SCENARIOS["hug"].source, default_settings("bpe", "hug"))
HUG_TRAINING = training_calls.train(HUG_TASK)
HUG = lesson_of(HUG_TASK)
LONG = lesson_of(Task(SCENARIOS["low"].source, default_settings("bpe", "low")))


def window(lesson: Mapping[str, Any], first: int, count: int) -> dict[str, Any]:
    """Return a lesson with only some of its frames."""
    return {**lesson, "first": first, "frames": lesson["frames"][first : first + count]}


class Alone:
    """A player on its own page, whose clock is stopped."""

    def __init__(self, page: Page, lesson: Mapping[str, Any], *, predict: bool = False) -> None:
        self.page = page
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        page.set_content(f"<style>{document_styles()}{player_styles()}</style><div class='player'></div>")
        page.add_script_tag(content=bundle("player/player.js") + "window.Player = Player;")
        page.evaluate(f"given => ({_PLACE})(JSON.parse(given))", json.dumps([lesson, predict]))
        self.wait(100)

    @property
    def root(self) -> Locator:
        return self.page.locator(".player")

    @property
    def asked(self) -> list[int | str]:
        """Return the requests to the host since the last call."""
        found: list[int | str] = self.page.evaluate("window.asked.splice(0)")
        return found

    def wait(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.wait(100)  # everything is drawn

    def show(self, lesson: Mapping[str, Any]) -> None:
        """Update the player with other frames, or another lesson."""
        self.page.evaluate("given => window.player.update(JSON.parse(given), window.place)", json.dumps(lesson))
        self.wait(100)

    def go_back(self, about: str, step: int) -> None:
        """Go back to an address, as the browser does: it names a lesson and a step."""
        self.page.evaluate(
            "given => { Object.assign(window.here, given); window.returned(); }", {"about": about, "step": step}
        )
        self.wait(100)

    def time_until(self, step: int) -> int:
        """Return how long the player takes until it is at a step."""
        for waited in range(0, A_MINUTE, 100):
            if self.step() == step:
                return waited
            self.wait(100)
        raise AssertionError(f"it does not play to step {step}")

    def step(self) -> int:
        return int(self.root.get_by_role("slider").input_value())

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield an empty page."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    wrong: list[str] = []
    watch(page, wrong)
    yield page
    page.close()
    assert wrong == []


@pytest.fixture
def player(page: Page) -> Alone:
    """Return a player with the first lesson."""
    return Alone(page, HUG)


@pytest.mark.parametrize("key", ["Home", "ArrowLeft"])
def test_stepping_back_ends_playback(player: Alone, key: str) -> None:
    player.press("ArrowRight", " ")
    expect(player.button("Pause")).to_be_visible()
    player.press(key)
    expect(player.button("Play")).to_be_visible()
    player.wait(A_MINUTE)
    assert player.step() == 0


def test_the_host_goes_to_a_step_as_the_learner_does(page: Page) -> None:
    player = Alone(page, window(HUG, 0, 3))
    player.press(" ")
    for step in (2, 5, 99):
        page.evaluate("step => window.player.go(step)", step)
        player.wait(A_MINUTE)
        assert player.step() == min(step, 7)  # and it plays no more
    assert "written" in player.asked
    assert player.root.get_attribute("aria-busy") == "true"
    player.show(HUG)
    assert player.root.locator(".merges li").count() == 7


def test_at_the_end_playback_starts_from_the_beginning(player: Alone) -> None:
    player.press("End", " ")
    assert player.step() == 0
    player.wait(A_MINUTE)
    assert player.step() == 7


def test_another_speed_applies_at_once(player: Alone) -> None:
    player.press(" ")
    usual = player.time_until(1)
    player.press("Home", " ")
    player.wait(usual // 2)
    player.button("Options").click()
    player.root.get_by_label("Speed").select_option("4")
    player.wait(usual)
    assert player.step() in (3, 4)  # in the time of one


def test_interrupting_playback_does_not_shorten_a_question(page: Page) -> None:
    player = Alone(page, HUG, predict=True)
    player.press(" ")
    usual = player.time_until(1)
    player.press("Home", "ArrowRight", " ")  # the next question
    player.wait(usual * 2 // 3)
    player.press(" ", " ")
    guesses = player.root.locator(".guesses")
    player.wait(usual // 2)
    expect(guesses).to_be_visible()
    player.wait(usual * 3 // 8)
    expect(guesses).to_have_count(0)
    assert player.step() == 1


def test_switching_to_predictions_ends_playback(player: Alone) -> None:
    player.press(" ")
    player.root.get_by_label("Predict, then reveal").check()
    player.wait(A_MINUTE)
    assert player.step() == 0
    expect(player.root.locator(".guesses")).to_be_visible()


def test_after_a_guess_next_has_the_focus(page: Page) -> None:
    player = Alone(page, HUG, predict=True)
    player.root.locator(".guesses button").first.focus()
    player.press("Enter")
    expect(player.button("Next")).to_be_focused()


def test_answers_have_a_tick_or_a_cross(page: Page) -> None:
    player = Alone(page, HUG, predict=True)
    said = player.root.locator(".next")
    sign = "line => getComputedStyle(line, '::before').content"
    assert said.evaluate(sign) == "none"
    for pair, expected in (("“u” + “g”", '"✓ "'), ("“h” + “ug”", '"✗ "')):  # the second one is wrong
        player.root.get_by_role("button", name=pair, exact=True).click()
        player.wait(100)
        assert said.evaluate(sign) == expected
        player.press("ArrowRight")
        assert said.evaluate(sign) == "none"


@pytest.mark.parametrize("key", ["ArrowRight", " "])
def test_the_player_waits_for_requested_frames(page: Page, key: str) -> None:
    player = Alone(page, window(HUG, 0, 3))
    player.press("ArrowRight", "ArrowRight", key)
    player.wait(A_MINUTE if key == " " else 0)
    assert player.step() == 3
    assert player.root.locator(".merges li").count() == 2  # only frames that are loaded are shown
    assert set(player.asked) & {2, 3}
    player.show(HUG)
    assert player.root.locator(".merges li").count() == 3


def test_new_frames_redraw_only_what_differs(page: Page) -> None:
    def windowed(first: int, last: int) -> dict[str, Any]:
        return {**HUG, **ALGORITHMS["bpe"].frames(HUG_TRAINING, first, last), "curves": None}

    first, then = windowed(0, 3), windowed(2, 6)
    # a number stands for another token there
    assert [lesson["tokens"][8][1] for lesson in (first, then)] == ["bun", "p"]
    player = Alone(page, first)
    player.press("ArrowRight", "ArrowRight")
    picture = player.root.locator(".picture")
    # But for the room that the vocabulary has: another one is the largest of the steps that are there.
    shown = re.sub(r"(--known|font-size): [\d.a-z]+", "", picture.inner_html())
    drawn = ".corpus tr, .pairs li, :is(.corpus, .pairs) .token"
    picture.evaluate(f"picture => picture.querySelectorAll('{drawn}').forEach((one) => {{ one.isOld = true; }})")
    player.show(then)
    assert re.sub(r"(--known|font-size): [\d.a-z]+", "", picture.inner_html()) == shown
    assert picture.evaluate(f"picture => [...picture.querySelectorAll('{drawn}')].every(({{ isOld }}) => isOld)")
    # What is drawn from now on is highlighted with what stayed: the “p” of “pun”, which merges next, with that of
    # “pug”.
    player.press("ArrowRight")
    tokens = picture.locator(".token", has_text=re.compile("^p$"))
    tokens.first.hover()
    assert tokens.evaluate_all("all => all.map(({ isOld = false }) => isOld)").count(True) >= 1
    assert "p p" in " ".join(picture.locator(".corpus .highlighted").all_inner_texts())
    assert picture.locator(".highlighted").count() == tokens.count()


def test_frames_are_requested_again_for_another_rule(page: Page) -> None:
    player = Alone(page, window(HUG, 0, 3))
    for rule in ("first-seen", "smallest-id"):
        player.show({**window(HUG, 0, 3), "id": rule})
        player.press("End")
        assert 7 in player.asked


def test_going_back_to_another_lesson_awaits_it_though_frames_of_this_one_come(page: Page) -> None:
    player = Alone(page, window(HUG, 0, 3))
    player.press("End")
    assert 7 in player.asked
    player.go_back("another", 5)
    player.show(HUG)  # the answer to End
    player.wait(A_MINUTE)
    assert player.step() == 0
    player.show(HUG)  # for another reason
    player.wait(A_MINUTE)
    assert "written" not in player.asked
    player.show({**HUG, "id": "another"})
    assert player.step() == 5


def test_a_step_beyond_the_lesson_that_is_left_is_that_of_the_lesson_to_come(page: Page) -> None:
    player = Alone(page, HUG)
    player.go_back("another", 12)
    player.show(HUG)
    player.wait(A_MINUTE)
    player.show({**LONG, "id": "another", "subject": HUG["subject"]})
    assert player.step() == 12


def test_on_a_phone_and_on_paper_tokens_and_merges_are_no_larger_for_having_filled_a_screen(page: Page) -> None:
    narrow: ViewportSize = {"width": 390, "height": 844}
    page.set_viewport_size(narrow)
    player = Alone(page, {**HUG, "step": 5})

    def sizes() -> list[str]:
        player.wait(100)
        found: list[str] = player.root.locator(".chips .token, .merges .token").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).fontSize)"
        )
        return found

    on_phone = sizes()
    page.emulate_media(media="print")
    on_paper = sizes()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 800})
    player.press("f")
    assert sizes() != on_phone
    page.set_viewport_size(narrow)
    assert sizes() == on_phone
    page.emulate_media(media="print")
    assert sizes() == on_paper


def test_a_removed_player_restores_the_page_s_type_size(player: Alone) -> None:
    size = "getComputedStyle(document.documentElement).fontSize"
    before = player.page.evaluate(size)
    player.press("f")
    assert player.page.evaluate(size) != before
    player.page.evaluate("window.player.leave()")
    assert player.page.evaluate(size) == before


def test_a_removed_player_writes_nothing(player: Alone) -> None:
    player.press("ArrowRight")
    player.page.evaluate("window.player.leave()")
    player.wait(A_MINUTE)
    assert player.asked == []


def test_a_link_opened_in_a_new_tab_leaves_this_page_as_it_is(page: Page) -> None:
    player = Alone(
        page, {**HUG, "nextStepLinks": [{"to": "encode", "text": "Encode", "address": "about:blank#encode"}]}
    )
    player.press("End")
    link = player.root.get_by_role("link", name="Encode")
    with page.context.expect_page() as opened:
        link.click(modifiers=["ControlOrMeta"])
    opened.value.close()
    assert "encode" not in player.asked
    link.click()
    assert "encode" in player.asked


def test_arrow_keys_move_through_the_candidates(player: Alone) -> None:
    rows = player.root.locator(".board li")
    player.button("Options").focus()
    for _tab in range(10):
        player.press("Tab")
        if rows.first.evaluate("row => row === document.activeElement"):
            break
    expect(rows.first).to_be_focused()
    player.press("ArrowDown", "ArrowDown", "ArrowUp")
    expect(rows.nth(1)).to_be_focused()


def test_merges_that_are_not_loaded_are_counted(page: Page) -> None:
    player = Alone(page, {**HUG, "firstMerge": 4, "merges": HUG["merges"][4:], "step": 6})
    expect(player.root.locator(".merges li")).to_have_text(["… and 4 earlier", re.compile("^5"), re.compile("^6")])
    player.show({**HUG, "step": 6})
    assert player.root.locator(".merges li").count() == 6


def test_while_presenting_tokens_that_are_not_loaded_are_counted_too(page: Page) -> None:
    player = Alone(page, {**HUG, "frames": [{**frame, "hidden": 30} for frame in HUG["frames"]]})
    player.press("f")
    more = player.root.locator(".known .more")
    seen = player.root.locator(".chips .token:not(.out-of-view)").count()
    expect(more).to_have_text(f"… and {30 + 7 - seen} more")


def long_lesson() -> dict[str, Any]:
    """Return the lesson of a text with more words and merges than have room."""
    text = (Path(__file__).parents[1] / "data" / "asyoulik.txt").read_text(encoding="utf-8")[:6_000]
    return lesson_of(Task(TextSource(texts=(text,)), replace(default_settings("bpe", "course"), vocab_size=180)))


def test_only_merges_that_may_have_room_have_rows_and_all_others_are_counted(page: Page) -> None:
    lesson = long_lesson()
    player = Alone(page, lesson)
    rows, more = player.root.locator(".merges li"), player.root.locator(".history .more").first
    for first in (0, 30):
        player.show({**lesson, "id": f"from {first}", "firstMerge": first, "merges": lesson["merges"][first:]})
        player.press("End")
        shown = player.root.locator(".merges li:not(.out-of-view)").count()
        assert 4 <= shown <= rows.count() <= 2 * shown < lesson["steps"] / 2
        expect(rows.last).to_have_text(re.compile(f"^{lesson['steps']}"))
        expect(more).to_have_text(f"… and {lesson['steps'] - shown} more")


def test_merges_hidden_at_the_start_have_numbers_once_shown(page: Page) -> None:
    lesson = long_lesson()
    player = Alone(page, lesson)
    hidden = page.add_style_tag(content=".history { display: none !important; }")
    player.show({**lesson, "id": "again"})
    player.press("End")
    hidden.evaluate("style => style.remove()")
    player.press("ArrowLeft")
    expect(player.root.locator(".merges li").last).to_have_text(re.compile(f"^{lesson['steps'] - 1}\\D"))


def test_a_step_causes_few_layouts(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    player = Alone(page, long_lesson())
    player.press("End")
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable")

    def layouts() -> float:
        return next(
            metric["value"]
            for metric in metrics.send("Performance.getMetrics")["metrics"]
            if metric["name"] == "LayoutCount"
        )

    counts = []
    for _ in range(9):
        before = layouts()
        player.press("ArrowLeft")
        counts.append(layouts() - before)
        assert player.root.locator(".corpus tr[hidden]").count() > 1  # what is hidden is measured too
    assert statistics.median(counts) <= 7


def test_a_step_writes_only_attributes_that_change(player: Alone) -> None:
    player.press("ArrowRight", "ArrowRight")
    player.root.evaluate("""root => {
        window.records = [];
        const attributeFilter = ["max", "aria-valuetext", "aria-disabled", "title"];
        new MutationObserver((records) => window.records.push(...records)).observe(
            root.querySelector(".controls"), {subtree: true, attributeFilter, attributeOldValue: true});
    }""")
    player.press("ArrowRight")
    same = "({target, attributeName, oldValue}) => target.getAttribute(attributeName) === oldValue"
    assert player.page.evaluate("window.records.length") > 0
    assert player.page.evaluate(f"window.records.filter({same}).map((record) => record.attributeName)") == []


def test_play_is_disabled_without_steps(page: Page) -> None:
    player = Alone(page, {**window(HUG, 0, 1), "steps": 0})
    expect(player.button("Play")).to_have_attribute("aria-disabled", "true")
    player.show({**HUG, "id": "another"})
    expect(player.button("Play")).to_have_attribute("aria-disabled", "false")


def test_more_digits_do_not_move_the_scrubber(page: Page) -> None:
    player = Alone(page, LONG)
    box = player.root.get_by_role("slider").bounding_box()
    player.press("End")
    assert player.step() > 9
    assert player.root.get_by_role("slider").bounding_box() == box


def test_charts_fill_the_available_width(player: Alone) -> None:
    chart = player.root.locator(".curves svg").first
    before = chart.bounding_box()
    player.page.set_viewport_size({"width": 900, "height": 800})
    room = player.root.locator(".curves figure").first
    expect(chart).to_have_attribute("width", str(room.evaluate("one => one.clientWidth")))
    assert before is not None
    assert before["width"] > room.evaluate("one => one.clientWidth")


def test_between_two_points_the_dot_is_on_the_line(page: Page) -> None:
    curves = {**HUG["curves"], "steps": [0, 4, 7]}
    curves["lines"] = [{**line, "values": [line["values"][step] for step in (0, 4, 7)]} for line in curves["lines"]]
    player = Alone(page, {**HUG, "curves": curves})
    player.press("ArrowRight", "ArrowRight")
    player.wait(A_MINUTE)  # at rest
    points, dot = player.root.locator(".curves .point"), player.root.locator(".curves .dot").first
    ends = [float(points.nth(place).get_attribute("cy") or 0) for place in (0, 1)]
    assert float(dot.get_attribute("cy") or 0) == pytest.approx(sum(ends) / 2)
    assert ends[0] != ends[1]


def test_at_its_ends_a_lesson_of_a_plan_leads_to_its_neighbours(player: Alone) -> None:
    player.page.evaluate("() => { window.place.goToLesson = (by) => window.asked.push(`over ${by}`) > 0; }")
    player.press("ArrowLeft")
    assert player.asked == ["over -1"]
    player.press("End")
    player.wait(A_MINUTE)
    player.press("PageDown")
    assert "over 1" in player.asked
    player.press("ArrowLeft")  # which is a normal step
    player.wait(A_MINUTE)
    assert not [asked for asked in player.asked if str(asked).startswith("over")]
    assert player.step() == len(HUG["frames"]) - 2
