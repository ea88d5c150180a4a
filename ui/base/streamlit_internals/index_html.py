"""Streamlit's index.html: what is inserted into it, and its scripts and fonts."""

import re
from functools import cache
from html import escape
from pathlib import Path

import streamlit

from ui.base.minify import minify_stylesheet
from ui.base.streamlit_internals.fallback import report_missing
from ui.look import design_tokens, font_faces, font_urls

FOLDER = Path(streamlit.__file__).parent / "static"
LANGUAGE = '<html lang="en">'
BEFORE_SCRIPTS = '<meta charset="UTF-8" />\n'
TITLE = "<title>Streamlit</title>"
TITLE_END = "</title>"
ICON = '<link rel="shortcut icon" href="./favicon.png" />'
BODY, END = "<body>", "</body>"
FONTS = {"sans": "SourceSansVF-Upright.*.woff2", "code": "SourceCodeVF-Upright.*.woff2"}

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


@cache
def original_html() -> str:
    """Return the original page; empty if it is not found, in which case Streamlit serves its pages itself."""
    try:
        return (FOLDER / "index.html").read_text("utf-8")
    except OSError as problem:
        report_missing("original_html", str(problem))
        return ""


def localized_html(language: str, title: str, icon: str) -> str:
    """Return the page with a language, a title and the URL of its icon."""
    page = original_html().replace(LANGUAGE, f'<html lang="{language.replace("_", "-")}">', 1)
    page = page.replace(TITLE, f"<title>{escape(title)}</title>{_head_styles(language)}", 1)
    page = page.replace(ICON, f'<link rel="icon" href="{icon}" />', 1)
    return page.replace(BODY, f"{BODY}\n{_page_style()}", 1)


@cache
def _page_style() -> str:
    """Return the style of every page, so that it looks the same before the app loads, and nothing moves afterwards.

    It goes into the body, because Streamlit's own style sheets come at the end of the head.
    """
    sheet = "".join(Path(__file__).with_name(f"{name}.css").read_text("utf-8") for name in ("page", "workbench"))
    return f"<style>{minify_stylesheet(f'{sheet}.stMainBlockContainer {{ max-width: none; }}')}</style>"


@cache
def _head_styles(language: str) -> str:
    """Return the design tokens and the fonts, so that the first paint has them; every page needs the Latin one."""
    fonts = font_urls("./", has_han=not language.startswith("zh"))
    font = next(iter(fonts.values()))
    return (
        f'\n<link rel="preload" href="{font}" as="font" type="font/woff2" crossorigin>\n'
        f"<style>{minify_stylesheet(design_tokens() + font_faces(fonts))}</style>"
    )


def insert(page: str, *, module: str, style: str = "", last: str = "") -> str:
    """Insert a script before all others, a style sheet, and HTML at the end. Returns the page unchanged on failure."""
    if missing := [place for place in (BEFORE_SCRIPTS, TITLE_END, END) if place not in page]:
        report_missing("insert", missing[0])
        return page
    page = page.replace(BEFORE_SCRIPTS, f'{BEFORE_SCRIPTS}<script type="module" src="{module}"></script>\n', 1)
    if style:
        page = page.replace(TITLE_END, f"{TITLE_END}\n<style>\n{style}</style>", 1)
    return page.replace(END, f"{last}\n{END}", 1) if last else page


def font(name: str) -> str:
    """Return the URL of a font, relative to a page; empty if there is none."""
    return next((f"./{file.relative_to(FOLDER).as_posix()}" for file in FOLDER.glob(f"static/media/{FONTS[name]}")), "")


def inline_scripts() -> list[str]:
    """Return the page's inline scripts."""
    return _INLINE_SCRIPT.findall(original_html())
