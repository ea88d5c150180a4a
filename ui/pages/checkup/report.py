"""A check-up on the page: the parts of a tokenizer, the checks, and what they found, in the reader's language."""

from collections.abc import Mapping, Sequence
from html import escape

from bpe_engine.checkup import TITLES, Check, Finding, Result, Severity, Subject, Table, Term, Terms, Voice, check_parts
from bpe_engine.files import Note
from ui.base.i18n import gettext as _
from ui.base.i18n import (
    language_tag,
    list_separator,
    localized_decimal,
    localized_number,
    localized_percent,
    ngettext,
    translate_error,
)
from ui.base.visible_text import escape_markdown, make_visible, visible_line, visible_message
from ui.components.html_table import scroll_region, table_markup
from ui.course.values.article_costs import language_names
from ui.jobs.checkups import Progress

SIGNS: Mapping[Severity, str] = {"fault": "✗", "warning": "!", "note": "i", "fine": "✓"}
MAX_TERMS = 8
"""Names of samples that a sentence has."""

MAX_EXAMPLE = 40
"""Characters of an example that its link shows."""


def voice() -> Voice:
    """Return how a report speaks in the reader's language."""
    return Voice(language_tag(), _, sentence, value_text)


def summary(results: Sequence[Result]) -> str:
    """Return how many faults and warnings there are."""
    severities = [finding.severity for result in results for finding in result.findings]
    return _("Faults: {faults}. Warnings: {warnings}.").format(
        faults=localized_number(severities.count("fault")), warnings=localized_number(severities.count("warning"))
    )


def announcement(title: str, tokens: int) -> str:
    """Return what a check-up will do."""
    return escape(
        _(
            "{title} has {tokens} tokens. The check-up looks at all of them. A large vocabulary takes ten to twenty "
            "seconds."
        ).format(title=title, tokens=localized_number(tokens))
    )


def waiting_message(ahead: int) -> str:
    """Return the message while other check-ups are ahead in the queue."""
    if not ahead:
        return _("Starting …")
    return ngettext("Waiting: {count} file ahead of yours.", "Waiting: {count} files ahead of yours.", ahead).format(
        count=localized_number(ahead)
    )


def progress_message(checks: Sequence[Check], progress: Progress) -> str:
    """Return what is being checked now, and how much is done."""
    done = {result.name for result in progress.done}
    current = next((check.title for check in checks if check.name not in done), checks[-1].title)
    return _("{check} … {share} done").format(check=_(current), share=localized_percent(progress.share))


def translated(value: object) -> object:
    """Return a value of a finding as a sentence has it: words of ours in the reader's language."""
    if isinstance(value, Term):
        return language_names().get(value) or _(value)
    if isinstance(value, Terms):
        shown = _separator().join(str(translated(Term(word))) for word in value[:MAX_TERMS])
        return f"{shown} …" if len(value) > MAX_TERMS else shown
    return value


def _separator() -> str:
    """Return what separates names that may have commas in them."""
    return "；" if list_separator() == "、" else "; "


def sentence(finding: Finding) -> str:
    """Return what a finding says."""
    values = {name: translated(value) for name, value in finding.values.items()}
    return translate_error(Note(finding.template, **values))


def picture(subject: Subject) -> str:
    """Return the parts as boxes, in the order in which a text passes through them."""
    parts = next(check_parts(subject)).table
    assert parts is not None
    boxes = []
    for part, kind, words, detail in parts.rows:
        pattern = f"<code>{escape(visible_line(detail))}</code>" if detail else ""
        boxes.append(
            f"<li><b>{escape(str(translated(part)))}</b><strong>{escape(_kind(kind))}</strong>"
            f"<p>{escape(str(translated(words)))}</p>{pattern}</li>"
        )
    title = escape(_("The parts of this tokenizer"))
    return f'<ol class="bpe-checkup-parts" aria-label="{title}">{"".join(boxes)}</ol>'


def _kind(kind: str) -> str:
    return _("none") if kind == "none" else kind


def cards(checks: Sequence[Check], results: Sequence[Result], *, running: bool, compared: bool) -> str:
    """Return a card for each check: what it looks at; once it is done, how severe it is, and its worst finding.

    A comparison has one if there is something to compare with.
    """
    done = {result.name: result for result in results}
    coming = next((check.name for check in checks if check.name not in done), "") if running else ""
    items = []
    for check in checks:
        about, state = _(check.about), "next" if check.name == coming else "later"
        if result := done.get(check.name):
            worst = next(finding for finding in result.findings if finding.severity == result.severity)
            about, state = visible_message(sentence(worst)), result.severity
        elif check.name == "comparison" and not compared:
            continue
        sign = chip(result.severity) if result else ""
        items.append(f'<li class="{state}"><b>{escape(_(check.title))}{sign}</b><p>{escape(about)}</p></li>')
    title = escape(_("The checks"))
    return f'<ul class="bpe-checkup-cards" aria-label="{title}">{"".join(items)}</ul>'


def chip(severity: Severity) -> str:
    """Return a severity as a sign and a word."""
    sign, title = SIGNS[severity], _(TITLES[severity])
    return f'<span class="bpe-checkup-chip {severity}"><span aria-hidden="true">{sign}</span> {escape(title)}</span>'


def finding_html(title: str, finding: Finding, *, with_table: bool = True) -> str:
    """Return a finding: its severity, its sentence, and its table if it has one."""
    text = f'<p class="bpe-checkup-said">{chip(finding.severity)} {escape(visible_message(sentence(finding)))}</p>'
    return text + (table(title, finding.table) if finding.table and with_table else "")


def table(title: str, data: Table) -> str:
    """Return the table of a finding."""
    rows = [[value_text(cell) for cell in row] for row in data.rows]
    return scroll_region("bpe-checkup-table", title, table_markup(map(_, data.columns), rows))


def value_text(value: object) -> str:
    """Return a value of a table in the reader's language."""
    if isinstance(value, float):
        return localized_decimal(value, 2)
    return localized_number(value) if isinstance(value, int) else str(translated(value))


def example(finding: Finding) -> str:
    """Return the label of the link to the example."""
    text = finding.example
    shown = visible_line(text) if text == text.strip() else make_visible(text)
    shown = shown if len(shown) <= MAX_EXAMPLE else shown[:MAX_EXAMPLE] + "…"
    return _("Try it: {text}").format(text=escape_markdown(shown))
