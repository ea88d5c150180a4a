"""The style sheets of the players."""

from functools import cache

from ui.components import read_styles


@cache
def player_styles() -> str:
    """Return the style sheets of the player."""
    sheets = ("player", "frame_view", "presentation", "curves", "code", "embedding")
    return read_styles("components/tokens.css", *(f"player/{name}.css" for name in sheets))


@cache
def scene_styles() -> str:
    """Return the style sheets of the journey player."""
    return read_styles(
        "components/tokens.css", *(f"player/{name}.css" for name in ("player", "presentation", "journey"))
    )
