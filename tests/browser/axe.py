"""Check the accessibility of a page with axe."""

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.conftest import paint

_RUN = """async ([context, options]) => {
    const {violations} = await axe.run(context ?? document, {resultTypes: ["violations"], ...options});
    return violations.map(({id, nodes}) => [id, nodes.map(({html}) => html)]);
}"""


def faults(
    page: Page, context: str | dict[str, object] | None = None, **options: object
) -> list[tuple[str, list[str]]]:
    """Return the rules that a page breaks, or what `context` selects of it, each with the elements that break it.

    The page is looked at once nothing of it moves. A document gets axe's script once, which takes as long to read as a
    small page to check.
    """
    paint(page)
    if page.evaluate("!('axe' in window)"):
        page.evaluate(AXE_SCRIPT)
    return [(rule, elements) for rule, elements in page.evaluate(_RUN, [context, options])]
