"""What the page Project shows of its attempts, and of known tokenizers beside them, on a text that none was made of."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from bpe_engine import Tokenizer, load_pretrained
from bpe_engine.notebook import hue
from ui.base.i18n import gettext as _
from ui.base.token_labels import token_text
from ui.base.tokenizer_choices import TokenizerName
from ui.base.word_spacing import Unit
from ui.components.contract import TokenRow
from ui.course.tables import Table
from ui.course.value_registry import tokens
from ui.pages.project.controls import Attempt
from ui.pages.project.normal_forms import FORMS
from ui.pages.project.scores import Counted, counted, explained, heads, written

BESIDE = ("gpt2", "o200k_base", "mistral-7b")
SAMPLE = 80  # characters, about


class Row(NamedTuple):
    """A tokenizer with what was counted; `attempt` is its number, 0 for one that is known."""

    attempt: int
    title: str
    tokenizer: Tokenizer
    form: str
    counted: Counted


def measured(made: Sequence[Attempt], text: str) -> list[Row]:
    """The attempts, then the known tokenizers, on the same text. Raises EngineError for a lone surrogate."""
    known = ((0, TokenizerName(name).title, load_pretrained(name), "none") for name in BESIDE)
    tokenizers = [*((one.number, one.title, one.tokenizer, one.form) for one in made), *known]
    return [
        Row(number, title, tokenizer, form, counted(tokenizer, text, form))
        for number, title, tokenizer, form in tokenizers
    ]


def table(rows: Sequence[Row], unit: Unit) -> Table:
    """The four numbers: one row a tokenizer."""
    title = _("Measured on the held-back part")
    cells = tuple((row.title, *written(row.counted, unit)) for row in rows)
    return Table(title, (_("Tokenizer"), *heads(unit)), cells)


def explained_html(unit: Unit) -> str:
    """What each number says."""
    pairs = zip(heads(unit), explained(unit), strict=True)
    return "".join(f"<p><strong>{escape(head)}</strong><br>{escape(text)}</p>" for head, text in pairs)


def sample(rows: Sequence[Row], chosen: int, text: str) -> tuple[TokenRow, ...]:
    """How the text that was held back begins, in the tokens of the chosen attempt and of a known tokenizer."""
    part = _beginning(text)
    beside = next(row for row in rows if not row.attempt and row.tokenizer.byte_level)
    return tuple(_row(row, part) for row in (*(row for row in rows if row.attempt == chosen), beside))


def _beginning(text: str) -> str:
    """Up to white space, where there is some."""
    if len(text) <= SAMPLE:
        return text
    part = text[:SAMPLE]
    return part[: max(part.rfind(" "), part.rfind("\n"))] if part.split()[1:] else part


def _row(row: Row, text: str) -> TokenRow:
    tokenizer = row.tokenizer
    spans = tokenizer.spans(FORMS[row.form](text))
    drawn = [
        (
            tokenizer.unk_token if tokenizer.is_unknown(span.token_id) else token_text(tokenizer, span.token),
            span.token_id,
            hue(span.token_id),
            False,
        )
        for span in spans
    ]
    return {"title": row.title, "count": tokens(len(drawn)), "tokens": drawn}
