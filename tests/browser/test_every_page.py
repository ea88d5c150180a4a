"""Every page opens at its own URL through app.py, which tests of single pages leave out."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import MOST_SHIFT, WATCH_SHIFT, OpenPage
from tests.browser.screenshots import largest_empty_rectangle
from ui.pages.registry import HOME, PAGES

MOST_EMPTY = {"laptop": 0.20, "projector": 0.30}
SCREENS: dict[str, ViewportSize] = {
    "laptop": {"width": 1280, "height": 720},
    "projector": {"width": 1920, "height": 1080},
}


@pytest.mark.parametrize("view", [{"height": 720}])
def test_every_page_draws_its_title_and_something_below_it_and_stays_where_it_is(
    page: Page, open_page: OpenPage
) -> None:
    moved, empty = {}, {}
    page.add_init_script(WATCH_SHIFT)
    for name, spec in PAGES.items():
        open_page("/" if spec is HOME else f"/{name}")
        title = page.locator("h1")
        expect(title, name).to_be_visible()
        expect(page.get_by_test_id("stException"), name).to_have_count(0)
        # A page to read has a title that is read out only, where what is read begins.
        below = (
            "title => [...document.querySelectorAll('.stMainBlockContainer *')].some((one) => !one.contains(title) && "
        )
        below += "one.getBoundingClientRect().bottom > title.getBoundingClientRect().bottom + 10)"
        assert title.evaluate(below), f"{name} draws nothing below its title"
        moved[name] = page.evaluate("window.shift")
        for screen, size in SCREENS.items():
            page.set_viewport_size(size)
            for _moment in range(60):  # what a component fetches is drawn after the page has come to rest
                share = largest_empty_rectangle(page.screenshot())
                if share <= MOST_EMPTY[screen]:
                    break
                page.wait_for_timeout(250)
            else:
                empty[name, screen] = share
        page.set_viewport_size(SCREENS["laptop"])
    assert {name: far for name, far in moved.items() if far > MOST_SHIFT} == {}
    assert empty == {}
