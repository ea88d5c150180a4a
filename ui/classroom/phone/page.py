"""The phone's page: a single HTML file with styles and texts, and one cacheable script."""

import json
from functools import cache
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

from ui.base.i18n import gettext as _
from ui.base.i18n import in_language, language_tag
from ui.classroom.phone.labels import phone_labels
from ui.components import read_styles
from ui.components.bundle import bundle
from ui.components.wordmark import window_icon_url, wordmark_hues
from ui.look import document_styles, font_urls
from ui.player.stylesheets import player_styles

if TYPE_CHECKING:
    from starlette.routing import Route


@cache
def phone_page(language: str) -> bytes:
    """Return the page in a language. All classes have the same page: the class code is in its address."""
    with in_language(language):
        return _page_html()


def _page_html() -> bytes:
    texts = json.dumps(phone_labels(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    needs_scripts = _("This page needs JavaScript, which isn’t running in this browser.")
    styles = read_styles("classroom/phone/phone.css")
    name = json.dumps(wordmark_hues())
    style = f"{document_styles(font_urls('../', has_han=False))}{player_styles()}\n{styles}"
    return (
        f'<!doctype html>\n<html lang="{escape(language_tag())}">\n<head>\n<meta charset="utf-8">\n'
        f'<script type="module" src="../{script_url()}"></script>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f'<link rel="icon" href="{window_icon_url()}">\n'
        f"<title>BPE Lab</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<main id="class" data-name="{escape(name)}"><noscript>{escape(needs_scripts)}</noscript></main>\n'
        f'<script type="application/json" id="texts">{texts}</script>\n</body>\n</html>\n'
    ).encode()


@cache
def _script() -> bytes:
    return bundle("classroom/phone/phone.js").encode()


@cache
def script_url() -> str:
    """Return the script's address, relative to the app. It contains a hash of the script, so browsers may cache it."""
    return f"bpe-lab/phone-{sha256(_script()).hexdigest()[:16]}.js"


def routes() -> "list[Route]":
    """Return the route that serves the script."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def answer(_request: Request) -> Response:
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(_script(), media_type="text/javascript", headers=headers)

    return [Route(f"/{{app:path}}{script_url()}", answer)]
