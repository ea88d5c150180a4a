"""Messages as plain text, never read as Markdown or HTML."""

from html import escape

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import translate_error
from ui.base.visible_text import visible_message

_STYLE = (
    "border: 1px solid; border-left-width: 0.4rem; border-radius: 0.4rem; padding: 0.6rem 0.9rem; "
    "overflow-wrap: anywhere; unicode-bidi: plaintext;"
)


def show_alert(text: str) -> None:
    """Show a message to the learner as an alert."""
    st.html(f'<div role="alert" class="bpe-notice" style="{_STYLE}">{escape(visible_message(text))}</div>')


def show_paragraphs(*texts: str, status: bool = False) -> None:
    """Show texts as paragraphs, skipping empty ones. With `status`, screen readers announce changes."""
    role = ' role="status"' if status else ""
    paragraphs = "".join(f"<p{role}>{escape(visible_message(text))}</p>" for text in texts if text)
    if paragraphs:  # even an empty element adds a gap
        st.html(f'<div style="overflow-wrap: anywhere">{paragraphs}</div>')


def show_error(error: EngineError) -> None:
    """Show an engine error, with its way out, as an alert."""
    show_alert(translate_error(error))
