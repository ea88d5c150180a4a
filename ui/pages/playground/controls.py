"""The widgets of Playground: a text, one or two tokenizers, and how special tokens in the text are read."""

from typing import NamedTuple

import streamlit as st

from bpe_engine import Tokenizer
from bpe_engine.inspection.token_offsets import Special
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import TokenizerName
from ui.components.live_input import live_text_area
from ui.components.notice import show_paragraphs
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.playground import messages as playground
from ui.state.session import PageState

_COMPARE = "playground_compare"
_IN_BOX = "playground_in_box"  # whether a long text is in the box, to be edited


class PlaygroundChoice(NamedTuple):
    """One or two tokenizers with their names, and how they read special tokens."""

    names: list[TokenizerName]
    tokenizers: list[Tokenizer]
    special: Special

    @property
    def titles(self) -> list[str]:
        """The tokenizers' names on screen."""
        return [name.title for name in self.names]


def text_input(page: PageState, problem: str) -> str:
    """Return the text. A long and valid one is removed from its box once it has arrived."""
    text: str = page["sample"]
    is_put_away = len(text) > playground.LONG_TEXT and not problem and not session_state.get(_IN_BOX)
    if is_put_away:
        st.html(playground.beginning_html(text))
    else:
        live_text_area("playground_box", playground.MAX_LIVE_BYTES).text_area(
            _("Your text"),
            height=120,
            placeholder=_("Paste some text and see the tokens a model would get."),
            label_visibility="collapsed",
            on_change=_accept_text,
            args=(page,),
            **page.widget_options("sample"),
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if is_put_away:
            st.button(_("Edit the text"), on_click=_open_box)
        else:
            st.button(_("Show tokens"), type="primary", on_click=_close_box)
        if text != playground.EXAMPLE:
            st.button(_("Use the example"), on_click=page.reset, args=("sample", "page"))
        session_state.put(_COMPARE, page["second"] is not None)
        st.toggle(_("Compare with a second tokenizer"), key=_COMPARE, on_change=_toggle_comparison, args=(page,))
    return text


def choose_tokenizers(page: PageState, text: str) -> PlaygroundChoice:
    """Choose the tokenizers."""
    with st.container(key="playground_tokenizers"):
        left, right = st.columns(2)
    with left:
        choices = [choose_tokenizer(page, "first", _("Tokenizer"))]
    if page["second"] is not None:
        with right:
            choices.append(choose_tokenizer(page, "second", _("Second tokenizer")))
    names = [name for name, _tokenizer in choices]
    tokenizers = [tokenizer for _name, tokenizer in choices]
    special = playground.special_names(text, tokenizers)
    with st.container():  # always one container, so that the tokens below keep their position and state
        if special:
            st.radio(
                _("Read special tokens in the text as"),
                ["text", "token"],
                format_func=lambda kind: {"text": _("plain text"), "token": _("special tokens")}[kind],
                horizontal=True,
                **page.widget_options("special"),
            )
            show_paragraphs(playground.special_note(special))
    return PlaygroundChoice(names, tokenizers, "all" if special and page["special"] == "token" else "none")


def _first_page(page: PageState) -> None:
    """Go back to the first page, because the text or its tokens change."""
    page.reset("page")


def _close_box() -> None:
    session_state.put(_IN_BOX, False)


def _open_box() -> None:
    session_state.put(_IN_BOX, True)


def _accept_text(page: PageState) -> None:
    _first_page(page)
    _close_box()


def _toggle_comparison(page: PageState) -> None:
    _first_page(page)
    other = "o200k_base" if page["first"].name != "o200k_base" else "gpt2"
    page.set(second=TokenizerName(other) if session_state.get(_COMPARE) else None)
