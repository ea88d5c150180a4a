"""The course's program for Unigram, rewritten in a few lines: it starts differently from the app's trainer."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

from bpe_engine.unigram.viterbi import viterbi

Model = Mapping[str, float]
"""Token -> its cost: the negative logarithm of its probability."""


class Cut(NamedTuple):
    """A word cut into tokens, and their total cost: the smaller, the more probable."""

    tokens: list[str]
    score: float


def words_of(texts: Sequence[str]) -> dict[str, int]:
    """Return the frequency of each word, with ▁ for the space before it."""
    return dict(Counter(f"▁{word}" for text in texts for word in text.split()))


def parts_of(words: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return all substrings of words with at least two characters, the most frequent first."""
    counts: Counter[str] = Counter()
    for word, frequency in words.items():
        for start in range(len(word)):
            for end in range(start + 2, len(word) + 1):
                counts[word[start:end]] += frequency
    return sorted(counts.items(), key=lambda item: -item[1])


def start_with(words: Mapping[str, int], size: int) -> dict[str, int]:
    """Return the characters and the most frequent substrings, `size` in total."""
    characters: Counter[str] = Counter()
    for word, frequency in words.items():
        for character in word:
            characters[character] += frequency
    return dict([*characters.items(), *parts_of(words)[: size - len(characters)]])


def model_of(frequencies: Mapping[str, int]) -> Model:
    """Return the cost of each token."""
    total = sum(frequencies.values())
    return {token: -log(frequency / total) for token, frequency in frequencies.items()}


def encode_word(word: str, model: Model, start: float = 0.0) -> Cut:
    """Return the most probable cut of a word. The course's program has a `start` of 1, which is 1 too much."""
    table = viterbi(word, {token: -score for token, score in model.items()}, before=-start)
    return Cut(table.tokens(), -table.totals[-1])


def compute_loss(words: Mapping[str, int], model: Model, start: float = 0.0) -> float:
    """Return the total cost of all words."""
    loss = 0.0
    for word, frequency in words.items():
        loss += frequency * encode_word(word, model, start).score
    return loss


def loss_without(token: str, words: Mapping[str, int], model: Model, start: float = 0.0) -> float:
    """Return how much the loss would grow without a token."""
    without = {each: score for each, score in model.items() if each != token}
    return compute_loss(words, without, start) - compute_loss(words, model, start)


def compute_scores(words: Mapping[str, int], model: Model) -> dict[str, float]:
    """Return how much the loss would grow without each longer token; only words that use it are cut again."""
    cuts_of = {word: encode_word(word, model) for word in words}
    return {
        token: loss_without(token, {word: words[word] for word, cut in cuts_of.items() if token in cut.tokens}, model)
        for token in model
        if len(token) > 1
    }


def prune(words: Mapping[str, int], frequencies: Mapping[str, int], size: int) -> list[dict[str, int]]:
    """Return the frequencies at the start and after each round; a round removes a tenth, until `size` are left."""
    rounds = [dict(frequencies)]
    while len(rounds[-1]) > size:
        left = dict(rounds[-1])
        scores = compute_scores(words, model_of(left))
        for token in sorted(scores, key=scores.__getitem__)[: len(left) // 10]:
            del left[token]
        rounds.append(left)
    return rounds


def cuts(word: str) -> Iterator[list[str]]:
    """Yield all ways to cut a word.

    >>> list(cuts("hug"))
    [['hug'], ['h', 'ug'], ['hu', 'g'], ['h', 'u', 'g']]
    """
    for count in range(len(word)):
        for places in combinations(range(1, len(word)), count):
            ends = (0, *places, len(word))
            yield [word[start:end] for start, end in zip(ends, ends[1:], strict=False)]
