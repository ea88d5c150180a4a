"""The matrix of Compare methods: the same words under each method, token by token."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import current_language, localized_number, ngettext
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.visible_text import display_name, make_visible, token_as_text
from ui.components.contract import MatrixRow, MethodMatrix, TableCell
from ui.pages.compare.corpora import words_with_spaces
from ui.pages.compare.metrics_tables import MethodMetrics
from ui.tokenization.algorithms.base import Algorithm, ComparedMethod
from ui.tokenization.algorithms.whole_units import CharacterSettings

Chip = tuple[str, int | None, int | None]


class _SegmentedWord(NamedTuple):
    """A word as one tokenizer cuts it."""

    places: list[tuple[int, int, bool]]  # start and end of each token, and whether it is unknown
    chips: list[Chip]
    number: str  # number of tokens, in words


def matrix(
    rows: Sequence[MethodMetrics],
    tokenizers: Mapping[ComparedMethod, Tokenizer],
    words: Sequence[tuple[str, int]],
    unseen: str,
    *,
    is_part: bool,
) -> MethodMatrix:
    """Return the words under each method, with each method's rule and its tokens for the corpus, or part of it."""
    most = max((row.corpus.tokens for row in rows), default=0) or 1
    return {
        "caption": _("The same words, cut by each method"),
        "columns": [
            {
                "name": row.method.name,
                "rule": row.method.rule,
                "share": row.corpus.tokens / most,
                "count": _count_text(row.corpus.tokens),
            }
            for row in rows
        ],
        "rows": segmentations(tokenizers, words, unseen),
        "sums": _("Bars: tokens in the measured part of the corpus") if is_part else _("Bars: tokens in the corpus"),
        "unknown": Algorithm.unknown,
    }


def segmentations(
    tokenizers: Mapping[ComparedMethod, Tokenizer], words: Sequence[tuple[str, int]], unseen: str
) -> list[MatrixRow]:
    """Return the words under each method: one row per word, one cell per method.

    A cell is marked if it cuts differently from the first one; characters, which always do, are not marked. A word is
    cut with the space before it, if it has one in `words` or in the text `unseen`.
    """
    new = words_with_spaces([unseen])
    titles = [
        (word.removeprefix(" "), _("{count} ×").format(count=localized_number(count)), False) for word, count in words
    ]
    titles += [(word, _("in the new text"), True) for word in new]
    known = tuple(word for word, _count in words)
    cuts = [
        [*_cuts(tokenizer, known, current_language()), *_cuts(tokenizer, tuple(new.values()), current_language())]
        for tokenizer in tokenizers.values()
    ]
    return [
        {"word": display_name(word), "note": note, "isNew": is_new, "cells": _cells(tokenizers, cut)}
        for (word, note, is_new), *cut in zip(titles, *cuts, strict=True)
    ]


def _cells(methods: Iterable[ComparedMethod], cuts: Iterable[_SegmentedWord]) -> list[TableCell]:
    cells: list[TableCell] = []
    first = None
    for method, cut in zip(methods, cuts, strict=True):
        is_compared = method.algorithm.key != CharacterSettings.algorithm
        if is_compared:
            first = first or cut.places
        cells.append({"tokens": cut.chips, "count": cut.number, "differs": is_compared and cut.places != first})
    return cells


def _count_text(tokens: int) -> str:
    return ngettext("{count} token", "{count} tokens", tokens).format(count=localized_number(tokens))


@cached(lambda _found, _tokenizer, words, _language: 500 * sum(map(len, words)))
def _cuts(tokenizer: Tokenizer, words: tuple[str, ...], _language: str) -> list[_SegmentedWord]:
    return [_segment(tokenizer, word) for word in words]


def _segment(tokenizer: Tokenizer, word: str) -> _SegmentedWord:
    begin = len(word) - len(word.removeprefix(" "))  # a token may start with the space, which is not a cut
    spans = tokenizer.spans(word)
    return _SegmentedWord(
        [(max(span.start, begin), span.end, tokenizer.is_unknown(span.token_id)) for span in spans],
        [_chip(tokenizer, span.token, span.token_id) for span in spans],
        _count_text(len(spans)),
    )


def _chip(tokenizer: Tokenizer, token: str, token_id: int) -> Chip:
    if tokenizer.is_unknown(token_id):
        return tokenizer.unk_token, None, None
    return token_as_text(token) if tokenizer.byte_level else make_visible(token), token_id, token_hue(token_id)
