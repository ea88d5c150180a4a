"""Home as it comes with the page, before the app is there."""

from ui.base.query_parameters import parse_query
from ui.components.contract import Prerendered
from ui.components.home import KEY
from ui.pages.common.prerender import Query, prerender_component
from ui.pages.home.payload import home_payload, page_groups
from ui.pages.home.spec import PAGE
from ui.pages.registry import PAGES


def first(query: Query) -> Prerendered | None:
    """Home with the text of an address."""
    values = parse_query(PAGE.parameters, query).values
    return prerender_component("home", "", home_payload(values, page_groups(PAGES), is_app=True), KEY)
