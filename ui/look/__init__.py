"""How everything looks: the design tokens, for the app's pages and for documents of our own, and the font of titles."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.routing import Route

TITLE_FONT = Path(__file__).with_name("bpe-lab-serif.woff2")
"""Latin, Vietnamese and Cyrillic, in one weight. licences/README.md says what it was cut from."""

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
"""What Streamlit gives a component by these names, from .streamlit/config.toml, is what the tokens say."""


@cache
def design_tokens() -> str:
    """The style sheet that gives the tokens their values."""
    return Path(__file__).with_name("tokens.css").read_text(encoding="utf-8")


def streamlit_names() -> str:
    """Streamlit's names for some of the tokens, as declarations, for where Streamlit does not give them."""
    return " ".join(f"{name}: var({token});" for name, token in STREAMLIT_NAMES.items())


def document_styles(font: str = "") -> str:
    """What a document of our own begins with, which is light or dark as the system is; `font` is where that is."""
    face = title_font_face(font) if font else ""
    return f"{design_tokens()}{face}:root {{ color-scheme: light dark; {streamlit_names()} }}\n"


def title_font_face(url: str) -> str:
    """The rule for the font of titles; until it is there, a title is written in another."""
    return (
        f'@font-face {{ font-family: "BPE Lab Serif"; font-weight: 600; font-display: swap; src: url("{url}") '
        'format("woff2"); }\n'
    )


@cache
def title_font_url() -> str:
    """Where the app serves it, relative to itself. With other contents it is another, so browsers may keep it."""
    return f"bpe-lab/serif-{sha256(TITLE_FONT.read_bytes()).hexdigest()[:16]}.woff2"


def routes() -> "list[Route]":
    """The route that serves the font."""
    from starlette.requests import Request
    from starlette.responses import FileResponse, Response
    from starlette.routing import Route

    def answer(_request: Request) -> Response:
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return FileResponse(TITLE_FONT, media_type="font/woff2", headers=headers)

    return [Route(f"/{{app:path}}{title_font_url()}", answer)]
