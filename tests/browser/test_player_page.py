"""The player's layout: what matters is on the first screen, and stays in place while other things happen."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, move_to, resize, turn, visit
from tests.browser.visible_player import READ, Player, becomes, choices, should_be, trained
from tools.browser import wait_until_idle
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS

PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 375, "height": 667}

# Positions to the pixel: [left, top] of each part, and of every word and candidate. On a phone, words without room
# scroll to what merges next: their positions are relative to the words.
_PLACES = """(root) => {
    const at = (element) => {
        const box = element.getBoundingClientRect();
        let top = box.top;
        for (let around = element.parentElement; around && root.contains(around); around = around.parentElement)
            top += around.scrollTop;
        return [Math.round(box.left), Math.round(top)];
    };
    const names = {
        controls: ".controls button, .controls input", headline: ".headline", sum: ".sum", told: ".message",
        corpus: ".corpus", words: ".corpus tbody tr", pairs: ".pairs", head: ".head", board: ".board li",
        known: ".known", past: ".history",
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

LARGE = ("article4",)
LESSONS = [
    # Lessons with few words, all of them shown: with more, the words that a merge changes differ at each step.
    *(("/train", {"scenario": key}) for key, scenario in SCENARIOS.items() if scenario.ready and key not in LARGE),
    *(("/train", {"scenario": "hug", "algorithm": key}) for key in ALGORITHMS if key != "bpe"),
    ("/encode", {"sample": "unhug pug"}),
]


def test_parts_keep_their_places_at_every_step(go_to: OpenPage, server: str) -> None:
    page = go_to("/train")
    moved = []
    for place, (path, query) in enumerate(LESSONS):
        move_to(page, server, path, **query)
        player = Player(page)
        for size in (PROJECTOR, PHONE) if query == {"scenario": "hug"} else [(PROJECTOR, PHONE)[place % 2]]:
            page.set_viewport_size(size)
            player.press("Home")
            player.at(0)
            wait_until_idle(page)
            first, *others = player.root.evaluate(_WALK)
            assert others
            for step, places in enumerate(others, 1):
                for name, there in places.items():  # of rows, as many as both steps have
                    count = min(len(there), len(first[name])) if name in ("words", "board") else None
                    if there[:count] != first[name][:count]:
                        moved.append((path, query, size, step, name))
    assert moved == []


_BOTTOM = """((root, selector) => Math.max(...[...root.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect().bottom)))"""


def bottom(player: Player, selector: str) -> float:
    """Return the bottom edge of the lowest element."""
    lowest: float = player.root.evaluate(_BOTTOM, selector)
    return lowest


def test_at_the_start_both_explanations_share_the_width(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug")
    player = Player(page)
    player.at(0)
    for width in (1280, 820):
        resize(page, {"width": width, "height": 800})
        parts = (player.root.locator(part) for part in (".stage > .explanation", ".done", ".next"))
        band, done, following = (part.bounding_box() for part in parts)
        assert band is not None
        assert done is not None
        assert following is not None
        assert done["x"] < band["x"] + 0.1 * band["width"]
        assert done["x"] + done["width"] <= following["x"]
        assert following["x"] + following["width"] > band["x"] + 0.9 * band["width"]
        expect(player.root.locator(".headline")).to_be_hidden()
    player.press("ArrowRight")
    player.at(1)
    expect(player.root.locator(".headline")).to_be_visible()


@pytest.mark.parametrize("view", [PHONE])
def test_on_a_phone_the_next_merge_is_named_once_and_words_stay_in_place(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="hug"))
    player.at(0)
    words = player.root.locator(".corpus tbody")
    expect(player.root.locator(".headline")).to_contain_text("Next: “u” + “g”")
    said = player.root.locator(".next").bounding_box()
    assert said is not None
    assert said["width"] <= 1  # for screen readers, which skip the headline
    before = words.bounding_box()
    player.press("ArrowRight")
    player.at(1)
    player.is_still()
    expect(player.root.locator(".headline")).to_contain_text("→")
    after = words.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] == pytest.approx(before["y"], abs=1)


@pytest.mark.parametrize("view", [PROJECTOR])
def test_the_first_lesson_fits_one_screen_and_so_do_its_tokens_in_large_type(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    shown = ".controls, .explanation, .corpus tr, .board li, .chips .token, .merges li"
    found = player.at_each_step(f"(root) => [{_BOTTOM}(root, '{shown}'), ({READ})(root).words.length]")
    assert [step for step, (low, words) in enumerate(found) if low > PROJECTOR["height"] or words != 5] == []
    assert len(found) == 8
    page.get_by_text("Large type", exact=True).click()
    expect(page.locator("html")).to_have_css("font-size", "21.6px")
    wait_until_idle(page)
    assert bottom(player, ".corpus .token") <= PROJECTOR["height"]


# In the languages with the longest texts, and the first lesson in English too.
@pytest.mark.parametrize("view", [PHONE])
def test_on_a_phone_everything_is_above_controls_in_reach_of_the_thumb(go_to: OpenPage, server: str) -> None:
    page = go_to("/train")
    for path, query in (
        ("/train", {"scenario": "hug", "lang": "en"}),
        ("/train", {"scenario": "hug", "lang": "ru"}),
        ("/train", {"scenario": "low", "lang": "vi"}),
        ("/train", {"scenario": "course", "lang": "ru"}),
        ("/decode", {"lang": "en"}),
    ):
        page.set_viewport_size(PHONE)
        move_to(page, server, path, **query)
        player = Player(page)
        player.walk(0)  # where the lesson before it in another language stood, it stands too
        controls = player.root.locator(".controls").bounding_box()
        assert controls is not None
        shown = ".headline, .sum, .done, .next, .winner"
        if query.get("scenario") == "hug":
            shown += ", .corpus tr, .board li"
        lowest = player.at_each_step(f"(root) => {_BOTTOM}(root, '{shown}')")
        assert len(lowest) == player.steps() + 1
        assert [step for step, low in enumerate(lowest) if low > controls["y"]] == [], (path, query)
        for size in (PHONE, SMALL_PHONE) if path == "/train" else ():
            page.set_viewport_size(size)
            player.walk(2)
            wait_until_idle(page)
            expect(player.root.locator(".where")).to_contain_text("2")
            player.is_still()
            controls = player.root.locator(".controls").bounding_box()
            assert controls is not None
            assert controls["y"] + controls["height"] == pytest.approx(size["height"], abs=1), query
            assert bottom(player, ".headline, .sum, tbody, .candidates") <= controls["y"], query


@pytest.mark.parametrize("view", [SMALL_PHONE])
def test_on_a_phone_the_place_of_the_next_merge_is_always_visible(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="course"))
    player.walk(0)
    is_in_sight = player.at_each_step(
        """(root) => {
            const room = root.querySelector("tbody").getBoundingClientRect();
            const happens = root.querySelector("tbody .hit") ?? root.querySelector("tbody .new-token");
            const { top, bottom } = happens.getBoundingClientRect();
            return top >= room.top - 1 && bottom <= room.bottom + 1;
        }"""
    )
    assert is_in_sight == [True] * 20


@pytest.mark.parametrize("view", [PHONE])
def test_on_a_phone_the_symbols_of_bytes_are_explained_in_full(open_page: OpenPage, server: str) -> None:
    page = open_page("/train")
    text = {"scenario": CUSTOM_TEXT, "text": "мост мосты мосту", "vocab": 262}
    # the languages with the shortest and the longest texts
    for language, show in product(("en", "ru"), ("text", "symbols")):
        move_to(page, server, "/train", **text, lang=language, notation=show)
        player = Player(page)
        said = player.root.locator(".corpus h2 + .more")
        expect(said).not_to_be_empty()
        assert said.evaluate("line => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight")
        controls = player.root.locator(".controls").bounding_box()
        assert controls is not None
        assert bottom(player, ".headline, .sum, tbody, .candidates") <= controls["y"], (language, show)


def test_choices_follow_the_player_in_tab_order_and_open_over_it(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug")
    player = Player(page)
    player.walk(0)
    page.get_by_role("navigation").get_by_role("button").last.focus()  # the last of the navigation
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
    assert names[1:5] == ["First", "Back", "Play", "Next"]  # after the part that scrolls
    assert not any("tokens" in name and "BPE" in name for name in names[1:6])
    before = player.root.evaluate(_PLACES)
    line = page.get_by_test_id("stPopoverButton")
    assert line.inner_text().startswith("hug · pug · pun, BPE, 14 tokens")
    choices(page)
    becomes(lambda: player.root.evaluate(_PLACES), before)
    page.keyboard.press("Escape")
    page.keyboard.press("PageDown")
    player.at(1)


def test_a_tie_is_beside_the_next_pair_and_its_reasons_open_in_place(go_to: OpenPage, server: str) -> None:
    page = go_to("/train", scenario="hug", step=4)
    player = Player(page)
    tie, next, event = (player.root.locator(f".{name}").bounding_box() for name in ("tie", "next", "event"))
    assert tie
    assert next
    assert event
    assert tie["x"] > event["x"] + event["width"]
    assert tie["y"] == pytest.approx(next["y"], abs=4)
    move_to(page, server, "/train", scenario="low")
    player = Player(page)
    player.at(0, 15)
    before = player.root.evaluate(_PLACES)
    player.button("tie of 3 pairs").click()
    assert "The rule “first seen” decides" in player.root.locator(".tie .panel").inner_text()
    assert player.root.evaluate(_PLACES) == before


@pytest.mark.parametrize("view", [PROJECTOR])
def test_the_last_of_many_merges_is_visible(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="low", step=15))
    player.walk(15)
    player.at(15)
    assert bottom(player, ".merges [aria-current]") <= PROJECTOR["height"]
    heights = "rows => new Set(rows.map((row) => row.offsetHeight)).size"
    assert player.root.locator(".merges button").evaluate_all(heights) == 1  # no count on its own line


SCREENS: list[ViewportSize] = [
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
]
TEXT = ". ".join(f"The {number} brown foxes jump over {number * 7} lazy dogs" for number in range(30, 55))

# Elements that extend beyond the screen, or beyond their space in the player; there should be none.
_OUT = """(root) => {
    const screen = root.querySelector("dialog");
    const shown = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.top >= outer.top - 1
        && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
    const whole = new DOMRect(0, 0, innerWidth, innerHeight);
    const box = (element) => element.getBoundingClientRect();
    const out = [];
    for (const element of screen.querySelectorAll("button, input[type=range], h2, .headline > *, .sum, .board li"))
        if (shown(element) && !inside(box(element), whole)) out.push(["screen", element.outerHTML.slice(0, 80)]);
    for (const place of [".corpus table", ".candidates", ".chips", ".merges"])
        for (const element of screen.querySelectorAll(`${place} :is(tr, li, .token)`))
            if (shown(element) && !element.closest("thead")
                && (box(element).bottom > box(screen.querySelector(place)).bottom + 1
                    || box(element).top < box(screen.querySelector(place)).top - 1))
                out.push([place, element.outerHTML.slice(0, 80)]);
    const scrolls = [screen, ...screen.querySelectorAll("*")].filter((element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1);
    return [...out, ...scrolls.map((element) => ["scrolls", element.className])];
}"""


def test_in_a_narrow_window_the_next_merge_takes_the_headline_s_place(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug")
    resize(page, {"width": 760, "height": 900})  # too wide for the page of a phone, too narrow for three columns
    event, following = page.locator(".player .event"), page.locator(".player .next")
    expect(event).to_be_hidden()
    expect(following).to_be_visible()
    left = "element => element.getBoundingClientRect().left"
    assert following.evaluate(left) == pytest.approx(event.evaluate(left), abs=24)
    page.locator(".player").get_by_role("button", name="Next", exact=True).click()
    expect(event).to_be_visible()


# Text that is cut off.
_CUT = """(root) => [...root.querySelectorAll(".headline, .headline .token, .next, .pairs h2")]
    .filter((element) => element.checkVisibility({visibilityProperty: true}) && !element.closest(".longest")
        && element.clientWidth > 1  // more than a screen reader needs
        && (element.scrollWidth > element.clientWidth + 1
            || element.scrollHeight > element.clientHeight + 2 && element.clientHeight))
    .map((element) => element.textContent)"""


# test_presentation.py checks that each lesson fits on a screen when alone; this test checks it within the app. All is
# measured in the screen's type, so a screen of the same shape shows the same: the first lesson is checked on all,
# and each of the others on one of two shapes.
def test_presented_lessons_fit_one_screen_and_count_what_has_no_room(page: Page, server: str) -> None:
    lessons: list[tuple[str, dict[str, Any]]] = [
        ("/train", {"scenario": "hug"}),
        ("/train", {"scenario": "course"}),
        ("/train", {"scenario": "hug", "algorithm": "unigram"}),
        ("/encode", {"sample": "unhug pug"}),
        ("/train", {"scenario": "article4", "algorithm": "parity"}),  # four languages
        ("/train", {"scenario": CUSTOM_TEXT, "text": TEXT, "vocab": 400}),  # a long text
    ]
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for place, (path, query) in enumerate(lessons):
        page.set_viewport_size(SCREENS[0])
        (move_to if place else visit)(page, server, path, **query, present=1)
        player = Player(page)
        expect(player.root.get_by_role("dialog")).to_be_visible()
        steps = player.steps()
        for screen in SCREENS if place == 0 else [SCREENS[place % 2 * 2]]:
            page.set_viewport_size(screen)
            wait_until_idle(page)
            for step in sorted({0, 1, steps // 2, steps}):
                player.walk(step)
                player.at(step)
                becomes(lambda player=player: player.root.evaluate(_OUT), [])  # type: ignore[misc]  # bound at once
                assert player.root.evaluate(_CUT) == [], (query, screen, step)
            if len(player.root.locator(".headline").inner_text()) < 16:
                assert player.root.locator(".headline").evaluate(size) >= 32
            assert player.root.locator(".sum").evaluate(size) >= 18
    # At the end of the long text, there is no room for all merges.
    seen = "items => items.filter(item => item.checkVisibility({visibilityProperty: true})).length"
    shown = player.root.locator(".merges li").evaluate_all(seen)
    more = player.root.locator(".history .more").first.inner_text()
    assert 2 <= shown < steps
    assert more == f"… and {steps - shown} more"


def test_words_without_a_row_are_counted(go_to: OpenPage) -> None:
    words = [f"{first}{second}s" for first in "bcdfghjk" for second in ("at", "en", "in", "op", "ug", "ell", "ork")]
    page = go_to("/train", scenario=CUSTOM_TEXT, text=" ".join(words))
    player = Player(page)
    for step in range(4):
        player.at(step)
        rows = player.root.locator(".corpus .row").locator("visible=true")
        texts = {row.replace("\n", "") for row in rows.all_inner_texts()}
        assert 0 < len(texts) == rows.count() < len(words)
        more = player.root.locator(".corpus > .more").last
        expect(more).to_have_text(f"… and {len(words) - len(texts)} more")
        if step:
            expect(rows.locator(".new-token").first).to_be_visible()
        player.press("ArrowRight")


def test_questions_headlines_and_titles_are_never_cut_off(open_page: OpenPage, server: str) -> None:
    page = open_page("/train")
    lessons: list[tuple[dict[str, Any], list[int]]] = [
        ({"algorithm": "wordpiece", "predict": 1, "lang": "ru"}, [0, 1]),
        ({"algorithm": "unigram", "predict": 1, "lang": "vi"}, [0, 1]),
        ({"algorithm": "unigram", "scenario": "course", "lang": "ru"}, [0, 4, 9]),
        ({"scenario": "low"}, [0, 15]),
        ({"scenario": "words", "lang": "ru"}, [2]),
    ]
    for query, steps in lessons:
        page.set_viewport_size(PROJECTOR)
        move_to(page, server, "/train", **query, step=steps[0])
        player = Player(page)
        dialog = player.root.get_by_role("dialog")
        player.press("f")
        for size in (PROJECTOR, PHONE):  # where nothing is presented
            resize(page, size)
            expect(dialog).to_have_count(1 if size == PROJECTOR else 0)
            for step in steps:
                player.walk(step)
                player.is_still()
                assert player.root.evaluate(_CUT) == [], (query, step, size)
                type_size = "line => parseFloat(getComputedStyle(line).fontSize)"
                assert player.root.locator(".headline").evaluate(type_size) >= 13, (query, step, size)


def test_sums_of_scores_are_whole_beside_two_badges(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug", algorithm="wordpiece")
    player = Player(page)
    for size in (PROJECTOR, PHONE):
        page.set_viewport_size(size)
        player.press("Home")
        player.at(0)
        cut = player.at_each_step(
            """(root) => [...root.querySelectorAll(".tally")]
                .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.querySelector(".terms").offsetHeight > 30)
                .map((one) => one.textContent)"""
        )
        assert cut == [[]] * (player.steps() + 1), size


def test_the_f_key_presents_and_escape_closes_the_options_first(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug")
    player = Player(page)
    player.walk(0)
    before = player.root.evaluate(_PLACES)
    player.press("ArrowRight", "f")
    player.at(1)
    expect(page).to_have_url(re.compile("present=1"))
    expect(player.root.get_by_role("dialog")).to_be_visible()
    expect(player.root.locator(".headline")).to_have_text("u+g→ug·20")
    expect(player.root.locator(".sum")).to_have_text("hug 10 + pug 5 + hugs 5 = 20")
    for button in ("Options", "Copy link"):  # what has the focus
        player.options()
        player.button(button).focus()
        player.press("Escape")
        expect(player.root.locator(".options .panel")).to_be_hidden()
        expect(player.root.get_by_role("dialog")).to_be_visible()
    player.press("PageDown", "Escape", "PageUp", "PageUp")
    player.at(0)
    expect(page).not_to_have_url(re.compile("present"))
    becomes(lambda: player.root.evaluate(_PLACES), before)
    player.button("Present").click()
    player.button("Exit").click()
    expect(player.root.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("view", [PHONE])
def test_on_a_phone_a_link_that_presents_opens_an_ordinary_lesson(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug", present=1)
    player = Player(page)
    player.at(0)
    expect(player.root.get_by_role("dialog")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("present"))
    page.set_viewport_size(PROJECTOR)
    player.press("f")
    expect(player.root.get_by_role("dialog")).to_be_visible()
    page.set_viewport_size(PHONE)
    expect(player.root.get_by_role("dialog")).to_have_count(0)


def test_presented_lessons_are_accessible_in_light_and_dark(go_to: OpenPage, server: str) -> None:
    page = go_to("/train", scenario="low", step=2, present=1)
    for query in ({"scenario": "low", "step": 2}, {"scenario": "hug", "predict": 1}):
        move_to(page, server, "/train", **query, present=1)
        for scheme in ("dark", "light"):
            turn(page, dark=scheme == "dark")
            expect(Player(page).root.get_by_role("dialog")).to_be_visible()
            if "predict" in query:
                expect(page.locator(".guesses button").first).to_be_visible()
            assert faults(page) == [], (query, scheme)


def test_the_options_of_a_presented_lesson_download_it_as_a_file(go_to: OpenPage, server: str) -> None:
    take_home = "Download this lesson as one file (HTML)"
    page = go_to("/train", present=1)
    for path, name in (("/train", "hug-bpe.html"), ("/encode", "encode.html")):
        if path != "/train":
            move_to(page, server, path, present=1)
        player = Player(page)
        player.options()
        with page.expect_download() as started:
            player.button(take_home).click()
        assert started.value.suggested_filename == name
    move_to(page, server, "/decode")
    player = Player(page)
    player.options()
    expect(player.root.get_by_text(take_home)).to_be_hidden()  # without such a file


LIT = "root => [...root.querySelectorAll('.corpus .token.highlighted')].map(token => token.textContent)"


def test_pointing_at_a_pair_highlights_its_places_and_at_a_word_its_pairs(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug")
    player = Player(page)
    player.walk(0)
    player.root.locator(".board li").nth(2).hover()  # u + n, in pun and bun
    becomes(lambda: player.root.evaluate(LIT), ["u", "n", "u", "n"])
    lit_words = player.root.locator(".corpus tr.highlighted .frequency")
    expect(lit_words).to_have_text(["12 ×", "4 ×"])
    player.root.locator(".corpus .frequency").nth(4).hover()  # hugs: of all pairs, those that occur in it
    expect(player.root.locator(".board li.highlighted .tally")).to_have_text(
        [re.compile(re.escape(sum_)) for sum_ in ("hug 10 + pug 5 + hugs 5", "hug 10 + hugs 5", "hugs 5")]
    )
    player.root.locator(".corpus .token").first.hover()  # h
    expect(player.root.locator(".token.highlighted")).to_have_text(["h"] * 4)  # in hug, hugs, h + u and the vocabulary
    page.mouse.move(5, 400)
    expect(player.root.locator(".highlighted")).to_have_count(0)
    player.root.locator(".board li").first.focus()
    assert player.root.evaluate(LIT) == ["u", "g"] * 3
    page.keyboard.press("ArrowDown")
    assert player.root.evaluate(LIT) == ["p", "u"] * 2
    page.keyboard.press("ArrowRight")
    player.at(1)
    expect(player.root.locator(".highlighted")).to_have_count(0)


def test_screen_readers_get_a_table_of_words_and_pairs_and_merges_in_words(go_to: OpenPage, server: str) -> None:
    page = go_to("/train", scenario="hug", step=1)
    player = Player(page)
    player.walk(1)
    player.at(1)
    tree = player.root.aria_snapshot()
    assert '- columnheader "Frequency"' in tree
    assert 'cell "h, ug: new"' in tree
    assert 'cell "p, u n: merges next"' in tree
    assert re.search(r"listitem: ?\"?“u” \+ “n”, 16 times, merges next pun 12 \+ bun 4 = 16\n", tree)
    assert 'button "Merge 1: “u” + “g” becomes “ug”, 20 times"' in tree
    assert 'group "8 tokens in the vocabulary"' in tree
    levels = player.page.locator("h1, h2, h3").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => Number(one.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))
    move_to(page, server, "/train", scenario="course")
    player = Player(page)
    player.walk(0)
    player.at(0, 19)
    assert 'cell "space t: merges next, h, e"' in player.root.aria_snapshot()


@pytest.mark.parametrize("view", [{"reduced_motion": False}])
def test_a_step_is_chosen_then_merged_and_a_second_press_need_not_wait(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug")
    player = Player(page)
    player.walk(0)
    player.is_still()
    seen = player.root.evaluate(
        """root => {
            const press = (repeat = false) => document.body.dispatchEvent(
                new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true, repeat}));
            const state = () => [
                root.querySelector(".where").textContent, root.querySelector(".headline").textContent,
                root.querySelector(".picture").classList.contains("chosen"),
                root.querySelectorAll(".corpus .new-token").length,
            ];
            press();
            const chosen = state();
            press();
            return [chosen, state()];
        }"""
    )
    assert seen == [["Step 1 of 7", "u+g→ug·20", True, 0], ["Step 2 of 7", "u+n→un·16", False, 2]]
    player.press("Home", "ArrowRight")  # left alone, it arrives where it would without motion
    assert player.at(1) == should_be(trained("hug"), 1)
    assert player.root.locator(".moving-tokens").evaluate("layer => layer.childElementCount") == 0


def test_each_press_can_be_one_beat_and_a_merge_does_not_reveal_the_next(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug", step=1))
    player.options().get_by_label("One beat per press").check()
    player.page.mouse.click(5, 400)
    expect(player.root.locator(".board .badge:visible")).to_have_count(0)
    headline, done, next = (player.root.locator(f".{name}") for name in ("headline", "done", "next"))

    def is_chosen(step: int, what: str) -> None:
        player.at(step)
        expect(headline).to_have_text(what)
        expect(done).to_be_hidden()
        expect(next).to_be_visible()

    def is_merged(step: int, what: str) -> None:
        player.at(step)
        expect(headline).to_have_text(what)
        expect(done).to_be_visible()
        expect(next).to_be_hidden()

    beats = [(is_merged, 1, "u+g→ug·20"), (is_chosen, 1, "u+n→un·16"), (is_merged, 2, "u+n→un·16")]
    for shown, step, what in beats:
        shown(step, what)
        if step == 2:
            seen = player.root.locator(".corpus tbody tr").evaluate_all(
                """rows => rows.map((row) =>
                    [!!row.querySelector(".new-token"), getComputedStyle(row.querySelector(".row")).opacity])"""
            )
            assert {made for made, _ in seen} == {True, False}
            assert len({opacity for made, opacity in seen if not made}) == 1
        player.press("PageDown")
    is_chosen(2, "h+ug→hug·15")
    for shown, step, what in reversed(beats):  # one press undoes one press
        player.press("PageUp")
        shown(step, what)


def test_after_the_last_pair_a_chart_shows_how_the_corpus_shrank(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="hug", step=6))
    player.at(6)
    shown = player.root.locator(".candidates .trend")
    expect(shown).to_be_hidden()
    player.press("ArrowRight")
    player.at(7)
    # 113 letters, and each merge saves as many as its pair occurs: 20, 16, 15, 12, 5, 5 and 4.
    expect(shown.locator("b")).to_have_text(["113", "93", "77", "62", "50", "45", "40", "36"])
    heights = shown.locator("i").evaluate_all("bars => bars.map((bar) => bar.getBoundingClientRect().height)")
    assert all(abs(high / heights[0] - count / 113) < 0.02 for high, count in zip(heights, (113, 93, 77), strict=False))


def test_a_chart_of_fifteen_steps_has_room_for_its_numbers(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="low", step=8))
    player.at(8)
    chart = player.root.locator(".side .trend")
    expect(chart.locator("i")).to_have_count(16)
    expect(chart).to_be_visible()
    written = """all => all.map((one) => {
        const text = new Range();
        text.selectNodeContents(one);
        return [text, one].map((shown) => shown.getBoundingClientRect().width);
    })"""
    assert all(width <= column for width, column in chart.locator("b, small").evaluate_all(written))
