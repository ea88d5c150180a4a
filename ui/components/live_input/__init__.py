"""What is typed into a box is taken over while it is typed: Streamlit's own waits until the box is left."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.streamlit_internals.appearance import hide_submit_hint
from ui.components import component
from ui.components.contract import LiveInput

_mount = component("live_input")


def live_text_area(key: str, most: int) -> DeltaGenerator:
    """A place for a text area that is followed, as long as its text has at most so many bytes in UTF-8."""
    place = st.container(key=key, gap=None)
    data: LiveInput = {"box": f".st-key-{key} textarea", "most": most}
    with place:
        _mount(key=f"{key}.typing", data=data)
        # Nobody needs to be told to press Ctrl and Enter.
        st.html(hide_submit_hint(key))
    return place
