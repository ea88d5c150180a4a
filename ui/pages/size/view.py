"""The content of Vocabulary size: bars, the same numbers as a table, and a batch of ids."""

from collections.abc import Sequence
from html import escape

from bpe_engine import BPETokenizer, Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_compact, localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import id_label, token_label
from ui.base.tokenizer_choices import TokenizerName, embedding_rows, explain_id_gaps
from ui.base.visible_text import join_sentences
from ui.components.contract import TokenRow
from ui.components.html_table import html_table
from ui.course.values.vocabulary_sizes import SizeMeasurement, first_tokens, parameters

SHOWN = 30  # tokens of the text: two lines on a laptop


def columns_html(measurements: Sequence[SizeMeasurement], width: int, at: int) -> str:
    """Return two bars for each size, the text's tokens and the embedding's parameters, with one size marked.

    Each kind of bar has a scale of its own. The sizes stand at equal distances, as on the slider below.
    """
    most = max(row.tokens for row in measurements), parameters(max(row.size for row in measurements), width)
    columns = []
    for place, row in enumerate(measurements):
        counts = row.tokens, parameters(row.size, width)
        labels = localized_number(counts[0]), localized_compact(counts[1])
        bars = "".join(
            f'<span style="--share: {round(count / highest, 4)}"><i>{label}</i></span>'
            for count, highest, label in zip(counts, most, labels, strict=True)
        )
        mark = ' class="chosen"' if place == at else ""
        columns.append(f"<div{mark}><p>{bars}</p><b>{localized_number(row.size)}</b></div>")
    about = _(
        "The larger the vocabulary, the fewer tokens in the text, and the more parameters in the embedding; "
        "the table below has the same numbers."
    )
    return f'<div class="bpe-sizes" role="img" aria-label="{escape(about)}">{"".join(columns)}</div>'


def cut_row(tokenizer: BPETokenizer, text: str, row: SizeMeasurement) -> TokenRow:
    """Return the beginning of the text in the tokens of a size."""
    tokens = first_tokens(tokenizer, text, row.size, SHOWN)[:SHOWN]
    ids = [tokenizer.vocabulary[token] for token in tokens]
    shown = [
        (token_label(tokenizer, token), number, token_hue(number), False)
        for token, number in zip(tokens, ids, strict=True)
    ]
    count = ngettext("{count} token", "{count} tokens", row.tokens).format(count=localized_number(row.tokens))
    return {"title": _("How the text begins"), "count": count, "tokens": shown}


def range_html(first: SizeMeasurement, last: SizeMeasurement, width: int) -> str:
    """Return the titles of both kinds of bars, with the numbers of the smallest and of the chosen vocabulary."""
    names = _("Tokens in the text"), _("Embedding parameters")
    counts = (first.tokens, last.tokens), (parameters(first.size, width), parameters(last.size, width))
    return "".join(
        f'<p class="bpe-range"><span>{escape(name)}</span> {localized_number(before)} → {localized_number(after)}</p>'
        for name, (before, after) in zip(names, counts, strict=True)
    )


def table_html(measurements: Sequence[SizeMeasurement], characters: int, width: int) -> str:
    """Return the numbers for each size, as an HTML table."""
    heads = [
        _("Tokens in the vocabulary"),
        _("Tokens in the text"),
        _("Characters per token"),
        _("Different tokens in the text"),
        _("Share of the vocabulary seen once or never"),
        _("Embedding parameters"),
    ]
    rows = [
        [
            localized_number(row.size),
            localized_number(row.tokens),
            localized_decimal(characters / row.tokens, 2),
            localized_number(row.used),
            localized_percent(row.rare_share, 2),
            localized_number(parameters(row.size, width)),
        ]
        for row in measurements
    ]
    return html_table(_("The numbers as a table"), heads, rows, kind="numbers", caption=True)


def embedding_text(name: TokenizerName, tokenizer: Tokenizer, width: int) -> str:
    """Return the number of parameters in the embedding of all tokens."""
    gaps = explain_id_gaps(tokenizer)
    values = {
        "tokenizer": name.title,
        "width": localized_number(width),
        "parameters": localized_number(parameters(embedding_rows(tokenizer), width)),
    }
    if gaps:
        return join_sentences(
            gaps,
            _("{tokenizer}: {rows} rows of {width} numbers each make {parameters} embedding parameters.").format(
                rows=localized_number(embedding_rows(tokenizer)), **values
            ),
        )
    return _(
        "{tokenizer} has {size} tokens, special ones included, with {width} numbers each: {parameters} embedding "
        "parameters."
    ).format(size=localized_number(tokenizer.vocab_size), **values)


def batch_html(tokenizer: Tokenizer, rows: Sequence[Sequence[int]]) -> str:
    """Return the ids of a batch as an HTML table: one text per row, and the token below each id."""
    cells = [[f"{token_id}\n{id_label(tokenizer, token_id)}" for token_id in row] for row in rows]
    heads = [localized_number(place) for place in range(len(rows[0]))]
    return html_table(_("Ids, each with its token below"), heads, cells, kind="numbers", caption=True)
