"""The look of the app: design tokens, for its pages and for standalone documents, and the font of titles."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.routing import Route

FOLDER = Path(__file__).parent

TITLE_FONTS = {
    "bpe-lab-serif-latin.woff2": "U+0000-00FF, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2192",
    "bpe-lab-serif-latin-extended.woff2": "U+0100-024F, U+1E00-1EFF",
    "bpe-lab-serif-cyrillic.woff2": "U+0400-052F",
}
"""The files of the font of titles, in one weight, and the characters that each has: English titles need the first one,
Vietnamese and Russian ones another one too. licences/README.md describes their source."""


@cache
def design_tokens() -> str:
    """Return the style sheet that defines the tokens, without those of charts, which no style sheet uses."""
    return _without("Charts", "chart", _all_tokens())


def _without(comment: str, name: str, tokens: str) -> str:
    """Return the tokens without those whose names begin so, and without the comment on them."""
    return re.sub(rf"\s*(?:/\* {comment}\b[^*]*\*/|--{name}[^;]*;)", "", tokens)


@cache
def _all_tokens() -> str:
    return (FOLDER / "tokens.css").read_text(encoding="utf-8")


def token_value(name: str) -> str:
    """Return the value of a design token that is the same in both themes, given its name, such as "--chart".

    Raises KeyError if there is no such token.
    """
    return _token_values()[name]


@cache
def _token_values() -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6});", _all_tokens()))


def document_styles(fonts: Mapping[str, str] | None = None) -> str:
    """Return the styles of a standalone document, light or dark like the system; `fonts`: URLs of the title fonts.

    Without the tokens of a map of tokens, which only the app has.
    """
    faces = title_font_faces(fonts) if fonts else ""
    return f"{_without('Tokens on a map', 'kind', design_tokens())}{faces}:root {{ color-scheme: light dark; }}\n"


def title_font_faces(urls: Mapping[str, str]) -> str:
    """Return the rules that load the font of titles, each file when the page has one of its characters.

    Until a file has loaded, titles use another font. `urls`: from names of `TITLE_FONTS` to URLs.
    """
    return "".join(
        f'@font-face {{ font-family: "BPE Lab Serif"; font-weight: 600; font-display: swap; src: url("{urls[name]}") '
        f'format("woff2"); unicode-range: {characters}; }}\n'
        for name, characters in TITLE_FONTS.items()
    )


@cache
def title_font_urls(app: str) -> dict[str, str]:
    """Return the fonts' URLs by name, given the app's own URL, such as "./".

    Each contains a hash of the font, so browsers may cache it.
    """
    return {name: f"{app}bpe-lab/{_hashed(name)}" for name in TITLE_FONTS}


def _hashed(name: str) -> str:
    return f"{sha256((FOLDER / name).read_bytes()).hexdigest()[:16]}-{name}"


def routes() -> "list[Route]":
    """Return the routes that serve the fonts."""
    from starlette.requests import Request
    from starlette.responses import FileResponse, Response
    from starlette.routing import Route

    def route(name: str) -> Route:
        def answer(_request: Request) -> Response:
            headers = {"Cache-Control": "public, max-age=31536000, immutable"}
            return FileResponse(FOLDER / name, media_type="font/woff2", headers=headers)

        return Route(f"/{{app:path}}bpe-lab/{_hashed(name)}", answer)

    return [route(name) for name in TITLE_FONTS]
