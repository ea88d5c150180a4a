"""Self-contained HTML pages, such as a lesson with its player, frames and texts.

A page makes no requests. Its Content-Security-Policy forbids them, and allows only its own script and style.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import NamedTuple
from zlib import compress

from ui.base.i18n import gettext as _
from ui.components import read_styles
from ui.components.bundle import bundle
from ui.components.wordmark import window_icon_url
from ui.lessons.contract import LessonFile
from ui.look import document_styles
from ui.player.stylesheets import player_styles


class PageSurroundings(NamedTuple):
    """The HTML before and after a player, which must already be escaped, and its style sheet."""

    before: str = ""
    after: str = ""
    style: str = ""


def lesson_page(
    file: LessonFile,
    title: str,
    language: str,
    notes: Sequence[str] = (),
    around: PageSurroundings | None = None,
    script: str = "player/html_file_host.js",
) -> bytes:
    """Return a lesson as an HTML page. `notes` go into its footer; `script` is the module that starts the player."""
    before, after, style = around or PageSurroundings()
    needs_scripts = _("This lesson needs JavaScript, which isn’t running in this browser.")
    keys = _("Made with BPE Lab. ← and → step, Home and End jump, the space bar plays, f shows just the lesson.")
    body = (
        f"<main>\n<h1>{escape(title)}</h1>\n{before}"
        f'<div class="player"><noscript>{escape(needs_scripts)}</noscript></div>\n{after}</main>\n'
        f"<footer>{''.join(f'<p>{escape(note)}</p>' for note in (*notes, keys))}</footer>\n"
        f"{pack(file)}"
    )
    return html_page(title, language, body, player_styles() + page_styles() + style, bundle(script))


def pack(file: object) -> str:
    """Return data as an HTML element for the page's script, which reads it with `unpack` (ui/player/unpack.js)."""
    # Compression leaves a tenth. Base64 can't be mistaken for markup, whatever a learner's text contains.
    data = json.dumps(file, ensure_ascii=True, separators=(",", ":"), check_circular=False).encode()
    return f'<script type="text/plain" id="lesson">{b64encode(compress(data, 9)).decode()}</script>\n'


def list_page(title: str, language: str, groups: Mapping[str, Mapping[str, str]]) -> bytes:
    """Return a page of links in groups: heading -> file -> title."""
    lists = "".join(
        f"<h2>{escape(heading)}</h2>\n<ul>\n"
        + "".join(f'<li><a href="{escape(file)}">{escape(name)}</a></li>\n' for file, name in links.items())
        + "</ul>\n"
        for heading, links in groups.items()
    )
    return html_page(title, language, f"<main>\n<h1>{escape(title)}</h1>\n{lists}</main>\n", page_styles())


def html_page(title: str, language: str, body: str, style: str, script: str = "") -> bytes:
    """Return an HTML page whose policy allows only this style and script. `body` must already be escaped."""
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    head = (
        f'<!doctype html>\n<html lang="{escape(language.replace("_", "-"))}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f'<link rel="icon" href="{window_icon_url()}">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
    end = f'<script type="module">{script}</script>\n' if script else ""
    return f"{head}{body}{end}</body>\n</html>\n".encode()


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'" if source else "'none'"


def page_styles() -> str:
    """Return the style sheet that all such pages share, with the app's colours."""
    return f"{document_styles()}{read_styles('site/lesson_files/page.css')}"
