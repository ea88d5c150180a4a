"""The page Compare: the same corpus under each algorithm, at the same vocabulary size."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

import pandas as pd

from bpe_engine import BPETokenizer, EngineError, Metrics, Tokenizer, measure
from bpe_engine.notebook import hue
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from ui.algorithms.names import algorithm_limit, algorithm_name
from ui.i18n import error_text, ngettext
from ui.i18n import gettext as _
from ui.jobs.trainings import Lesson
from ui.player.frames import Json
from ui.show import name, token_as_text, visible
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS
from ui.tasks.settings import Algorithm, PreTokenizerName, Settings, Source, Task, smaller_part
from ui.tokenizers import longest_match

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
MEASURED = 20_000
"""Characters of a longer corpus that the curves are measured on: each point cuts all of them anew."""

MOST_WORDS = 15_000
"""Different words of a corpus up to which the numbers are those of the whole: cutting them takes about a second."""

POINTS = 9  # of each curve
ROOM = 1.2
"""How far the curves go, as a multiple of the largest vocabulary beside Unigram's, which begins with far more."""

CURVES = ("characters_per_token", "tokens_per_word", "unknown_rate", "vocabulary_used")  # fields of Metrics
LONGEST_UNSEEN = 500  # characters


def method_name(method: Method) -> str:
    """The name on the screen."""
    if method == "longest":
        return _("BPE, longest match")
    if method == "bytes":
        return _("BPE on bytes")
    return algorithm_name(method)


def explanations(methods: Iterable[Method]) -> list[str]:
    """What the methods are whose names do not tell it: a sentence each, for those that are chosen."""
    told = {
        "longest": _(
            "BPE, longest match. The tokens of BPE, put to use otherwise. Each word is cut by the longest token found "
            "in it, then what is left of it. BPE itself makes its merges again, in the order in which it learned them."
        ),
        "bytes": _(
            "BPE on bytes. It begins with the 256 bytes instead of characters, so nothing is unknown to it. The space "
            "before a word belongs to the word (·)."
        ),
    }
    return [told[method] for method in methods if method in told]


def limits(methods: Iterable[Method]) -> list[str]:
    """How large a text the methods take that have a limit: a sentence each."""
    algorithms: list[Algorithm] = [method for method in methods if method == "wordpiece" or method == "unigram"]
    return [f"{algorithm_name(algorithm)}. {algorithm_limit(algorithm)}" for algorithm in algorithms]


def task(method: Method, source: Source, size: int) -> Task:
    """The training of a method. All cut the text at white space, but for bytes, where GPT-2's pattern does it.

    Longest match has no training of its own: it puts the tokens of BPE to use.
    """
    algorithm: Algorithm = "bpe" if method == "longest" or method == "bytes" else method
    unknown = "<unk>" if method == "unigram" else "[UNK]"
    settings = Settings(algorithm=algorithm, vocab_size=size, special_tokens=(unknown,))
    if method == "bytes":
        pre_tokenizer: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        settings = replace(settings, units="bytes", all_bytes=True, special_tokens=(), pre_tokenizer=pre_tokenizer)
    return Task(source, settings)


def as_method(method: Method, tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer that cuts text by a method, from what the training made."""
    if method == "longest" and isinstance(tokenizer, BPETokenizer):
        return longest_match(tokenizer)
    return tokenizer


@lru_cache(maxsize=64)
def finished(method: Method, lesson: Lesson) -> Tokenizer:
    """The tokenizer at the end of a training. The same object each time, for what is kept of it."""
    return as_method(method, lesson.tokenizer(lesson.summary.steps))


def problem_text(method: Method, size: int, error: EngineError) -> str:
    """Why a method could not be trained."""
    if method == "bytes" and "enough" in error.values:
        problem = _("It begins with the 256 bytes, for which a vocabulary of {size:,} has no room.").format(size=size)
    else:
        problem = error_text(error)
    return _("{method}: {problem}").format(method=method_name(method), problem=problem)


def size_with_room(error: EngineError, usual: int) -> int | None:
    """The vocabulary size to offer where the one asked for left no room: the corpus's usual one, or a round number.

    None where the error is not about that.
    """
    enough = error.values.get("enough")
    if not isinstance(enough, int):
        return None
    return usual if usual >= enough else (enough // 50 + 1) * 50


def part_with_room(method: Method, text: str, size: int) -> str:
    """As much of the beginning of a text as a method takes, going by what its errors say. This can take seconds."""
    while True:
        wanted = task(method, Source.of_texts(text), size)
        try:
            wanted.settings.trainer().steps(wanted.source.corpus(wanted.settings))  # refused at once, or not at all
            return text
        except EngineError as error:
            part = smaller_part(text, error)
        if not part:  # it is not the length that is in the way
            return text
        text = part


def beginning(source: Source) -> Source:
    """The first MEASURED characters of a corpus; all of it where it is shorter, or counted words."""
    if source.counts or source.size <= MEASURED:
        return source
    texts = []
    room = MEASURED
    for text in source.texts:
        texts.append(text[:room])
        room -= len(texts[-1])
    return Source.of_texts(*filter(None, texts))


@lru_cache(maxsize=32)
def measured_part(source: Source) -> Source:
    """What the numbers are measured on: the whole corpus, or its beginning where it has more than MOST_WORDS."""
    return source if len(_word_counts(source)) <= MOST_WORDS else beginning(source)


def measure_corpus(method: Method, tokenizer: Tokenizer, source: Source) -> Metrics:
    """The numbers of a whole corpus. Each different word is cut once, since no method looks beyond a word.

    `round_trip` therefore tells of the words alone, not of what stands between them.
    """
    if source.counts:
        return measure(tokenizer, source.counts)
    words = PRE_TOKENIZERS[task(method, source, 0).settings.pre_tokenizer].count(source.texts)
    found = measure(tokenizer, words.items())
    characters = source.size
    between_spaces = sum(_word_counts(source).values())
    return found._replace(
        characters=characters,
        words=between_spaces,
        characters_per_token=characters / found.tokens if found.tokens else 0.0,
        tokens_per_word=found.tokens / between_spaces if between_spaces else 0.0,
    )


_AS_IT_STANDS = re.compile(r" ?\S+")


def words_as_they_stand(texts: Iterable[str]) -> dict[str, str]:
    """The words between white space, each with the space before it where it most often has one.

    >>> words_as_they_stand(["low lower low"])
    {'low': 'low', 'lower': ' lower'}
    """
    counts = Counter(form for text in texts for form in _AS_IT_STANDS.findall(text))
    return {
        word: f" {word}" if counts[f" {word}"] > counts[word] else word
        for word in dict.fromkeys(form.removeprefix(" ") for form in counts)
    }


@lru_cache(maxsize=32)
def _word_counts(source: Source) -> Mapping[str, int]:
    """The words of a corpus, as far as they stand between white space."""
    if source.counts:
        return dict(source.counts)
    return Counter(word for text in source.texts for word in text.split())


def frequent_words(source: Source) -> list[tuple[str, int]]:
    """The words of a corpus to show, the most frequent first, with how often they occur in all of it."""
    return sorted(_word_counts(source).items(), key=lambda item: -item[1])[:WORDS_SHOWN]


@lru_cache(maxsize=32)
def words_to_cut(source: Source) -> list[tuple[str, int]]:
    """The frequent words as they stand in the corpus, with the space before them where there is one."""
    written = words_as_they_stand(source.texts)
    return [(written.get(word, word), count) for word, count in frequent_words(source)]


def segmentations(tokenizers: Mapping[Method, Tokenizer], words: Sequence[tuple[str, int]], unseen: str) -> Json:
    """The same words under each method: a row a word, a cell a method; a cell is marked where it cuts unlike
    the first. A word is cut with the space before it, where it has one in `words` or in the text `unseen`.
    """
    rows = [_row(tokenizers, word, f"{name(word.removeprefix(' '))} ({count:,} ×)") for word, count in words]
    rows += [
        _row(tokenizers, as_it_stands, _("{word} (in the new text)").format(word=name(word)))
        for word, as_it_stands in words_as_they_stand([unseen]).items()
    ]
    return {
        "caption": _("The same words, cut by each method"),
        "columns": [_("Word"), *map(method_name, tokenizers)],
        "rows": rows,
    }


def _row(tokenizers: Mapping[Method, Tokenizer], word: str, title: str) -> Json:
    cells = []
    cuts = []
    begin = len(word) - len(word.removeprefix(" "))  # a token may begin with the space: no cut for that alone
    for tokenizer in tokenizers.values():
        spans = tokenizer.spans(word)
        cuts.append(tuple((max(span.start, begin), span.end, tokenizer.is_unknown(span.token_id)) for span in spans))
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
    """The metrics of a method on the corpus and on the new text, where there is one."""

    method: Method
    corpus: Metrics
    unseen: Metrics | None


def metrics(tokenizers: Mapping[Method, Tokenizer], source: Source, unseen: str) -> list[Row]:
    """The numbers of each method. A new text without a word in it is none."""
    part = measured_part(source)
    return [
        Row(method, _on_corpus(method, tokenizer, part), measure(tokenizer, [(unseen, 1)]) if unseen.split() else None)
        for method, tokenizer in tokenizers.items()
    ]


_on_corpus = lru_cache(maxsize=64)(measure_corpus)


def metrics_table(rows: Sequence[Row]) -> pd.DataFrame:
    """The numbers of the corpus as a table: one row a method. Shares are in per cent."""
    return pd.DataFrame(
        {
            _("Method"): [method_name(row.method) for row in rows],
            _("Vocabulary"): [row.corpus.vocabulary for row in rows],
            _("Used"): [row.corpus.vocabulary_used for row in rows],
            _("Tokens"): [row.corpus.tokens for row in rows],
            _("Characters per token"): [row.corpus.characters_per_token for row in rows],
            _("Tokens per word"): [row.corpus.tokens_per_word for row in rows],
            _("Unknown"): [row.corpus.unknown_rate * 100 for row in rows],
        }
    )


def new_text_table(rows: Sequence[Row]) -> pd.DataFrame:
    """The numbers of the new text as a table: one row a method, none where there is no new text."""
    found = [(method_name(row.method), row.unseen) for row in rows if row.unseen]
    return pd.DataFrame(
        {
            _("Method"): [method for method, _found in found],
            _("Tokens"): [unseen.tokens for _method, unseen in found],
            _("Tokens per word"): [unseen.tokens_per_word for _method, unseen in found],
            _("Unknown"): [unseen.unknown_rate * 100 for _method, unseen in found],
            _("Decoded exactly"): [_("yes") if unseen.round_trip else _("no") for _method, unseen in found],
        }
    )


def number_formats() -> dict[str, str]:
    """Column of a table -> how its numbers are written: the same number of decimals all the way down."""
    return {
        _("Vocabulary"): "localized",
        _("Tokens in the vocabulary"): "localized",
        _("Used"): "localized",
        _("Tokens"): "localized",
        _("Characters per token"): "%.2f",
        _("Tokens per word"): "%.2f",
        _("Unknown"): "%.1f%%",
    }


def ran_out(rows: Sequence[Row], size: int) -> str:
    """Which methods end with fewer tokens than they may have, and why; empty where none does."""
    short = [
        _("{method} ({size:,})").format(method=method_name(row.method), size=row.corpus.vocabulary)
        for row in rows
        if row.corpus.vocabulary < size
    ]
    if not short:
        return ""
    return _(
        "Some run out of words, characters or pairs to join before they have {size:,} tokens: {methods}. "
        "The corpus has no more for them."
    ).format(size=size, methods=_(", ").join(short))


def measured_on(part: Source, source: Source) -> str:
    """That numbers are not those of the whole corpus; empty where they are."""
    if part == source:
        return ""
    return _("Measured on the first {count:,} characters of the corpus.").format(count=part.size)


def sizes_to_measure(vocabulary_per_step: Sequence[tuple[int, int]], most: float = math.inf) -> list[tuple[int, int]]:
    """Of (step, vocabulary size), the points of a curve: the first, the last, and some between, evenly apart.

    One for a size, the smallest first, none above `most`. Where a merge made a token that was there already, so that
    two steps have one size, it is the later step.
    """
    step_of = {size: step for step, size in vocabulary_per_step if size <= most}
    points = [(step, size) for size, step in sorted(step_of.items())]
    last = len(points) - 1
    places = sorted({round(last * number / max(POINTS - 1, 1)) for number in range(POINTS)}) if last > 0 else [0]
    return [points[place] for place in places]


def furthest(lessons: Mapping[Method, Lesson]) -> float:
    """The vocabulary size up to which the curves go. Unigram begins with far more tokens, unless it stands alone."""
    ends = [lesson.summary.points[-1].vocabulary for lesson in lessons.values()]
    return math.inf if set(lessons) <= {"unigram"} else ROOM * max(ends)


def begins_outside(lessons: Mapping[Method, Lesson]) -> bool:
    """Whether Unigram begins with more tokens than the curves show."""
    return "unigram" in lessons and lessons["unigram"].summary.points[0].vocabulary > furthest(lessons)


def curves(lessons: Mapping[Method, Lesson], source: Source) -> pd.DataFrame:
    """The metrics at some sizes of each training, on the beginning of the corpus. Columns: method, size, and CURVES."""
    rows = [
        (method_name(method), size, *(getattr(found, column) for column in CURVES))
        for method, lesson in lessons.items()
        for size, found in _curve(method, lesson, beginning(source), furthest(lessons))
    ]
    return pd.DataFrame(rows, columns=["method", "size", *CURVES])


@lru_cache(maxsize=64)
def _curve(method: Method, lesson: Lesson, source: Source, most: float) -> list[tuple[int, Metrics]]:
    points = sizes_to_measure([(point.step, point.vocabulary) for point in lesson.summary.points], most)
    return [(size, measure_corpus(method, as_method(method, lesson.tokenizer(step)), source)) for step, size in points]


def curves_table(points: pd.DataFrame) -> pd.DataFrame:
    """The numbers of the curves, for reading. Shares are in per cent."""
    return pd.DataFrame(
        {
            _("Method"): points["method"],
            _("Tokens in the vocabulary"): points["size"],
            _("Characters per token"): points["characters_per_token"],
            _("Tokens per word"): points["tokens_per_word"],
            _("Unknown"): points["unknown_rate"] * 100,
            _("Used"): points["vocabulary_used"],
        }
    )


def advice() -> list[tuple[str, str]]:
    """When to use which: name and reason, a few honest sentences."""
    return [
        (
            _("BPE"),
            _(
                "The usual choice today, nearly always on bytes. Training is fast. Its cuts follow frequency, not "
                "meaning."
            ),
        ),
        (
            _("BPE on bytes"),
            _(
                "What GPT and most of today's models do: text of any kind, in any language, can be written. A script "
                "that the training saw little of takes many tokens. It needs a vocabulary of more than 256 tokens."
            ),
        ),
        (
            _("BPE, longest match"),
            _(
                "In some course pages and older programs. Simple to do by hand; it may cut unlike BPE, as the order of "
                "the merges plays no part. For a model that was trained with merges, use the merges."
            ),
        ),
        (
            _("WordPiece"),
            _(
                "BERT and its relatives. If you use such a model, you need it; for a new one it has no clear "
                "advantage. One unknown character makes the whole word unknown."
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
                "hard to learn from. Of use where spelling is the point."
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
