"""Home: a text becomes tokens as it is typed, three ways in, all pages."""

from urllib.parse import parse_qsl

import streamlit as st

from bpe_engine import load_pretrained
from ui.base import session_state
from ui.base.tokenizer_choices import OPEN_FILES, OPENED, SHIPPED, not_open_message
from ui.components.home import KEY, home
from ui.components.notice import show_alert
from ui.pages.common import navigation, own_tokenizer, shell
from ui.pages.home.payload import about, about_title, home_payload, page_groups
from ui.pages.registry import PAGES
from ui.state import session

page = shell.start_page("home")
own_tokenizer.begin_choice(page, "with")


def asked() -> None:
    """Keep what was typed, and the tokenizer that was chosen; or ask for files of one."""
    match session_state.component_event(KEY, "asked"):
        case {"sample": str(sample), "tokenizer": str(tokenizer)} if tokenizer in (*SHIPPED, OPENED):
            page.set(sample=sample, **{"with": tokenizer})
        case {"sample": str(sample), "tokenizer": str(tokenizer)} if tokenizer == OPEN_FILES:
            page.set(sample=sample)
            own_tokenizer.ask_for_files("home", "with")


values = page.snapshot()
opened = session.opened_tokenizer()
if values["with"] == OPENED and opened is None:
    show_alert(not_open_message())
    values = {**values, "with": SHIPPED[0]}
tokenizer = opened.tokenizer if values["with"] == OPENED and opened else load_pretrained(values["with"])
entries = own_tokenizer.entries(page["with"])
clicked = home(
    home_payload(values, page_groups(PAGES), tokenizer, extra_tokenizers=entries, is_app=True), on_asked=asked
)
st.header(about_title(), anchor=False)
st.write(about())
if isinstance(clicked.go, str):
    name, _mark, query = clicked.go.partition("?")
    if name in PAGES:
        navigation.switch_page(name, dict(parse_qsl(query)))
