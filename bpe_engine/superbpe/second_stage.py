"""Where the second stage of SuperBPE begins: what the first one learned is done to the whole texts."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.corpus import Corpus
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.symbols import Pair


class FirstStageResult(NamedTuple):
    """What the second stage has from the first."""

    vocabulary: dict[str, int]  # token -> id, counted anew where tokens have left
    merges: tuple[Pair, ...]  # those that stay
    tokens_in_corpus: int


def replay_first_stage(
    options: SuperBPEOptions, corpus: Corpus, base_vocabulary: Mapping[str, int], events: Sequence[MergeEvent]
) -> tuple[MergeState, FirstStageResult]:
    """Make the merges of the first stage once more, in their order and across the boundaries that they kept to.

    So the corpus then stands as the tokenizer will cut it, whose merges know of no boundary. A merge whose pair has not
    stood in the texts by its turn goes, and so does its token: as in the authors' program.
    """
    ids = dict(base_vocabulary)
    tokens = list(ids)
    state = MergeState(
        (([*map(ids.__getitem__, word)], frequency) for word, frequency in corpus.words.items()),
        options.merge_filter(tokens, corpus.byte_level),
    )
    found = set(state.pairs)
    merges = []
    for event in events:
        pair = (ids.get(event.pair.left, -1), ids.get(event.pair.right, -1))
        if pair not in found:
            continue
        merges.append(event.pair)
        if event.token not in ids:
            ids[event.token] = len(tokens)
            tokens.append(event.token)
        if pair in state.pairs:
            _, gained = state.merge(pair, ids[event.token], event.rank)
            found.update(record.pair for record in gained if record.count)
    left = sum(count for symbol, count in zip(state.symbols, state.frequencies, strict=True) if symbol >= 0)
    return state, FirstStageResult(ids, tuple(merges), left)
