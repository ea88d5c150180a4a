"""The data that a learner's program is tested on: words with counts, and what the engine makes of them."""

import random
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from bpe_engine import BPETrainer, BPETraining, Corpus
from bpe_engine.bpe.merge_comparison import MergeDifference, first_difference
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.components.contract import ReferenceMerge, ReferenceMerges
from ui.pages.check import explanations
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.scenarios import SCENARIOS

MERGES = 8
"""Greatest number of merges in a task."""
SEED = 1994
_TIED_WORDS = "she sells sea shells by the sea shore"
SECONDS = 5
"""Seconds that a run may take: a hundred times as long as any task needs."""


class WordSet(NamedTuple):
    """Words with their counts, and words to encode with their merges."""

    words: Mapping[str, int]
    encoded: tuple[str, ...]


@cache
def word_sets() -> dict[str, WordSet]:
    """Return the word sets by key; `titles` has their titles."""
    draw = random.Random(SEED)
    words = ["".join(draw.choices("abc", k=draw.randint(2, 7))) for _number in range(30)]
    tied: dict[str, int] = {}
    for word in _TIED_WORDS.split():
        tied[word] = tied.get(word, 0) + 1
    return {
        "hug": WordSet(dict(SCENARIOS["hug"].source.counts), ("hugs", "puns", "bug")),
        "tied": WordSet(tied, ("seashell", "horse", "these")),
        "random": WordSet({word: draw.randint(1, 9) for word in words}, ("abcabc", "aaaa", "cbabcab")),
    }


def titles() -> dict[str, str]:
    """Return the titles of the word sets."""
    return {
        "hug": SCENARIOS["hug"].title,
        "tied": _("A text with ties: {text}").format(text=_TIED_WORDS),
        "random": _("Random words"),
    }


@cache
def training(name: str) -> BPETraining:
    """Return the engine's training on a word set; of pairs with equal counts, the first seen merges."""
    words = word_sets()[name].words
    size = len({letter for word in words for letter in word})
    return BPETrainer(vocab_size=size + MERGES).record(Corpus.from_counts(words))


def as_symbols(name: str) -> list[tuple[list[str], int]]:
    """Return the words in the form that a learner's function gets: symbols, and count."""
    return [(list(word), count) for word, count in word_sets()[name].words.items()]


def reference_merges(name: str) -> ReferenceMerges:
    """Return the merges, with an explanation of each possible deviation."""
    reference = training(name)
    merges: list[ReferenceMerge] = []
    pairs_before = [event.pair for event in reference.events]
    settings = BPESettings()
    for step, event in enumerate(reference.events):
        pairs: list[tuple[str, str, int, list[str]]] = []
        for row in reference.at(step).leaderboard:
            if row.pair == event.pair:
                continue
            difference = first_difference(reference, [*pairs_before[:step], row.pair])
            assert difference is not None, "another pair is a difference"
            reasons = [] if difference.reasons == ("rarer",) else explanations.explanations_for(difference, settings)
            pairs.append((*row.pair, row.count, reasons))
        any_other = MergeDifference(step, event, Pair("", ""))
        merges.append(
            {
                "pair": (event.pair.left, event.pair.right),
                "count": event.count,
                "headline": explanations.headline(any_other, step + 1),
                "pairs": pairs,
            }
        )
    return {"merges": merges, "all": explanations.headline(None, len(pairs_before))}
