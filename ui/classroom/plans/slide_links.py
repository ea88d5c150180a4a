"""The links of a plan: how one is written, and whether what it leads to is there."""

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from ui.base import query_parameters
from ui.base.i18n import gettext as _
from ui.classroom.plans.plan import MAX_LINK
from ui.state.page_spec import PageSpec

MOST_VALUES = 100
"""Of a link."""


def normalize_link(written: str, own: Iterable[str] = ()) -> str:
    """A link as a plan has it: a page and what follows it, without the host and without what is the visitor's own.

    Raises ValueError for what is no link.

    >>> normalize_link("http://192.168.1.7:8501/train?scenario=hug&step=3&large=1", ["large"])
    'train?scenario=hug&step=3'
    >>> normalize_link("http://localhost:8501/")
    'home'
    """
    try:
        if len(written) > MAX_LINK:
            raise ValueError(written)
        parts = urlsplit(written.strip())
        page = parts.path.rstrip("/").rpartition("/")[2] or ("home" if parts.netloc or parts.path else "")
        if not (page.isascii() and page.isidentifier()):
            raise ValueError(page)
        left_out = {"embed", *own}
        query = [pair for pair in _query(parts.query) if pair[0] not in left_out]
    except ValueError as error:
        raise ValueError(f"no link of the app: {written[:80]!r}") from error
    return f"{page}?{urlencode(query)}" if query else page


def page_and_query(link: str) -> tuple[str, dict[str, str]]:
    """The page that a link leads to, and what it says to it."""
    page, _mark, query = link.partition("?")
    return page, dict(_query(query))


def _query(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_VALUES, errors="replace")


def page_exists(pages: Mapping[str, PageSpec], link: str) -> bool:
    """Whether the page of a link is one of these."""
    return page_and_query(link)[0] in pages


def link_problems(pages: Mapping[str, PageSpec], link: str) -> list[str]:
    """What is no longer there of what a link leads to; nothing where all of it is."""
    page, query = page_and_query(link)
    if page not in pages:
        return [_("There is no page “{page}”. Presenting skips this slide.").format(page=page)]
    shown = pages[page]
    found = query_parameters.parse_query(shown.parameters, query).problems
    if shown.may_need_training:
        training = next(spec for spec in pages.values() if spec.defines_training)
        others = {name: value for name, value in query.items() if name not in shown.parameters_by_name}
        found += query_parameters.parse_query(training.parameters, others).problems
    return found
