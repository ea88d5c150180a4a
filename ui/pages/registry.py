"""The pages, in the order of the navigation: each is a folder with a spec, a file in `pages/`, and a line here.

Below a page stand its parts. Each has its own address, so an address that was shared leads on to the same picture.
"""

from collections.abc import Callable, Mapping
from pkgutil import resolve_name

from ui.components.contract import First
from ui.pages.common import prerender
from ui.state.page_spec import Spec

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

PAGES: dict[str, Spec] = {name: resolve_name(f"ui.pages.{name}.spec:PAGE") for name in _IN_ORDER}
"""Name -> page."""

HOME = PAGES["home"]

_TRAINS = next(page for page in PAGES.values() if page.trains)


def asked_for_first(name: str, query: Mapping[str, str]) -> prerender.Query | None:
    """What is to come with a page of that name, by its address; None where nothing does."""
    page = PAGES.get(name)
    if page is None or not page.first:
        return None
    return prerender.asked(page, query, _TRAINS.named if page.may_need_training else {})


def drawn_first(name: str) -> Callable[[prerender.Query], First | None]:
    """What makes of that what comes with the page, in the reader's language. None where it is the app's to show."""
    made: Callable[[prerender.Query], First | None] = resolve_name(f"ui.pages.{name}.prerender:first")
    return made
