"""Status pages: a single message in the visitor's language, without any other resource from the server."""

from functools import cache
from html import escape

from ui.base.i18n import gettext as _
from ui.base.i18n import in_language, language_tag, localized_number
from ui.base.minify import minify_stylesheet
from ui.base.visible_text import join_sentences
from ui.components.wordmark import window_icon_url, wordmark
from ui.look import document_styles

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="{icon}">
{head}<title>BPE Lab</title>
<style>{styles}</style>
<header><span role="img" aria-label="BPE Lab">{wordmark}</span></header>
<main>
  <h1>{title}</h1>
{texts}
  <p><a href="{address}">{link}</a></p>
</main>
</html>
"""
_STYLES = """
body { margin: 0; background: var(--page); color: var(--ink); font: var(--t-m)/1.5 var(--sans); }
header { padding: var(--s3) var(--s5); background: var(--surface); border-bottom: 1px solid var(--line); }
header svg { display: block; }
main { max-width: 34rem; margin: 14vh auto; padding: 0 var(--s5); }
h1 { font: 600 var(--t-2xl)/1.2 var(--serif); }
a { display: inline-block; padding: var(--s2) var(--s4); border-radius: var(--r-m); text-decoration: none; }
a { background: var(--accent); color: var(--accent-ink); font-weight: 600; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
"""


@cache
def _styles() -> str:
    return minify_stylesheet(document_styles() + _STYLES)


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


def not_found_page(language: str, home: str) -> str:
    """Return the page for a URL below that of a page, where nothing is; `home` is the relative URL of Home."""
    with in_language(language):
        return _page(_("There is no page at this address."), link=_("Go to Home"), address=home)


def _page(title: str, *texts: str, link: str, address: str, head: str = "") -> str:
    return _PAGE.format(
        language=language_tag(),
        head=head,
        title=escape(title),
        texts="\n".join(f"  <p>{escape(text)}</p>" for text in texts),
        address=escape(address),
        link=escape(link),
        icon=window_icon_url(),
        styles=_styles(),
        wordmark=wordmark(),
    )
