"""The look of the app: design tokens, for its pages and for standalone documents, and its fonts."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from starlette.routing import Route

FOLDER = Path(__file__).parent

CHINESE_FONTS = (
    *("PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "SimHei", "SimSun", "Noto Sans CJK SC", "Noto Sans SC"),
    *("Source Han Sans SC", "Noto Sans CJK JP", "Droid Sans Fallback", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"),
)
"""Fonts with Chinese characters that come with systems."""


class Font(NamedTuple):
    """A font that comes with the app: the families that it is part of, and the characters that it is for."""

    families: tuple[str, ...]
    characters: str
    of_systems: tuple[str, ...] = ()
    """Fonts of systems that are used instead, if there is one."""


HAN = "bpe-lab-han.woff2"
"""The file with Chinese characters. Pages in Chinese go without: their system has a font, and this is never bold."""

_TITLES = ("BPE Lab Serif",)
_ALL = ("Source Sans", "Source Code Pro", *_TITLES)
_WEIGHTS = {"Source Sans": "100 900", "Source Code Pro": "100 900", "BPE Lab Serif": "600", "BPE Lab Marks": "100 900"}
"""Those of the other files of the family: otherwise, browsers choose one file for all characters."""

FONTS = {
    "bpe-lab-serif-latin.woff2": Font(_TITLES, "U+0000-00FF, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2192"),
    "bpe-lab-serif-latin-extended.woff2": Font(_TITLES, "U+0100-024F, U+1E00-1EFF"),
    "bpe-lab-serif-cyrillic.woff2": Font(_TITLES, "U+0400-052F"),
    HAN: Font(_ALL, "U+3001-30FF, U+3400-9FFF, U+FF01-FF5E", CHINESE_FONTS),
    "bpe-lab-emoji.woff2": Font(
        _ALL,
        "U+2615, U+1F300-1FAFF",
        ("Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Samsung Color Emoji", "Twemoji Mozilla"),
    ),
    "bpe-lab-marks.woff2": Font(("Source Sans", *_TITLES, "BPE Lab Marks"), "U+2581"),
}
"""The fonts by file name: three for titles (Latin for all, a second one for Vietnamese and Russian), then the Chinese
characters and emoji of the examples, for systems that would show boxes; and SentencePiece's ▁, which other fonts draw
far below the line. licences/README.md describes their sources."""


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
    """Return the styles of a standalone document, light or dark like the system; `fonts`: URLs of the fonts.

    Without the tokens of a map of tokens, which only the app has.
    """
    faces = font_faces(fonts) if fonts else ""
    return f"{_without('Tokens on a map', 'kind', design_tokens())}{faces}:root {{ color-scheme: light dark; }}\n"


def font_faces(urls: Mapping[str, str]) -> str:
    """Return the rules that load the fonts, each file when the page has one of its characters.

    Until a file has loaded, its characters use another font. `urls`: from names of `FONTS` to URLs; fonts that it
    lacks are left out.
    """
    rules = []
    for name, url in urls.items():
        font = FONTS[name]
        sources = [*(f'local("{one}")' for one in font.of_systems), f'url("{url}") format("woff2")']
        rules += [
            f'@font-face {{ font-family: "{family}"; font-weight: {_WEIGHTS[family]}; font-display: swap; '
            f"src: {', '.join(sources)}; unicode-range: {font.characters}; }}\n"
            for family in font.families
        ]
    return "".join(rules)


@cache
def font_urls(app: str, *, has_han: bool = True) -> dict[str, str]:
    """Return the fonts' URLs by name, given the app's own URL, such as "./".

    Each contains a hash of the font, so browsers may cache it.
    """
    return {name: f"{app}bpe-lab/{_hashed(name)}" for name in FONTS if has_han or name != HAN}


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

    return [route(name) for name in FONTS]
