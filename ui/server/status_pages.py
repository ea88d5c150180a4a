"""Status pages: a single message in the visitor's language. One from a full server needs nothing else from it."""

from functools import cache
from html import escape
from pathlib import Path

from ui.base.i18n import gettext as _
from ui.base.i18n import in_language, language_tag, localized_number
from ui.base.minify import minify_stylesheet
from ui.base.streamlit_internals import index_html
from ui.base.visible_text import join_sentences
from ui.components.wordmark import window_icon_url, wordmark
from ui.look import document_styles, font_faces, font_urls

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="{icon}">
{head}<title>BPE Lab</title>
<style>{styles}</style>
<header>{header}</header>
<main>
{sign}  <h1>{title}</h1>
{texts}
  <p><a href="{address}">{link}</a></p>
</main>
{more}</html>
"""
MAX_NAME = 20
"""Characters of a name that leads nowhere, of which more are not shown."""


@cache
def _styles() -> str:
    return minify_stylesheet(document_styles() + Path(__file__).with_suffix(".css").read_text("utf-8"))


def _font_faces(app: str) -> str:
    """Return the styles that load the app's fonts, given the app's relative URL."""
    faces = font_faces(font_urls(app))
    for family, name in (("Source Sans", "sans"), ("Source Code Pro", "code")):
        if url := index_html.font(name).removeprefix("./"):
            faces += f'@font-face {{ font-family: "{family}"; font-weight: 100 900; src: url({app}{url}); }}\n'
    return faces


def server_full_page(language: str, seconds: int) -> str:
    """Return the page for a visitor who cannot be admitted right now. It retries automatically."""
    with in_language(language):
        return _page(
            _("BPE Lab is full right now"),
            *_full_texts(seconds),
            link=_("Try again now"),
            address="",
            head=f'<meta http-equiv="refresh" content="{seconds}">\n',
        )


def server_full_sentence(language: str, seconds: int) -> str:
    """Return the same message as one line, for a page that is already open."""
    with in_language(language):
        return join_sentences(*_full_texts(seconds))


def _full_texts(seconds: int) -> tuple[str, str]:
    return (
        _("Everyone already in can keep working, but the server has no room for one more."),
        _("This page will try again by itself in {seconds} seconds.").format(seconds=seconds),
    )


def long_query_page(language: str, count: int, most: int) -> str:
    """Return the page for a URL whose parameters are ignored, because it has more than `most`."""
    with in_language(language):
        return _page(
            _("This address has too many parameters"),
            _(
                "It has {count} of them, such as step=3, but a page reads at most {most}, so it would read none. "
                "Perhaps the link was damaged on the way. Ask for it again where you got it."
            ).format(count=localized_number(count), most=localized_number(most)),
            link=_("Open the page without them"),
            address="?",
        )


def not_found_page(language: str, home: str, name: str) -> str:
    """Return the page for an address where nothing is. It has the app's menu, and Home's three ways to begin.

    `home` is the relative URL of Home. `name`, the last part of the address, is drawn as an unknown token.
    """
    from ui.pages.home.payload import page_groups, ways_to_begin
    from ui.pages.registry import PAGES

    def link(href: str, *content: str) -> str:
        return f'<a href="{escape(home + href)}">{"".join(content)}</a>'

    with in_language(language):
        menus = "".join(
            f'<details name="menu"><summary>{escape(group["title"])}</summary><ul>'
            + "".join(
                f"<li>{link(page['href'], '<strong>', escape(page['text']), '</strong>', _about(page['about']))}</li>"
                for page in group["links"]
                if not PAGES[page["href"]].parent
            )
            + "</ul></details>"
            for group in page_groups(PAGES)
        )
        ways = "".join(
            f"<section><h2>{escape(title)}</h2><p>{escape(way['about'])}</p>"
            f"{link(way['href'], escape(way['text']))}</section>"
            for title, way in ways_to_begin()
        )
        shown = f"{name[:MAX_NAME]}…" if len(name) > MAX_NAME else name
        return _page(
            _("There is no page at this address."),
            link=_("Go to Home"),
            address=home,
            header=f'<a href="{escape(home)}" aria-label="BPE Lab">{wordmark()}</a>'
            f'<nav aria-label="{escape(_("All pages"))}">{menus}</nav>',
            sign=f'  <div class="sign" translate="no" aria-hidden="true"><b>{escape(shown)}</b>?</div>\n',
            more=f'<aside class="ways">{ways}</aside>\n',
            fonts=_font_faces(home),
        )


def _about(text: str) -> str:
    return f"<span>{escape(text)}</span>"


def _page(
    title: str,
    *texts: str,
    link: str,
    address: str,
    head: str = "",
    header: str = "",
    sign: str = "",
    more: str = "",
    fonts: str = "",
) -> str:
    return _PAGE.format(
        language=language_tag(),
        head=head,
        header=header or f'<span role="img" aria-label="BPE Lab">{wordmark()}</span>',
        sign=sign,
        title=escape(title),
        texts="\n".join(f"  <p>{escape(text)}</p>" for text in texts),
        address=escape(address),
        link=escape(link),
        more=more,
        icon=window_icon_url(),
        styles=fonts + _styles(),
    )
