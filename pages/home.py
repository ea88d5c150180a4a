"""Home: a text becomes tokens as it is typed, three ways in, all pages."""

from urllib.parse import parse_qsl

import streamlit as st

from ui.base import session_state
from ui.base.tokenizer_choices import PRETRAINED
from ui.components.home import KEY, home
from ui.pages.common import navigation, shell
from ui.pages.home.payload import about, about_title, home_payload, page_groups
from ui.pages.registry import PAGES

page = shell.start_page("home", "")


def asked() -> None:
    """Keep what was typed, and the tokenizer that was chosen."""
    match session_state.component_event(KEY, "asked"):
        case {"sample": str(sample), "tokenizer": str(tokenizer)} if tokenizer in PRETRAINED:
            page.set(sample=sample, **{"with": tokenizer})


told = home(home_payload(page, page_groups(PAGES), is_app=True), on_asked=asked)
st.header(about_title(), anchor=False)
st.write(about())
if isinstance(told.go, str):
    name, _mark, query = told.go.partition("?")
    if name in PAGES:
        navigation.switch_page(name, dict(parse_qsl(query)))
