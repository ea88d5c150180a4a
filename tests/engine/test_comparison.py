"""Mistakes in merges are found, as made on purpose by a plain reimplementation of training."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tokenizers import Tokenizer as Peer
from tokenizers import models, pre_tokenizers, trainers

from bpe_engine import BYTE_ALPHABET, BPETrainer, BPETraining, Corpus, Pair
from bpe_engine.bpe.merge_comparison import (
    MergeDifference,
    Reason,
    Rule,
    VocabularyDifference,
    count_equal_merges,
    first_difference,
    vocabulary_difference,
)
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.symbols import merge_symbols

SEEDS = range(25)
Words = list[tuple[list[str], int]]


def corpus(seed: int) -> Corpus:
    draw = random.Random(seed)
    words = ["".join(draw.choices("aab é", k=draw.randint(1, 9))) for _ in range(12)]
    return Corpus.from_counts({word: draw.randint(1, 5) for word in words}, pre_tokenizer="none", byte_level=True)


def record(seed: int, size: int = 20, **options: Any) -> BPETraining:
    return BPETrainer(vocab_size=size, **options).record(corpus(seed))


def merges_of(training: BPETraining) -> list[Pair]:
    return [event.pair for event in training.events]


def pair_counts(words: Words, *, once: bool, weighted: bool) -> Counter[Pair]:
    counts: Counter[Pair] = Counter()
    for symbols, frequency in words:
        taken = -1
        for place, pair in enumerate(map(Pair, symbols, symbols[1:])):
            counts[pair] += 0 if once and pair.left == pair.right and place == taken else frequency if weighted else 1
            taken = place + 1 if pair.left == pair.right and place != taken else -1
    return counts


def learn_merges(
    seed: int, number: int, *, rule: Rule = "first-seen", once: bool = False, weighted: bool = True
) -> list[Pair]:
    words: Words = [(list(word), frequency) for word, frequency in corpus(seed).words.items()]
    ids = {symbol: number for number, symbol in enumerate(sorted({symbol for word, _ in words for symbol in word}))}
    merges: list[Pair] = []
    while len(merges) < number:
        counts = pair_counts(words, once=once, weighted=weighted)
        most = max(counts.values(), default=0)
        if not most:
            break
        pair = break_tie([pair for pair, count in counts.items() if count == most], rule, ids)
        token = "".join(pair)
        ids.setdefault(token, len(ids))
        merges.append(pair)
        words = [(merge_symbols(word, pair, token), frequency) for word, frequency in words]
    return merges


def break_tie(tied: list[Pair], rule: Rule, ids: dict[str, int]) -> Pair:
    def numbers(pair: Pair) -> tuple[int, int]:
        return ids[pair.left], ids[pair.right]

    def in_bytes(pair: Pair) -> tuple[bytes, bytes]:
        return symbols_to_bytes(pair.left), symbols_to_bytes(pair.right)

    ways: dict[Rule, Callable[[], Pair]] = {
        "first-seen": lambda: tied[0],
        "last-seen": lambda: tied[-1],
        "smallest-id": lambda: min(tied, key=numbers),
        "largest-id": lambda: max(tied, key=numbers),
        "largest-pair": lambda: max(tied, key=in_bytes),
        "smallest-pair": lambda: min(tied, key=in_bytes),
        "largest-symbols": lambda: max(tied),
        "largest-token": lambda: max(tied, key=lambda pair: b"".join(in_bytes(pair))),
    }
    return ways[rule]()


def difference_of(training: BPETraining, merges: list[Pair]) -> MergeDifference:
    difference = first_difference(training, merges)
    assert difference is not None
    assert merges[: difference.step] == merges_of(training)[: difference.step]
    return difference


@pytest.mark.parametrize("seed", SEEDS)
def test_the_plain_learner_without_mistakes_makes_the_same_merges(seed: int) -> None:
    training = record(seed)
    assert first_difference(training, learn_merges(seed, len(training.events))) is None


@pytest.mark.parametrize(
    "rule",
    ["smallest-id", "largest-id", "largest-pair", "smallest-pair", "largest-symbols", "largest-token", "last-seen"],
)
def test_a_different_tie_rule_is_named(rule: Rule) -> None:
    differ = 0
    for seed in SEEDS:
        training = record(seed)
        merges = learn_merges(seed, len(training.events), rule=rule)
        if merges == merges_of(training):
            continue
        difference = difference_of(training, merges)
        assert difference.ours
        assert difference.reasons[0] == "tie"
        assert difference.occurrences == difference.ours.count
        assert rule in difference.rules
        assert "first-seen" not in difference.rules
        differ += 1
    assert differ > 10


@pytest.mark.parametrize(
    ("mistake", "options"), [("once", {"once": True}), ("unweighted", {"weighted": False})], ids=lambda case: str(case)
)
def test_a_wrong_count_is_named(mistake: Reason, options: dict[str, bool]) -> None:
    differ = 0
    for seed in SEEDS:
        training = record(seed)
        merges = learn_merges(seed, len(training.events), **options)  # type: ignore[arg-type]  # one of the two
        if merges != merges_of(training)[: len(merges)]:
            assert mistake in difference_of(training, merges).reasons
            differ += 1
    assert differ > 5


def test_counts_without_overlaps_use_the_current_corpus() -> None:
    # aaa contains (a, a) twice; counted without overlaps, once, and (b, c) twice.
    training = BPETrainer(vocab_size=4).record(Corpus.from_counts({"aaaa": 1, "bc": 2}))
    difference = difference_of(training, [Pair("b", "c")])
    assert (difference.occurrences, difference.reasons) == (2, ("once",))
    # The first merge removes the (a, a) of aab. Without overlaps, aaaa has it twice, as often as (c, d).
    training = BPETrainer(vocab_size=8).record(Corpus.from_counts({"aaaa": 1, "xab": 5, "aab": 2, "cd": 2}))
    assert merges_of(training) == [("a", "b"), ("x", "ab"), ("a", "a")]
    assert difference_of(training, [Pair("a", "b"), Pair("x", "ab"), Pair("c", "d")]).reasons == ("once",)


def test_at_byte_level_rules_compare_byte_symbols_too() -> None:
    training = BPETrainer(vocab_size=5).record(Corpus.from_counts({"ab": 2, "cd": 2}))
    assert difference_of(training, [Pair("c", "d")]).rules == (
        "largest-pair", "largest-token", "largest-id", "last-seen",
    )  # fmt: skip
    # The byte 0x20 is below all letters, its symbol Ġ above them.
    corpus = Corpus.from_counts({" x": 2, "yz": 2}, pre_tokenizer="none", byte_level=True)
    training = BPETrainer(vocab_size=5, tie_break="largest-pair").record(corpus)
    assert merges_of(training) == [("y", "z")]
    assert "largest-symbols" in difference_of(training, [Pair("Ġ", "x")]).rules


@pytest.mark.parametrize("seed", SEEDS)
def test_impossible_merges_are_explained(seed: int) -> None:
    training = record(seed)
    merges = merges_of(training)
    place = random.Random(seed).randrange(1, len(merges))
    assert difference_of(training, [*merges[:place], merges[0], *merges[place:]]).reasons == ("again",)
    unknown = difference_of(training, [*merges[:place], Pair("a", "q"), *merges[place:]])
    assert (unknown.step, unknown.reasons, unknown.unknown) == (place, ("unknown",), "q")
    for too_early in [pair for pair in merges if max(map(len, pair)) > 1]:
        assert difference_of(training, [too_early]).reasons == ("unknown",)


def test_an_absent_pair_a_different_order_and_a_rarer_pair_are_explained() -> None:
    training = BPETrainer(vocab_size=9).record(Corpus.from_counts({"hug": 3, "pun": 2}))
    difference = difference_of(training, [Pair("h", "u"), Pair("g", "p")])
    assert (difference.step, difference.occurrences, difference.reasons) == (1, 0, ("absent",))
    training = BPETrainer(vocab_size=7).record(Corpus.from_counts({"ab": 2, "xab": 1, "cd": 2}))
    assert merges_of(training) == [("a", "b"), ("c", "d")]
    assert difference_of(training, [Pair("c", "d"), Pair("a", "b")]).reasons == ("order",)
    assert difference_of(training, [Pair("c", "d")]).reasons == ("rarer",)


@pytest.mark.parametrize("seed", SEEDS)
def test_missing_and_surplus_merges_are_found(seed: int) -> None:
    training = record(seed, 12)
    merges = merges_of(training)
    short = difference_of(training, merges[:-1])
    assert (short.step, short.reasons, short.ours) == (len(merges) - 1, ("too-few",), training.events[-1])
    long = difference_of(training, [*merges, Pair("a", "b")])
    assert (long.step, long.reasons, long.ours) == (len(merges), ("too-many",), None)


def test_equal_leading_merges_are_counted() -> None:
    training = record(3)
    merges = merges_of(training)
    assert count_equal_merges(training, merges) == len(merges)
    assert count_equal_merges(training, [*merges[:4], Pair("x", "y")]) == 4
    assert count_equal_merges(training, []) == 0


def library_with_prefix(counts: dict[str, int], **options: str) -> tuple[list[Pair], dict[int, str]]:
    """Return the merges and the vocabulary that the library learns when ## marks what continues a word."""
    library = Peer(models.BPE(continuing_subword_prefix="##", **options))
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=60, continuing_subword_prefix="##", show_progress=False, **options)
    library.train_from_iterator([" ".join(word for word, count in counts.items() for _ in range(count))], trainer)
    merges = [Pair(*pair) for pair in json.loads(library.to_str())["model"]["merges"]]
    return merges, {token_id: token for token, token_id in library.get_vocab().items()}


@pytest.mark.parametrize(
    "counts", [{"Tok": 2, "en": 1}, {"hug": 40, "pug": 19, "pun": 9, "o": 3, "oooo": 1}, {"aaaa": 3, "#a": 1}]
)
@pytest.mark.parametrize("suffix", ["", "</w>"])
def test_merges_with_the_library_s_continuing_prefix_are_compared(counts: dict[str, int], suffix: str) -> None:
    theirs, vocabulary = library_with_prefix(counts, **({"end_of_word_suffix": suffix} if suffix else {}))
    training = BPETrainer(vocab_size=60, end_of_word_suffix=suffix, tie_break="smallest-id").record(
        Corpus.from_counts(counts)
    )
    assert any(pair.right.startswith("##") for pair in theirs)
    assert first_difference(training, theirs) is None
    assert count_equal_merges(training, theirs) == len(theirs)
    assert vocabulary_difference(training, theirs, vocabulary) is None


def test_a_mistake_in_marked_merges_is_reported_with_their_marks() -> None:
    training = BPETrainer(vocab_size=30).record(Corpus.from_counts({"Tok": 2, "en": 1}))
    assert first_difference(training, [Pair("T", "##o"), Pair("To", "##k"), Pair("e", "##n")]) is None
    early = first_difference(training, [Pair("T", "##o"), Pair("e", "##n")])
    assert early
    assert early.ours
    assert (early.step, early.ours.pair, early.ours.token, early.reasons) == (1, ("To", "##k"), "Tok", ("unweighted",))
    for second, reason, unknown in [
        (Pair("To", "##q"), "unknown", "##q"),
        (Pair("Tok", "##k"), "unknown", "Tok"),
        (Pair("o", "##k"), "absent", ""),  # the o of Tok is ##o
        (Pair("T", "##o"), "again", ""),
    ]:
        difference = first_difference(training, [Pair("T", "##o"), second])
        assert difference
        assert (difference.step, difference.theirs) == (1, second)
        assert (difference.reasons, difference.unknown) == ((reason,), unknown)
    # If one of the right parts has no mark, none of them is a mark.
    assert difference_of(training, [Pair("T", "o"), Pair("To", "##k")]).unknown == "##k"


class TestVocabulary:
    training = record(3, 270, special_tokens=["<|end|>", "<|pad|>"], initial_alphabet=BYTE_ALPHABET)
    merges = merges_of(training)
    right = tuple(training.vocabulary_at(len(merges)))
    special, base, made = right[:2], right[2:258], right[258:]

    def difference(self, tokens: Iterable[str]) -> VocabularyDifference | None:
        return vocabulary_difference(self.training, self.merges, dict(enumerate(tokens)))

    def test_the_right_vocabulary_has_no_difference(self) -> None:
        assert len(self.made) > 3
        assert self.difference(self.right) is None

    def test_a_missing_token_is_named(self) -> None:
        for token in (self.special[0], self.base[7], self.made[-1]):
            assert self.difference([each for each in self.right if each != token]) == ("missing", (token,), 0, "", "")

    def test_tokens_that_no_merge_makes_and_duplicates_are_extra(self) -> None:
        assert self.difference([*self.right, "zz"]) == ("extra", ("zz",), 0, "", "")
        assert self.difference([*self.right, self.made[0]]) == ("extra", (self.made[0],), 0, "", "")

    def test_misplaced_special_tokens_are_found(self) -> None:
        difference = self.difference([*self.base, *self.made, *self.special])
        assert difference == ("special", (), 0, self.special[0], self.base[0])
        gap = {**dict(enumerate([*self.base, *self.made])), 1000: "<|end|>", 1001: "<|pad|>"}
        elsewhere = vocabulary_difference(self.training, self.merges, gap)
        assert elsewhere
        assert elsewhere.reason == "special"

    def test_a_different_order_of_bytes_is_found(self) -> None:
        difference = self.difference([*self.special, *sorted(self.base), *self.made])
        assert difference
        assert (difference.reason, difference.expected, difference.found) == (
            "base",
            self.base[0],
            sorted(self.base)[0],
        )

    def test_a_different_order_of_merges_is_found(self) -> None:
        difference = self.difference([*self.special, *self.base, *reversed(self.made)])
        assert difference == ("order", (), 258, self.made[0], self.made[-1])

    def test_a_vocabulary_is_compared_with_the_learners_own_merges(self) -> None:
        theirs = [*self.merges[:2], Pair("é"[:1], "b")]
        tokens = [*self.special, *self.base, *map("".join, theirs)]
        assert vocabulary_difference(self.training, theirs, dict(enumerate(tokens))) is None
