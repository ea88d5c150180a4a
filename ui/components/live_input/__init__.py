"""Text boxes that send their text while it is typed. Streamlit's own wait until the box loses focus."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.streamlit_internals.appearance import hide_submit_hint
from ui.components import component
from ui.components.contract import LiveInput

_mount = component("live_input")


def live_text_area(key: str, most: int | None = None) -> DeltaGenerator:
    """Return a container for a text area that sends its text while typed, up to `most` bytes of UTF-8, if given."""
    place = st.container(key=key, gap=None)
    data: LiveInput = {"box": f".st-key-{key} textarea", "most": most}
    with place:
        _mount(key=f"{key}.typing", data=data)
        # Hides Streamlit's hint to press Ctrl+Enter.
        st.html(hide_submit_hint(key))
    return place
