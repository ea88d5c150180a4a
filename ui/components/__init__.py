"""What the pages draw with beyond Streamlit's own widgets: a folder for each component."""

from collections.abc import Callable
from typing import Any

from ui.components.scripts import FOLDER, script


def component(name: str, html: str) -> Callable[..., Any]:
    """What draws the component whose folder has this name: HTML to begin with, its script, its style sheets."""
    import streamlit as st

    sheets = ("components/tokens.css", f"components/{name}/{name}.css")
    js = script(f"components/{name}/{name}.js")
    return st.components.v2.component(f"bpe_lab_{name}", html=html, css=styles(*sheets), js=js)


def styles(*names: str) -> str:
    """The style sheets of a component, by their paths below `ui/`, one after the other."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)
