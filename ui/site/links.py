"""Links, by the addresses of the app."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.site.contract import SiteLink


def link(text: str, page: str, query: Mapping[str, str] | None = None, about: str = "") -> SiteLink:
    """A link to a page at a state."""
    return {"text": text, "href": f"{page}?{urlencode(query)}" if query else page, "about": about}
