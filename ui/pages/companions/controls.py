"""The widgets of Read along: choosing a text and an edition, and its entries."""

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

import streamlit as st

from ui.base.i18n import current_language, language_tag, localized_number
from ui.base.i18n import gettext as _
from ui.base.visible_text import join_sentences
from ui.components import read_styles
from ui.pages.companions.catalog import EDITIONS, companions_for, edition_for, has_changed, text
from ui.pages.companions.entries import Companion, Entry
from ui.pages.companions.notation import Part, entry_parts
from ui.state.session import PageState

_STYLE = (
    f"<style>{read_styles('components/tokens.css')}</style>"
    + """<style>
.companion article { content-visibility: auto; contain-intrinsic-block-size: auto 7rem; }
.companion article { display: flex; align-items: flex-start; justify-content: space-between; gap: var(--s2) var(--s4); }
.companion article { padding: var(--s4); background: var(--surface); border: 1px solid var(--line); }
.companion article { border-radius: var(--r-l); box-shadow: var(--e1); margin-block-start: var(--s3); }
.companion article:has(.differs) { border-inline-start: var(--s2) solid var(--bad); }
.companion article > div { min-width: 0; }
.companion article > a { flex: none; padding: var(--s1) var(--s2); border-radius: var(--r-m); }
.companion article > a { color: var(--ink); text-decoration: none; }
.companion article > a:hover { background: var(--accent-soft); }
.companion h2 { margin: 0; padding: var(--s5) 0 0; scroll-margin-top: 4.5rem; }
.companion h2:first-child { padding: 0; }
.companion h3 { padding: 0; margin: 0 0 var(--s2); font-size: var(--t-m); }
.companion h3 code { margin-inline-start: var(--s1); padding: 0.1rem 0.4rem; font-weight: 400; }
.companion h3 code { border-radius: var(--r-s); background: var(--well); }
.companion dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.2rem 1rem; }
.companion dl { align-items: baseline; }
.companion dl, .companion dt, .companion dd { margin: 0; padding: 0; min-width: 0; }
.companion dt { color: var(--ink-2); }
.companion code { font-size: var(--t-s); overflow-wrap: anywhere; white-space: pre-wrap; padding: 0; }
.companion .token { font-size: var(--t-l); white-space: pre-wrap; }
.companion .other { outline: 2px solid var(--bad); outline-offset: 1px; }
.companion p { margin: 0.4rem 0 0; }
.companion summary { cursor: pointer; font-weight: 600; }
.companion .differs strong { color: var(--bad); }
@media (max-width: 46rem) {
  .companion article { flex-direction: column; }
  .companion article > a { display: flex; align-items: center; min-height: var(--hit); }
  .companion dl { grid-template-columns: 1fr; gap: 0; }
}
@media print { .companion article > a { display: none; } }
</style>"""
)


def choose(page: PageState) -> tuple[Companion, str]:
    """Choose a text and its edition, which is empty if the text has only one."""
    key: str = st.selectbox(
        _("Text"),
        companions_for(current_language()),
        format_func=lambda key: text(key).title,
        **page.widget_options("beside"),
    )
    companion = text(key)
    if not companion.editions:
        return companion, ""
    default = edition_for(current_language())
    editions = sorted(companion.editions, key=lambda edition: edition != default)
    edition: str = st.selectbox(
        _("Edition"), editions, format_func=EDITIONS.__getitem__, **page.widget_options("edition")
    )
    return companion, edition


def show_outline(companion: Companion, edition: str) -> None:
    """Say what the text is, and show its sections, each with a link to its examples, and where it can be read."""
    if companion.about:
        st.write(_(companion.about))
    language = escape(edition or companion.language)
    items = "".join(
        f'<li><a href="#part-{number}"><span>{escape(heading)}</span>{_change_mark(entries)}'
        f"<b>{localized_number(len(entries))}</b></a></li>"
        for number, (heading, entries) in enumerate(companion.entries(edition))
    )
    if address := companion.addresses.get(edition):
        label = f'<span>{escape(_("Read the text"))}</span><b aria-hidden="true">↗</b>'
        items += (
            f'<li lang="{language_tag()}"><a href="{escape(address)}" target="_blank" rel="noreferrer">{label}</a></li>'
        )
    st.html(f'<ol class="bpe-outline" lang="{language}">{items}</ol>')


def _change_mark(entries: Sequence[Entry]) -> str:
    """Return how many results differ from the text, as HTML."""
    slips = sum(bool(entry.computed) and has_changed(entry) for entry in entries)
    return f' <b class="differs" title="{escape(_("Differs."))}">≠ {localized_number(slips)}</b> ' if slips else " "


def show(companion: Companion, edition: str) -> None:
    """Show the entries, in the order of the text, as one element: Streamlit takes a while to draw each."""
    language = escape(edition or companion.language)
    sections = "".join(
        f'<h2 id="part-{number}" lang="{language}">{escape(heading)}</h2>'
        + "".join(html(entry, edition) for entry in entries)
        for number, (heading, entries) in enumerate(companion.entries(edition))
    )
    st.html(f'{_STYLE}<div class="companion">{sections}</div>')


def html(entry: Entry, edition: str) -> str:
    """Return an entry as HTML: what the text states, what is computed now, whether both agree, and a link."""
    about = f" {_code(entry.of)}" if entry.of else ""
    title = f"<h3>{escape(_(entry.title))}{about}</h3>"
    rows = []
    printed, computed = entry_parts(entry)
    if entry.claim:
        rows.append((_("In the text"), escape(_(entry.claim))))
    elif printed:
        rows.append((_("In the text"), _line(printed)))
    if entry.computed:
        rows.append((_("Computed now"), _line(computed)))
    lines = f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{value}</dd>' for name, value in rows)}</dl>"
    note = escape(join_sentences(*(_(text) for text in (entry.why, entry.notes.get(edition, "")) if text)))
    same, other, absent = escape(_("Equal.")), escape(_("Differs.")), escape(_("Not computed here."))
    reveal = escape(_("Show the answer"))
    if not entry.computed:
        body = f"{lines}<p><strong>{absent}</strong> {note}</p>"
    elif has_changed(entry):
        body = f'{lines}<p class="differs"><strong>≠ {other}</strong> {note}</p>'
    elif entry.printed or entry.claim:
        body = f"{lines}<p><strong>= {same}</strong> {note}</p>"
    else:
        body = f"{lines}<p>{note}</p>" if note else lines
    if entry.exercise:
        body = f"<details><summary>{reveal}</summary>{body}</details>"
    address = escape(f"{entry.page}?{urlencode(entry.query)}")
    link = f'<a href="{address}"><span aria-hidden="true">→</span> {escape(_("Open it"))}</a>' if entry.page else ""
    return f"<article><div>{title}{body}</div>{link}</article>"


def _line(parts: Sequence[Part]) -> str:
    """Return tokens as tiles, and what stands between them as code."""
    return f'<span translate="no">{" ".join(map(_part, parts))}</span>'


def _part(part: Part) -> str:
    differing = " other" * part.differs
    if not part.is_token:
        return (
            f'<code class="{differing}">{escape(part.text)}</code>'
            if differing
            else f"<code>{escape(part.text)}</code>"
        )
    hue = ' unknown"' if part.hue is None else f'" style="--hue:{part.hue}"'
    return f'<b class="token{differing}{hue}>{escape(part.text)}</b>'


def _code(text: str) -> str:
    return f'<code translate="no">{escape(text)}</code>'
