"""The start of SuperBPE's second stage: the merges of the first stage are replayed on whole texts."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.corpus import Corpus
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.symbols import Pair


class FirstStageResult(NamedTuple):
    """The result of the first stage that the second continues from."""

    vocabulary: dict[str, int]  # token -> id, renumbered without the removed tokens
    merges: tuple[Pair, ...]  # the merges that remain
    tokens_in_corpus: int


def replay_first_stage(
    options: SuperBPEOptions, corpus: Corpus, base_vocabulary: Mapping[str, int], events: Sequence[MergeEvent]
) -> tuple[MergeState, FirstStageResult]:
    """Replay the merges of the first stage in order, now across its boundaries.

    The corpus is then cut as the tokenizer will cut it, whose merges ignore boundaries. As in the authors' program, a
    merge whose pair does not occur by its turn is removed, together with its token.
    """
    ids = dict(base_vocabulary)
    tokens = list(ids)
    state = MergeState(
        (([*map(ids.__getitem__, word)], frequency) for word, frequency in corpus.words.items()),
        options.merge_filter(tokens, corpus.byte_level),
    )
    pairs_before = set(state.pairs)
    merges = []
    for event in events:
        pair = (ids.get(event.pair.left, -1), ids.get(event.pair.right, -1))
        if pair not in pairs_before:
            continue
        merges.append(event.pair)
        if event.token not in ids:
            ids[event.token] = len(tokens)
            tokens.append(event.token)
        if pair in state.pairs:
            _, gained = state.merge(pair, ids[event.token], event.rank)
            pairs_before.update(record.pair for record in gained if record.count)
    left = sum(count for symbol, count in zip(state.symbols, state.frequencies, strict=True) if symbol >= 0)
    return state, FirstStageResult(ids, tuple(merges), left)
