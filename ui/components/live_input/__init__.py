"""Text boxes whose text reaches the app while it is typed; Streamlit's own wait until the box loses focus."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.streamlit_internals.appearance import hide_submit_hint
from ui.components import component
from ui.components.contract import LiveInput

_mount = component("live_input")


def live_text_area(key: str, most: int | None = None) -> DeltaGenerator:
    """Return a container for a text area to follow, as long as its text has at most `most` bytes in UTF-8, if given."""
    place = st.container(key=key, gap=None)
    data: LiveInput = {"box": f".st-key-{key} textarea", "most": most}
    with place:
        _mount(key=f"{key}.typing", data=data)
        # There is no need to press Ctrl+Enter.
        st.html(hide_submit_hint(key))
    return place
