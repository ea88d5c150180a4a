"""Every page opens at its own URL through app.py, which tests of single pages leave out."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from ui.pages.registry import HOME, PAGES


def test_every_page_draws_its_title_and_something_below_it(open_page: OpenPage) -> None:
    for name, spec in PAGES.items():
        page = open_page("/" if spec is HOME else f"/{name}")
        title = page.locator("h1")
        expect(title, name).to_be_visible()
        expect(page.get_by_test_id("stException"), name).to_have_count(0)
        # A page to read has a title that is read out only, where what is read begins.
        below = (
            "title => [...document.querySelectorAll('.stMainBlockContainer *')].some((one) => !one.contains(title) && "
        )
        below += "one.getBoundingClientRect().bottom > title.getBoundingClientRect().bottom + 10)"
        assert title.evaluate(below), f"{name} draws nothing below its title"
