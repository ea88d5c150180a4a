"""The metrics of each method, and the tables that show them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from bpe_engine import Metrics, Tokenizer, measure
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_percent
from ui.base.result_cache import cached
from ui.base.word_spacing import SpacingUnit
from ui.pages.compare.corpora import measured_sample, word_counts
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.tasks.task import TextSource


def corpus_words(method: ComparedMethod, source: TextSource) -> Iterable[tuple[str, int]]:
    """Return the distinct words of a corpus as a method splits it, each with its count."""
    if source.counts:
        return source.counts
    return PRE_TOKENIZERS[method.settings(source, 0).corpus_pre_tokenizer].count(source.texts).items()


def measure_corpus(method: ComparedMethod, tokenizer: Tokenizer, source: TextSource) -> Metrics:
    """Return the metrics of a whole corpus. Each distinct word is encoded once, since no method looks beyond a word.

    `round_trip` therefore refers to the words only, not to what is between them.
    """
    metrics = measure(tokenizer, corpus_words(method, source))
    if source.counts:
        return metrics
    characters = source.size
    between_spaces = sum(word_counts(source).values())
    return metrics._replace(
        characters=characters,
        words=between_spaces,
        characters_per_token=characters / metrics.tokens if metrics.tokens else 0.0,
        tokens_per_word=metrics.tokens / between_spaces if between_spaces else 0.0,
    )


class MethodMetrics(NamedTuple):
    """The metrics of a method on the corpus and, if there is one, on the new text."""

    method: ComparedMethod
    corpus: Metrics
    unseen: Metrics | None


def metrics(tokenizers: Mapping[ComparedMethod, Tokenizer], source: TextSource, unseen: str) -> list[MethodMetrics]:
    """Return the metrics of each method. A new text without any word is ignored."""
    part = measured_sample(source)
    return [
        MethodMetrics(
            method, _on_corpus(tokenizer, method, part), measure(tokenizer, [(unseen, 1)]) if unseen.split() else None
        )
        for method, tokenizer in tokenizers.items()
    ]


@cached(lambda _found, _tokenizer, _method, source: source.bytes)
def _on_corpus(tokenizer: Tokenizer, method: ComparedMethod, source: TextSource) -> Metrics:
    return measure_corpus(method, tokenizer, source)


def tokens_per(unit: SpacingUnit) -> str:
    """Return the heading of tokens per word or syllable; empty if there is no such unit."""
    return {"word": _("Tokens per word"), "syllable": _("Tokens per syllable"), "none": ""}[unit]


def unit_note(unit: SpacingUnit) -> str:
    """Explain the unit between the spaces of a text, or why there is none."""
    return {
        "word": _("A word is anything between white space."),
        "syllable": _(
            "In Vietnamese, white space separates syllables, and a word has one or more: so tokens are counted per "
            "syllable."
        ),
        "none": _(
            "There are no tokens per word here: Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan are written "
            "without spaces between words."
        ),
    }[unit]


def _rate_columns(metrics: Sequence[Metrics], unit: SpacingUnit) -> dict[str, list[float]]:
    """Return the columns that tell how well texts are encoded, with one for words or syllables if there are any."""
    per_unit = {tokens_per(unit): [row.tokens_per_word for row in metrics]} if tokens_per(unit) else {}
    return {
        _("Characters per token"): [row.characters_per_token for row in metrics],
        **per_unit,
        _("Unknown"): [row.unknown_rate for row in metrics],
    }


def metrics_table(rows: Sequence[MethodMetrics], unit: SpacingUnit) -> dict[str, list[Any]]:
    """Return the metrics of the corpus as columns of a table: one row per method."""
    return {
        _("Method"): [row.method.name for row in rows],
        _("Vocabulary"): [row.corpus.vocabulary_size for row in rows],
        _("Used"): [row.corpus.vocabulary_used for row in rows],
        _("Tokens"): [row.corpus.tokens for row in rows],
        **_rate_columns([row.corpus for row in rows], unit),
    }


def new_text_table(rows: Sequence[MethodMetrics], unit: SpacingUnit) -> dict[str, list[Any]]:
    """Return the metrics of the new text as columns of a table: one row per method, none without a new text."""
    metrics = {row.method.name: row.unseen for row in rows if row.unseen}
    return {
        _("Method"): list(metrics),
        _("Tokens"): [unseen.tokens for unseen in metrics.values()],
        **_rate_columns(list(metrics.values()), unit),
        _("Decoded exactly"): [_("yes") if unseen.round_trip else _("no") for unseen in metrics.values()],
    }


def number_formats() -> dict[str, Callable[[Any], str]]:
    """Return number formats by column, with the same number of decimals in all rows."""
    two = partial(localized_decimal, places=2)
    return {
        _("Characters per token"): two,
        _("Tokens per word"): two,
        _("Tokens per syllable"): two,
        _("Unknown"): partial(localized_percent, places=1),
    }


def early_stop_note(rows: Sequence[MethodMetrics], size: int) -> str:
    """Return which methods end with fewer tokens than allowed, and why; empty if none does."""
    short = [
        _("{method} ({size})").format(method=row.method.name, size=localized_number(row.corpus.vocabulary_size))
        for row in rows
        if row.corpus.vocabulary_size < size
    ]
    if not short:
        return ""
    return _(
        "Some methods run out of words, characters or pairs to join before they reach {size} tokens, including the "
        "unknown token: {methods}. The corpus has no more for them."
    ).format(size=localized_number(size), methods=join_list(short))
