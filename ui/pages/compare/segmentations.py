"""The same words under each method of Compare, token by token."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.notebook import hue
from ui.base.i18n import current_language, ngettext, number
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.visible_text import name, token_as_text, visible
from ui.components.contract import TableCell, TableRow, TokenTable
from ui.pages.compare.corpora import words_as_they_stand
from ui.tokenization.algorithms.base import Method
from ui.tokenization.algorithms.whole_units import CharacterSettings

Chip = tuple[str, int | None, int | None]


class _Cut(NamedTuple):
    """A word as one tokenizer cuts it."""

    places: list[tuple[int, int, bool]]  # where a token begins and ends, and whether it is unknown
    chips: list[Chip]
    number: str  # of tokens, in words


def segmentations(tokenizers: Mapping[Method, Tokenizer], words: Sequence[tuple[str, int]], unseen: str) -> TokenTable:
    """The same words under each method: a row a word, a cell a method; a cell is marked where it cuts unlike
    the first of them, but for characters, which always do. A word is cut with the space before it, where it has one
    in `words` or in the text `unseen`.
    """
    new = words_as_they_stand([unseen])
    titles = [
        _("{word} ({count} ×)").format(word=name(word.removeprefix(" ")), count=number(count)) for word, count in words
    ]
    titles += [_("{word} (in the new text)").format(word=name(word)) for word in new]
    known = tuple(word for word, _count in words)
    cuts = [
        [*_cuts(tokenizer, known, current_language()), *_cuts(tokenizer, tuple(new.values()), current_language())]
        for tokenizer in tokenizers.values()
    ]
    rows = [_row(tokenizers, title, *cut) for title, *cut in zip(titles, *cuts, strict=True)]
    return {
        "caption": _("The same words, cut by each method"),
        "columns": [_("Word"), *(method.name for method in tokenizers)],
        "rows": rows,
    }


def _row(methods: Iterable[Method], title: str, *cuts: _Cut) -> TableRow:
    cells: list[TableCell] = []
    first = None
    for method, cut in zip(methods, cuts, strict=True):
        is_told = method.algorithm.key != CharacterSettings.algorithm
        if is_told:
            first = first or cut.places
        cells.append({"tokens": cut.chips, "count": cut.number, "differs": is_told and cut.places != first})
    note = _("cut differently") if any(cell["differs"] for cell in cells) else ""
    return {"title": title, "note": note, "cells": cells}


@cached(lambda _found, _tokenizer, words, _language: 500 * sum(map(len, words)))
def _cuts(tokenizer: Tokenizer, words: tuple[str, ...], _language: str) -> list[_Cut]:
    return [_cut(tokenizer, word) for word in words]


def _cut(tokenizer: Tokenizer, word: str) -> _Cut:
    begin = len(word) - len(word.removeprefix(" "))  # a token may begin with the space: no cut for that alone
    spans = tokenizer.spans(word)
    return _Cut(
        [(max(span.start, begin), span.end, tokenizer.is_unknown(span.token_id)) for span in spans],
        [_chip(tokenizer, span.token, span.token_id) for span in spans],
        ngettext("{count} token", "{count} tokens", len(spans)).format(count=number(len(spans))),
    )


def _chip(tokenizer: Tokenizer, token: str, token_id: int) -> Chip:
    if tokenizer.is_unknown(token_id):
        return tokenizer.unk_token, None, None
    return token_as_text(token) if tokenizer.byte_level else visible(token), token_id, hue(token_id)
