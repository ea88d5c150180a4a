"""Frames show what the engine did, whatever the window."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETrainer, BPETraining, Corpus
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import merge_symbols
from tests.plain_sentences import with_plain_sentences
from ui.lessons.frames import (
    FREQUENT_WORDS,
    MAX_CANDIDATES,
    MAX_ROW_TOKENS,
    SMALL_CORPUS_WORDS,
    TOKENS_SHOWN,
    merge_positions,
    number_row,
    window_around,
)
from ui.tokenization.algorithms import ALGORITHMS

Train = Callable[..., BPETraining]


def payload(training: BPETraining, first: int, last: int) -> dict[str, Any]:
    return with_plain_sentences(ALGORITHMS["bpe"].frames(training, first, last))


WORDS = st.dictionaries(st.text("ab ", min_size=1, max_size=9), st.integers(1, 3_000), min_size=1, max_size=9)
SYMBOLS = st.lists(st.sampled_from(["a", "b", "ab"]), max_size=30)


@given(SYMBOLS, st.tuples(st.sampled_from(["a", "b", "ab"]), st.sampled_from(["a", "b", "ab"])))
def test_positions_are_where_the_merge_happens(symbols: list[str], pair: tuple[str, str]) -> None:
    places = merge_positions(symbols, pair)
    assert all((symbols[place], symbols[place + 1]) == pair for place in places)
    assert all(second - first >= 2 for first, second in pairwise(places))
    assert len(symbols) - len(merge_symbols(symbols, pair, "token")) == len(places)


@given(st.integers(0, 5_000), st.integers(0, 5_000), st.integers(2, 100))
def test_a_window_contains_its_step_and_stays_within_the_training(step: int, steps: int, window: int) -> None:
    step = min(step, steps)
    first, last = window_around(step, steps, window)
    assert 0 <= first <= step <= last <= steps
    assert last - first == min(window, steps)


@given(WORDS)
@settings(max_examples=40)
def test_words_positions_and_counts_equal_the_engine_s(words: dict[str, int]) -> None:
    training = BPETrainer(vocab_size=40).record(Corpus.from_counts(words))
    data = payload(training, 0, len(training.events))
    token = [text for text, *_ in data["tokens"]]
    assert data["moreWords"] == 0
    for step, frame in enumerate(data["frames"]):
        state = training.at(step)
        shown = [[token[number] for number in row["tokens"]] for row in frame["words"]]
        assert shown == [[symbol.replace(" ", "·") for symbol in word.symbols] for word in state.words]
        assert len(frame["candidates"]) == min(MAX_CANDIDATES, state.number_of_pairs)
        assert [row["value"] for row in frame["candidates"]] == [
            f"{row.count:,}" for row in state.leaderboard[:MAX_CANDIDATES]
        ]
        assert sorted(frame["pairOrder"]) == list(range(len(frame["candidates"])))
        assert [row["winner"] for row in frame["candidates"]] == [
            row is frame["candidates"][0] for row in frame["candidates"]
        ]
        event = state.next_event
        replaced = 0
        for row, word in zip(frame["words"], state.words, strict=True):
            replaced += word.frequency * len(row["hits"])
            assert event is None or all((word.symbols[h], word.symbols[h + 1]) == event.pair for h in row["hits"])
        assert replaced == (event.replacements if event else 0)
        assert sum(row["tied"] for row in frame["candidates"]) in (
            (0,) if not event or not event.tied else range(2, 99)
        )


def test_pairs_to_predict_hide_their_counts_and_words_show_their_share(train: Train) -> None:
    data = payload(train("hug"), 0, 0)
    frame = data["frames"][0]
    pairs = [
        tuple(data["tokens"][number][0] for number in frame["candidates"][row]["pair"]) for row in frame["pairOrder"]
    ]
    assert pairs == sorted(pairs)
    assert pairs[0] != ("u", "g")
    # u and g are in hug, pug and hugs. In aaabdaaabac, a and a overlap: each aaa has two such pairs.
    for scenario, adds in {"hug": ["10", "5", None, None, "5"], "aaab": ["4 × 1"]}.items():
        (frame,) = payload(train(scenario), 0, 0)["frames"]
        assert [row.get("adds") for row in frame["words"]] == adds


def test_new_tokens_are_marked_and_dropped_ones_struck_through(train: Train) -> None:
    data = payload(train("hug"), 0, 7)
    token = [text for text, *_ in data["tokens"]]
    frame = data["frames"][3]
    assert token[frame["fresh"]] == "hug"
    assert [[token[n] for n in row["tokens"]] for row in frame["words"]] == [
        ["hug"], ["p", "ug"], ["p", "un"], ["b", "un"], ["hug", "s"],
    ]  # fmt: skip
    assert [row["fresh"] for row in frame["words"]] == [[0], [], [], [], [0]]
    assert [token[number] for number, *_ in frame["chips"]] == [*"bghnpsu", "ug", "un", "hug"]
    data = payload(train("low", drop_unused=True), 0, 5)
    token = [text for text, *_ in data["tokens"]]
    assert [[token[number] for number in frame["dropped"]] for frame in data["frames"]] == [
        [], ["s"], ["s", "es", "t"], ["s", "es", "t", "est"],
        ["s", "es", "t", "est", "l", "o"], ["s", "es", "t", "est", "l", "o", "lo"],
    ]  # fmt: skip
    assert "s" in [token[number] for number, *_ in data["frames"][3]["chips"]]


def test_a_very_long_word_shows_the_part_that_changes(train: Train) -> None:
    text = "".join(chr(0x4E00 + number) for number in range(400)) + "abab" + "".join(
        chr(0x5E00 + number) for number in range(300)
    )  # fmt: skip
    training = train(text, pre_tokenizer="none", vocab_size=703)
    data = payload(training, 0, 1)
    row = data["frames"][0]["words"][0]
    assert len(row["tokens"]) == MAX_ROW_TOKENS
    shown = [data["tokens"][number][0] for number in row["tokens"]]
    assert [shown[hit : hit + 2] for hit in row["hits"]] == [["a", "b"], ["a", "b"]]
    left, right = (int(row[side].split()[1].strip("(")) for side in ("before", "after"))
    assert left + MAX_ROW_TOKENS + right == 704
    assert [shown[0], shown[-1]] == [(text[left]), (text[left + MAX_ROW_TOKENS - 1])]


def large(words: int) -> BPETraining:
    counts = {f"w{number:04d}": 1 + number % 7 for number in range(words)}
    return BPETrainer(vocab_size=300, end_of_word_symbol="</w>").record(Corpus.from_counts(counts))


@pytest.mark.parametrize(("words", "all_shown"), [(SMALL_CORPUS_WORDS, True), (SMALL_CORPUS_WORDS + 1, False)])
def test_a_large_corpus_shows_frequent_and_changing_words(words: int, all_shown: bool) -> None:
    training = large(words)
    data = payload(training, 0, 3)
    assert data["moreWords"] == (0 if all_shown else words - FREQUENT_WORDS)
    frame = data["frames"][1]
    assert len(frame["words"]) == (words if all_shown else FREQUENT_WORDS)
    assert bool(frame["places"]) == bool(frame["changed"]) == (not all_shown)
    for row in frame["places"]:
        assert row["hits"]
    for row in frame["changed"]:
        assert row["fresh"]


def test_a_large_vocabulary_shows_its_newest_tokens_and_bytes_as_text(train: Train) -> None:
    training = large(300)
    last = len(training.events)
    frame = payload(training, last, last)["frames"][0]
    assert last > TOKENS_SHOWN
    assert len(frame["chips"]) == TOKENS_SHOWN
    assert frame["hidden"] == len(training.vocabulary_at(last)) - TOKENS_SHOWN
    training = train("你你 <|endoftext|>", units="bytes", pre_tokenizer="gpt2", special_tokens=("<|endoftext|>",))
    data = payload(training, 0, len(training.events))
    as_text = {symbols: text for symbols, text, *_ in data["tokens"]}
    assert as_text["Ġ"] == "·"
    assert as_text["ä"] == "E4"
    assert as_text["ä½ł"] == "你"
    assert as_text["<|endoftext|>"] == "<|endoftext|>"


def test_a_token_has_one_colour_unlike_its_neighbours_and_none_without_an_id(train: Train) -> None:
    assert all(0 <= token_hue(number) < 360 for number in range(3_000))
    for number in range(300):
        apart = abs(token_hue(number) - token_hue(number + 1)) % 360
        assert min(apart, 360 - apart) > 90
    # `low` counts es and drops it: a dropped token keeps its id, and so its colour.
    data = payload(train("low", drop_unused=True), 0, 5)
    assert all(isinstance(token_id, int) == isinstance(colour, int) for _, _, token_id, colour in data["tokens"])


def test_a_truncated_word_shows_both_merging_tokens_or_neither() -> None:
    row = number_row(range(100), hits=[10, 81, 90], new=[])
    assert row["tokens"] == list(range(2, 82))
    assert row["hits"] == [8]  # 81 is the last one shown, and 82 is not there
    assert number_row(range(80), hits=[78])["hits"] == [78]
