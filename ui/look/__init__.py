"""The look of the app: design tokens, for its pages and for standalone documents, and the font of titles."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.routing import Route

TITLE_FONT = Path(__file__).with_name("bpe-lab-serif.woff2")
"""Latin, Vietnamese and Cyrillic, in one weight; licences/README.md describes its source."""

STREAMLIT_NAMES = {
    "--st-primary-color": "--accent",
    "--st-background-color": "--page",
    "--st-secondary-background-color": "--surface",
    "--st-text-color": "--ink",
    "--st-link-color": "--accent",
    "--st-border-color": "--edge",
    "--st-font": "--sans",
    "--st-code-font": "--code",
    "--st-heading-font": "--serif",
}
"""Streamlit's names for colours and fonts from .streamlit/config.toml, and the design tokens with the same values."""


@cache
def design_tokens() -> str:
    """Return the style sheet that defines the tokens."""
    return Path(__file__).with_name("tokens.css").read_text(encoding="utf-8")


def streamlit_names() -> str:
    """Return declarations of Streamlit's names from the tokens, for documents without Streamlit."""
    return " ".join(f"{name}: var({token});" for name, token in STREAMLIT_NAMES.items())


def document_styles(font: str = "") -> str:
    """Return the styles of a standalone document, light or dark like the system; `font`: URL of the title font."""
    face = title_font_face(font) if font else ""
    return f"{design_tokens()}{face}:root {{ color-scheme: light dark; {streamlit_names()} }}\n"


def title_font_face(url: str) -> str:
    """Return the rule that loads the font of titles; until it has loaded, titles use another font."""
    return (
        f'@font-face {{ font-family: "BPE Lab Serif"; font-weight: 600; font-display: swap; src: url("{url}") '
        'format("woff2"); }\n'
    )


@cache
def title_font_url() -> str:
    """Return the font's address, relative to the app. It contains a hash of the font, so browsers may cache it."""
    return f"bpe-lab/serif-{sha256(TITLE_FONT.read_bytes()).hexdigest()[:16]}.woff2"


def routes() -> "list[Route]":
    """Return the route that serves the font."""
    from starlette.requests import Request
    from starlette.responses import FileResponse, Response
    from starlette.routing import Route

    def answer(_request: Request) -> Response:
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return FileResponse(TITLE_FONT, media_type="font/woff2", headers=headers)

    return [Route(f"/{{app:path}}{title_font_url()}", answer)]
