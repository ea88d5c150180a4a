"""A check-up of a tokenizer: its parts, its faults, and the consequences of its design, in plain sentences.

A check is a generator in a module of its own, registered in `checks`. It yields findings: a severity, a sentence with
its values, and an example text. docs/CHECK.md describes each.

>>> results = list(run_checks(shipped_subject("gpt2")))
>>> worst(results), [result.name for result in results][:3]
('note', ['parts', 'round-trip', 'unreachable'])
"""

from bpe_engine.checkup.checks import ASKED_CHECKS, CHECKS, Check, Result, run_checks, worst
from bpe_engine.checkup.finding import SEVERITIES, Finding, Severity, Table, Term, Terms
from bpe_engine.checkup.parts import check_parts
from bpe_engine.checkup.report import TITLES, Voice, as_data, as_html, as_json, as_text
from bpe_engine.checkup.subject import Subject, open_subject, shipped_subject

__all__ = [
    "ASKED_CHECKS",
    "CHECKS",
    "SEVERITIES",
    "TITLES",
    "Check",
    "Finding",
    "Result",
    "Severity",
    "Subject",
    "Table",
    "Term",
    "Terms",
    "Voice",
    "as_data",
    "as_html",
    "as_json",
    "as_text",
    "check_parts",
    "open_subject",
    "run_checks",
    "shipped_subject",
    "worst",
]
