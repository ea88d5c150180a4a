"""Finding a page: by its name, in its group, or beside the title of its parent page."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, move_to
from tests.browser.visible_player import arrive, becomes, follow, page_link
from tools.browser import wait_until_idle
from ui.pages import registry

PAGES = {page.title: f"/{page.name}" for page in registry.PAGES.values() if page is not registry.HOME}
IN_MENUS = [page.menu_title or page.title for page in registry.PAGES.values() if page.group]
GROUPS = list(dict.fromkeys(page.group for page in registry.PAGES.values() if page.group))


def test_each_page_is_reachable_by_name_and_sets_the_window_title(go_to: OpenPage) -> None:
    page = go_to("/")
    expect(page).to_have_title("BPE Lab")
    for name, path in PAGES.items():
        follow(page, name)
        expect(page).to_have_url(re.compile(rf"//[^/]+{path}(\?|$)"))
        expect(page).to_have_title(re.compile(rf"(^|.+ · ){re.escape(name)} · BPE Lab$"))
    follow(page, "Home")
    expect(page).to_have_title("BPE Lab")


def test_the_window_title_names_the_chapter(go_to: OpenPage) -> None:
    page = go_to("/course", chapter="counting", quiz=0)  # the way on comes with the answer
    expect(page).to_have_title("Counting pairs · The course · BPE Lab")
    page.get_by_role("button", name="Next: Unknown words").click()
    expect(page).not_to_have_title("Counting pairs · The course · BPE Lab")
    expect(page).to_have_title(re.compile(".+ · The course · BPE Lab$"))


@pytest.mark.parametrize("view", [{"width": 400}])
def test_on_a_phone_pages_are_listed_below_their_groups(open_page: OpenPage) -> None:
    page = open_page("/", large=1)
    page.get_by_test_id("stExpandSidebarButton").click()
    navigation = page.get_by_role("navigation")
    expect(navigation.get_by_role("link")).to_have_text(IN_MENUS)
    for group in GROUPS:
        expect(navigation.get_by_text(group, exact=True)).to_be_visible()
    navigation.get_by_role("link", name="Vocabulary", exact=True).click()
    expect(page).to_have_url(re.compile("/vocabulary"))


def test_menus_and_languages_do_not_overlap_with_large_type_or_long_names(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    end = "nav => Math.max(...[...nav.querySelectorAll('a, button')].map((each) => each.getBoundingClientRect().right))"
    ways: list[tuple[int, dict[str, Any]]] = [(800, {}), (1024, {"lang": "ru"}), (1024, {"lang": "en", "large": 1})]
    for width, query in ways:
        page.set_viewport_size({"width": width, "height": 800})
        move_to(page, server, "/", **query)
        expect(page.locator("html")).to_have_css("font-size", "21.6px" if "large" in query else "16px")
        expect(page.locator("html")).to_have_attribute("lang", query.get("lang", "en"))
        choice = page.locator(".st-key-bpe_lab_language").bounding_box()
        assert choice is not None
        # Streamlit gathers those that find no room a moment after it has measured them.
        becomes(lambda choice=choice: page.get_by_test_id("stTopNav").evaluate(end) <= choice["x"], True)
    page.set_viewport_size({"width": 1280, "height": 800})
    # Where there is no room, Streamlit gathers the last ones below a button of its own.
    groups = page.get_by_role("navigation").get_by_role("button")
    expect(groups).to_have_text([re.compile(f"^{group}") for group in GROUPS])
    # Where menus are behind one button, it shows that the page is in one.
    page.set_viewport_size({"width": 800, "height": 900})
    move_to(page, server, "/files", lang="ru", large=1)
    expect(page.get_by_role("navigation").locator("button[aria-current]")).to_have_text(re.compile("more"))


@pytest.mark.parametrize("view", [{"dark": True}])
def test_a_menu_describes_its_pages_follows_dark_mode_and_opens_by_keyboard(
    go_to: OpenPage,
) -> None:
    page = go_to("/")
    page.get_by_role("navigation").get_by_role("button", name="Explore").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Train")).to_be_focused()
    about = "items => items.map((item) => getComputedStyle(item, '::after').content.split('\"')[1])"
    assert page.get_by_role("menuitem").locator("p").evaluate_all(about) == [
        each.description for each in registry.PAGES.values() if each.group == "Explore"
    ]
    background = page.get_by_test_id("stTopNavPopover").evaluate("menu => getComputedStyle(menu).backgroundColor")
    assert max(map(int, re.findall(r"\d+", background))) < 64, background
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_until_idle(page)
    expect(page).to_have_url(re.compile("/encode"))


def test_a_closed_menu_shows_that_it_contains_the_page(open_page: OpenPage) -> None:
    page = open_page("/bytes", lang="ru")
    group = page.get_by_role("navigation").locator("button[aria-current]")
    expect(group).to_have_count(1)
    expect(group).to_contain_text("Исследовать")
    assert group.evaluate("group => getComputedStyle(group, '::after').borderBottomWidth") == "3px"
    page.goto(page.url.replace("/bytes?lang=ru", "/files"))
    wait_until_idle(page)
    expect(group).to_contain_text("Tools")
    follow(page, "Train")
    expect(group).to_contain_text("Explore")
    expect(page_link(page, "Train")).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    follow(page, "Home")
    expect(group).to_have_count(0)


def test_a_page_lists_its_views_and_marks_the_open_one(open_page: OpenPage) -> None:
    page = open_page("/decode")
    views = page.locator(".st-key-bpe_lab_parts").get_by_role("link")
    expect(views).to_have_text(["Encode", "Decode", "Your own tokens"])
    expect(views.and_(page.locator("[aria-current=page]"))).to_have_text("Decode")
    views.nth(2).click()
    arrive(page, "/own")
    expect(views.and_(page.locator("[aria-current=page]"))).to_have_text("Your own tokens")
    page.go_back()
    arrive(page, "/decode")
    follow(page, "Train")
    expect(views).to_have_count(0)
