"""The widgets of Playground: a text, tokenizers beside each other, and how special tokens in the text are read."""

from itertools import zip_longest
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import Tokenizer, load_pretrained
from bpe_engine.inspection.token_offsets import Special
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import OPENED, SHIPPED, TokenizerName, available_tokenizers
from ui.components.live_input import live_text_area
from ui.components.notice import show_paragraphs
from ui.pages.common import session_plan
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.playground import messages as playground
from ui.pages.playground.spec import COLUMNS, shown_columns
from ui.state import session
from ui.state.session import PageState

_IN_BOX = "playground_in_box"  # whether a long text is in the box, to be edited


class PlaygroundChoice(NamedTuple):
    """The tokenizers with their names, and how they read special tokens."""

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
    st.html(playground.head_html("" if problem else text, is_beside_plan=bool(session_plan.packed_plan())))
    is_put_away = len(text) > playground.LONG_TEXT and not problem and not session_state.get(_IN_BOX)
    if is_put_away:
        st.html(playground.beginning_html(text))
    else:
        # A long text that is edited would be put away in the middle of a word.
        most = playground.MAX_LIVE_BYTES if session_state.get(_IN_BOX) else None
        live_text_area("playground_box", most).text_area(
            _("Your text"),
            height=320,
            placeholder=_("Paste some text and see the tokens a model would get."),
            label_visibility="collapsed",
            on_change=_accept_text,
            args=(page,),
            **page.widget_options("sample"),
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        if is_put_away:
            st.button(_("Edit the text"), on_click=_open_box)
        elif session_state.get(_IN_BOX):
            st.button(_("Show tokens"), type="primary", on_click=_close_box)
        # Always there, so that the tokens stay where they were before the app was ready.
        st.button(_("Use the example"), on_click=_use_example, args=(page,))
    return text


def choose_tokenizers(page: PageState, text: str, notices: DeltaGenerator) -> PlaygroundChoice:
    """Choose the tokenizers. What is to be said of one, and how special tokens are read, stands in `notices`."""
    with st.container(key="playground_tokenizers", horizontal=True):
        choices = [
            choose_tokenizer(page, column, playground.column_label(number), notices=notices)
            for number, column in enumerate(shown_columns(page), 1)
        ]
    names = [name for name, _tokenizer in choices]
    tokenizers = [tokenizer for _name, tokenizer in choices]
    special = playground.special_names(text, tokenizers)
    with notices:
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


def add_tokenizer(page: PageState) -> None:
    """Show another tokenizer: the first of the list that is not shown yet. A callback."""
    free = [name for name in COLUMNS if page[name] is None]
    names_in_use = {page[name] for name in COLUMNS}
    choices = available_tokenizers(0, None, opened=session.opened_tokenizer() is not None)
    if free:
        page.set(**{free[0]: next((name for name in choices if name not in names_in_use), choices[0])})
        _first_page(page)


def remove_tokenizer(page: PageState, number: int) -> None:
    """Remove a tokenizer, and move up those after it. A callback."""
    names = [page[column] for column in shown_columns(page)]
    if 0 <= number < len(names) > 1:
        del names[number]
        page.set(**dict(zip_longest(COLUMNS, names)))
        _first_page(page)


def all_tokenizers(choice: PlaygroundChoice) -> list[tuple[TokenizerName, Tokenizer]]:
    """Return the included tokenizers, and the learner's own: those that are shown, and the one opened from files."""
    tokenizers = {TokenizerName(name): load_pretrained(name) for name in SHIPPED}
    tokenizers |= dict(zip(choice.names, choice.tokenizers, strict=True))
    if (opened := session.opened_tokenizer()) is not None:
        tokenizers[TokenizerName(OPENED)] = opened.tokenizer
    return list(tokenizers.items())


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


def _use_example(page: PageState) -> None:
    page.reset("sample", "page")
    _close_box()
