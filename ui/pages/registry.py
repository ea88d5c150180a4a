"""The pages, in the order of the navigation: each is a folder with a spec, a file in `pages/`, and a line here.

Below a page stand its parts. Each has its own address, so an address that was shared leads on to the same picture.
"""

from pkgutil import resolve_name

from ui.state.spec import Spec

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
