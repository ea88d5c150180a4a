"""The pages, in the order of the navigation: each is a folder with a spec, a file in `pages/`, and a line here.

Below a page stand its parts. Each has its own address, so an address that was shared leads on to the same picture.
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
    "teach",
    "plans",
    "code",
    "scene",
    "recap",
    "project",
    "train",
    "encode",
    "decode",
    "own",
    "playground",
    "special",
    "chat",
    "compare",
    "codes",
    "pretokenize",
    "bytes",
    "vocabulary",
    "size",
    "knife",
    "stumble",
    "prompt",
    "companions",
    "check",
    "files",
)

PAGES: dict[str, PageSpec] = {name: resolve_name(f"ui.pages.{name}.spec:PAGE") for name in _IN_ORDER}
"""Name -> page."""

HOME = PAGES["home"]

_TRAIN_PAGE = next(page for page in PAGES.values() if page.defines_training)


def window_title(page: PageSpec, values: Values, training: Values) -> str:
    """Return what the window of a page is called: tabs, bookmarks and the history tell its lessons apart by it."""
    title = "" if page is HOME else _(page.title)
    return " · ".join(filter(None, (page.subject(values, training), title, "BPE Lab")))


def title_at(name: str, query: Mapping[str, str]) -> str:
    """Return what the window of the page of that name is called, by its address alone."""
    page = PAGES.get(name, HOME)
    values, training = (parse_query(one.parameters, query).values for one in (page, _TRAIN_PAGE))
    return window_title(page, values, training)


def prerender_query(name: str, query: Mapping[str, str]) -> prerender.Query | None:
    """What is to come with a page of that name, by its address; None where nothing does."""
    page = PAGES.get(name)
    if page is None or not page.is_prerendered:
        return None
    return prerender.parse_for_prerender(page, query, _TRAIN_PAGE.parameters_by_name if page.may_need_training else {})


def prerender_function(name: str) -> Callable[[prerender.Query], Prerendered | None]:
    """What makes of that what comes with the page, in the reader's language. None where it is the app's to show."""
    made: Callable[[prerender.Query], Prerendered | None] = resolve_name(f"ui.pages.prerendered.{name}:first")
    return made
