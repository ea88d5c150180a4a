"""The widgets of the page Your own tokens: a text, tokens or merges, and how they are put to use."""

from typing import get_args

import streamlit as st

from ui.i18n import gettext as _
from ui.own.vocabulary import LOWEST, LOWEST_MERGES, LOWEST_TOKENS, TEXT, TOKENS, By
from ui.session import Page


def choose(page: Page) -> tuple[By, str, str]:
    """How the text is cut, the tokens or merges as they were typed, and the text."""
    examples: dict[str, dict[str, str]] = {
        TEXT: {"by": "anywhere", "sample": TEXT, "tokens": TOKENS},
        _("{word} by tokens").format(word=LOWEST): {"by": "anywhere", "sample": LOWEST, "tokens": LOWEST_TOKENS},
        _("{word} by merges").format(word=LOWEST): {"by": "merges", "sample": LOWEST, "merges": LOWEST_MERGES},
    }
    with st.container(horizontal=True):
        for number, (title, values) in enumerate(examples.items()):
            st.button(title, key=f"own_{number}", on_click=page.set, kwargs=values)
    left, right = st.columns(2)
    with right:
        by: By = st.radio(
            _("Cut words by"),
            get_args(By),
            format_func=lambda way: {
                "anywhere": _("the longest token anywhere in the word"),
                "left": _("the longest token from the left"),
                "merges": _("merges, in their order"),
            }[way],
            captions=[
                _("as the classic description of BPE does it"),
                _("as WordPiece does it"),
                _("as BPE does it: the first of the list that can be made is made first"),
            ],
            **page.widget("by"),
        )
        text: str = st.text_input(_("Your text"), **page.widget("sample"))
    with left:
        if by == "merges":
            typed: str = st.text_area(_("Merges, one a line, as in merges.txt"), height=210, **page.widget("merges"))
        else:
            typed = st.text_area(
                _("Tokens: one a line, with commas between them, or a list in JSON"),
                height=210,
                **page.widget("tokens"),
            )
    return by, typed, text
