"""What the pages draw with beyond Streamlit's own widgets: a folder for each component."""

from collections.abc import Callable
from typing import Any

from ui.components.bundle import FOLDER, component_script


def component(name: str, html: str | None = None) -> Callable[..., Any]:
    """What draws the component whose folder has this name: HTML to begin with, its script, its style sheets.

    One without HTML draws nothing: it has its script alone.
    """
    css = read_styles("components/tokens.css", f"components/{name}/{name}.css") if html else None
    return register_component(f"bpe_lab_{name}", f"components/{name}/{name}.js", html, css)


def register_component(name: str, module: str, html: str | None, css: str | None) -> Callable[..., Any]:
    """The same of a component whose script is elsewhere: that is told by its path below `ui/`."""
    import streamlit as st

    mount = st.components.v2.component(
        name, html=html, css=css, js=component_script(module), isolate_styles=html is not None
    )

    def draw(*, data: Any, **options: Any) -> Any:
        # In a list: of a dictionary, Streamlit asks each value whether it is a table, which takes longer than the rest.
        return mount(data=[data], **options)

    return draw


def read_styles(*names: str) -> str:
    """The style sheets of a component, by their paths below `ui/`, one after the other."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)
