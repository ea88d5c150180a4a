"""Components beyond Streamlit's own widgets: one folder each."""

from collections.abc import Callable
from typing import Any

from ui.components.bundle import FOLDER, component_script


def component(name: str, html: str | None = None) -> Callable[..., Any]:
    """Register a component by its initial HTML, script and style sheet, and return the function that mounts it.

    `name` is the component's folder. A component without HTML draws nothing and consists of its script alone.
    """
    css = read_styles("components/tokens.css", f"components/{name}/{name}.css") if html else None
    return register_component(f"bpe_lab_{name}", f"components/{name}/{name}.js", html, css)


def register_component(name: str, module: str, html: str | None, css: str | None) -> Callable[..., Any]:
    """Like `component`, for a script elsewhere: `module` is its path below `ui/`."""
    import streamlit as st

    mount = st.components.v2.component(
        name, html=html, css=css, js=component_script(module), isolate_styles=html is not None
    )

    def draw(*, data: Any, **options: Any) -> Any:
        # In a list, because Streamlit searches each value of a dictionary for tables, the slowest part of a run.
        return mount(data=[data], **options)

    return draw


def read_styles(*names: str) -> str:
    """Return style sheets joined in order, given their paths below `ui/`."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)
