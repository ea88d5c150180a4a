"""The corpora of Compare methods, with their sizes and new texts, and the words and samples of a corpus."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from bpe_engine.pre_tokenizers import BERT
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.result_cache import cached
from ui.base.word_spacing import SpacingUnit, spacing_unit
from ui.tokenization.tasks.task import TextSource

WORDS_SHOWN = 10  # of the corpus
SAMPLE_CHARACTERS = 20_000
"""Characters of a long corpus on which the curves are measured: each point encodes all of them."""

MAX_WORDS = 15_000
"""Distinct words up to which a whole corpus is measured: encoding them takes about a second."""

MAX_NEW_TEXT = 500  # characters of a new text


def with_spaced_punctuation(text: str) -> str:
    """Put spaces around punctuation, so that what is between is a word, even in scripts without spaces.

    >>> with_spaced_punctuation("你好，世界。Hi!")
    '你好 ， 世界 。 Hi !'
    """
    return " ".join(BERT.split(text))


def beginning(source: TextSource) -> TextSource:
    """Return the first SAMPLE_CHARACTERS characters of a corpus; all of it if it is shorter, or counted words."""
    if source.counts or source.size <= SAMPLE_CHARACTERS:
        return source
    texts = []
    room = SAMPLE_CHARACTERS
    for text in source.texts:
        texts.append(text[:room])
        room -= len(texts[-1])
    return TextSource.from_texts(*filter(None, texts))


@cached(lambda _unit, source: source.bytes)
def corpus_unit(source: TextSource) -> SpacingUnit:
    """Return the unit between the spaces of a corpus. A counted word is a word, in any script."""
    if not source.counts:
        return spacing_unit(" ".join(beginning(source).texts))
    unit = spacing_unit(" ".join(word for word, _count in source.counts))
    return "word" if unit == "none" else unit


@cached(lambda part, source: part.bytes + source.bytes)
def measured_sample(source: TextSource) -> TextSource:
    """Return the part of a corpus to measure: all of it, or its beginning if it has more than MAX_WORDS."""
    return source if len(word_counts(source)) <= MAX_WORDS else beginning(source)


def sample_note(part: TextSource, source: TextSource) -> str:
    """Return a note if only part of the corpus was measured; else an empty string."""
    if part == source:
        return ""
    return _("Measured on the first {count} characters of the corpus.").format(count=localized_number(part.size))


_AS_IT_STANDS = re.compile(r" ?\S+")


def words_with_spaces(texts: Iterable[str]) -> dict[str, str]:
    """Return the words between white space, each with a space before it if that is its most frequent form.

    >>> words_with_spaces(["low lower low"])
    {'low': 'low', 'lower': ' lower'}
    """
    counts = Counter(form for text in texts for form in _AS_IT_STANDS.findall(text))
    return {
        word: f" {word}" if counts[f" {word}"] > counts[word] else word
        for word in dict.fromkeys(form.removeprefix(" ") for form in counts)
    }


@cached(lambda counts, source: 150 * len(counts) + source.bytes)
def word_counts(source: TextSource) -> Mapping[str, int]:
    """Return the words of a corpus between white space, with their counts."""
    if source.counts:
        return dict(source.counts)
    return Counter(word for text in source.texts for word in text.split())


def frequent_words(source: TextSource) -> list[tuple[str, int]]:
    """Return the words of a corpus to show, the most frequent first, with their counts in all of it."""
    return sorted(word_counts(source).items(), key=lambda item: -item[1])[:WORDS_SHOWN]


@cached(lambda words, source: 200 * len(words) + source.bytes)
def words_to_cut(source: TextSource) -> list[tuple[str, int]]:
    """Return the frequent words as they occur in the corpus, with the space before them if there is one."""
    text = words_with_spaces(source.texts)
    return [(text.get(word, word), count) for word, count in frequent_words(source)]
