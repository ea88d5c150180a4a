"""What the pages draw with beyond Streamlit's own widgets: a folder for each component."""

from pathlib import Path

FOLDER = Path(__file__).parent.parent


def read(*names: str) -> str:
    """The source files of a component, by their paths below `ui/`, one after the other."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)
