"""A plan's links: their normalized form, and whether what they point to exists."""

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from ui.base import query_parameters
from ui.base.i18n import gettext as _
from ui.classroom.plans.plan import MAX_LINK
from ui.state.page_spec import PageSpec

MOST_VALUES = 100
"""The most query values that a link may have."""


def normalize_link(link: str, ignored: Iterable[str] = ()) -> str:
    """Return a link in the form that plans use: page and query, without the host and the visitor's own settings.

    Raises ValueError if it is not a link of the app.

    >>> normalize_link("http://192.168.1.7:8501/train?scenario=hug&step=3&large=1", ["large"])
    'train?scenario=hug&step=3'
    >>> normalize_link("http://localhost:8501/")
    'home'
    """
    try:
        if len(link) > MAX_LINK:
            raise ValueError(link)
        parts = urlsplit(link.strip())
        page = parts.path.rstrip("/").rpartition("/")[2] or ("home" if parts.netloc or parts.path else "")
        if not (page.isascii() and page.isidentifier()):
            raise ValueError(page)
        left_out = {"embed", *ignored}
        query = [pair for pair in _query(parts.query) if pair[0] not in left_out]
    except ValueError as error:
        raise ValueError(f"no link of the app: {link[:80]!r}") from error
    return f"{page}?{urlencode(query)}" if query else page


def page_and_query(link: str) -> tuple[str, dict[str, str]]:
    """Return the page of a link, and its query values."""
    page, _mark, query = link.partition("?")
    return page, dict(_query(query))


def _query(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_VALUES, errors="replace")


def page_exists(pages: Mapping[str, PageSpec], link: str) -> bool:
    """Return whether the page of a link is one of `pages`."""
    return page_and_query(link)[0] in pages


def link_problems(pages: Mapping[str, PageSpec], link: str) -> list[str]:
    """Return what a link refers to but the app no longer has; empty if it has everything."""
    page, query = page_and_query(link)
    if page not in pages:
        return [_("There is no page “{page}”. Presenting skips this slide.").format(page=page)]
    spec = pages[page]
    problems = query_parameters.parse_query(spec.parameters, query).problems
    if spec.may_need_training:
        training = next(each for each in pages.values() if each.defines_training)
        others = {name: value for name, value in query.items() if name not in spec.parameters_by_name}
        problems += query_parameters.parse_query(training.parameters, others).problems
    return problems
