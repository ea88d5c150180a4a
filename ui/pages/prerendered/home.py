"""Home as it comes with the page, before the app is there."""

from bpe_engine import load_pretrained
from ui.base.query_parameters import parse_query
from ui.base.tokenizer_choices import OPEN_FILES, OPENED
from ui.components.contract import Prerendered
from ui.components.home import KEY
from ui.pages.common.prerender import Query, prerender_component
from ui.pages.home.payload import home_payload, page_groups
from ui.pages.home.spec import PAGE
from ui.pages.registry import PAGES


def first(query: Query) -> Prerendered | None:
    """Home with the text of an address; None with the learner's own tokenizer, which is in no address."""
    values = parse_query(PAGE.parameters, query).values
    if values["with"] == OPENED:
        return None
    tokenizer = load_pretrained(values["with"])
    payload = home_payload(values, page_groups(PAGES), tokenizer, extra_tokenizers=[OPEN_FILES], is_app=True)
    return prerender_component("home", "", payload, KEY)
