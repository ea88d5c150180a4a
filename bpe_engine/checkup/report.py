"""A check-up as text, JSON or one HTML file."""

import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from bpe_engine.checkup.checks import Result, worst
from bpe_engine.checkup.finding import SEVERITIES, Finding, Severity, Table
from bpe_engine.checkup.subject import Subject
from bpe_engine.pre_tokenizers import N_
from bpe_engine.version import installed_version

TITLES: Mapping[Severity, str] = {
    "fault": N_("Fault"),
    "warning": N_("Warning"),
    "note": N_("Note"),
    "fine": N_("Fine"),
}
MARKS = {"fault": "FAULT", "warning": "WARNING", "note": "note", "fine": "fine"}

_STYLE = """
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2rem 0 0.5rem; }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.5rem; padding: 0; }
.parts { list-style: none; }
.parts li { border: 1px solid; border-radius: 0.5rem; padding: 0.5rem 1rem; overflow-wrap: anywhere; }
.parts li + li::before { content: "→ "; }
.findings { list-style: none; padding: 0; }
.findings > li { margin: 0.5rem 0; padding-inline-start: 1rem; border-inline-start: 0.25rem solid GrayText; }
.findings > .fault { border-color: red; }
.findings > .warning { border-color: orange; }
.findings > .fine { border-color: green; }
code { white-space: pre-wrap; overflow-wrap: anywhere; }
.parts p { margin: 0.5rem 0; }
.parts code { font-size: 0.8rem; }
table { border-collapse: collapse; }
td, th { padding: 0 0.75rem 0 0; text-align: start; font-variant-numeric: tabular-nums; }
"""


def as_data(subject: Subject, results: Sequence[Result]) -> dict[str, object]:
    """Return the report as plain values, as in its JSON."""
    return {
        "bpe_lab": installed_version(),
        "tokenizer": subject.name,
        "format": subject.format,
        "vocabulary": subject.tokenizer.vocab_size,
        "severity": worst([*results]),
        "counts": _counts(results),
        "checks": [
            {
                "check": result.name,
                "title": result.title,
                "severity": result.severity,
                "findings": [_finding_data(finding) for finding in result.findings],
            }
            for result in results
        ],
    }


def _counts(results: Sequence[Result]) -> dict[str, int]:
    severities = [finding.severity for result in results for finding in result.findings]
    return {severity: severities.count(severity) for severity in SEVERITIES}


def _finding_data(finding: Finding) -> dict[str, object]:
    table = finding.table
    return {
        "severity": finding.severity,
        "sentence": str(finding),
        "values": dict(finding.values),
        "example": finding.example,
        "table": None if table is None else [dict(zip(table.columns, row, strict=True)) for row in table.rows],
    }


def as_json(subject: Subject, results: Sequence[Result]) -> str:
    """Return the report as JSON. Lone surrogates, which a broken file may contain, are escaped."""
    return json.dumps(as_data(subject, results), indent=1, ensure_ascii=True, default=str) + "\n"


def as_text(subject: Subject, results: Sequence[Result]) -> str:
    """Return the report for a terminal: a heading for each check, a line for each finding."""
    lines = [f"Check-up of {subject.name}: {subject.tokenizer.vocab_size:,} tokens"]
    for result in results:
        lines += ["", result.title]
        for finding in result.findings:
            lines.append(f"  {MARKS[finding.severity] + ':':9}{_one_line(str(finding))}")
            if finding.table is not None:
                lines += _table_lines(finding.table)
    counts = _counts(results)
    lines += ["", f"Faults: {counts['fault']}. Warnings: {counts['warning']}."]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def _table_lines(table: Table) -> list[str]:
    rows = [[_one_line(str(cell)) for cell in row] for row in (table.columns, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "    " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


class Voice(NamedTuple):
    """The language of a report; English by default."""

    tag: str = "en"
    word: Callable[[str], str] = str
    sentence: Callable[[Finding], str] = str
    value: Callable[[object], str] = str


ENGLISH = Voice()


def as_html(subject: Subject, results: Sequence[Result], voice: Voice = ENGLISH) -> str:
    """Return the report as a self-contained HTML page without scripts."""
    title = escape(voice.word(N_("Check-up of {name}")).format(name=subject.name))
    counts = _counts(results)
    summary = voice.word(N_("Faults: {faults}. Warnings: {warnings}."))
    summary = summary.format(faults=voice.value(counts["fault"]), warnings=voice.value(counts["warning"]))
    parts = [
        f'<!doctype html><html lang="{escape(voice.tag)}"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1><p>{escape(summary)}</p>",
    ]
    for result in results:
        parts.append(f'<h2 id="{result.name}">{escape(voice.word(result.title))}</h2>')
        picture = result.findings[0].table if result.name == "parts" else None
        if picture is not None:
            parts.append(_picture(picture, voice))
        findings = (_finding_html(finding, voice, is_drawn=finding.table is picture) for finding in result.findings)
        parts.append(f'<ul class="findings">{"".join(findings)}</ul>')
    return "".join(parts) + "</html>\n"


def _picture(parts: Table, voice: Voice) -> str:
    """Return the parts of a tokenizer as boxes, in the order in which a text passes through them."""
    boxes = (
        f"<li><b>{escape(voice.value(part))}</b><br>{escape(kind)}<p>{escape(voice.value(words))}</p>"
        f"<code>{escape(detail)}</code></li>"
        for part, kind, words, detail in parts.rows
    )
    return f'<ol class="parts">{"".join(boxes)}</ol>'


def _finding_html(finding: Finding, voice: Voice, *, is_drawn: bool) -> str:
    example, table = "", ""
    if finding.example:
        example = voice.word(N_("Try it: {text}")).format(text=_one_line(finding.example))
        example = f"<p><code>{escape(example)}</code></p>"
    if finding.table is not None and not is_drawn:
        table = _table_html(finding.table, voice)
    mark = escape(voice.word(TITLES[finding.severity]))
    sentence = escape(_one_line(voice.sentence(finding)))
    return f'<li class="{finding.severity}"><b>{mark}</b> {sentence}{example}{table}</li>'


def _table_html(table: Table, voice: Voice) -> str:
    head = "".join(f'<th scope="col">{escape(voice.word(column))}</th>' for column in table.columns)
    rows = ("".join(f"<td>{escape(voice.value(cell))}</td>" for cell in row) for row in table.rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
