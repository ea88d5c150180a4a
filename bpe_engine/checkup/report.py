"""A check-up as text, JSON or one HTML file."""

import json
from collections.abc import Sequence
from html import escape

from bpe_engine.checkup.checks import Result, worst
from bpe_engine.checkup.finding import SEVERITIES, Finding, Table
from bpe_engine.checkup.subject import Subject
from bpe_engine.version import installed_version

MARKS = {"fault": "FAULT", "warning": "WARNING", "note": "note", "fine": "fine"}

_STYLE = """
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2rem 0 0.5rem; }
.parts { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; padding: 0; }
.parts li { border: 1px solid; border-radius: 0.5rem; padding: 0.5rem 1rem; overflow-wrap: anywhere; }
.parts li + li::before { content: "→ "; }
.findings { list-style: none; padding: 0; }
.findings > li { margin: 0.5rem 0; padding-inline-start: 1rem; border-inline-start: 0.25rem solid GrayText; }
.findings > .fault { border-color: red; }
.findings > .warning { border-color: orange; }
.findings > .fine { border-color: green; }
code { white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
td, th { padding: 0 0.75rem 0 0; text-align: start; font-variant-numeric: tabular-nums; }
"""


def as_data(subject: Subject, results: Sequence[Result]) -> dict[str, object]:
    """Return the report as plain values, as the JSON has it."""
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
    found = [finding.severity for result in results for finding in result.findings]
    return {severity: found.count(severity) for severity in SEVERITIES}


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
    """Return the report as JSON. Half characters, which a broken file may have, are written as escapes."""
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


def as_html(subject: Subject, results: Sequence[Result]) -> str:
    """Return the report as a page of its own, without scripts and without anything to load."""
    title = escape(f"Check-up of {subject.name}")
    counts = _counts(results)
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1>",
        f"<p>Tokens: {subject.tokenizer.vocab_size:,}. Faults: {counts['fault']}. Warnings: {counts['warning']}.</p>",
    ]
    for result in results:
        parts.append(f'<h2 id="{result.name}">{escape(result.title)}</h2>')
        if result.name == "parts":
            parts.append(_picture(result))
        parts.append('<ul class="findings">')
        parts += [_finding_html(finding, is_picture=result.name == "parts") for finding in result.findings]
        parts.append("</ul>")
    return "".join(parts) + "</html>\n"


def _picture(result: Result) -> str:
    """Return the parts of a tokenizer as boxes, in the order in which a text passes through them."""
    table = result.findings[0].table
    rows = table.rows if table else ()
    boxes = (
        f"<li><b>{escape(part)}</b><br>{escape(kind)}<br><small>{escape(detail)}</small></li>"
        for part, kind, detail in rows
    )
    return f'<ol class="parts">{"".join(boxes)}</ol>'


def _finding_html(finding: Finding, *, is_picture: bool) -> str:
    example = f"<p>Try it with: <code>{escape(_one_line(finding.example))}</code></p>" if finding.example else ""
    table = "" if finding.table is None or is_picture else _table_html(finding.table)
    sentence = escape(_one_line(str(finding)))
    return f'<li class="{finding.severity}"><b>{MARKS[finding.severity]}</b> {sentence}{example}{table}</li>'


def _table_html(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in table.rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
