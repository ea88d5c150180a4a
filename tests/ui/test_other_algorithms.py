"""Frames of WordPiece, Unigram, whole words and characters show what the engine did."""

from dataclasses import replace
from fractions import Fraction
from math import log, log2
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import UnigramTokenizer, WordPieceTokenizer, load_pretrained
from tests.plain_sentences import with_plain_sentences
from ui.jobs import training_calls
from ui.tokenization import encoding
from ui.tokenization.algorithms import ALGORITHMS, algorithm_for
from ui.tokenization.algorithms.highest_score import score_text
from ui.tokenization.algorithms.unigram import UnigramSettings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

OTHERS = ("wordpiece", "unigram", "words", "characters")
WORDS = st.dictionaries(st.text("abc", min_size=1, max_size=7), st.integers(1, 300), min_size=1, max_size=8)


def trained(algorithm: str, scenario: str = "hug") -> Any:
    return training_calls.train(
        Task(SCENARIOS[scenario].source, ALGORITHMS[algorithm].default_settings(SCENARIOS[scenario]))
    )


def encoded(tokenizer: Any, text: str) -> dict[str, Any]:
    return with_plain_sentences(encoding.payload(tokenizer, text))


def payload(training: Any, first: int, last: int) -> dict[str, Any]:
    return with_plain_sentences(algorithm_for(training).frames(training, first, last))


def tokens(data: dict[str, Any], numbers: list[int]) -> list[Any]:
    return [data["tokens"][number][0] for number in numbers]


def board(data: dict[str, Any], step: int) -> dict[str, dict[str, Any]]:
    return {" ".join(tokens(data, row["pair"])): row for row in data["frames"][step]["candidates"]}


def words(data: dict[str, Any], step: int) -> list[list[str]]:
    return [tokens(data, row["tokens"]) for row in data["frames"][step]["words"]]


def test_the_first_merge_of_wordpiece_is_the_pair_whose_parts_are_rarest() -> None:
    training = trained("wordpiece")
    data = payload(training, 0, len(training.events))
    rows = board(data, 0)
    assert [name for name, row in rows.items() if row["winner"]] == ["##g ##s"]
    assert rows["##g ##s"]["tally"] == "5 ÷ (20 × 5)"
    assert data["merges"][0]["sum"] == "5 ÷ (20 × 5) = 1/20"
    assert rows["##u ##g"]["tally"] == "20 ÷ (36 × 20)"
    # 1/36 each, so all tie, and the first in the corpus merges.
    assert {row["value"] for row in board(data, 1).values()} == {"1/36"}
    assert all(row["tied"] for row in board(data, 1).values())
    assert [name for name, row in board(data, 1).items() if row["winner"]] == ["h ##u"]
    assert words(data, 2)[0] == ["hu", "##g"]


def test_the_score_in_bits_is_calculated_from_the_step_s_numbers() -> None:
    settings = replace(
        ALGORITHMS["wordpiece"].default_settings(SCENARIOS["low"]), form="mutual-information", drop_unused=True
    )
    data = payload(training_calls.train(Task(SCENARIOS["low"].source, settings)), 0, 15)
    # With a mark in each word, 5 × 4 + 2 × 6 + 6 × 7 + 3 × 7 = 95 symbols in 16 words, so 79 pairs.
    first = board(data, 0)["i d"]
    assert first["winner"]
    assert (first["tally"], first["value"]) == ("3 ÷ (3 × 3) = 1/3", "5.251")
    written = "log₂ (3/79) − log₂ (3/95) − log₂ (3/95) = 5.251 bits"
    assert written in data["frames"][0]["next"]
    assert data["merges"][0]["sum"] == written
    assert log2(3 / 79) - 2 * log2(3 / 95) == pytest.approx(5.251, abs=0.0005)
    said = data["frames"][0]["next"]
    assert "the pair makes up 3 of the 79 neighbouring pairs, its parts 3 and 3 of the 95 tokens" in said
    assert "no shares: 3 ÷ (3 × 3) = 1/3. Its log₂ plus log₂ (95² ÷ 79) = 6.836 is" in said
    assert log2(1 / 3) + log2(95**2 / 79) == pytest.approx(5.251, abs=0.0005)
    # id is in 3 of the remaining 76 pairs, and i and d are gone.
    assert "log₂ (7/76) − log₂ (7/92) − log₂ (7/92)" in data["frames"][1]["next"]
    assert "“i” and “d” no longer occur in the corpus, so they leave the vocabulary." in data["frames"][1]["done"]
    assert sorted(tokens(data, data["frames"][1]["dropped"])) == ["d", "i"]


@given(words=WORDS, step=st.integers(0, 3))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_bits_and_shares_order_the_pairs_of_a_state_alike(words: dict[str, int], step: int) -> None:
    made = replace(ALGORITHMS["wordpiece"].default_settings(SCENARIOS["hug"]), form="mutual-information")
    training = training_calls.train(Task(TextSource(counts=tuple(words.items())), made))
    rows = training.at(min(step, len(training.events))).leaderboard
    ratios = [row.count / (row.left_count * row.right_count) for row in rows]
    assert ratios == sorted(ratios, reverse=True)
    bits = [row.score for row in rows]
    assert bits == pytest.approx(sorted(bits, reverse=True))
    added = [row.score - log2(ratio) for row, ratio in zip(rows, ratios, strict=True)]
    assert added == pytest.approx(added[:1] * len(added))


def test_on_different_symbols_the_two_scores_merge_different_pairs() -> None:
    low = SCENARIOS["low"].source
    usual = ALGORITHMS["wordpiece"].default_settings(SCENARIOS["low"])
    pairs = [
        training_calls.train(Task(low, made)).events[0].pair
        for made in (usual, replace(usual, form="mutual-information"))
    ]
    assert pairs == [("w", "##i"), ("i", "d")]


def test_unigram_starts_with_all_substrings_and_the_cost_of_removing_each() -> None:
    training = trained("unigram")
    data = payload(training, 0, len(training.events))
    # The Hugging Face course has 169.8, and 23.5 without hug, in natural logarithms.
    assert f"The corpus costs {169.8 / log(2):.1f}:" in data["frames"][0]["done"]
    rows = board(data, 0)
    assert rows["pu"]["value"] == "0"
    assert rows["hug"]["value"] == f"{23.51 / log(2):.1f}"
    assert {row["tally"] for row in rows.values()} == {""}  # nothing else decides
    assert [row["winner"] for row in rows.values()].count(True) == len(training.events[0].removed)
    last = data["frames"][-1]
    assert len(training.vocabulary_at(len(training.events))) == 10
    assert last["candidates"] == [] or not any(row["winner"] for row in last["candidates"])


def test_the_bars_of_unigram_are_proportional_to_costs() -> None:
    training = trained("unigram")
    steps = len(training.events)
    data = payload(training, 0, steps)
    rows = [row for step in range(steps + 1) for row in board(data, step).values()]
    costs = [float(row["value"]) for row in rows]
    longest = max(costs)
    assert 0 in costs
    for row, cost in zip(rows, costs, strict=True):
        assert row["share"] == (pytest.approx(cost / longest, abs=0.002) if cost else None)


def test_words_are_cut_in_the_most_probable_way_or_are_unknown() -> None:
    tokenizer = trained("unigram").tokenizer(0)
    assert isinstance(tokenizer, UnigramTokenizer)
    data = encoded(tokenizer, "unhug")
    assert words(data, -1) == [["un", "hug"]]
    assert "0.0762 × 15/210 = 0.00544" in data["frames"][5]["done"]
    assert data["steps"] == 6
    tokenizer = trained("wordpiece").tokenizer()
    assert isinstance(tokenizer, WordPieceTokenizer)
    data = encoded(tokenizer, "mug")
    assert words(data, -1) == [["[UNK]"]]
    assert "the whole word becomes [UNK]" in data["frames"][-1]["done"]
    assert not any(row["winner"] for row in data["frames"][0]["candidates"])


def test_wordpiece_s_steps_end_in_bert_s_tokens() -> None:
    data = encoded(load_pretrained("bert-base-uncased"), "unaffable tokenizers")
    assert words(data, -1) == [["una", "##ffa", "##ble"], ["token", "##izer", "##s"]]
    first = board(data, 0)
    assert [name for name, row in first.items() if row["winner"]] == ["una"]
    assert first["unaf"]["tally"] == "no such token"
    assert first["un"]["tally"] == "shorter"


def test_words_and_characters_show_unknown_units() -> None:
    training = trained("words")
    data = payload(training, 0, len(training.events))
    assert "36 of 36 tokens in the corpus are unknown ([UNK]): 100.0%." in data["frames"][0]["done"]
    assert "24 of 36 tokens in the corpus are unknown ([UNK]): 66.7%." in data["frames"][1]["done"]
    # Unknown words show their own text, so that the next step can be predicted, and the token that they become.
    assert words(data, 1) == [["hug"], ["pug"], ["pun"], ["bun"], ["hugs"]]
    shown = [data["tokens"][number] for row in data["frames"][1]["words"] for number in row["tokens"]]
    assert [entry[4:] for entry in shown] == [("[UNK]",), ("[UNK]",), (), ("[UNK]",), ("[UNK]",)]
    assert [entry[2] is None for entry in shown] == [True, True, False, True, True]
    training = trained("characters")
    data = payload(training, 0, len(training.events))
    row = data["frames"][1]["words"][0]
    assert [data["tokens"][number][0::4] for number in row["tokens"]] == [("h", "[UNK]"), ("u",), ("g", "[UNK]")]
    assert row["fresh"] == [1]


def test_unigram_explains_pruning_two_tokens_at_once() -> None:
    training = trained("unigram")
    frames = payload(training, 0, len(training.events))["frames"]
    # 7 characters, <unk>, and bu, gs, hu, hug, pu, ug, ugs, un: of these 8, a quarter is 2.
    assert (
        "here 16: all characters, all word parts of 2 to 16 characters (a whole word only if a longer word contains "
        "it), and the special tokens (<unk>)."
    ) in frames[0]["done"]
    assert frames[0]["next"].startswith("Next: the 2 tokens that cost least are removed")
    assert "25% of the tokens longer than a character, rounded down, but at least one" in frames[0]["next"]
    assert "alphabetical order breaks the tie" in frames[0]["next"]  # of bu, gs, hu and pu
    before_last = frames[4]["next"]
    assert f"With the current probabilities, that costs {7.58 / log(2):.1f}: no other" in before_last
    assert "25%" not in before_last
    assert frames[5]["done"] == (
        "Step 5: “ug” left the vocabulary. All probabilities were then recalculated. The corpus now costs "
        f"{153.3 / log(2):.1f} instead of {154.5 / log(2):.1f}."
    )


def test_unigram_prunes_fewer_at_the_end_and_marks_deciding_ties() -> None:
    # Each word has 20 parts of two to six letters: a quarter of 40 is 10, but only two are to be pruned.
    source = TextSource.from_counts({"abcdefg": 1, "hijklmn": 1})
    start = len(training_calls.train(Task(source, UnigramSettings(vocab_size=500))).vocabulary_at(0))
    training: Any = training_calls.train(Task(source, UnigramSettings(vocab_size=start - 2)))
    assert [len(event.removed) for event in training.events] == [2]
    next_step = payload(training, 0, 1)["frames"][0]["next"]
    assert "This last step removes only the excess." in next_step
    assert "25%" not in next_step
    training = trained("unigram")
    data = payload(training, 0, len(training.events))
    # Each word can be cut as well without any one of them: pug is pu + g or p + ug, hugs is hug + s. But hug is needed.
    tied = {name for name, row in board(data, 0).items() if row["tied"]}
    assert tied == {"bu", "gs", "hu", "pu", "ug", "ugs", "un"}
    assert board(data, 0)["hu"]["verdict"].startswith("A fair choice!")
    assert not any(row["tied"] for row in board(data, 4).values())
    settings = UnigramSettings(vocab_size=100, special_tokens=("<unk>",))
    training = training_calls.train(
        Task(TextSource.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), settings)
    )
    assert payload(training, 0, 0)["frames"][0]["next"] == (
        "Nothing to remove: it starts with 16 tokens, and you allowed 100. Choose a smaller vocabulary size."
    )


def test_scores_have_a_true_minus_sign_and_lookups_report_losses() -> None:
    assert score_text(-2.012345) == "−2.012"
    assert score_text(1 / 40_000_000) == "2.5 × 10⁻⁸"
    assert score_text(0.0) == "0"
    assert score_text(Fraction(30, 15 * 15)) == "2/15"
    assert score_text(Fraction(7, 92)) == "7/92"
    assert score_text(Fraction(1, 2_000)) == "0.0005"  # six characters as a fraction
    assert score_text(Fraction(3, 1)) == "3"
    tokenizer = trained("characters").tokenizer()
    data = encoded(tokenizer, "mug")
    assert words(data, -1) == [["[UNK]", "u", "g"]]
    assert data["frames"][1]["done"] == "“m” isn’t in the vocabulary, so it becomes [UNK] and is lost."


@pytest.mark.parametrize(
    ("algorithm", "says"),
    [
        ("bpe", ""),
        ("wordpiece", "40,000 characters"),
        ("unigram", "200,000 characters, counting each different word once; 1,000 characters in a word"),
        ("words", ""),
        ("characters", ""),
    ],
)
def test_limits_of_a_method_are_reported(algorithm: str, says: str) -> None:
    limit = ALGORITHMS[algorithm].limit
    assert says in limit
    assert bool(says) == bool(limit)
