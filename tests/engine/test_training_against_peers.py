"""The merges on a whole play, compared with the tokenizers library, subword-nmt and a plain recount, all really run."""

import io
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import regex
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus
from bpe_engine.bpe.events import TieBreak
from bpe_engine.byte_alphabet import symbols_to_bytes
from tests.engine.minbpe_oracle import RegexTokenizer
from tests.engine.plain_recount import plain_recount

PLAY = (Path(__file__).parent.parent / "data" / "asyoulik.txt").read_text("utf-8")
MERGES = 2_000
RECOUNTED = 30


@pytest.mark.parametrize("length", [9_999, 10_000, 2**14])
def test_merges_of_a_long_run_of_one_letter_equal_minbpe_s(length: int) -> None:
    # With few merges to come, pairs too rare to win are soon forgotten, here during a merge.
    peer = RegexTokenizer()
    peer.compiled_pattern = regex.compile("a+")
    with pytest.raises(ValueError, match="empty"):  # like minbpe, if no pair is left
        peer.train("a" * length, 300)
    ours = BPETrainer(vocab_size=300, initial_alphabet=BYTE_ALPHABET).train(Corpus.from_text("a" * length))
    assert [*map(symbols_to_bytes, ours.vocabulary)][256:] == [*peer.vocab.values()][256:]


@pytest.mark.parametrize(
    ("text", "merges"), [pytest.param(PLAY, MERGES, id="play"), ("aaaaa aaaaaaa aab baa aaab\n" * 3, 10)]
)
def test_smallest_id_equals_the_tokenizers_library(text: str, merges: int) -> None:
    peer = Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(BYTE_ALPHABET)
    peer.train_from_iterator(
        [text],
        trainers.BpeTrainer(vocab_size=256 + MERGES, initial_alphabet=alphabet, show_progress=False),
    )
    trainer = BPETrainer(vocab_size=256 + MERGES, initial_alphabet=alphabet, tie_break="smallest-id")
    ours = trainer.train(Corpus.from_text(text))
    assert ours.vocabulary == peer.get_vocab()
    model = json.loads(peer.to_str())["model"]
    assert len(model["merges"]) == merges
    assert [list(pair) for pair in ours.merges] == model["merges"]


def random_words(seed: int) -> dict[str, int]:
    draw = random.Random(seed)
    letters = draw.sample("abcdefghijklé東", draw.randint(3, 12))
    words = {"".join(draw.choices(letters, k=draw.randint(1, 12))): draw.randint(1, 50) for _ in range(20)}
    return {"".join(draw.choices(letters[:2], k=14)): 40, **words}


def library_merges(words: Mapping[str, int], **options: Any) -> list[tuple[str, str]]:
    peer = Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    text = [" ".join([word] * times) for word, times in words.items()]
    peer.train_from_iterator(text, trainers.BpeTrainer(show_progress=False, **options))
    return [(left, right) for left, right in json.loads(peer.to_str())["model"]["merges"]]


def test_max_token_length_works_as_in_the_tokenizers_library() -> None:
    # The library's tokens are shorter than the number, ours have at most that many characters.
    shortened = 0
    for seed in range(60):
        words, most = random_words(seed), seed % 5 + 2
        theirs = library_merges(words, vocab_size=90, max_token_length=most + 1)
        trainer = BPETrainer(vocab_size=90, tie_break="smallest-id", max_token_length=most)
        corpus = Corpus.from_counts(words)
        assert [tuple(event.pair) for event in trainer.steps(corpus)] == theirs
        assert max(len("".join(pair)) for pair in theirs) <= most
        shortened += theirs != library_merges(words, vocab_size=90)
        training = trainer.record(corpus)
        for step in (0, len(theirs) // 2, len(theirs)):
            state = training.at(step)
            if state.next_event:
                assert state.leaderboard[0].pair == state.next_event.pair
            assert all(len("".join(row.pair)) <= most for row in state.leaderboard)
    assert shortened > 30


@pytest.mark.parametrize("most", [1, 2])
def test_the_library_merges_two_letters_even_above_the_limit(most: int) -> None:
    # As docs/IF_YOU_KNOW_TOKENIZERS.md says.
    assert {len("".join(pair)) for pair in library_merges({"abcd": 9}, max_token_length=most)} == {2}


def test_a_training_ends_with_a_reason_if_all_pairs_are_too_long() -> None:
    training = BPETrainer(vocab_size=20, max_token_length=2).record(Corpus.from_counts({"hug": 3, "pug": 2}))
    assert [event.token for event in training.events] == ["ug"]
    assert training.stop_reason == "max_token_length"
    assert training.at(1).leaderboard == ()


@pytest.mark.parametrize("mark", ["end_of_word_suffix", "end_of_word_symbol"])
def test_end_of_word_marks_do_not_count_towards_the_length(mark: str) -> None:
    options: dict[str, Any] = {mark: "</w>"}
    training = BPETrainer(vocab_size=20, max_token_length=2, **options).record(Corpus.from_counts({"ug": 3}))
    assert training.events[-1].token == "ug</w>"


def test_limit_alphabet_removes_the_same_characters_as_the_tokenizers_library() -> None:
    left_out = 0
    for seed in range(60):
        words = random_words(seed)
        counts = Counter(letter for word, times in words.items() for letter in word for _ in range(times))
        limit = seed % 6 + 1
        frequencies = sorted(counts.values(), reverse=True)
        if limit < len(counts) and frequencies[limit - 1] == frequencies[limit]:
            continue  # of equally frequent ones, the library leaves out any
        theirs = library_merges(words, vocab_size=60, limit_alphabet=limit)
        trainer = BPETrainer(vocab_size=60, tie_break="smallest-id", limit_alphabet=limit)
        training = trainer.record(Corpus.from_counts(words))
        assert [tuple(event.pair) for event in training.events] == theirs
        assert len(training.base_vocabulary) == min(limit, len(counts))
        assert training.at(len(theirs)).tokens_in_corpus == training.tokens_per_step[-1]
        left_out += limit < len(counts)
    assert left_out > 30


def subword_nmt_merges(lines: str, number: int) -> list[tuple[str, str]]:
    written = io.StringIO()
    learn_bpe(io.StringIO(lines), written, number, min_frequency=1)
    _version, *rows = written.getvalue().splitlines()
    return [(left, right) for left, right in (row.split(" ") for row in rows)]


def test_largest_pair_equals_subword_nmt() -> None:
    # subword-nmt splits each line only at spaces, strips the line end, and counts words.
    words = [line.strip("\r\n ").split(" ") for line in PLAY.split("\n")]
    counts: dict[str, int] = {}
    for word in (word for line in words for word in line if word):
        counts[word] = counts.get(word, 0) + 1
    trainer = BPETrainer(vocab_size=10_000, end_of_word_suffix="</w>", tie_break="largest-pair")
    steps = trainer.steps(Corpus.from_counts(counts))
    ours = [(event.pair.left, event.pair.right) for event, _ in zip(steps, range(MERGES), strict=False)]
    assert len(ours) == MERGES
    assert ours == subword_nmt_merges(PLAY, MERGES)


def bytes_recount(words: Mapping[bytes, int], merges: int) -> Iterator[tuple[bytes, bytes]]:
    """The training loop of CS336's first assignment: of the most frequent byte pairs, the greatest is merged."""
    corpus = [([bytes([byte]) for byte in word], frequency) for word, frequency in words.items()]
    for _ in range(merges):
        counts: Counter[tuple[bytes, bytes]] = Counter()
        for parts, frequency in corpus:
            for pair in zip(parts, parts[1:], strict=False):
                counts[pair] += frequency
        if not counts:
            return
        winner = max(counts, key=lambda pair: (counts[pair], pair))
        yield winner
        for parts, _ in corpus:
            place = 0
            while place < len(parts) - 1:
                if (parts[place], parts[place + 1]) == winner:
                    parts[place : place + 2] = [winner[0] + winner[1]]
                place += 1


@pytest.mark.parametrize("text", [" xyz", "yz x", "é x\n\tü 東 z\x01a~b", PLAY[:3_000]])
def test_at_byte_level_largest_pair_compares_bytes_not_their_symbols(text: str) -> None:
    corpus = Corpus.from_text(text)
    trainer = BPETrainer(vocab_size=256 + 150, initial_alphabet=BYTE_ALPHABET, tie_break="largest-pair")
    words = {symbols_to_bytes(word): frequency for word, frequency in corpus.words.items()}
    expected = list(bytes_recount(words, 150))
    assert [tuple(map(symbols_to_bytes, event.pair)) for event in trainer.steps(corpus)] == expected
    first = trainer.record(corpus).at(0)
    if first.next_event and first.next_event.tied:
        assert tuple(map(symbols_to_bytes, first.winner_by_rule["largest-pair"])) == expected[0]


@pytest.mark.parametrize("rule", ["first-seen", "smallest-id", "largest-pair"])
def test_every_rule_equals_a_plain_recount_on_a_play(rule: TieBreak) -> None:
    corpus = Corpus.from_text(PLAY)
    trainer = BPETrainer(vocab_size=256 + RECOUNTED, initial_alphabet=sorted(BYTE_ALPHABET), tie_break=rule)
    words = [(list(word), frequency) for word, frequency in corpus.words.items()]
    steps = plain_recount(
        words, trainer.vocab_size, rule, initial_alphabet=trainer.initial_alphabet, written=symbols_to_bytes
    )
    expected = [step.event for step in steps if step.event]
    assert len(expected) == RECOUNTED
    assert list(trainer.steps(corpus)) == expected


def first_seen_recount(words: Mapping[str, int], merges: int) -> Iterator[tuple[str, str, int]]:
    """The training loop of minbpe and the Hugging Face course: recount all pairs; `max` takes the first seen.

    The corpus is one array of symbol numbers, with a 0 after each word, so that a recount is one sort.
    """
    symbols = ["", *dict.fromkeys(letter for word in words for letter in word)]
    number = {symbol: index for index, symbol in enumerate(symbols)}
    corpus = np.array([number[letter] for word in words for letter in (*word, "")])
    weights = np.repeat(list(words.values()), [len(word) + 1 for word in words])
    size = len(symbols) + merges
    for _ in range(merges):
        inside = np.flatnonzero((corpus[:-1] != 0) & (corpus[1:] != 0))
        pairs, first, which = np.unique(
            corpus[inside] * size + corpus[inside + 1], return_index=True, return_inverse=True
        )
        counts = np.bincount(which, weights[inside]).astype(int)
        tied = np.flatnonzero(counts == counts.max())
        best = tied[first[tied].argmin()]
        left, right = divmod(int(pairs[best]), size)
        yield symbols[left], symbols[right], int(counts[best])
        places = inside[which == best]
        if left == right:  # in a run such as a a a, each symbol is merged once, from the left
            kept = [-2]
            for place in places:
                if place > kept[-1] + 1:
                    kept.append(place)
            places = np.array(kept[1:])
        made = symbols[left] + symbols[right]
        if made not in number:
            number[made] = len(symbols)
            symbols.append(made)
        corpus[places] = number[made]
        corpus, weights = np.delete(corpus, places + 1), np.delete(weights, places + 1)


def test_first_seen_equals_a_plain_recount_on_a_play_with_131_ties_in_300_merges() -> None:
    corpus = Corpus.from_text(PLAY)
    trainer = BPETrainer(vocab_size=256 + MERGES, initial_alphabet=sorted(BYTE_ALPHABET), tie_break="first-seen")
    ours = [(*event.pair, event.count) for event in trainer.steps(corpus)]
    assert ours == list(first_seen_recount(corpus.words, MERGES))
    events = list(
        BPETrainer(vocab_size=256 + 300, initial_alphabet=sorted(BYTE_ALPHABET)).steps(Corpus.from_text(PLAY))
    )
    assert sum(event.tied > 0 for event in events) == 131
