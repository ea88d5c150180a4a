"""Links in terms of the app's URLs."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.site.contract import SiteLink


def link(text: str, page: str, query: Mapping[str, str] | None = None, about: str = "") -> SiteLink:
    """Return a link to a page with a query."""
    return {"text": text, "href": f"{page}?{urlencode(query)}" if query else page, "about": about}
