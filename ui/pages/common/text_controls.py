"""Controls around a text field: examples, limits, downloads."""

from collections.abc import Callable, Mapping
from functools import partial
from mimetypes import guess_type
from typing import Any

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import current_language, translate_error, use_language
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.run_context import session_id
from ui.base.streamlit_internals.sessions import rerun
from ui.components.notice import show_alert
from ui.pages.common import text_problems
from ui.state.session import PageState

_NO_FILE = "around.no_file"  # key of a button -> the reason why its file could not be created


def example_buttons(page: PageState, key: str, examples: Mapping[str, Mapping[str, Any]]) -> None:
    """Show a row of examples: button label -> the values that it sets."""
    with st.container(horizontal=True):
        for place, (title, values) in enumerate(examples.items()):
            st.button(title, key=f"{key}_{place}", on_click=page.set, kwargs={**values})


def is_usable(text: str, most: int) -> bool:
    """Return whether the text is not empty and short enough; if not, show why."""
    if not text:
        st.write(text_problems.no_text_message())
    elif problem := text_problems.too_long_message(text, most):
        show_alert(problem)
    return 0 < len(text) <= most


def download_button(label: str, content: bytes | Callable[[], bytes | str], file: str, *, key: str = "") -> None:
    """Show a button to download a file, whose content may be created on demand.

    If that fails, the page shows why, with the message of an EngineError.
    """
    kind = guess_type(file)[0] or "application/octet-stream"
    key = key or f"file_{file}"
    messages: dict[str, str] = session_state.get_or_create(_NO_FILE, dict)
    if callable(content):
        content = partial(_file_content, content, partial(messages.__setitem__, key), session_id(), current_language())
    st.download_button(label, content, file, kind, key=key, on_click="ignore")
    if key in messages:
        show_alert(messages.pop(key))


def _file_content(
    make: Callable[[], bytes | str], report: Callable[[str], None], asking: str, language: str
) -> bytes | str:
    """Create a file's content. Streamlit calls this in a thread without a session, and would only report a failure."""
    use_language(language)
    try:
        return make()
    except Exception as error:
        if isinstance(error, EngineError):
            report(translate_error(error))
        else:
            report(_("This file could not be made. Try again. If that doesn’t help, choose a shorter text."))
        rerun(asking)
        raise
