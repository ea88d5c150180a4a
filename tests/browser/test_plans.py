"""A plan in a real browser: presented as one deck across its pages, made from any page, kept for the next visit."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import OpenPage, check_log, visit
from tests.browser.visible_player import follow, query
from tools.app_server import AppServer
from tools.browser import WATCH_SOCKET, wait_until_idle
from ui.classroom.plans.plan import Plan, Slide
from ui.classroom.plans.writer import to_link

NOTE = "SECRET-NOTE"
# A page of each kind, two lessons on the same page, and a page that no longer exists.
DECK = Plan(
    "Monday",
    "",
    (
        Slide("train?scenario=hug&step=5", note=NOTE),
        Slide("train?scenario=low&step=14", note=NOTE),
        Slide(text="In between", note=NOTE),
        Slide("nowhere", note=NOTE),
        Slide("stumble?topic=spelling", note=NOTE),
        Slide("encode?word=hug&with=trained&scenario=hug", note=NOTE),
        Slide("playground", note=NOTE),
    ),
)
ALONE = "dialog[open]"


def begin(page: Page, server: AppServer, plan: Plan = DECK) -> None:
    visit(page, server.url, "plans", plan=to_link(plan))
    page.get_by_role("button", name="Present", exact=True).click()


def should_be_at(page: Page, place: int, *said: str) -> None:
    """Wait until a slide is presented whose URL contains all of `said`. No note is on the screen."""
    expect(page).to_have_url(re.compile(rf"[?&]place={place}(&|$)"))
    for one in said:
        expect(page).to_have_url(re.compile(re.escape(one)))
    wait_until_idle(page)
    expect(page.locator("[data-bpe-lab-cover]")).to_have_count(0)
    expect(page.get_by_text(NOTE)).to_have_count(0)


def go_on(page: Page, key: str, place: int) -> None:
    """Press a key through the screens of a slide until another one is presented."""
    while query(page)["place"] == str(place):
        page.keyboard.press(key)
        wait_until_idle(page)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser context with its own storage."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    context.add_init_script(WATCH_SOCKET)
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext, app_server: AppServer) -> Iterator[Page]:
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    start = len(app_server.log())
    yield page
    assert errors == []
    check_log(app_server, start)


def test_a_clicker_moves_through_a_whole_plan_and_back(tab: Page, app_server: AppServer) -> None:
    begin(tab, app_server)
    alone = tab.locator(ALONE)
    where = alone.locator(".where")
    should_be_at(tab, 1, "scenario=hug", "step=5")
    for step in ("Step 6 of 7", "Step 7 of 7"):
        tab.keyboard.press("PageDown")
        expect(where).to_have_text(step)
    expect(alone.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "false")  # the deck continues
    expect(alone.get_by_role("button", name="Last")).to_have_attribute("aria-disabled", "true")
    tab.keyboard.press("PageDown")
    should_be_at(tab, 2, "scenario=low", "step=14")  # the same page, and another lesson
    expect(where).to_have_text("Step 14 of 15")
    tab.keyboard.press("PageDown")
    expect(where).to_have_text("Step 15 of 15")
    tab.keyboard.press("PageDown")
    should_be_at(tab, 3)
    expect(tab.get_by_text("In between")).to_be_visible()
    expect(alone).to_have_count(0)
    tab.keyboard.press("PageDown")
    should_be_at(tab, 5, "/stumble")  # over the page that no longer exists
    chapter = tab.locator("dialog.deck")
    expect(chapter).to_have_attribute("data-screen", "question")  # until it has loaded, presses do nothing
    expect(chapter.locator(".quiz button")).to_have_count(3)
    tab.keyboard.press("PageDown")  # shows the answer first
    expect(tab.get_by_text("right answer")).to_be_visible()
    tab.keyboard.press("PageDown")
    expect(chapter).to_have_attribute("data-screen", "explanation")
    while query(tab)["place"] == "5":
        screen = chapter.get_attribute("data-screen")
        tab.keyboard.press("End" if screen == "player" else "PageDown")
        if screen == "player":
            tab.keyboard.press("PageDown")
        tab.wait_for_function("screen => document.querySelector('dialog.deck')?.dataset.screen !== screen", arg=screen)
    should_be_at(tab, 6, "/encode", "present=1")
    expect(alone).to_be_visible()
    tab.keyboard.press("End")
    tab.keyboard.press("PageDown")
    should_be_at(tab, 7, "/playground")
    typed = tab.get_by_role("textbox").first
    expect(typed).to_be_visible()
    tab.keyboard.press("PageDown")
    expect(typed).to_be_hidden()  # the page's next screen
    for _beyond_the_end in range(4):
        tab.keyboard.press("PageDown")
    should_be_at(tab, 7, "/playground")
    # Back: each slide is as it was left.
    go_on(tab, "PageUp", 7)
    should_be_at(tab, 6, "/encode")
    steps = where.inner_text().split()
    assert steps[1] == steps[3]
    tab.keyboard.press("Home")
    tab.keyboard.press("PageUp")
    should_be_at(tab, 5, "/stumble")
    tab.keyboard.press("PageUp")
    should_be_at(tab, 3)
    tab.keyboard.press("PageUp")
    should_be_at(tab, 2, "step=15")
    expect(where).to_have_text("Step 15 of 15")


def test_a_clicker_moves_on_from_a_field_and_from_a_table(tab: Page, app_server: AppServer) -> None:
    begin(tab, app_server, Plan(slides=(Slide("home"), Slide("playground"), Slide(text="The end"))))
    should_be_at(tab, 1)
    typed = tab.get_by_role("textbox").first
    about = tab.locator("p", has_text="A language model")
    typed.fill("Nguyễn")
    tab.keyboard.press("PageDown")
    expect(typed).to_be_hidden()
    expect(about).to_be_visible()
    tab.keyboard.press("PageDown")
    should_be_at(tab, 2, "/playground")
    tab.keyboard.press("PageUp")
    should_be_at(tab, 1)
    expect(about).to_be_visible()
    tab.keyboard.press("PageUp")
    typed.fill("Nguyễn")
    tab.keyboard.press("Enter")
    tab.keyboard.press("PageDown")
    expect(about).to_be_visible()
    tab.keyboard.press("PageDown")
    should_be_at(tab, 2, "/playground")
    typed.click()
    go_on(tab, "PageDown", 2)
    should_be_at(tab, 3)


def test_a_held_key_does_not_leave_its_slide(tab: Page, app_server: AppServer) -> None:
    begin(tab, app_server)
    should_be_at(tab, 1)
    where = tab.locator(ALONE).locator(".where")
    tab.keyboard.down("PageDown")
    for _repeat in range(6):
        tab.keyboard.down("PageDown")
    expect(where).to_have_text("Step 7 of 7")
    tab.keyboard.up("PageDown")
    tab.wait_for_timeout(500)
    should_be_at(tab, 1)


def test_a_reloaded_deck_continues_where_it_was_and_ends(tab: Page, app_server: AppServer) -> None:
    begin(tab, app_server)
    should_be_at(tab, 1)
    tab.keyboard.press("End")
    tab.keyboard.press("PageDown")
    should_be_at(tab, 2)
    tab.reload()
    should_be_at(tab, 2, "scenario=low")
    tab.keyboard.press("End")
    tab.keyboard.press("PageDown")
    should_be_at(tab, 3)
    tab.go_back()
    should_be_at(tab, 2)
    tab.go_forward()
    should_be_at(tab, 3)
    tab.get_by_role("button", name="End", exact=True).click()
    expect(tab.get_by_text(NOTE)).not_to_have_count(0)  # the teacher's page again
    expect(tab).not_to_have_url(re.compile("place="))


def test_a_plan_is_collected_from_pages_and_kept_for_the_next_visit(
    context: BrowserContext, tab: Page, app_server: AppServer
) -> None:
    visit(tab, app_server.url, "plans")
    tab.get_by_role("button", name="Empty plan").click()
    wait_until_idle(tab)
    follow(tab, "Playground")
    expect(tab.get_by_role("heading", name="Playground")).to_be_visible()
    wait_until_idle(tab)
    tab.get_by_role("button", name="Add to the plan").click()
    expect(tab.get_by_text("Added to the plan as slide 1.")).to_be_visible()
    follow(tab, "Train")
    expect(tab.get_by_role("heading", name="Train a tokenizer")).to_be_visible()
    wait_until_idle(tab)
    tab.keyboard.press("f")
    for _step in range(3):
        tab.keyboard.press("PageDown")
    tab.locator(ALONE).get_by_role("button", name="Options").click()
    tab.locator(ALONE).get_by_role("button", name="Add to the plan").click()
    expect(tab.get_by_text("Added to the plan as slide 2.")).to_be_visible()
    wait_until_idle(tab)
    later = context.new_page()
    tab.close()
    visit(later, app_server.url, "plans")
    expect(later.get_by_text("1. Playground")).to_be_visible()
    expect(later.get_by_text("2. Train, step 3")).to_be_visible()


def test_a_link_shares_a_plan(go_to: OpenPage, browser: Browser, app_server: AppServer) -> None:
    page = go_to("plans", plan=to_link(DECK))
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    page.get_by_role("button", name="Copy link").click()
    link = page.wait_for_function("window.copied").json_value()
    other = browser.new_context().new_page()
    other.goto(link.replace("localhost", "127.0.0.1"))
    expect(other.get_by_text("1. Train, step 5")).to_be_visible()
    expect(other.get_by_text(NOTE).first).to_be_visible()
    other.context.close()


def test_a_plan_too_long_for_a_link_reaches_a_phone_by_its_code(
    tab: Page, browser: Browser, app_server: AppServer
) -> None:
    told = "".join(f"{number:x} " for number in range(1_000, 2_000))
    long = Plan("Monday", "", (Slide("train?scenario=hug&step=5", note=NOTE), Slide(text=told)))
    visit(tab, app_server.url, "plans", plan=to_link(long))
    expect(tab.get_by_text("The plan is too long for a link. Open it on a phone by its code")).to_be_visible()
    expect(tab.get_by_role("button", name="Copy link")).to_have_count(0)
    tab.get_by_role("button", name="Open on a phone").click()
    shown = tab.get_by_role("dialog", name="Open on a phone")
    expect(shown.locator(".number")).to_have_text(re.compile(r"^\d{3}\s\d{3}\s\d{3}$"))
    expect(shown.locator("img")).to_be_visible()
    link = shown.locator(".link").inner_text()
    code = re.sub(r"\D", "", shown.locator(".number").inner_text())
    assert link.endswith(f"/plans?code={code}")
    tab.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    phone.goto(f"{app_server.url}/plans?code={code}")
    expect(phone.get_by_text("1. Train, step 5")).to_be_visible()
    expect(phone.get_by_text(NOTE).first).to_be_visible()
    expect(phone).not_to_have_url(re.compile("code="))
    other = str(int(code) % 900_000_000 + 100_000_001)
    phone.goto(f"{app_server.url}/plans?code={other}")
    expect(phone.get_by_role("alert").filter(has_text=f"The server has no plan with the code {other}")).to_be_visible()
    phone.context.close()


def test_a_plan_begins_with_a_text_on_the_page_where_it_is_made(tab: Page, app_server: AppServer) -> None:
    begin(tab, app_server, Plan("", "", (Slide(text="First of all", note=NOTE), Slide(text="Then this", note=NOTE))))
    should_be_at(tab, 1)
    expect(tab.get_by_text("First of all")).to_be_visible()
    tab.keyboard.press("PageDown")
    should_be_at(tab, 2)
    expect(tab.get_by_text("Then this")).to_be_visible()
