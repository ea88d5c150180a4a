"""A first visit loads little, and nothing that it does not show."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import visit
from tests.browser.visible_player import choices
from tools.browser import WATCH_SOCKET

MOST = 1_400_000  # bytes transferred, including headers
TABLE = re.compile(r"/static/js/(DataFrame|ArrowTable)\.")
CHART = re.compile(r"/static/js/(embed|ArrowVegaLiteChart|vega[-\w]*)\.")


class Line:
    """The bytes that a page transfers, by address."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, int] = {}
        self._asked: dict[str, str] = {}
        tools = page.context.new_cdp_session(page)
        tools.on("Network.requestWillBeSent", self._ask)
        tools.on("Network.loadingFinished", self._end)
        tools.send("Network.enable")

    def _ask(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = event["request"]["url"]

    def _end(self, event: dict[str, Any]) -> None:
        self.sizes[self._asked[event["requestId"]]] = event["encodedDataLength"]

    def loads(self, what: re.Pattern[str]) -> bool:
        """Whether a matching address was requested."""
        return any(map(what.search, self._asked.values()))


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Page]:
    """Yield a page in a new browser with empty storage."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(WATCH_SOCKET)
    yield page
    context.close()


def test_a_first_visit_to_train_is_light(newcomer: Page, server: str) -> None:
    line = Line(newcomer)
    visit(newcomer, server, "/train")
    expect(newcomer.locator(".player .where")).to_have_text(re.compile("Step 0"))
    assert 300_000 < sum(line.sizes.values()) <= MOST
    assert not line.loads(TABLE)
    assert not line.loads(CHART)
    choices(newcomer).get_by_text("Words and frequencies").click()
    expect(newcomer.get_by_test_id("stDataFrame")).to_be_visible()
    assert line.loads(TABLE)


def test_a_chart_below_the_screen_loads_when_scrolled_to(newcomer: Page, server: str) -> None:
    for path in ("/bytes", "/vocabulary"):
        line = Line(newcomer)
        visit(newcomer, server, path)
        if path == "/bytes":
            newcomer.get_by_text("A symbol for each byte", exact=True).click()
        assert not line.loads(CHART), path
        newcomer.locator(".upcoming").scroll_into_view_if_needed()
        expect(newcomer.get_by_test_id("stVegaLiteChart").locator("svg, canvas").first).to_be_visible()
        assert line.loads(CHART), path
