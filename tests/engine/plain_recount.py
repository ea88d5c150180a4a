"""The reference for training: recount all pairs at each step, in the plainest way.

This is the method of minbpe and of the Hugging Face course, with the three tie rules. It shares `count_pairs` and
`merge_symbols` with the engine (they have worked examples of their own), and nothing else: no positions, no heap, no
linked list. `written` returns what "largest-pair" compares.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bpe_engine import MergeEvent, Pair
from bpe_engine.symbols import count_pairs, merge_symbols

Words = list[tuple[list[str], int]]


class Step(NamedTuple):
    """The state after an event (None at the start)."""

    event: MergeEvent | None
    words: Words
    vocabulary: dict[str, int]


def plain_recount(
    words: Words,
    vocab_size: int,
    tie_break: str,
    *,
    min_frequency: int = 1,
    special_tokens: Sequence[str] = (),
    initial_alphabet: Sequence[str] = (),
    drop_unused: bool = False,
    written: Callable[[str], Any] = str,
    score: Callable[[Pair, int], Any] = lambda pair, count: count,
) -> Iterator[Step]:
    symbols = sorted({symbol for word, _ in words for symbol in word})
    ids: dict[str, int] = {}
    for token in (*special_tokens, *initial_alphabet, *symbols):
        ids.setdefault(token, len(ids))
    vocabulary = dict(ids)
    yield Step(None, words, dict(vocabulary))
    rank = 0
    while len(vocabulary) < vocab_size:
        counts = {pair: count for pair, count in count_pairs(words).items() if count >= min_frequency}
        if not counts:
            return
        highest = max(score(pair, count) for pair, count in counts.items())
        tied = [pair for pair, count in counts.items() if score(pair, count) == highest]
        pair = winner(tied, tie_break, ids, written)
        token = pair.left + pair.right
        merged = [(merge_symbols(word, pair, token), frequency) for word, frequency in words]
        ids.setdefault(token, len(ids))
        vocabulary[token] = ids[token]
        dropped = []
        if drop_unused:
            left = symbol_counts(merged)
            dropped = [part for part in dict.fromkeys(pair) if not left[part] and part not in special_tokens]
            for part in dropped:
                del vocabulary[part]
        replaced = sum(
            (len(before) - len(after)) * frequency
            for (before, frequency), (after, _) in zip(words, merged, strict=True)
        )
        words = merged
        event = MergeEvent(rank, pair, token, ids[token], counts[pair], replaced, len(tied) - 1, tuple(dropped))
        yield Step(event, words, dict(vocabulary))
        rank += 1


def winner(tied: list[Pair], tie_break: str, ids: Mapping[str, int], written: Callable[[str], Any] = str) -> Pair:
    if tie_break == "first-seen":
        return tied[0]  # count_pairs returns them in corpus order
    if tie_break == "smallest-id":
        return min(tied, key=lambda pair: (ids[pair.left], ids[pair.right]))
    return max(tied, key=lambda pair: (written(pair.left), written(pair.right)))


def symbol_counts(words: Words) -> Counter[str]:
    counts: Counter[str] = Counter()
    for word, frequency in words:
        for symbol in word:
            counts[symbol] += frequency
    return counts
