"""The page that a visitor gets for whom there is no room just now."""

import random
from contextvars import copy_context
from html import escape

from ui.i18n import gettext as _
from ui.i18n import language_for, use_language

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="{seconds}">
<title>BPE Lab</title>
<style>
  :root {{ color-scheme: light dark; font: 1.25rem/1.5 system-ui, sans-serif }}
  main {{ max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem }}
  h1 {{ font-size: 1.75rem; line-height: 1.25 }}
</style>
<main>
  <h1>{title}</h1>
  <p>{text}</p>
  <p>{again}</p>
  <p><a href="">{now}</a></p>
</main>
</html>
"""


def wait_seconds() -> int:
    """How long to wait before the next try: not all who wait come back at once."""
    return random.randint(8, 15)


def full_page(language: str, seconds: int) -> str:
    """The page, which needs nothing else from the server, and tries again by itself."""
    return copy_context().run(_write, language, seconds)


def _write(language: str, seconds: int) -> str:
    use_language(language)
    return _PAGE.format(
        language=language.replace("_", "-"),
        seconds=seconds,
        title=escape(_("BPE Lab is full just now")),
        text=escape(_("Everyone who is in goes on working, but the server has no room for one more.")),
        again=escape(_("This page tries again by itself in {seconds} seconds.").format(seconds=seconds)),
        now=escape(_("Try again now")),
    )


def language_of(accepted: str) -> str:
    """The language to answer in, of those that a browser asks for in the header Accept-Language."""
    wishes = []
    for entry in accepted.split(","):
        code, _sep, weight = entry.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), code))
        except ValueError:
            continue
    return language_for(code for _weight, code in sorted(wishes, key=lambda wish: wish[0]))
