"""The widgets of Decode: the box for ids, the tokenizer, and examples of both."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import TRAINED, TokenizerName
from ui.components.notice import show_error
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.decode.id_input import examples, format_ids, unknown_ids, unknown_ids_error
from ui.state import session
from ui.state.session import PageState

AAAB = "[258, 100, 258, 97, 99]"


def choose(page: PageState, stage: DeltaGenerator) -> tuple[str, Tokenizer]:
    """Return the typed ids and the tokenizer."""
    typed: str = st.text_input(_("Ids"), label_visibility="collapsed", width=320, **page.widget_options("ids"))
    with st.popover(page["with"].title, key="decode.choices", wrap=True):
        st.caption(_("A model outputs ids. Decoding turns them back into text: watch what each one adds."))
        _name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), notices=stage)
        offer_examples(page, tokenizer, "decode")
    return typed, tokenizer


def offer_examples(page: PageState, tokenizer: Tokenizer, key: str) -> None:
    """Show buttons with ids to decode."""
    with st.container(horizontal=True):
        for number, example in enumerate(examples(tokenizer)):
            st.button(example.title, key=f"{key}_{number}", on_click=page.set, kwargs={"ids": example.ids})
        st.button("aaabdaaabac", key=f"{key}_aaab", on_click=_use_aaab_lesson, args=(page,))


def _use_aaab_lesson(page: PageState) -> None:
    """Choose the vocabulary of the lesson aaabdaaabac, and its text as ids."""
    session.training_state().set(scenario="aaab", algorithm="bpe")
    page.set(**{"ids": AAAB, "with": TokenizerName(TRAINED)})


def report_unknown_ids(page: PageState, tokenizer: Tokenizer, ids: Sequence[int]) -> bool:
    """Report ids that are not in the vocabulary, with a remedy as a button. Returns whether there are any."""
    unknown = unknown_ids(tokenizer, ids)
    if unknown:
        show_error(unknown_ids_error(tokenizer, unknown))
        known = format_ids([token_id for token_id in ids if token_id not in unknown])
        st.button(_("Leave it out"), on_click=page.set, kwargs={"ids": known})
    return bool(unknown)
