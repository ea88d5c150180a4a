"""Prerendered components: shown before the app, which then continues from their state."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.conftest import watch
from tests.browser.visible_player import Player, should_be, trained
from tests.ui.waiting import wait_for
from tools.app_server import ROOT, running_app
from tools.browser import WATCH_SOCKET, wait_until_idle

APP = re.compile(r"/static/js/index\.[^.]{5,}\.js")

# Records whether a prerendered lesson was shown.
_WATCH = """new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const isLesson = (node) => node.parentNode === document.body && node.shadowRoot?.querySelector(".player");
    window.hasCome ||= added.some(isLesson);
}).observe(document, { childList: true, subtree: true });"""

# Notes in each frame whether a question is seen, from the first one on; what is noted is each change.
_SEEN = """window.seen = [];
const isSeen = (root) => [...root.querySelectorAll("*")].some((one) =>
    (one.matches(".quiz .question") && one.checkVisibility({ visibilityProperty: true })) ||
    (one.shadowRoot && isSeen(one.shadowRoot)));
const look = () => {
    const now = isSeen(document);
    if (now !== (seen.at(-1) ?? false)) seen.push(now);
    requestAnimationFrame(look);
};
look();"""


@pytest.fixture
def newcomer(browser: Browser, view: dict[str, Any]) -> Iterator[Page]:
    """Yield a page in a browser with empty storage."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **view})
    page = context.new_page()
    page.add_init_script(WATCH_SOCKET)
    wrong: list[str] = []
    watch(page, wrong)
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def held_requests(newcomer: Page) -> list[Route]:
    """Hold back the app's first requests, and return them."""
    found: list[Route] = []
    newcomer.route(APP, lambda route: found.append(route))
    return found


def open_prerendered(page: Page, address: str) -> None:
    """Open a page once the server has prerendered it, which happens in the background and may take long."""

    def is_made() -> bool:
        answer = page.request.get(address, headers={"Accept": "text/html", "Accept-Language": "en"})
        return "bpe-lab-first" in answer.text()

    wait_for(is_made)
    page.goto(address, wait_until="commit")


def is_as_trained(player: Player, step: int) -> None:
    """Check the picture of a step; if it is low, only the last merges are visible."""
    seen, wanted = player.at(step), should_be(trained("hug"), step)
    assert seen["merges"]
    wanted["merges"] = wanted["merges"][-len(seen["merges"]) :]
    assert seen == wanted


def places(page: Page) -> list[float]:
    """Return the positions and sizes of the player's parts."""
    parts = [".controls", ".main", ".scrub", ".headline", ".message", ".corpus", ".pairs", ".known", ".history"]
    boxes = [page.locator(f".player {part}").bounding_box() for part in parts]
    return [box[name] for box in boxes if box is not None for name in ("x", "y", "width", "height")]


@pytest.mark.parametrize(
    "view",
    [
        {},
        {"color_scheme": "dark", "viewport": {"width": 1000, "height": 700}},
        {"viewport": {"width": 390, "height": 844}},
    ],
)
def test_the_app_continues_at_the_prerendered_step_and_nothing_jumps(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/train?scenario=hug")
    where = newcomer.locator(".player .where")
    expect(where).to_have_text("Step 0 of 7")
    for _ in range(2):
        newcomer.keyboard.press("ArrowRight")
    expect(where).to_have_text("Step 2 of 7")
    newcomer.evaluate("document.fonts.ready.then(() => true)")
    before = places(newcomer)
    background = newcomer.evaluate("getComputedStyle(document.body.lastElementChild).backgroundColor")
    expect(newcomer.get_by_test_id("stApp")).to_have_count(0)
    held_requests[0].continue_()
    player = Player(newcomer)
    is_as_trained(player, 2)
    expect(player.root.locator(".known .more")).to_have_text("")  # no place of a token to come counts as hidden
    assert places(newcomer) == pytest.approx(before, abs=1)
    assert newcomer.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor") == background
    player.press("ArrowRight")
    is_as_trained(player, 3)


def test_a_word_can_be_stepped_before_the_app_loads(newcomer: Page, held_requests: list[Route], server: str) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/encode?sample=hugs&scenario=hug")
    where = newcomer.locator(".player .where")
    expect(where).to_have_text("Step 0 of 3")
    newcomer.keyboard.press("ArrowRight")
    expect(where).to_have_text("Step 1 of 3")
    before = places(newcomer)
    held_requests[0].continue_()
    expect(newcomer.get_by_test_id("stApp").locator(".player .where")).to_have_text("Step 1 of 3")
    wait_until_idle(newcomer)
    assert places(newcomer) == pytest.approx(before, abs=1)
    newcomer.keyboard.press("ArrowRight")
    expect(newcomer.locator(".player .where")).to_have_text("Step 2 of 3")


def test_a_question_can_be_answered_before_the_app_loads(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/course?chapter=reading")
    newcomer.get_by_role("button", name="3 numbers, for shorter pieces").click()
    expect(newcomer.get_by_text("Right!")).to_be_visible()
    held_requests[0].continue_()
    shown = newcomer.get_by_test_id("stApp")
    expect(shown.get_by_text("Right!")).to_be_visible()
    expect(newcomer.get_by_text("Right!")).to_have_count(1)
    shown.get_by_role("button", name="Next:").first.click()
    expect(shown.get_by_role("heading", name="Counting pairs")).to_be_visible()


@pytest.mark.parametrize("is_answered", [False, True])
def test_the_app_keeps_the_picture_and_step_chosen_before_it_loads(
    is_answered: bool, newcomer: Page, held_requests: list[Route], server: str
) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/course?chapter=training")
    views, position = newcomer.locator(".views button"), newcomer.locator("figure.picture .where")
    title = views.nth(1).inner_text()
    views.nth(1).click()
    if is_answered:
        newcomer.locator(".quiz .options button").first.click()
        newcomer.locator("figure.picture .turns .main").click()
        place = position.inner_text()
        assert place.startswith("2 ")
    held_requests[0].continue_()
    app = newcomer.get_by_test_id("stMain")
    expect(app.locator(".views [aria-pressed=true]")).to_have_text(title)
    if is_answered:
        expect(position).to_have_text(place)


def test_cuts_made_before_the_app_loads_are_kept(newcomer: Page, held_requests: list[Route], server: str) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/course?chapter=ways")
    newcomer.locator(".picture .gap").nth(3).click()
    held_requests[0].continue_()
    picture = newcomer.get_by_test_id("stMain").locator("figure.picture")
    expect(picture.locator(".gap[aria-pressed=true]")).to_have_count(3)
    expect(picture.get_by_role("status").first).to_have_text(re.compile("st.*ra.*w.*berry"))
    expect(picture.get_by_role("status").last).to_have_text("Ways found: 2 of ?")


def panel_edges(page: Locator, token: Locator) -> list[float]:
    """Return the position of a token, and where the panels and their lists end."""
    ends = page.locator(".token-view :is(section, .flow, .ids, .look, .details)").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    box = token.bounding_box()
    assert box is not None
    return [box["x"], box["y"], *ends]


@pytest.mark.parametrize("view", [{}, {"viewport": {"width": 390, "height": 844}}])
def test_tokens_shown_before_the_app_loads_stay_in_place(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/playground?sample=%3Cb%3Ehello%20world%3C/b%3E")
    tokens = newcomer.locator(".token-view .flow").first.locator(".token")
    expect(tokens).to_have_text(["<", "b", ">", "hello", " world", "</", "b", ">"])
    tokens.nth(3).click()
    expect(newcomer.locator(".token-view .details")).to_contain_text("id 31373")  # as in OpenAI's GPT-2
    newcomer.evaluate("document.fonts.ready.then(() => true)")
    before = panel_edges(newcomer.locator("body"), tokens.nth(3))
    held_requests[0].continue_()
    app = newcomer.get_by_test_id("stApp")
    shown = app.locator(".token-view .flow").first.locator(".token")
    expect(shown).to_have_count(8)
    wait_until_idle(newcomer)
    assert panel_edges(app, shown.nth(3)) == pytest.approx(before, abs=3)


def test_the_app_continues_at_the_current_step_not_at_that_of_the_url(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/train?scenario=hug&step=3")
    expect(newcomer.locator(".player .where")).to_have_text("Step 3 of 7")
    held_requests[0].continue_()
    newcomer.get_by_test_id("stApp").wait_for(state="attached")
    shown = newcomer.locator(".player").last  # the app's own may be there too by now
    shown.get_by_role("button", name="First", exact=True).click()
    shown.get_by_role("button", name="Next", exact=True).focus()
    player = Player(newcomer)
    player.at(0)
    expect(player.button("Next")).to_be_focused()


def test_while_presenting_no_button_has_a_focus_ring_once_the_app_loads(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/train?present=1")
    expect(newcomer.locator(".player .where")).to_have_text("Step 0 of 7")
    newcomer.keyboard.press("ArrowRight")
    held_requests[0].continue_()
    expect(newcomer.get_by_test_id("stApp").locator(".player .where")).to_have_text("Step 1 of 7")
    newcomer.keyboard.press("ArrowRight")
    expect(newcomer.locator(".player .where")).to_have_text("Step 2 of 7")
    expect(newcomer.locator("dialog.screen")).to_be_focused()


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[str]:
    """Serve an app whose page Train fails; yields its address."""
    for part in ROOT.iterdir():
        if part.name not in ("app.py", "pages"):  # the app is where the real files of these are
            (tmp_path / part.name).symlink_to(part)
    copy(ROOT / "app.py", tmp_path)
    copytree(ROOT / "pages", tmp_path / "pages")
    (tmp_path / "pages/train.py").write_text("1 / 0\n")
    with running_app(tmp_path) as server:
        yield server.url


def test_an_error_of_the_page_replaces_the_prerendered_lesson(failing: str, newcomer: Page) -> None:
    # The server comes first, and so ends after the page, which would ask it in vain.
    newcomer.add_init_script(_WATCH)
    open_prerendered(newcomer, f"{failing}/train?scenario=hug")
    expect(newcomer.get_by_test_id("stException")).to_be_visible()
    expect(newcomer.locator(".player")).to_have_count(0)
    assert newcomer.evaluate("window.hasCome")


@pytest.mark.parametrize("view", [{"viewport": {"width": 390, "height": 500}}])
def test_the_scroll_position_is_kept(newcomer: Page, held_requests: list[Route], server: str) -> None:
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/train?scenario=hug")
    merges = newcomer.locator(".player .history")
    expect(newcomer.locator(".player .where")).to_have_text("Step 0 of 7")
    merges.scroll_into_view_if_needed()
    expect(merges).to_be_in_viewport()
    held_requests[0].continue_()
    Player(newcomer).at(0)
    expect(merges).to_be_in_viewport()


def test_a_question_stays_visible_while_the_app_takes_over(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    """It doesn’t wait for the exercise that is below all the rest."""
    files: list[Route] = []
    newcomer.route("**/chapters/**", lambda route: files.append(route))
    newcomer.add_init_script(_SEEN)
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/course?chapter=counting")
    expect(newcomer.locator(".quiz .question")).to_be_visible()
    held_requests[0].continue_()
    question = newcomer.get_by_test_id("stMain").locator(".quiz .question")
    expect(question).to_be_visible()
    assert newcomer.evaluate("window.seen") == [True]
    assert files
    for route in files:
        route.fulfill(body="no chapter")  # nor is it missed
    newcomer.locator(".quiz .options button").first.click()
    expect(newcomer.get_by_test_id("stMain").locator("button.next")).to_be_visible()
    expect(question).to_be_visible()
    expect(newcomer.locator(".opening")).to_have_count(0)


def test_an_answer_s_reason_stays_visible_while_the_app_takes_over(
    newcomer: Page, held_requests: list[Route], server: str
) -> None:
    """The app first shows the list of chapters; a page with no chapter can't be scrolled as far."""
    newcomer.set_viewport_size({"width": 1280, "height": 720})
    with newcomer.expect_request(APP):
        open_prerendered(newcomer, f"{server}/course?chapter=sentencepiece")
    newcomer.locator(".quiz .options button").nth(1).click()  # right, with the longest reason
    reason = newcomer.locator(".quiz .why")
    expect(reason).to_be_in_viewport(ratio=1)
    files: list[Route] = []
    newcomer.route("**/chapters/**", lambda route: files.append(route))
    held_requests[0].continue_()
    expect(newcomer.get_by_test_id("stMain").locator(".chapters")).to_be_visible()
    newcomer.unroute("**/chapters/**")  # what is asked for from now on is not held back
    for route in files:
        route.continue_()
    expect(reason).to_be_in_viewport(ratio=1)


def test_returning_visitors_see_no_other_lesson_than_their_own(newcomer: Page, server: str) -> None:
    newcomer.add_init_script(_WATCH)
    open_prerendered(newcomer, f"{server}/train?scenario=low")
    Player(newcomer).at(0)
    assert newcomer.evaluate("window.hasCome")
    newcomer.reload()
    Player(newcomer).at(0)
    expect(newcomer.locator("#bpe-lab-first")).to_be_attached()
    assert not newcomer.evaluate("window.hasCome")
