"""The stages from text to ids as a picture."""

import streamlit as st

from ui.components import script, styles
from ui.components.contract import Stage

_mount = st.components.v2.component(
    "bpe_lab_pipeline",
    html='<ol class="pipeline">\n</ol>',
    css=styles("components/tokens.css", "components/pipeline/pipeline.css"),
    js=script("components/pipeline/pipeline.js"),
)


def pipeline(stages: list[Stage]) -> None:
    """Show stages (see `ui.home.tour.stages`), one after the other."""
    _mount(key="pipeline", data={"stages": stages})
