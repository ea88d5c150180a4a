"""A check's finding: a sentence with its values, a severity, and an example text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

Severity = Literal["fault", "warning", "note", "fine"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The severities, the worst first:

- `fault`: something is broken, and texts or models will suffer from it;
- `warning`: something is lost or wasted, which may be on purpose;
- `note`: how this tokenizer works, and what follows from it;
- `fine`: the check found nothing.
"""


MAX_TERMS = 8
"""Maximum number of terms listed in a sentence."""


class Term(str):
    """A term in a table or a sentence that the app translates, such as the name of a sample."""

    __slots__ = ()


class Terms(tuple[str, ...]):
    """Several terms, joined by semicolons.

    >>> str(Terms(["code", "emoji"]))
    'code; emoji'
    """

    def __str__(self) -> str:
        return "; ".join(self[:MAX_TERMS]) + ("; …" if len(self) > MAX_TERMS else "")


class Table(NamedTuple):
    """A table: column headings and rows of numbers or words."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Finding:
    """One sentence of a report: a translatable `template` with named `values`, as in EngineError.

    >>> str(fault("Merges that are listed twice: {count:,}.", "hug", count=2))
    'Merges that are listed twice: 2.'
    """

    severity: Severity
    template: str
    example: str = ""  # a text that demonstrates it with this tokenizer
    table: Table | None = None
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)


def _finding(
    severity: Severity, template: str, example: str = "", table: Table | None = None, **values: Any
) -> Finding:
    return Finding(severity, template, example, table, values)


fault = partial(_finding, "fault")
warn = partial(_finding, "warning")
note = partial(_finding, "note")
fine = partial(_finding, "fine")
# The extraction of messages relies on these names: see KEYWORDS in tools/catalogs.py.


def listed(tokens: "list[str] | tuple[str, ...]", most: int = 5) -> str:
    """Format tokens for a sentence, with an ellipsis if there are more than `most`.

    >>> listed(["a", " b", "c"], 2)
    "'a', ' b', …"
    """
    shown = ", ".join(map(repr, tokens[:most]))
    return f"{shown}, …" if len(tokens) > most else shown
