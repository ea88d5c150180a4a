"""Streamlit's own page, index.html: what is put into it, and the scripts and fonts that are its own."""

import re
from pathlib import Path

import streamlit

FOLDER = Path(streamlit.__file__).parent / "static"
LANGUAGE = '<html lang="en">'
BEFORE_SCRIPTS = '<meta charset="UTF-8" />\n'
TITLE = "<title>Streamlit</title>"
END = "</body>"
FONTS = {"sans": "SourceSansVF-Upright.*.woff2", "code": "SourceCodeVF-Upright.*.woff2"}

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def original_html() -> str:
    """The page as Streamlit has it."""
    return (FOLDER / "index.html").read_text("utf-8")


def localized_html(language: str) -> str:
    """The page, which says that it is in a language."""
    return original_html().replace(LANGUAGE, f'<html lang="{language.replace("_", "-")}">', 1)


def insert(page: str, *, module: str, style: str, last: str) -> str:
    """The page with a script before all others, which runs once the page is read, with a style, and what ends it."""
    # First of all scripts, so that it comes first.
    page = page.replace(BEFORE_SCRIPTS, f'{BEFORE_SCRIPTS}<script type="module" src="{module}"></script>\n', 1)
    page = page.replace(TITLE, f"<title>BPE Lab</title>\n<style>\n{style}</style>", 1)
    return page.replace(END, f"{last}\n{END}", 1)


def font(name: str) -> str:
    """The address of a font, from a page."""
    (file,) = FOLDER.glob(f"static/media/{FONTS[name]}")
    return f"./{file.relative_to(FOLDER).as_posix()}"


def inline_scripts() -> list[str]:
    """The scripts that stand in the page."""
    return _INLINE_SCRIPT.findall(original_html())
