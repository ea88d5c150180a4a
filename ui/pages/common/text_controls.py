"""What pages have around a text: examples of it, what is told where it cannot be taken, files to take away."""

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

_NO_FILE = "around.no_file"  # key of a button -> why there is no file


def example_buttons(page: PageState, key: str, examples: Mapping[str, Mapping[str, Any]]) -> None:
    """Examples in a row, one click each: what the button says -> the values that it chooses."""
    with st.container(horizontal=True):
        for place, (title, values) in enumerate(examples.items()):
            st.button(title, key=f"{key}_{place}", on_click=page.set, kwargs={**values})


def is_usable(text: str, most: int) -> bool:
    """Whether there is a text, and no more of it than the page takes; where not, it is told."""
    if not text:
        st.write(text_problems.no_text_message())
    elif problem := text_problems.too_long_message(text, most):
        show_alert(problem)
    return 0 < len(text) <= most


def download_button(label: str, content: bytes | Callable[[], bytes | str], file: str, *, key: str = "") -> None:
    """A button to download a file, whose content may be made when it is asked for.

    Where it cannot be made, the page says why: an EngineError in its words.
    """
    kind = guess_type(file)[0] or "application/octet-stream"
    key = key or f"file_{file}"
    told: dict[str, str] = session_state.get_or_create(_NO_FILE, dict)
    if callable(content):
        content = partial(_file_content, content, partial(told.__setitem__, key), session_id(), current_language())
    st.download_button(label, content, file, kind, key=key, on_click="ignore")
    if key in told:
        show_alert(told.pop(key))


def _file_content(
    make: Callable[[], bytes | str], tell: Callable[[str], None], asking: str, language: str
) -> bytes | str:
    """What a file holds: Streamlit asks for it in a thread that knows no session, and would say only that it failed."""
    use_language(language)
    try:
        return make()
    except Exception as error:
        if isinstance(error, EngineError):
            tell(translate_error(error))
        else:
            tell(_("This file could not be made. Try again. If that doesn’t help, choose a shorter text."))
        rerun(asking)
        raise
