"""The same words under each method of Compare methods, token by token."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import current_language, localized_number, ngettext
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.visible_text import display_name, make_visible, token_as_text
from ui.components.contract import TableCell, TableRow, TokenTable
from ui.pages.compare.corpora import words_with_spaces
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.algorithms.whole_units import CharacterSettings

Chip = tuple[str, int | None, int | None]


class _SegmentedWord(NamedTuple):
    """A word as one tokenizer cuts it."""

    places: list[tuple[int, int, bool]]  # start and end of each token, and whether it is unknown
    chips: list[Chip]
    number: str  # number of tokens, in words


def segmentations(
    tokenizers: Mapping[ComparedMethod, Tokenizer], words: Sequence[tuple[str, int]], unseen: str
) -> TokenTable:
    """Return the words under each method: one row per word, one cell per method.

    A cell is marked if it cuts differently from the first one; characters, which always do, are not marked. A word is
    cut with the space before it, if it has one in `words` or in the text `unseen`.
    """
    new = words_with_spaces([unseen])
    titles = [
        _("{word} ({count} ×)").format(word=display_name(word.removeprefix(" ")), count=localized_number(count))
        for word, count in words
    ]
    titles += [_("{word} (in the new text)").format(word=display_name(word)) for word in new]
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


def _row(methods: Iterable[ComparedMethod], title: str, *cuts: _SegmentedWord) -> TableRow:
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
def _cuts(tokenizer: Tokenizer, words: tuple[str, ...], _language: str) -> list[_SegmentedWord]:
    return [_segment(tokenizer, word) for word in words]


def _segment(tokenizer: Tokenizer, word: str) -> _SegmentedWord:
    begin = len(word) - len(word.removeprefix(" "))  # a token may start with the space, which is not a cut
    spans = tokenizer.spans(word)
    return _SegmentedWord(
        [(max(span.start, begin), span.end, tokenizer.is_unknown(span.token_id)) for span in spans],
        [_chip(tokenizer, span.token, span.token_id) for span in spans],
        ngettext("{count} token", "{count} tokens", len(spans)).format(count=localized_number(len(spans))),
    )


def _chip(tokenizer: Tokenizer, token: str, token_id: int) -> Chip:
    if tokenizer.is_unknown(token_id):
        return tokenizer.unk_token, None, None
    return token_as_text(token) if tokenizer.byte_level else make_visible(token), token_id, token_hue(token_id)
