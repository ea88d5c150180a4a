"""Tokens in HTML: within a line, or as tiles of a list with a note below each."""

from html import escape

from bpe_engine.notebook import token_hue


def hue_style(token_id: int | None) -> str:
    """Return the attribute that gives an element the colour of a token; nothing for what is no token."""
    return "" if token_id is None else f' style="--hue: {token_hue(token_id)}"'


def inline_token(text: str, token_id: int | None) -> str:
    """Return a token within a line, in the colour of its id. The text is shown unchanged."""
    classes = "token unknown" if token_id is None else "token"
    return f'<span class="{classes}"{hue_style(token_id)} translate="no">{escape(text)}</span>'


def token_tile(text: str, note: str, token_id: int | None, kind: str = "") -> str:
    """Return a tile in the colour of an id. The text is shown unchanged; `kind` adds a class."""
    classes = "unknown" if token_id is None else "hued"
    return (
        f'<li class="{classes} {kind}"{hue_style(token_id)}><span translate="no">{escape(text)}</span>'
        f"<small>{escape(note)}</small></li>"
    )
