"""The widgets for typed tokens or merges, and how to apply them: on Your own tokens and on Encode."""

from typing import get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _
from ui.components.notice import show_error
from ui.pages.common.text_controls import example_buttons
from ui.pages.own import custom_vocabulary as own
from ui.state.session import PageState


def choose(page: PageState, stage: DeltaGenerator) -> Tokenizer:
    """Return the tokenizer of a typed list. If the list is invalid or empty, the stage says so, and the page ends."""
    st.caption(_("Type tokens and watch them cut a text. Nothing is trained here: the vocabulary is what you type."))
    examples = {
        own.TEXT: {"cut": "anywhere", "sample": own.TEXT, "tokens": own.TOKENS},
        _("{word} by tokens").format(word=own.LOWEST): {
            "cut": "anywhere", "sample": own.LOWEST, "tokens": own.LOWEST_TOKENS,
        },
        _("{word} by merges").format(word=own.LOWEST): {
            "cut": "merges", "sample": own.LOWEST, "merges": own.LOWEST_MERGES,
        },
    }  # fmt: skip
    example_buttons(page, "own", examples)
    kind: own.ListKind = st.radio(
        _("Cut words by"),
        get_args(own.ListKind),
        format_func=lambda kind: {
            "anywhere": _("the longest token anywhere in the word"),
            "left": _("the longest token from the left"),
            "merges": _("merges, in order"),
        }[kind],
        captions=[
            _("as in the classic description of BPE"),
            _("as in WordPiece"),
            _("as in BPE: always the earliest merge in the list that can be made"),
        ],
        **page.widget_options("cut"),
    )
    if kind == "merges":
        st.text_area(_("Merges, one per line, as in merges.txt"), height=210, **page.widget_options("merges"))
    else:
        label = _("Tokens: one per line, comma-separated, or a JSON list")
        st.text_area(label, height=210, **page.widget_options("tokens"))
    with stage:
        if not own.typed_list(page).strip():
            st.write(own.no_tokens_message())
            st.stop()
        try:
            return own.tokenizer_of(page)
        except EngineError as error:
            show_error(error)
            st.stop()
