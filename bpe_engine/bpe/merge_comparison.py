"""Compare a learner's merges and vocabulary with a training: the first difference, and what would explain it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from bpe_engine.bpe.continuing_prefix import PrefixedTraining, find_prefix
from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_state import PairRecord
from bpe_engine.bpe.tie_breaking import bytes_of, invert_order
from bpe_engine.bpe.training import BPEReplay, BPETraining
from bpe_engine.symbols import Pair

Rule = Literal[
    "first-seen",
    "smallest-id",
    "largest-pair",
    "largest-symbols",
    "largest-token",
    "largest-id",
    "smallest-pair",
    "last-seen",
]
"""Ways to break ties between pairs of the same count: the rules of TieBreak, and others. `largest-symbols` compares
characters of the byte alphabet instead of bytes, `largest-token` compares the merged tokens.
"""

Reason = Literal["tie", "once", "unweighted", "again", "unknown", "absent", "order", "rarer", "too-few", "too-many"]
"""What would explain a merge that differs:

- `tie`: both pairs have the same count, and a different rule breaks the tie;
- `once`: occurrences of a pair of equal symbols are counted without overlaps, once in "aaa";
- `unweighted`: each distinct word is counted once, however often it occurs;
- `again`: the pair has already been merged;
- `unknown`: one of its parts is not a token yet at that step;
- `absent`: the pair does not occur in the corpus at that step;
- `order`: the merges are the same, in a different order;
- `rarer`: the pair occurs less often, and nothing else explains it;
- `too-few`, `too-many`: their merges end earlier, or continue after ours have ended.
"""


class MergeDifference(NamedTuple):
    """The first merge that differs, after `step` merges that agree."""

    step: int
    ours: MergeEvent | None  # from the training; None if it has ended
    theirs: Pair | None  # None if their merges have ended
    occurrences: int = 0  # of their pair at that step, overlaps included
    reasons: tuple[Reason, ...] = ()  # the likeliest first
    rules: tuple[Rule, ...] = ()  # tie rules that would choose their pair
    unknown: str = ""  # the part that is not a token


VocabularyReason = Literal["missing", "extra", "special", "base", "order"]
"""A token is missing, or no merge makes it; or an id differs, because the special tokens have different ids, the base
symbols are in a different order, or for another reason.
"""


class VocabularyDifference(NamedTuple):
    """The difference between a vocabulary and the tokens that its merges make."""

    reason: VocabularyReason
    tokens: tuple[str, ...] = ()  # missing or surplus
    token_id: int = 0  # the first id that belongs to another token
    expected: str = ""  # the token that should have this id
    found: str = ""


def count_equal_merges(training: BPETraining, merges: Sequence[Pair]) -> int:
    """Count the leading merges that agree with a training's."""
    training, merges, _prefixed = _comparable(training, merges)
    return _equal_merges(training, merges)


def _comparable(
    training: BPETraining, merges: Sequence[Pair]
) -> tuple[BPETraining, Sequence[Pair], PrefixedTraining | None]:
    """Return a training and merges in the same symbols, and the converter if the merges mark continued words."""
    prefix = find_prefix(training, merges)
    if not prefix:
        return training, merges, None
    prefixed = PrefixedTraining(training, prefix, len(merges) + 1)
    return prefixed.training, [Pair(*map(prefixed.symbol, pair)) for pair in merges], prefixed


def _equal_merges(training: BPETraining, merges: Sequence[Pair]) -> int:
    step = 0
    for event, pair in zip(training.events, merges, strict=False):
        if event.pair != pair:
            break
        step += 1
    return step


def first_difference(training: BPETraining, merges: Sequence[Pair]) -> MergeDifference | None:
    """Return the first merge that differs from a training's; None if all agree.

    Merges that mark what continues a word (T + ##o, see `find_prefix`) are compared with a training that does so too.

    >>> from bpe_engine import BPETrainer, Corpus
    >>> training = BPETrainer(vocab_size=8).record(Corpus.from_text("hug pug pun"))
    >>> [event.token for event in training.events]
    ['ug', 'Ġp']
    >>> found = first_difference(training, [Pair("p", "u"), Pair("Ġ", "pu")])
    >>> found.step, found.ours.pair, found.theirs, found.reasons, found.rules
    (0, ('u', 'g'), ('p', 'u'), ('tie',), ('smallest-id', 'last-seen'))
    """
    training, merges, prefixed = _comparable(training, merges)
    difference = _first_difference(training, merges)
    if difference is None or prefixed is None:
        return difference
    return difference._replace(
        ours=difference.ours and prefixed.event(difference.ours),
        theirs=difference.theirs and Pair(*map(prefixed.written, difference.theirs)),
        unknown=difference.unknown and prefixed.written(difference.unknown),
    )


def _first_difference(training: BPETraining, merges: Sequence[Pair]) -> MergeDifference | None:
    step = _equal_merges(training, merges)
    ours = training.events[step] if step < len(training.events) else None
    theirs = merges[step] if step < len(merges) else None
    if theirs is None:
        return MergeDifference(step, ours, None, reasons=("too-few",)) if ours else None
    state = _PairsAtStep(training, step)
    record = state.record(theirs)
    difference = MergeDifference(step, ours, theirs, record.count if record else 0)
    if ours is None:
        return difference._replace(reasons=("too-many",))
    if theirs in merges[:step]:
        return difference._replace(reasons=("again",))
    if record is None:
        unknown = next((part for part in theirs if part not in state.vocabulary), "")
        return difference._replace(reasons=("unknown" if unknown else "absent",), unknown=unknown)
    rules = state.rules_favouring(record) if record.count == ours.count else ()
    reasons: list[Reason] = ["tie"] if record.count == ours.count else []
    winner = state.record(ours.pair)
    assert winner is not None, "a training merges what is there"
    if state.would_win(record, winner, state.non_overlapping_count):
        reasons.insert(len(reasons) if rules else 0, "once")
    if state.would_win(record, winner, state.count_in_distinct_words):
        reasons.append("unweighted")
    if not reasons:
        same = sorted(merges) == sorted(event.pair for event in training.events)
        reasons = ["order" if same else "rarer"]
    return difference._replace(reasons=tuple(reasons), rules=rules)


class _PairsAtStep:
    """The pairs of a training just before one of its merges."""

    def __init__(self, training: BPETraining, step: int) -> None:
        walker = BPEReplay(training, step)
        self._ids, self._tokens, self._merging = walker.ids, walker.tokens, walker.merge_state
        self._byte_level = training.corpus.byte_level
        self.vocabulary: Mapping[str, int] = walker.vocabulary

    def record(self, pair: Pair) -> PairRecord | None:
        """Return the record of a pair; None if it does not occur in the corpus."""
        return self._merging.pairs.get((self._ids.get(pair.left, -1), self._ids.get(pair.right, -1)))

    def rules_favouring(self, theirs: PairRecord) -> tuple[Rule, ...]:
        """Return the tie rules under which this pair wins among pairs of equal count."""
        tied = [record for record in self._merging.pairs.values() if record.count == theirs.count]
        return tuple(rule for rule, value in self._values().items() if max(tied, key=value) is theirs)

    def _values(self) -> dict[Rule, Callable[[PairRecord], Any]]:
        """Return the value that each rule compares: the greatest wins."""
        tokens, first_position = self._tokens, self._merging.first_position

        def symbols(record: PairRecord) -> list[str]:
            return [tokens[part] for part in record.pair]

        def in_bytes(record: PairRecord) -> list[bytes]:
            return [bytes_of(part, self._byte_level) for part in symbols(record)]

        values: dict[Rule, Callable[[PairRecord], Any]] = {
            "first-seen": lambda record: -first_position(record),
            "smallest-id": lambda record: [-part for part in record.pair],
            "largest-pair": in_bytes,
            "largest-symbols": symbols,
            "largest-token": lambda record: b"".join(in_bytes(record)),
            "largest-id": lambda record: record.pair,
            "smallest-pair": lambda record: list(map(invert_order, in_bytes(record))),
            "last-seen": first_position,
        }
        if not self._byte_level:
            del values["largest-symbols"]  # the same as largest-pair
        return values

    def would_win(self, theirs: PairRecord, ours: PairRecord, count: Callable[[PairRecord], int]) -> bool:
        """Return whether counting this way gives their pair the highest count, while ours would not."""
        theirs_so = count(theirs)
        if theirs.count == ours.count and theirs_so == count(ours):
            return False
        return all(count(record) <= theirs_so for record in self._merging.pairs.values())

    def non_overlapping_count(self, record: PairRecord) -> int:
        """Count the occurrences of a pair without overlaps."""
        if record.pair[0] != record.pair[1]:
            return record.count
        state, last_end, count = self._merging, -1, 0
        for place in record.places:  # all of them current: no merge was made since they were recorded
            if place != last_end:
                count += state.frequencies[place]
                last_end = state.next[place]
        return count

    @staticmethod
    def count_in_distinct_words(record: PairRecord) -> int:
        """Count a pair's occurrences with each distinct word counted once."""
        return len(record.places)


def vocabulary_difference(
    training: BPETraining, merges: Sequence[Pair], vocabulary: Mapping[int, str]
) -> VocabularyDifference | None:
    """Return how a vocabulary, id -> token, differs from the training's tokens and those that its merges make, or None.

    >>> from bpe_engine import BPETrainer, Corpus
    >>> training = BPETrainer(vocab_size=5, special_tokens=["<end>"]).record(Corpus.from_text("aab"))
    >>> merges = [event.pair for event in training.events]
    >>> vocabulary_difference(training, merges, {0: "<end>", 1: "a", 2: "b", 3: "aa", 4: "aab"})
    >>> vocabulary_difference(training, merges, {0: "a", 1: "b", 2: "aa", 3: "aab", 4: "<end>"}).reason
    'special'
    """
    training, merges, prefixed = _comparable(training, merges)
    base_vocabulary, products = list(training.base_vocabulary), map("".join, merges)
    if prefixed:
        place = {token: token_id for token_id, token in vocabulary.items()}
        base_vocabulary = [*map(prefixed.written, base_vocabulary)]
        in_order = len(base_vocabulary) - prefixed.in_any_order
        base_vocabulary[in_order:] = sorted(base_vocabulary[in_order:], key=lambda token: place.get(token, 0))
        products = map(prefixed.written, products)
    expected = list(dict.fromkeys((*base_vocabulary, *products)))
    tokens_here = set(vocabulary.values())
    if missing := [token for token in expected if token not in tokens_here]:
        return VocabularyDifference("missing", tuple(missing))
    if extra := sorted(tokens_here.difference(expected)):
        return VocabularyDifference("extra", tuple(extra))
    listed = [vocabulary[token_id] for token_id in sorted(vocabulary)]
    if twice := sorted(token for token, times in Counter(listed).items() if times > 1):
        return VocabularyDifference("extra", tuple(twice))
    if dict(enumerate(expected)) == vocabulary:
        return None
    token_id = next(number for number, token in enumerate(expected) if vocabulary.get(number) != token)
    reason: VocabularyReason = "order"
    special = set(training.trainer.special_tokens)
    base = set(base_vocabulary) - special
    if _missing_from(expected, special) == _missing_from(listed, special):
        reason = "special"
    elif _missing_from(expected, special | base) == _missing_from(listed, special | base):
        reason = "base"
    return VocabularyDifference(reason, (), token_id, expected[token_id], vocabulary.get(token_id, ""))


def _missing_from(tokens: Sequence[str], others: set[str]) -> list[str]:
    return [token for token in tokens if token not in others]
