"""The chapters of the course as links, with a mark at those that were done. The browser keeps which."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from ui.components import component
from ui.components.contract import Chapters, ChaptersLabels
from ui.i18n import gettext as _

_mount = component("chapters", '<nav class="chapters">\n</nav>')


def chapters(
    titles: Mapping[str, str], current: str, done: Sequence[str], *, key: str, on_go: Callable[[], None]
) -> Any:
    """Show the titles by their keys. Trigger: `go`, the key of a chapter that was clicked."""
    labels: ChaptersLabels = {
        "list": _("Chapters"),
        "done": _("done"),
        "progress": _("{done} of {all} chapters done"),
    }
    data: Chapters = {
        "chapters": [
            {"key": chapter, "title": title, "href": f"course?{urlencode({'chapter': chapter})}"}
            for chapter, title in titles.items()
        ],
        "current": current,
        "done": list(done),
    }
    return _mount(key=key, data={**data, "labels": labels}, on_go_change=on_go)
