"""A lesson as a page of HTML that stands for itself: the player, its frames and its texts are inside.

It asks nobody for anything, and its policy allows it nothing: neither a request nor a script or style but its own.
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
    """What stands around a player: HTML, which must be safe, and the style sheet for it."""

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
    """A lesson as a page in a language; `notes` are said below it. `script` is what begins the player."""
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
    """What a page's script reads, as a part of the page: `unpack` in ui/player/unpack.js."""
    # Deflated it is a tenth; and whatever a learner's text has in it, base64 is no markup.
    data = json.dumps(file, ensure_ascii=True, separators=(",", ":"), check_circular=False).encode()
    return f'<script type="text/plain" id="lesson">{b64encode(compress(data, 9)).decode()}</script>\n'


def list_page(title: str, language: str, groups: Mapping[str, Mapping[str, str]]) -> bytes:
    """A page of links, by their headings: file -> what it is called."""
    lists = "".join(
        f"<h2>{escape(heading)}</h2>\n<ul>\n"
        + "".join(f'<li><a href="{escape(file)}">{escape(name)}</a></li>\n' for file, name in links.items())
        + "</ul>\n"
        for heading, links in groups.items()
    )
    return html_page(title, language, f"<main>\n<h1>{escape(title)}</h1>\n{lists}</main>\n", page_styles())


def html_page(title: str, language: str, body: str, style: str, script: str = "") -> bytes:
    """A page with this body, which must be safe; its policy allows this style and this script, and nothing else."""
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
    """What is the same of all such pages, in the app's colours."""
    return f"{document_styles()}{read_styles('site/lesson_files/page.css')}"
