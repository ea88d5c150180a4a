"""The stages from text to ids as a picture."""

from typing import Any

import streamlit as st

from ui.components import read

_mount = st.components.v2.component(
    "bpe_lab_pipeline",
    html='<ol class="pipeline">\n</ol>',
    css=read("components/tokens.css", "components/pipeline/pipeline.css"),
    js=read("components/shared.js", "components/pipeline/pipeline.js"),
)


def pipeline(stages: list[dict[str, Any]]) -> None:
    """Show stages (see `ui.home.stages`), one after the other."""
    _mount(key="pipeline", data={"stages": stages})
