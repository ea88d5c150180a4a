"""Finding a page: by its name, in the group that it stands in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.seen import becomes, follow, page_link
from tools.browser import wait_until_idle

# Addresses that people have shared: they stay as they are.
PAGES = {
    "Train": "/train",
    "Encode": "/encode",
    "Decode": "/decode",
    "Playground": "/playground",
    "Compare": "/compare",
    "Course": "/course",
    "Companions": "/companions",
    "Bytes": "/bytes",
    "Pre-tokenize": "/pretokenize",
    "Code lengths": "/codes",
    "Vocabulary": "/vocabulary",
    "Your own tokens": "/own",
    "Check your own merges": "/check",
    "Vocabulary size": "/size",
    "Special tokens": "/special",
    "Why models stumble": "/stumble",
    "Files": "/files",
}


def test_each_page_is_found_by_its_name_and_names_the_window(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page).to_have_title("BPE Lab")
    for name, path in PAGES.items():
        follow(page, name)
        expect(page).to_have_url(re.compile(rf"//[^/]+{path}(\?|$)"))
        expect(page).to_have_title(f"{name} · BPE Lab")
    follow(page, "Home")
    expect(page).to_have_title("BPE Lab")


@pytest.mark.parametrize("view", [{"width": 400}])
def test_on_a_phone_all_pages_stand_below_the_names_of_their_groups(open_page: OpenPage) -> None:
    page = open_page("/", large=1)
    page.get_by_test_id("stExpandSidebarButton").click()
    navigation = page.get_by_role("navigation")
    expect(navigation.get_by_role("link")).to_have_text(["Home", *PAGES])
    for group in ("Learn", "Look inside", "Real tokenizers"):
        expect(navigation.get_by_text(group, exact=True)).to_be_visible()
    navigation.get_by_role("link", name="Vocabulary", exact=True).click()
    expect(page).to_have_url(re.compile("/vocabulary"))


@pytest.mark.parametrize("view", [{"width": 1280, "height": 800}])
def test_the_groups_have_room_with_large_type(open_page: OpenPage) -> None:
    page = open_page("/", large=1)
    # Where there is no room, Streamlit gathers the last ones below a button of its own.
    expect(page.get_by_role("navigation").get_by_role("button")).to_have_text(
        [re.compile("^Learn"), re.compile("^Look inside"), re.compile("^Real tokenizers")]
    )


@pytest.mark.parametrize(
    ("view", "large"), [({"width": 1024, "locale": "ru-RU"}, 0), ({"width": 1024}, 1), ({"width": 800}, 0)]
)
def test_the_choice_of_a_language_covers_no_page(open_page: OpenPage, large: int) -> None:
    page = open_page("/", large=large)
    choice = page.locator(".st-key-bpe_lab_language").bounding_box()
    assert choice is not None
    end = "nav => Math.max(...[...nav.querySelectorAll('a, button')].map((each) => each.getBoundingClientRect().right))"
    # Streamlit gathers those that find no room a moment after it has measured them.
    becomes(lambda: page.get_by_test_id("stTopNav").evaluate(end) <= choice["x"], True)


def test_a_page_in_a_group_is_reached_by_the_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("navigation").get_by_role("button", name="Look inside").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Bytes")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_until_idle(page)
    expect(page).to_have_url(re.compile("/pretokenize"))


def test_the_group_tells_which_page_is_shown(open_page: OpenPage) -> None:
    page: Page = open_page("/bytes")
    expect(page_link(page, "Bytes")).to_have_attribute("aria-current", "page")


def test_a_closed_group_shows_that_the_page_is_in_it(open_page: OpenPage) -> None:
    page = open_page("/bytes", lang="ru")
    group = page.get_by_role("navigation").locator("button[aria-current]")
    expect(group).to_have_count(1)
    expect(group).to_contain_text("Что внутри")
    expect(group).to_have_css("text-decoration-line", "underline")
    page.goto(page.url.replace("/bytes?lang=ru", "/files"))
    wait_until_idle(page)
    expect(group).to_contain_text("Real tokenizers")
    follow(page, "Train")
    expect(group).to_have_count(0)


@pytest.mark.parametrize("view", [{"width": 800, "height": 900}])
def test_where_groups_are_behind_one_button_it_shows_that_the_page_is_in_one(open_page: OpenPage) -> None:
    page = open_page("/files", lang="ru")
    expect(page.get_by_role("navigation").locator("button[aria-current]")).to_have_text(re.compile("more"))


@pytest.mark.parametrize("path", ["/playground", "/train"])
def test_the_switch_for_large_type_stands_at_the_right_end_of_its_line(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    switch = page.locator(".st-key-bpe_lab_everywhere, .stColumn:has(h1) + .stColumn").first
    box, help_sign = switch.bounding_box(), switch.get_by_test_id("stTooltipIcon").bounding_box()
    assert box is not None
    assert help_sign is not None
    assert box["x"] + box["width"] - help_sign["x"] - help_sign["width"] < 12
