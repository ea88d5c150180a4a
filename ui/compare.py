"""The page Compare: the same corpus under each algorithm, at the same vocabulary size."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

import altair as alt
import pandas as pd

from bpe_engine import BPETokenizer, Metrics, Tokenizer, measure
from bpe_engine.notebook import hue
from ui.algorithms import algorithm_name
from ui.frames.shared import Json
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.scenarios import OWN_TEXT, SCENARIOS
from ui.settings import Algorithm, PreTokenizerName, Settings, Source, Task
from ui.show import name, token_as_text, visible
from ui.tokenizers import longest_match
from ui.trainings import Lesson

Method = Literal["bpe", "longest", "bytes", "wordpiece", "unigram", "words", "characters"]
METHODS: tuple[Method, ...] = ("bpe", "longest", "bytes", "wordpiece", "unigram", "words", "characters")
USUAL: tuple[Method, ...] = ("bpe", "wordpiece", "unigram", "words", "characters")

SIZES = {"hug": 12, "low": 16, "course": 60, "aaab": 8, OWN_TEXT: 300}
UNSEEN = {
    "hug": "unhug bugs mug",
    "low": "lowest wider newer",
    "course": "This is not a token, hopefully.",
    "aaab": "abba",
    OWN_TEXT: "Words that the corpus never had: quixotic zebras.",
}
WORDS_SHOWN = 10  # of the corpus
MEASURED = 20_000  # characters of the corpus that are measured
POINTS = 9  # of each curve
CURVES = ("characters_per_token", "tokens_per_word", "unknown_rate", "vocabulary_used")  # fields of Metrics
LONGEST_UNSEEN = 500  # characters

COLOURS = ["#c2410c", "#2f6fb7", "#15803d", "#7c3aed", "#b45309", "#be185d", "#475569"]


def method_name(method: Method) -> str:
    """The name on the screen."""
    if method == "longest":
        return _("BPE, longest match")
    if method == "bytes":
        return _("BPE on bytes")
    return algorithm_name(method)


def task(method: Method, source: Source, size: int) -> Task:
    """The training of a method. All cut the text at white space, but for bytes, where GPT-2's pattern does it."""
    algorithm: Algorithm = "bpe" if method == "longest" or method == "bytes" else method
    unknown = "<unk>" if method == "unigram" else "[UNK]"
    settings = Settings(algorithm=algorithm, vocab_size=size, special_tokens=(unknown,))
    if method == "longest":
        settings = replace(settings, end_of_word="symbol", drop_unused=True)
    if method == "bytes":
        pre_tokenizer: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        settings = replace(settings, units="bytes", all_bytes=True, special_tokens=(), pre_tokenizer=pre_tokenizer)
    return Task(source, settings)


def as_method(method: Method, tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer that cuts text by a method, from what the training made."""
    if method == "longest" and isinstance(tokenizer, BPETokenizer):
        return longest_match(tokenizer)
    return tokenizer


def corpus_texts(source: Source) -> list[tuple[str, int]]:
    """What is measured of a corpus: its words with their frequencies, or the beginning of its text."""
    if source.counts:
        return list(source.counts)
    texts = []
    room = MEASURED
    for text in source.texts:
        texts.append((text[:room], 1))
        room -= len(text)
        if room <= 0:
            break
    return texts


def frequent_words(source: Source) -> list[tuple[str, int]]:
    """The words of a corpus to show, the most frequent first, as far as they stand between white space."""
    counts: dict[str, int] = {}
    if source.counts:
        counts = dict(source.counts)
    else:
        for text, _times in corpus_texts(source):
            for word in text.split():
                counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda item: -item[1])[:WORDS_SHOWN]


def segmentations(tokenizers: Mapping[Method, Tokenizer], words: Sequence[tuple[str, int]], unseen: str) -> Json:
    """The same words under each method: a row a word, a cell a method; a cell is marked where it cuts unlike
    the first.
    """
    rows = [_row(tokenizers, word, f"{name(word)} ({count:,} ×)") for word, count in words]
    rows += [_row(tokenizers, word, _("{word} (new)").format(word=name(word))) for word in unseen.split()]
    return {
        "caption": _("The same words, cut by each method"),
        "columns": [_("Word"), *map(method_name, tokenizers)],
        "rows": rows,
    }


def _row(tokenizers: Mapping[Method, Tokenizer], word: str, title: str) -> Json:
    cells = []
    cuts = []
    for tokenizer in tokenizers.values():
        spans = tokenizer.spans(word)
        cuts.append(tuple((span.start, span.end, tokenizer.is_unknown(span.token_id)) for span in spans))
        cells.append(
            {
                "tokens": [_chip(tokenizer, span.token, span.token_id) for span in spans],
                "count": ngettext("{count:,} token", "{count:,} tokens", len(spans)).format(count=len(spans)),
            }
        )
    differs = [cut != cuts[0] for cut in cuts]
    return {
        "title": title,
        "note": _("cut differently") if any(differs) else "",
        "cells": [{**cell, "differs": other} for cell, other in zip(cells, differs, strict=True)],
    }


def _chip(tokenizer: Tokenizer, token: str, token_id: int) -> list[str | int | None]:
    text = token_as_text(token) if tokenizer.byte_level else visible(token)
    if tokenizer.is_unknown(token_id):
        return [tokenizer.unk_token, None, None]
    return [text, token_id, hue(token_id)]


class Row(NamedTuple):
    """The metrics of a method on the corpus and on the unseen text."""

    method: Method
    corpus: Metrics
    unseen: Metrics


def metrics(tokenizers: Mapping[Method, Tokenizer], source: Source, unseen: str) -> list[Row]:
    """The numbers of each method."""
    return [
        Row(method, _on_corpus(tokenizer, source), measure(tokenizer, [(unseen, 1)]))
        for method, tokenizer in tokenizers.items()
    ]


@lru_cache(maxsize=32)
def _on_corpus(tokenizer: Tokenizer, source: Source) -> Metrics:
    return measure(tokenizer, corpus_texts(source))


def metrics_table(rows: Sequence[Row]) -> pd.DataFrame:
    """The numbers as a table: one row a method."""
    yes, no = _("yes"), _("no")
    return pd.DataFrame(
        {
            _("Method"): [method_name(row.method) for row in rows],
            _("Vocabulary"): [row.corpus.vocabulary for row in rows],
            _("used on the corpus"): [row.corpus.vocabulary_used for row in rows],
            _("Tokens"): [row.corpus.tokens for row in rows],
            _("Characters per token"): [round(row.corpus.characters_per_token, 2) for row in rows],
            _("Tokens per word"): [round(row.corpus.tokens_per_word, 2) for row in rows],
            _("Unknown"): [f"{row.corpus.unknown_rate:.1%}" for row in rows],
            _("New text: tokens"): [row.unseen.tokens for row in rows],
            _("New text: unknown"): [f"{row.unseen.unknown_rate:.1%}" for row in rows],
            _("New text: decoded exactly"): [yes if row.unseen.round_trip else no for row in rows],
        }
    )


def chart_points(rows: Sequence[Row]) -> pd.DataFrame:
    """The chart's data: one row a method and text. Columns: method, text, per_word, unknown."""
    points = []
    for row in rows:
        for text, found in ((_("corpus"), row.corpus), (_("new text"), row.unseen)):
            points.append((method_name(row.method), text, found.tokens_per_word, found.unknown_rate))
    return pd.DataFrame(points, columns=["method", "text", "per_word", "unknown"])


def bars(points: pd.DataFrame, column: str, title: str, form: str) -> alt.LayerChart:
    """A bar for each method and text, with its number."""
    base = alt.Chart(points).encode(
        y=alt.Y("method:N", sort=None, title=None, axis=alt.Axis(labelLimit=200)),
        yOffset=alt.YOffset("text:N", sort=None),
        x=alt.X(f"{column}:Q", title=title, axis=alt.Axis(format=form, tickCount=5)),
        tooltip=[
            alt.Tooltip("method:N", title=_("Method")),
            alt.Tooltip("text:N", title=_("Text")),
            alt.Tooltip(f"{column}:Q", title=title, format=form),
        ],
    )
    legend = alt.Legend(orient="top", title=None)
    marks = base.mark_bar().encode(
        color=alt.Color("text:N", sort=None, legend=legend, scale=alt.Scale(range=[COLOURS[1], COLOURS[0]]))
    )
    numbers = base.mark_text(align="left", dx=4, color="#7d8896").encode(text=alt.Text(f"{column}:Q", format=form))
    chart: alt.LayerChart = alt.LayerChart(layer=[marks, numbers]).properties(height=alt.Step(16))
    return chart


def sizes_to_measure(vocabulary_per_step: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of (step, vocabulary size), the points of a curve: the first, the last, and some between, evenly apart."""
    last = len(vocabulary_per_step) - 1
    places = sorted({round(last * number / max(POINTS - 1, 1)) for number in range(POINTS)}) if last > 0 else [0]
    return [vocabulary_per_step[place] for place in places]


def curves(lessons: Mapping[Method, Lesson], source: Source) -> pd.DataFrame:
    """The metrics on the corpus at some sizes of each training. Columns: method, size, and CURVES."""
    rows = [
        (method_name(method), size, *(getattr(found, column) for column in CURVES))
        for method, lesson in lessons.items()
        for size, found in _curve(method, lesson, source)
    ]
    return pd.DataFrame(rows, columns=["method", "size", *CURVES])


@lru_cache(maxsize=64)
def _curve(method: Method, lesson: Lesson, source: Source) -> list[tuple[int, Metrics]]:
    texts = corpus_texts(source)
    points = sizes_to_measure([(point.step, point.vocabulary) for point in lesson.summary.points])
    return [(size, measure(as_method(method, lesson.tokenizer(step)), texts)) for step, size in points]


def curves_table(points: pd.DataFrame) -> pd.DataFrame:
    """The numbers of the curves, for reading."""
    return pd.DataFrame(
        {
            _("Method"): points["method"],
            _("Tokens in the vocabulary"): points["size"],
            _("Characters per token"): points["characters_per_token"].round(2),
            _("Tokens per word"): points["tokens_per_word"].round(2),
            _("Unknown"): [f"{share:.1%}" for share in points["unknown_rate"]],
            _("Tokens used"): points["vocabulary_used"],
        }
    )


def curve_charts(points: pd.DataFrame) -> list[tuple[alt.Chart, str]]:
    """How each metric moves with the size: a chart each, and what it shows in words."""
    titles = {
        "characters_per_token": (_("Characters per token"), ".1f"),
        "tokens_per_word": (_("Tokens per word"), ".1f"),
        "unknown_rate": (_("Unknown tokens"), ".0%"),
        "vocabulary_used": (_("Tokens of the vocabulary that are used"), ",.0f"),
    }
    said = _("{metric} over the size of the vocabulary, one line a method.")
    return [
        (_curve_chart(points, column, title, form), said.format(metric=title))
        for column, (title, form) in titles.items()
    ]


def _curve_chart(points: pd.DataFrame, column: str, title: str, form: str) -> alt.Chart:
    """A line for each method over the vocabulary size. Columns of `points`: method, size and the metric."""
    titles = list(dict.fromkeys(points["method"]))
    legend = alt.Legend(orient="top", title=None, columns=3)
    scale = alt.Scale(domain=titles, range=COLOURS)
    chart: alt.Chart = (
        alt.Chart(points)
        .mark_line(point=True, strokeWidth=2.5)
        .encode(
            x=alt.X("size:Q", title=_("Tokens in the vocabulary"), axis=alt.Axis(tickMinStep=1, format=",.0f")),
            y=alt.Y(f"{column}:Q", title=title, axis=alt.Axis(format=form)),
            color=alt.Color("method:N", legend=legend, scale=scale),
            shape=alt.Shape("method:N", legend=legend, scale=alt.Scale(domain=titles)),
            tooltip=[
                alt.Tooltip("method:N", title=_("Method")),
                alt.Tooltip("size:Q", title=_("Tokens in the vocabulary"), format=","),
                alt.Tooltip(f"{column}:Q", title=title, format=form),
            ],
        )
        .properties(height=280)
    )
    return chart


def advice() -> list[tuple[str, str]]:
    """When to use which: name and reason, a few honest sentences."""
    return [
        (
            _("BPE"),
            _(
                "The usual choice today, nearly always on bytes: no text is ever unknown, and training is fast. "
                "Its cuts "
                "follow frequency, not meaning."
            ),
        ),
        (
            _("WordPiece"),
            _(
                "BERT and its relatives. If you use such a model, you need it; for a new one it has no clear "
                "advantage. "
                "One unknown character makes the whole word unknown."
            ),
        ),
        (
            _("Unigram"),
            _(
                "T5 and many models of several languages. It knows how probable each cut is, so it can also offer "
                "others, which helps in training. It is slower to train and harder to follow by hand."
            ),
        ),
        (
            _("Whole words"),
            _("Only where the words are known beforehand. New texts always bring words that it does not know."),
        ),
        (
            _("Characters"),
            _(
                "A tiny vocabulary that knows nearly everything, at the price of very long sequences: slow, and "
                "hard to "
                "learn from. Of use where spelling is the point."
            ),
        ),
        (
            _("The numbers"),
            _(
                "Fewer tokens are cheaper, but no proof of a better model. On a corpus this small all numbers are "
                "examples; a real vocabulary is learned from gigabytes."
            ),
        ),
    ]


def lesson_titles() -> dict[str, str]:
    """The corpora to choose from, by key."""
    return {key: scenario.title for key, scenario in SCENARIOS.items()}
