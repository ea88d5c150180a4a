"""The numbers of attempts and of reference tokenizers, on a text that none of them was trained on."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from bpe_engine import Tokenizer, load_pretrained
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.text_direction import isolate
from ui.base.token_labels import token_label
from ui.base.tokenizer_choices import REFERENCES, TokenizerName
from ui.base.word_spacing import SpacingUnit
from ui.components.contract import TokenRow
from ui.components.html_table import scroll_region
from ui.course.values.tables import Table
from ui.course.values.value_registry import token_count_text
from ui.pages.project.controls import Attempt
from ui.pages.project.normal_forms import FORMS
from ui.pages.project.scores import (
    TokenizerScores,
    format_scores,
    heads,
    score_explanations,
    score_tokenizer,
    score_values,
)

SAMPLE = 80  # characters, approximately


class ScoreRow(NamedTuple):
    """A tokenizer with its numbers; `attempt` is 0 for a reference tokenizer."""

    attempt: int
    title: str
    tokenizer: Tokenizer
    form: str
    counted: TokenizerScores


def score_rows(attempts: Sequence[Attempt], text: str) -> list[ScoreRow]:
    """Return the attempts, then the reference tokenizers, on the same text. Raises EngineError for a lone surrogate."""
    references = ((0, TokenizerName(name).title, load_pretrained(name), "none") for name in REFERENCES)
    tokenizers = [
        *((attempt.number, attempt.title, attempt.tokenizer, attempt.form) for attempt in attempts),
        *references,
    ]
    return [
        ScoreRow(number, title, tokenizer, form, score_tokenizer(tokenizer, text, form))
        for number, title, tokenizer, form in tokenizers
    ]


def table(rows: Sequence[ScoreRow], unit: SpacingUnit) -> Table:
    """Return a table of the four numbers: one row per tokenizer."""
    title = _("Measured on the held-back part")
    cells = tuple((row.title, *format_scores(row.counted, unit)) for row in rows)
    return Table(title, (_("Tokenizer"), *heads(unit)), cells)


def scores_html(rows: Sequence[ScoreRow], unit: SpacingUnit) -> str:
    """Return the table with a bar below each number, as HTML. The longest bar of a column is as wide as its place."""
    rows_shown = table(rows, unit)
    values = [score_values(row.counted, unit) for row in rows]
    most = [max(column) or 1 for column in zip(*values, strict=True)]
    head = "".join(f'<th scope="col" role="columnheader">{escape(text)}</th>' for text in rows_shown.heads)
    body = ""
    for row, numbers in zip(rows, values, strict=True):
        cells = "".join(
            f'<td role="cell">{escape(number)}<i style="--share: {round(value / longest, 3)}"></i></td>'
            for number, value, longest in zip(format_scores(row.counted, unit), numbers, most, strict=True)
        )
        kind = "attempt" if row.attempt else "reference"
        name = escape(isolate(row.title))
        body += f'<tr class="{kind}" role="row"><th scope="row" role="rowheader">{name}</th>{cells}</tr>'
    # With roles: some browsers forget that a table is one if it is laid out in another way, as on phones.
    heading = f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
    markup = f'<caption>{escape(rows_shown.caption)}</caption>{heading}<tbody role="rowgroup">{body}</tbody>'
    return scroll_region("bpe-scores", rows_shown.caption, f'<table role="table">{markup}</table>')


def explained_html(unit: SpacingUnit) -> str:
    """Explain each number, as HTML."""
    pairs = zip(heads(unit), score_explanations(unit), strict=True)
    return "".join(f"<p><strong>{escape(head)}</strong><br>{escape(text)}</p>" for head, text in pairs)


def sample(rows: Sequence[ScoreRow], chosen: int | None, text: str) -> tuple[TokenRow, ...]:
    """Return the beginning of the held-out text in the tokens of the chosen attempt and of a reference tokenizer."""
    part = _beginning(text)
    beside = next(row for row in rows if not row.attempt and row.tokenizer.byte_level)
    return tuple(_row(row, part) for row in (*(row for row in rows if row.attempt == chosen), beside))


def _beginning(text: str) -> str:
    """Return the beginning of a text, up to white space if possible."""
    if len(text) <= SAMPLE:
        return text
    part = text[:SAMPLE]
    return part[: max(part.rfind(" "), part.rfind("\n"))] if part.split()[1:] else part


def _row(row: ScoreRow, text: str) -> TokenRow:
    tokenizer = row.tokenizer
    formed = FORMS[row.form](text)
    spans = tokenizer.spans(formed)
    drawn = [
        (
            tokenizer.unk_token if tokenizer.is_unknown(span.token_id) else token_label(tokenizer, span.token),
            span.token_id,
            token_hue(span.token_id),
            False,
        )
        for span in spans
    ]
    has_lost_spaces = len(formed.split()) > len(tokenizer.decode([span.token_id for span in spans]).split())
    title = _("{title}: its tokens leave out the spaces").format(title=row.title) if has_lost_spaces else row.title
    return {"title": title, "count": token_count_text(len(drawn)), "tokens": drawn}
