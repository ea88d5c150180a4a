"""The pages, in the order of the menu: each is a folder with a spec, a file in `pages/`, and a line here.

A page is followed by its parts. Each has its own URL, so a shared link leads to the same view.
"""

from collections.abc import Callable, Mapping
from pkgutil import resolve_name

from ui.base.i18n import gettext as _
from ui.base.query_parameters import Values, parse_query
from ui.components.contract import Prerendered
from ui.pages.common import prerender
from ui.state.page_spec import PageSpec

_IN_ORDER = (
    "home",
    "course",
    "recap",
    "code",
    "project",
    "scene",
    "stumble",
    "prompt",
    "train",
    "encode",
    "decode",
    "own",
    "playground",
    "special",
    "chat",
    "compare",
    "codes",
    "vocabulary",
    "size",
    "knife",
    "pretokenize",
    "bytes",
    "teach",
    "plans",
    "companions",
    "files",
    "checkup",
    "check",
)

PAGES: dict[str, PageSpec] = {name: resolve_name(f"ui.pages.{name}.spec:PAGE") for name in _IN_ORDER}
"""Name -> page."""

HOME = PAGES["home"]

_TRAIN_PAGE = next(page for page in PAGES.values() if page.defines_training)


def window_title(page: PageSpec, values: Values, training: Values) -> str:
    """Return the title of a page's window, which tells its lessons apart in tabs, bookmarks and the history."""
    title = "" if page is HOME else _(page.title)
    return " · ".join(filter(None, (page.subject(values, training), title, "BPE Lab")))


def title_at(name: str, query: Mapping[str, str]) -> str:
    """Return the title of a page's window, given its name and query."""
    page = PAGES.get(name, HOME)
    values, training = (parse_query(spec.parameters, query).values for spec in (page, _TRAIN_PAGE))
    return window_title(page, values, training)


def prerender_query(name: str, query: Mapping[str, str]) -> prerender.Query | None:
    """Return the part of a query that a page prerenders; None if it prerenders nothing."""
    page = PAGES.get(name)
    if page is None or not page.is_prerendered:
        return None
    return prerender.parse_for_prerender(page, query, _TRAIN_PAGE.parameters_by_name if page.may_need_training else {})


def prerender_function(name: str) -> Callable[[prerender.Query], Prerendered | None]:
    """Return the function that prerenders a page, or None if the app shows it itself."""
    function: Callable[[prerender.Query], Prerendered | None] = resolve_name(f"ui.pages.prerendered.{name}:first")
    return function
