"""How a player looks."""

from functools import cache

from ui.components import read_styles


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
