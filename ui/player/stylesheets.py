"""How a player looks, and how the page is coloured that it stands on."""

import tomllib
from functools import cache
from pathlib import Path

from ui.components import read_styles

_CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
_VARIABLES = {
    "primaryColor": "--st-primary-color",
    "backgroundColor": "--st-background-color",
    "secondaryBackgroundColor": "--st-secondary-background-color",
    "textColor": "--st-text-color",
    "linkColor": "--st-link-color",
    "borderColor": "--st-border-color",
}


@cache
def player_styles() -> str:
    """The style sheets of a player."""
    sheets = ("player", "frame_view", "presentation", "curves", "code", "embedding")
    return read_styles("components/tokens.css", *(f"player/{name}.css" for name in sheets))


@cache
def scene_styles() -> str:
    """Those of the player of a scene."""
    return read_styles(
        "components/tokens.css", *(f"player/{name}.css" for name in ("player", "presentation", "journey"))
    )


@cache
def theme_css() -> str:
    """The app's own colours, light and dark as the system is, for where the app does not give them."""
    theme = tomllib.loads(_CONFIG.read_text(encoding="utf-8"))["theme"]
    return " ".join(
        f"{variable}: light-dark({theme['light'][name]}, {theme['dark'][name]});"
        for name, variable in _VARIABLES.items()
    )
