"""Stepping through hug, pug, pun: the same picture by every route, as computed by the engine."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage, visit, watch
from tests.browser.visible_player import (
    Player,
    arrive,
    becomes,
    choices,
    page_link,
    query,
    reload,
    rest,
    should_be,
    trained,
)
from tools.app_server import AppServer
from tools.browser import WATCH_SOCKET, wait_until_idle

STEPS = 7


@pytest.fixture
def player(open_page: OpenPage) -> Player:
    """Return the first lesson, newly opened."""
    return Player(open_page("/train", scenario="hug"))


@pytest.fixture(scope="module")
def kept_page(browser: Browser, app_server: AppServer) -> Iterator[tuple[Page, list[str]]]:
    """Yield one page with the first lesson, and the errors on it."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.add_init_script(WATCH_SOCKET)
    wrong: list[str] = []
    watch(page, wrong)
    visit(page, app_server.url, "/train", scenario="hug")
    yield page, wrong
    page.close()


@pytest.fixture
def steps(kept_page: tuple[Page, list[str]]) -> Iterator[Player]:
    """Return the first lesson at its first step, on a page shared by tests that only step."""
    page, wrong = kept_page
    player = Player(page)
    player.button("First").click(force=True)  # it may look disabled
    player.choose_speed("1")
    player.at(0)
    yield player
    assert wrong == []


HUG = [should_be(trained("hug"), step) for step in range(STEPS + 1)]


def test_the_merges_of_hug_are_those_of_the_course() -> None:
    # The oracle of the tests below, checked against the published example.
    assert [state["merges"][-1] for state in HUG[1:]] == [
        ["u", "g", "ug"], ["u", "n", "un"], ["h", "ug", "hug"], ["p", "un", "pun"],
        ["p", "ug", "pug"], ["hug", "s", "hugs"], ["b", "un", "bun"],
    ]  # fmt: skip
    assert [(state["board"][0]["count"]) for state in HUG[:-1]] == ["20", "16", "15", "12", "5", "5", "4"]
    assert [word["tokens"] for word in HUG[3]["words"]] == [
        ["hug"], ["p", "ug"], ["p", "un"], ["b", "un"], ["hug", "s"],
    ]  # fmt: skip


def test_buttons_step_to_the_end_and_back(steps: Player) -> None:
    assert steps.at(0) == HUG[0]
    for step in range(1, STEPS + 1):
        steps.button("Next").click()
        assert steps.at(step) == HUG[step]
    steps.button("Next").click(force=True)  # it looks disabled at the end: the last step stays
    assert steps.at(STEPS) == HUG[STEPS]
    for step in reversed(range(STEPS)):
        steps.button("Back").click()
        assert steps.at(step) == HUG[step]
    steps.button("Back").click(force=True)
    assert steps.at(0) == HUG[0]
    steps.button("Last").click()
    assert steps.at(STEPS) == HUG[STEPS]
    steps.button("First").click()
    assert steps.at(0) == HUG[0]


def test_buttons_look_disabled_at_the_ends_and_keep_the_focus(steps: Player) -> None:
    ends = {
        0: {"First": "true", "Back": "true", "Next": "false", "Last": "false"},
        1: dict.fromkeys(("First", "Back", "Next", "Last"), "false"),
        STEPS: {"First": "false", "Back": "false", "Next": "true", "Last": "true"},
    }
    for step, disabled in ends.items():
        steps.press("Home", *["ArrowRight"] * step)
        steps.at(step)
        assert {name: steps.button(name).get_attribute("aria-disabled") for name in disabled} == disabled
    steps.press("ArrowLeft")
    steps.button("Next").focus()
    steps.page.keyboard.press("Enter")
    steps.at(STEPS)
    expect(steps.button("Next")).to_be_focused()
    steps.page.keyboard.press("Enter")
    assert steps.at(STEPS) == HUG[STEPS]


@pytest.mark.parametrize(("forward", "back"), [("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp")])
def test_keys_step_to_the_end_and_back(steps: Player, forward: str, back: str) -> None:
    for step in range(1, STEPS + 1):
        steps.press(forward)
        assert steps.at(step) == HUG[step]
    for step in reversed(range(STEPS)):
        steps.press(back)
        assert steps.at(step) == HUG[step]
    steps.press("End")
    assert steps.at(STEPS) == HUG[STEPS]
    steps.press("Home")
    assert steps.at(0) == HUG[0]


def test_the_picture_follows_a_dragged_scrubber(steps: Player) -> None:
    box = steps.scrubber.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    thumb = 16  # its centre moves between half a thumb from both ends

    def place(step: int) -> float:
        return box["x"] + thumb / 2 + (box["width"] - thumb) * step / STEPS

    mouse = steps.page.mouse
    mouse.move(place(0), middle)
    mouse.down()
    for step in (1, 3, 4, 7, 5, 2):
        mouse.move(place(step), middle)
        assert steps.at(step) == HUG[step]  # the button is still down
    mouse.up()
    assert steps.at(2) == HUG[2]


def test_a_step_beyond_the_last_shows_the_last_with_a_notice(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug", step=99)
    player = Player(page)
    assert player.at(STEPS) == HUG[STEPS]
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("There is no step 99: this training ends at step 7.")
    expect(page).to_have_url(re.compile("step=7$"))
    choose(page, "low · lower · newest")
    player.at(0, 15)
    expect(alert).to_have_count(0)


def choose(page: Page, scenario: str) -> None:
    choices(page).get_by_role("radio", name=scenario).or_(page.get_by_role("button", name=scenario)).first.click()


def test_a_click_on_a_merge_goes_to_its_step(steps: Player) -> None:
    steps.press("End")
    for step in (2, 1):
        steps.root.locator(".merges button").nth(step - 1).click()
        assert steps.at(step) == HUG[step]


def test_dropped_symbols_are_struck_through(go_to: OpenPage) -> None:
    training = trained("low", drop_unused=True)
    player = Player(go_to("/train", scenario="low", drop=1))
    for step in range(6):
        assert player.at(step) == should_be(training, step)
        player.press("ArrowRight")
    player.press("Home", "ArrowRight")
    struck = player.root.locator(".chips .dropped")
    expect(struck).to_have_text(["s"])
    expect(struck).to_have_css("text-decoration-line", "line-through")


def test_the_places_of_a_merge_and_the_new_tokens_are_outlined(steps: Player) -> None:
    """On the screen, not in the markup: a dashed frame around exactly two tokens, a ring around the new one."""
    frames = steps.root.locator(".hit").evaluate_all(
        """hits => hits.map((hit) => {
            const box = hit.getBoundingClientRect();
            const inside = [...hit.closest(".row").querySelectorAll(".token")].filter((token) => {
                const one = token.getBoundingClientRect();
                return one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom;
            });
            return [getComputedStyle(hit).outlineStyle, ...inside.map((token) => token.textContent)];
        })"""
    )
    assert frames == [["dashed", "u", "g"]] * 3
    steps.press("ArrowRight")
    ring = "token => [getComputedStyle(token).outlineStyle, parseFloat(getComputedStyle(token).outlineWidth) >= 2]"
    fresh = steps.root.locator(".corpus .new-token")
    expect(fresh).to_have_text(["ug"] * 3)
    assert [token.evaluate(ring) for token in fresh.all()] == [["solid", True]] * 3
    others = steps.root.locator(".corpus .token:not(.new-token)")
    assert all(token.evaluate("token => getComputedStyle(token).outlineStyle") == "none" for token in others.all())


def test_a_token_has_the_same_colour_everywhere(steps: Player) -> None:
    steps.press("End")
    steps.at(7)
    colours = steps.root.evaluate(
        """root => {
            const colours = {};
            for (const token of root.querySelectorAll(".token:not(.new-token)"))
                (colours[token.textContent] ??= new Set()).add(getComputedStyle(token).backgroundColor);
            return Object.entries(colours).map(([token, found]) => [token, [...found]]);
        }"""
    )
    assert all(len(found) == 1 for _token, found in colours)
    different = {found[0] for _token, found in colours}
    assert len(different) == len(colours) > 8


def test_bars_are_proportional_to_their_counts(steps: Player) -> None:
    rows = steps.root.locator(".board .pair").evaluate_all(
        "rows => rows.map(row => [Number(row.querySelector('.count').textContent), "
        "row.querySelector('.bar').getBoundingClientRect().toJSON()])"
    )
    assert [count for count, _bar in rows] == [20, 17, 16, 15, 5, 4]
    longest = rows[0][1]
    for count, bar in rows:
        assert bar["width"] / longest["width"] == pytest.approx(count / 20, abs=0.01)
        assert bar["left"] == pytest.approx(longest["left"], abs=1)


def test_the_leaderboard_shows_which_words_a_count_comes_from(steps: Player) -> None:
    tally = steps.root.locator(".board .winner .tally")
    expect(tally).to_contain_text("hug 10 + pug 5 + hugs 5 = 20")
    expect(tally).to_contain_text("merges next")


def test_playback_stops_at_the_end(steps: Player) -> None:
    steps.choose_speed("4")
    button = steps.root.get_by_role("button", name=re.compile("Play"))
    steps.root.evaluate(
        """root => {
            window.seen = [];
            const where = root.querySelector(".where");
            new MutationObserver(() => window.seen.push(where.textContent)).observe(where, {childList: true});
        }"""
    )
    button.click()
    expect(steps.root.locator(".where")).to_have_text("Step 7 of 7")
    expect(button).to_be_visible()
    assert steps.page.evaluate("window.seen") == [f"Step {step} of 7" for step in range(1, 8)]
    assert steps.at(STEPS) == HUG[STEPS]


def test_space_starts_and_stops_playback(steps: Player) -> None:
    steps.choose_speed("0.5")  # so slow that a busy machine sees it playing
    steps.press(" ")
    expect(steps.root.get_by_role("button", name=re.compile("Pause"))).to_be_visible()
    steps.press(" ")
    expect(steps.root.get_by_role("button", name=re.compile("Play"))).to_be_visible()


def test_each_step_is_announced_to_screen_readers(steps: Player) -> None:
    status = steps.root.locator(".explanation [role=status]")
    expect(status).to_have_attribute("aria-live", "polite")
    status.evaluate("element => { window.announcer = element; }")
    for step in (1, 2):
        steps.press("ArrowRight")
        expect(status).to_contain_text(HUG[step]["done"])
        expect(status).to_contain_text(HUG[step]["next"])
    # The same element: a replaced one is not announced.
    assert status.evaluate("element => element === window.announcer")
    expect(steps.scrubber).to_have_attribute("aria-valuetext", "Step 2 of 7")


def test_stepping_requests_nothing_and_a_reload_shows_the_same(
    open_page: OpenPage,
) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    shown = player.root.evaluate(
        """(root) => {
            const send = WebSocket.prototype.send;
            const shown = [];
            window.asked = 0;
            WebSocket.prototype.send = function (data) { window.asked++; return send.call(this, data); };
            for (let press = 0; press < 7; press++) {
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
                shown.push(root.querySelector(".where").textContent);
            }
            return shown;
        }"""
    )
    assert shown == [f"Step {step} of 7" for step in range(1, 8)]
    expect(page).to_have_url(re.compile("step=7"))  # as soon as the learner rests
    wait_until_idle(page)
    assert page.evaluate("window.asked") == 0
    player.press(*["ArrowLeft"] * 4)
    becomes(lambda: query(page), {"scenario": "hug", "step": "3"})
    reload(page)
    assert player.at(3) == HUG[3]
    player.press("ArrowLeft")
    assert player.at(2) == HUG[2]


def test_keys_do_not_step_while_a_learner_types(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="text", text="low lower lowest")
    player = Player(page)
    steps = player.steps()
    box = choices(page).get_by_role("textbox", name="Your text")
    box.click()
    player.press("Home", "ArrowRight", "ArrowRight", "End", " ", "x")
    expect(box).to_have_value("low lower lowest x")
    player.at(0, steps)
    player.press("PageDown")  # a clicker's key, which nobody types
    player.at(1, steps)
    box.blur()


def test_a_second_lesson_starts_at_its_first_step(player: Player) -> None:
    player.press("End")
    player.at(STEPS)
    choose(player.page, "low · lower · newest")
    assert player.at(0, 15) == should_be(trained("low"), 0)
    becomes(lambda: query(player.page), {"scenario": "low"})


@pytest.mark.parametrize("pause", [0, 400])
def test_a_link_followed_right_after_a_step_opens_its_page(page: Page, server: str, pause: int) -> None:
    # From the click on, messages of the page are held back, as by a slow server: the page stays a while.
    held: list[str | bytes] = []
    holding = False
    servers: list[WebSocketRoute] = []

    def relay(socket: WebSocketRoute) -> None:
        servers.append(socket.connect_to_server())
        socket.on_message(lambda message: held.append(message) if holding else servers[-1].send(message))

    page.route_web_socket("**", relay)
    visit(page, server, "/train", scenario="hug")
    page.keyboard.press("ArrowRight")
    holding = True
    page_link(page, "Encode").click()
    rest(page)
    holding = False
    for message in held:
        servers[-1].send(message)
        page.wait_for_timeout(pause)
    arrive(page, "/encode")
    choices(page).get_by_role("combobox", name="Tokenizer").click()
    if pause:  # the server had the time to learn of the step
        expect(page.get_by_role("option", name="The one you trained, after step 1")).to_be_visible()


def test_keys_step_after_a_tokenizer_was_chosen(go_to: OpenPage) -> None:
    page = go_to("/encode", sample="unhugs")
    choices(page).get_by_role("combobox", name="Tokenizer").click()
    page.get_by_role("option", name="T5 (Unigram)").click()
    player = Player(page)
    expect(player.button("Next")).to_be_focused()
    player.press("ArrowRight", "PageDown", "ArrowLeft", "PageDown")
    player.at(2)


def test_a_clicker_steps_while_and_after_a_cell_is_edited(open_page: OpenPage) -> None:
    page = open_page("/train")
    choices(page).get_by_text("Words and frequencies").click()
    for _attempt in range(10):  # while the table still moves or is redrawn, a click may miss
        page.locator(".dvn-scroller").click(position={"x": 250, "y": 52})
        with suppress(AssertionError):
            expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_text("10", timeout=1_000)
            break
    player = Player(page)
    player.press("PageDown", "PageDown")
    player.at(2, 7)
    page.keyboard.press("5")
    editor = page.locator("input.gdg-input")
    expect(editor).to_be_focused()
    expect(editor).to_have_value("5")
    player.press("PageDown")  # without effect while a number is typed
    wait_until_idle(page)  # the table accepts the number a moment after it appears
    player.press("Enter")
    expect(page).to_have_url(re.compile("words=hug%3A5"))
    player = Player(page)
    player.press("PageDown")
    player.at(1, 8)


def test_a_pair_that_a_step_does_not_change_is_not_redrawn(steps: Player) -> None:
    # The response to a prediction names the winner, a different one at each step.
    # of b + u, which the first merge does not change
    tally = steps.page.locator(".tally", has_text=re.compile("^bun 4$"))
    row = steps.root.locator(".board li", has=tally)
    row.evaluate("row => { row.isTheSame = true; }")
    steps.button("Next").click()
    steps.at(1)
    assert row.evaluate("row => row.isTheSame")


def test_a_step_redraws_only_what_it_changes(steps: Player) -> None:
    # h + ug merges, p + un is next, and un is no longer new. Unchanged: all five words with p ug, b and s, and three of
    # the pairs.
    shown = ["tbody tr", "tbody .token", ".board li"]
    steps.press("ArrowRight", "ArrowRight")
    steps.at(2)
    mark = "(player, shown) => shown.forEach((one) => player.querySelectorAll(one).forEach((each) => (each.isOld = 1)))"
    steps.root.evaluate(mark, shown)
    steps.press("ArrowRight")
    steps.at(3)
    old = "(player, shown) => shown.map((one) => [...player.querySelectorAll(one)].filter(({ isOld }) => isOld).length)"
    becomes(lambda: steps.root.evaluate(old, shown), [5, 4, 3])


def test_a_step_styles_again_only_what_it_changes(steps: Player, browser: Browser) -> None:
    steps.press("ArrowRight", "ArrowRight")
    steps.at(2)
    browser.start_tracing(page=steps.page, categories=["disabled-by-default-devtools.timeline.invalidationTracking"])
    steps.press("ArrowRight")
    steps.at(3)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [event["args"]["data"] for event in events if event["name"] == "StyleRecalcInvalidationTracking"]
    tokens = {one["nodeId"] for one in styled if one["nodeName"].startswith("SPAN class='token")}
    assert 0 < len(tokens) < steps.root.locator(".token").count() / 2
