"""What is typed into a box is taken over while it is typed: Streamlit's own waits until the box is left."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.components.contract import Typing
from ui.components.scripts import script

_mount = st.components.v2.component(
    "bpe_lab_typing",
    js=script("components/typing/typing.js"),
    isolate_styles=False,  # it draws nothing
)


def followed(key: str, most: int) -> DeltaGenerator:
    """A place for a text area that is followed, as long as its text has at most so many bytes in UTF-8."""
    place = st.container(key=key, gap=None)
    data: Typing = {"box": f".st-key-{key} textarea", "most": most}
    with place:
        _mount(key=f"{key}.typing", data=data)
        # Nobody needs to be told to press Ctrl and Enter.
        st.html(f'<style>.st-key-{key} [data-testid="InputInstructions"] {{ display: none; }}</style>')
    return place
