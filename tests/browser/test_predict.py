"""Predict, then reveal: counts and winner are hidden until the learner has clicked a pair."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, move_to, resize
from tests.browser.visible_player import Player, choices, close_choices, should_be, trained

HUG = trained("hug")
ASKS = "Which pair is next?"


@pytest.fixture
def player(open_page: OpenPage) -> Player:
    return Player(open_page("/train", scenario="hug", predict=1))


# Notes in each frame what is seen of what comes next; what is noted is each change.
_WATCH_NEXT = """root => {
    window.said = [];
    const look = () => {
        const next = root.querySelector(".next");
        const text = next.checkVisibility({visibilityProperty: true}) ? next.textContent : "";
        if (text !== window.said.at(-1)) window.said.push(text);
        requestAnimationFrame(look);
    };
    look();
}"""


def guess(player: Player, left: str, right: str) -> None:
    player.root.get_by_role("button", name=f"“{left}” + “{right}”", exact=True).click()


def expect_whole_question(player: Player) -> None:
    heading = player.root.locator(".pairs h2")
    expect(heading).to_have_text("Click the most frequent pair")
    assert heading.evaluate("head => head.scrollWidth <= head.clientWidth")


def test_predictions_work_by_mouse_and_keys_and_are_explained(player: Player) -> None:
    score = player.root.locator(".score")
    # On a phone, nothing of the question is cut.
    resize(player.page, {"width": 390, "height": 844})
    player.at(0)
    expect_whole_question(player)
    resize(player.page, {"width": 1280, "height": 800})
    # Counts and winner are hidden before the click.
    seen = player.at(0)
    assert sorted(seen["guesses"]) == sorted(list(row.pair) for row in HUG.at(0).leaderboard)
    assert seen["board"] == []
    assert seen["next"].startswith(ASKS)
    assert all(word["places"] == [] for word in seen["words"])
    expect(player.root.locator(".merges")).to_have_text("None yet. Make your guess first.")
    expect(player.root.locator(".winner, .bar, .count, .tally, .badge:visible")).to_have_count(0)
    # Nothing on the screen reveals the count of 20: no word has that frequency.
    assert "20" not in player.root.inner_text()

    # The right pair is praised, and all is revealed.
    guess(player, "u", "g")
    seen = player.at(0)
    assert seen["next"].startswith("Right! “u” + “g” occurs 20 times (hug 10 + pug 5 + hugs 5 = 20).")
    assert seen["board"] == should_be(HUG, 0)["board"]
    assert seen["words"] == should_be(HUG, 0)["words"]
    expect(score).to_have_text("1 of 1 predictions right")
    expect(player.root.locator(".chosen")).to_contain_text("your choice")

    # The page says why another one is wrong.
    player.press("ArrowRight")
    assert player.at(1)["next"].startswith(ASKS)
    guess(player, "h", "ug")
    assert player.at(1)["next"] == (
        "Not this one. “h” + “ug” occurs 15 times (hug 10 + hugs 5 = 15). "
        "“u” + “n” is more frequent: 16 times (pun 12 + bun 4 = 16)."
    )
    expect(score).to_have_text("1 of 2 predictions right")

    # A step that was answered stays answered.
    player.press("ArrowLeft")
    seen = player.at(0)
    assert seen["guesses"] == []
    assert seen["next"].startswith("Right!")
    player.press("ArrowRight")
    assert player.at(1)["next"].startswith("Not this one.")

    # The key shows the answer first, and then goes on.
    player.press("ArrowRight")
    assert player.at(2)["next"].startswith(ASKS)
    player.press("ArrowRight")
    seen = player.at(2)
    assert seen["board"] == should_be(HUG, 2)["board"]
    assert seen["next"] == should_be(HUG, 2)["next"]
    expect(score).to_have_text("1 of 2 predictions right")  # looking is not predicting
    player.press("ArrowRight")
    assert player.at(3)["guesses"] != []

    # The last step asks nothing.
    for event in HUG.events[3:]:
        guess(player, *event.pair)
        assert player.at(event.rank)["next"].startswith("Right!")
        player.press("ArrowRight")
    assert player.at(7) == should_be(HUG, 7)
    expect(score).to_have_text("5 of 6 predictions right")


def test_playback_asks_reveals_the_answer_and_continues(player: Player) -> None:
    player.choose_speed("4")
    player.root.evaluate(
        """root => {
            const next = root.querySelector(".next");
            window.said = [next.textContent];
            new MutationObserver(() => window.said.push(next.textContent)).observe(next, {childList: true});
        }"""
    )
    player.root.get_by_role("button", name="Play").click()
    seen = player.at(7)
    assert seen == should_be(HUG, 7)
    said = player.page.evaluate("window.said")
    for step in range(7):  # a question at each step, then the right answer
        assert said[2 * step].startswith(ASKS)
        assert said[2 * step + 1] == should_be(HUG, step)["next"]
    expect(player.root.locator(".score")).to_have_text("")


def test_either_pair_of_a_tie_is_right_and_another_lesson_starts_over(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug", predict=1, step=4))
    score = player.root.locator(".score")

    def is_fair(left: str, right: str, begins: str) -> None:
        guess(player, left, right)
        told = player.at(4)["next"]
        assert told.startswith(begins)
        assert "The rule “first seen” decides: the pair that comes first in the corpus." in told
        expect(score).to_have_text("1 of 1 predictions right")
        expect(player.root.locator(".tie .badge")).to_have_text("tie of 2 pairs")

    is_fair("p", "ug", "Right!")
    choices(player.page).get_by_role("radio", name="low · lower · newest").click()
    expect(score).to_have_text("")
    player = Player(player.page)
    close_choices(player.page)
    assert player.at(0, 15)["next"].startswith(ASKS)
    guess(player, "e", "s")  # in newest (6) and widest (3): the paper's first merge
    assert player.at(0, 15)["next"].startswith("Right!")
    expect(score).to_have_text("1 of 1 predictions right")
    choices(player.page).get_by_role("radio", name="hug · pug · pun").click()
    expect(score).to_have_text("")
    player = Player(player.page)
    close_choices(player.page)
    assert player.at(0, 7)["next"].startswith(ASKS)
    player.scrubber.fill("4")
    assert player.at(4)["next"].startswith(ASKS)
    is_fair("hug", "s", "A fair choice!")


def test_the_switch_hides_the_answer_and_is_in_the_url_with_one_beat_per_press_too(
    open_page: OpenPage,
) -> None:
    player = Player(open_page("/train", scenario="hug"))
    switch = player.root.get_by_label("Predict, then reveal")
    switch.check()
    assert player.at(0)["board"] == []
    expect(player.page).to_have_url(re.compile("predict=1"))
    switch.uncheck()
    assert player.at(0) == should_be(HUG, 0)
    expect(player.page).not_to_have_url(re.compile("predict"))
    switch.check()
    player.options().get_by_label("One beat per press").check()
    player.page.mouse.click(5, 400)
    assert player.at(0)["next"].startswith(ASKS)
    guess(player, "u", "g")
    assert player.at(0)["next"].startswith("Right!")
    expect(player.root.locator(".headline")).to_have_text("u+g→ug·20")
    player.press("ArrowRight")
    assert player.at(1)["next"].startswith(ASKS)


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}])
def test_a_presented_lesson_asks_before_each_step_in_large_type(open_page: OpenPage, server: str) -> None:
    player = Player(open_page("/train", scenario="hug", present=1))
    done, next = player.root.locator(".done"), player.root.locator(".next")
    begins = "Start: every word is cut into its characters. The corpus (the text to train on) has 113 tokens."
    expect(done).to_contain_text(begins)
    expect(next).to_be_hidden()
    player.press("PageDown")
    expect(next).to_contain_text("Next: “u” + “n”")
    player.press("Home")
    expect(next).to_be_hidden()
    player = Player(open_page("/train", scenario="hug", present=1, predict=1))
    expect(done).to_contain_text(begins)
    expect(next).to_be_hidden()
    expect(player.root.locator(".count, .tally, .badge:visible")).to_have_count(0)
    player.press("PageDown")
    expect(next).to_have_text(ASKS)
    expect_whole_question(player)
    assert next.evaluate("line => parseFloat(getComputedStyle(line).fontSize)") >= 30  # from the last row
    player.press("PageDown")
    assert player.at(0)["next"].startswith("Next: “u” + “g”")
    player.press("PageDown")
    assert player.at(1)["next"].startswith(ASKS)

    move_to(player.page, server, "/train", scenario="low", present=1, predict=1)
    player = Player(player.page)
    player.at(0, 15)
    expect(next).to_be_hidden()
    player.root.evaluate(_WATCH_NEXT)
    player.root.get_by_role("button", name="Play").click()
    player.page.wait_for_function("() => window.said.length > 2")
    nothing, question, answer, *_rest = player.page.evaluate("window.said")
    assert (nothing, question) == ("", ASKS)
    assert answer.startswith("Next: “e” + “s”")


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}])
def test_a_presented_lesson_shows_whole_sums_no_focus_rings_and_an_exit(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug"))
    player.press("f", "PageDown")
    player.at(1)
    expect(player.root.locator("button:focus-visible")).to_have_count(0)
    expect(player.button("Present")).to_have_count(0)
    player.press("Home")
    for step in range(7):
        player.at(step)
        row, terms = (player.root.locator(f".winner {part}") for part in (".measure", ".terms"))
        tally = player.root.locator(".winner .tally")
        assert tally.evaluate("one => one.scrollHeight <= one.clientHeight + 2 && one.scrollWidth <= one.clientWidth")
        place, shown = row.bounding_box(), terms.bounding_box()
        assert place
        assert shown
        assert shown["y"] + shown["height"] <= place["y"] + place["height"] + 2
        player.press("ArrowRight")
    player.button("Exit").click()
    expect(player.root.get_by_role("dialog")).to_have_count(0)
    expect(player.button("Present")).to_be_visible()
