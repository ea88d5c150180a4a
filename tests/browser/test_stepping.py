"""Stepping through hug, pug, pun: the same picture by every route, and the one that the engine computed."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage, visit
from tests.browser.seen import Player, should_be, trained
from tools.browser import wait_until_idle

STEPS = 7


@pytest.fixture
def player(open_page: OpenPage) -> Player:
    """The first lesson, freshly opened."""
    return Player(open_page("/train", scenario="hug"))


HUG = [should_be(trained("hug"), step) for step in range(STEPS + 1)]


def test_what_the_engine_says_of_hug_is_what_the_course_says() -> None:
    # The oracle of the tests below, checked against the published example.
    assert [state["merges"][-1] for state in HUG[1:]] == [
        ["u", "g", "ug"], ["u", "n", "un"], ["h", "ug", "hug"], ["p", "un", "pun"],
        ["p", "ug", "pug"], ["hug", "s", "hugs"], ["b", "un", "bun"],
    ]  # fmt: skip
    assert [(state["board"][0]["count"]) for state in HUG[:-1]] == ["20", "16", "15", "12", "5", "5", "4"]
    assert [word["tokens"] for word in HUG[3]["words"]] == [
        ["hug"], ["p", "ug"], ["p", "un"], ["b", "un"], ["hug", "s"],
    ]  # fmt: skip


def test_buttons_step_to_the_end_and_back(player: Player) -> None:
    assert player.at(0) == HUG[0]
    for step in range(1, STEPS + 1):
        player.button("Next").click()
        assert player.at(step) == HUG[step]
    player.button("Next").click()  # there is no more: the last step stays
    assert player.at(STEPS) == HUG[STEPS]
    for step in reversed(range(STEPS)):
        player.button("Back").click()
        assert player.at(step) == HUG[step]
    player.button("Back").click()
    assert player.at(0) == HUG[0]
    player.button("Last").click()
    assert player.at(STEPS) == HUG[STEPS]
    player.button("First").click()
    assert player.at(0) == HUG[0]


@pytest.mark.parametrize(("forward", "back"), [("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp")])
def test_keys_step_to_the_end_and_back(player: Player, forward: str, back: str) -> None:
    for step in range(1, STEPS + 1):
        player.press(forward)
        assert player.at(step) == HUG[step]
    for step in reversed(range(STEPS)):
        player.press(back)
        assert player.at(step) == HUG[step]
    player.press("End")
    assert player.at(STEPS) == HUG[STEPS]
    player.press("Home")
    assert player.at(0) == HUG[0]


def test_the_picture_follows_the_scrubber_while_it_is_dragged(player: Player) -> None:
    box = player.scrubber.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    thumb = 16  # its centre moves between half a thumb from both ends

    def place(step: int) -> float:
        return box["x"] + thumb / 2 + (box["width"] - thumb) * step / STEPS

    mouse = player.page.mouse
    mouse.move(place(0), middle)
    mouse.down()
    for step in (1, 3, 4, 7, 5, 2):
        mouse.move(place(step), middle)
        assert player.at(step) == HUG[step]  # the button is still down
    mouse.up()
    assert player.at(2) == HUG[2]


@pytest.mark.parametrize("step", [3])
def test_a_link_opens_its_step(open_page: OpenPage, step: int) -> None:
    player = Player(open_page("/train", scenario="hug", step=step))
    assert player.at(step) == HUG[step]
    player.press("ArrowLeft")
    assert player.at(step - 1) == HUG[step - 1]


def test_a_click_on_a_merge_goes_there(player: Player) -> None:
    player.press("End")
    for step in (2, 1):
        player.root.locator(".merges button").nth(step - 1).click()
        assert player.at(step) == HUG[step]


def test_dropped_symbols_are_struck_through(open_page: OpenPage) -> None:
    training = trained("low")
    player = Player(open_page("/train", scenario="low"))
    for step in range(6):
        assert player.at(step) == should_be(training, step)
        player.press("ArrowRight")
    player.press("Home", "ArrowRight")
    struck = player.root.locator(".chips .dropped")
    expect(struck).to_have_text(["s"])
    expect(struck).to_have_css("text-decoration-line", "line-through")


def test_the_places_of_a_merge_and_the_new_token_are_outlined(player: Player) -> None:
    """On the screen, not in the markup: a dashed frame around exactly two tokens, a ring around the new one."""
    frames = player.root.locator(".hit").evaluate_all(
        """hits => hits.map((hit) => {
            const box = hit.getBoundingClientRect();
            const inside = [...hit.closest(".row").querySelectorAll(".token")].filter((token) => {
                const one = token.getBoundingClientRect();
                return one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom;
            });
            return [getComputedStyle(hit).borderTopStyle, ...inside.map((token) => token.textContent)];
        })"""
    )
    assert frames == [["dashed", "u", "g"]] * 3
    player.press("ArrowRight")
    ring = "token => [getComputedStyle(token).outlineStyle, parseFloat(getComputedStyle(token).outlineWidth) >= 2]"
    fresh = player.root.locator(".corpus .fresh")
    expect(fresh).to_have_text(["ug"] * 3)
    assert [token.evaluate(ring) for token in fresh.all()] == [["solid", True]] * 3
    others = player.root.locator(".corpus .token:not(.fresh)")
    assert all(token.evaluate("token => getComputedStyle(token).outlineStyle") == "none" for token in others.all())


def test_a_token_has_the_same_colour_everywhere(player: Player) -> None:
    player.press("End")
    colours = player.root.evaluate(
        """root => {
            const colours = {};
            for (const token of root.querySelectorAll(".token:not(.fresh)"))
                (colours[token.textContent] ??= new Set()).add(getComputedStyle(token).backgroundColor);
            return Object.entries(colours).map(([token, found]) => [token, [...found]]);
        }"""
    )
    assert all(len(found) == 1 for _token, found in colours)
    different = {found[0] for _token, found in colours}
    assert len(different) == len(colours) > 8


def test_bars_are_as_long_as_their_counts(player: Player) -> None:
    rows = player.root.locator(".board .pair").evaluate_all(
        "rows => rows.map(row => [Number(row.querySelector('.count').textContent), "
        "row.querySelector('.bar').getBoundingClientRect().toJSON()])"
    )
    assert [count for count, _bar in rows] == [20, 17, 16, 15, 5, 4]
    longest = rows[0][1]
    for count, bar in rows:
        assert bar["width"] / longest["width"] == pytest.approx(count / 20, abs=0.01)
        assert bar["left"] == pytest.approx(longest["left"], abs=1)


def test_the_leaderboard_tells_which_words_a_count_came_from(player: Player) -> None:
    tally = player.root.locator(".board .winner .tally")
    expect(tally).to_contain_text("hug 10 + pug 5 + hugs 5 = 20")
    expect(tally).to_contain_text("merges next")


def test_playing_goes_to_the_end_and_stops_there(player: Player) -> None:
    player.root.get_by_label("Speed").select_option("4")
    player.root.evaluate(
        """root => {
            window.seen = [];
            const where = root.querySelector(".where");
            new MutationObserver(() => window.seen.push(where.textContent)).observe(where, {childList: true});
        }"""
    )
    player.root.get_by_role("button", name=re.compile("Play")).click()
    expect(player.root.get_by_role("button", name=re.compile("Pause"))).to_be_visible()
    expect(player.root.locator(".where")).to_have_text("Step 7 of 7")
    expect(player.root.get_by_role("button", name=re.compile("Play"))).to_be_visible()
    assert player.page.evaluate("window.seen") == [f"Step {step} of 7" for step in range(1, 8)]
    assert player.seen() == HUG[STEPS]


def test_space_plays_and_stops(player: Player) -> None:
    player.root.get_by_label("Speed").select_option("4")
    player.page.mouse.click(5, 400)  # nothing is focused
    player.press(" ")
    expect(player.root.get_by_role("button", name=re.compile("Pause"))).to_be_visible()
    player.press(" ")
    expect(player.root.get_by_role("button", name=re.compile("Play"))).to_be_visible()


def test_each_step_is_told_to_screen_readers(player: Player) -> None:
    status = player.root.locator(".said [role=status]")
    expect(status).to_have_attribute("aria-live", "polite")
    status.evaluate("element => { window.announcer = element; }")
    for step in (1, 2):
        player.press("ArrowRight")
        expect(status).to_contain_text(HUG[step]["done"])
        expect(status).to_contain_text(HUG[step]["next"])
    # The very same element: one that is replaced says nothing.
    assert status.evaluate("element => element === window.announcer")
    expect(player.scrubber).to_have_attribute("aria-valuetext", "Step 2 of 7")


def test_stepping_asks_nothing_of_the_server_until_the_learner_rests(open_page: OpenPage, page: Page) -> None:
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    player = Player(open_page("/train", scenario="hug"))
    before = len(sent)
    shown = player.root.evaluate(
        """async (root) => {
            const shown = [];
            for (let press = 0; press < 7; press++) {
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
                await new Promise(requestAnimationFrame);
                shown.push(root.querySelector(".where").textContent);
            }
            return shown;
        }"""
    )
    assert shown == [f"Step {step} of 7" for step in range(1, 8)]
    assert len(sent) == before
    # Resting, the learner's step goes into the address, and once to the server, which marks it in the charts.
    expect(page).to_have_url(re.compile("step=7"))
    wait_until_idle(page)
    assert len(sent) - before <= 1


def test_the_address_follows_the_learner_and_a_reload_shows_the_same(player: Player) -> None:
    page = player.page
    player.press("ArrowRight", "ArrowRight", "ArrowRight")
    expect(page).to_have_url(re.compile(r"[?&]step=3(&|$)"))
    assert parse_qs(urlsplit(page.url).query) == {"scenario": ["hug"], "step": ["3"]}
    page.reload()
    assert player.at(3) == HUG[3]


def test_keys_do_nothing_while_a_learner_types(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="text", text="low lower lowest")
    player = Player(page)
    steps = int(player.scrubber.get_attribute("max") or 0)
    box = page.get_by_role("textbox", name="Your text")
    box.click()
    player.press("Home", "ArrowRight", "ArrowRight", "End", "PageDown", " ", "x")
    expect(box).to_have_value("low lower lowest x")
    player.at(0, steps)
    box.blur()


def test_a_second_lesson_starts_at_its_first_step(player: Player) -> None:
    player.press("End")
    player.at(STEPS)
    player.page.get_by_role("radio", name="low · lower · newest").or_(
        player.page.get_by_role("button", name="low · lower · newest")
    ).first.click()
    expect(player.root.locator(".where")).to_have_text("Step 0 of 15")
    assert player.seen() == should_be(trained("low"), 0)
    player.page.wait_for_function("location.search.includes('scenario=low') && !location.search.includes('step=')")


@pytest.mark.parametrize("pause", [0, 400])
def test_leaving_right_after_a_step_leads_there(page: Page, server: str, pause: int) -> None:
    # What the page says is held back from the click on, as by a server that has no time for it: the page stays a while.
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
    page.get_by_role("link", name="Encode", exact=True).click()
    page.wait_for_timeout(700)  # longer than the player rests before it tells the server where it is
    holding = False
    for message in held:
        servers[-1].send(message)
        page.wait_for_timeout(pause)
    page.get_by_role("combobox", name="Tokenizer").click()
    if pause:  # the server had the time to learn of the step
        expect(page.get_by_role("option", name="The one you trained, after step 1")).to_be_visible()
