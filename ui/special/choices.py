"""The widgets of the page Special tokens: a tokenizer, names to register, a text, and a set of names."""

import streamlit as st

from bpe_engine import Tokenizer
from ui.i18n import gettext as _
from ui.session import Page
from ui.special.readings import CHOSEN, NAMES, TEXT, read_names, registered
from ui.tokenizer_choice import choose_tokenizer

_NESTED = "<|user|>Say <|endoftext|> backwards.<|assistant|>"


def choose(page: Page) -> tuple[Tokenizer, str]:
    """The tokenizer with the names that were registered, and the text. Raises EngineError for too many names."""
    with st.container(horizontal=True):
        for number, (title, text) in enumerate({_("A short one"): TEXT, _("Typed by a user"): _NESTED}.items()):
            values = {"sample": text, "names": NAMES, "set": list(CHOSEN)}
            st.button(title, key=f"special_{number}", on_click=page.set, kwargs=values)
    left, right = st.columns(2)
    with left:
        _name, tokenizer = choose_tokenizer(page, "of", _("Tokenizer"))
        text = st.text_input(_("Your text"), **page.widget("sample"))
    with right:
        typed = st.text_input(_("Special tokens to register, with spaces between them"), **page.widget("names"))
        names = read_names(typed)
        tokenizer = registered(tokenizer, names)
        # A tokenizer may have a thousand of them: those that are in the text, or were asked for.
        offered = [*names, *(token for token in tokenizer.special_tokens if token in text), *page["set"]]
        st.pills(
            _("Special tokens in the set"),
            list(dict.fromkeys(offered)),
            selection_mode="multi",
            **page.widget("set"),
        )
    return tokenizer, text
