"""The same words under each method of Compare, token by token."""

from collections.abc import Mapping, Sequence

from bpe_engine import Tokenizer
from bpe_engine.notebook import hue
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.show import name, token_as_text, visible
from ui.components.contract import TableCell, TableRow, TokenTable
from ui.pages.compare.corpora import words_as_they_stand
from ui.ways.algorithms.base import Method
from ui.ways.algorithms.units import CharacterSettings


def segmentations(tokenizers: Mapping[Method, Tokenizer], words: Sequence[tuple[str, int]], unseen: str) -> TokenTable:
    """The same words under each method: a row a word, a cell a method; a cell is marked where it cuts unlike
    the first of them, but for characters, which always do. A word is cut with the space before it, where it has one
    in `words` or in the text `unseen`.
    """
    rows = [
        _row(tokenizers, word, _("{word} ({count} ×)").format(word=name(word.removeprefix(" ")), count=number(count)))
        for word, count in words
    ]
    rows += [
        _row(tokenizers, as_it_stands, _("{word} (in the new text)").format(word=name(word)))
        for word, as_it_stands in words_as_they_stand([unseen]).items()
    ]
    return {
        "caption": _("The same words, cut by each method"),
        "columns": [_("Word"), *(method.name for method in tokenizers)],
        "rows": rows,
    }


def _row(tokenizers: Mapping[Method, Tokenizer], word: str, title: str) -> TableRow:
    begin = len(word) - len(word.removeprefix(" "))  # a token may begin with the space: no cut for that alone
    cells: list[TableCell] = []
    first = None
    for method, tokenizer in tokenizers.items():
        spans = tokenizer.spans(word)
        cut = [(max(span.start, begin), span.end, tokenizer.is_unknown(span.token_id)) for span in spans]
        is_told = method.algorithm.key != CharacterSettings.algorithm
        if is_told:
            first = first or cut
        cells.append(
            {
                "tokens": [_chip(tokenizer, span.token, span.token_id) for span in spans],
                "count": ngettext("{count} token", "{count} tokens", len(spans)).format(count=number(len(spans))),
                "differs": is_told and cut != first,
            }
        )
    note = _("cut differently") if any(cell["differs"] for cell in cells) else ""
    return {"title": title, "note": note, "cells": cells}


def _chip(tokenizer: Tokenizer, token: str, token_id: int) -> tuple[str, int | None, int | None]:
    if tokenizer.is_unknown(token_id):
        return tokenizer.unk_token, None, None
    return token_as_text(token) if tokenizer.byte_level else visible(token), token_id, hue(token_id)
