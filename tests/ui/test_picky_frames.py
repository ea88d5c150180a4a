"""Frames of Picky BPE: removed tokens are mentioned with their share, and encoding replays the training."""

from dataclasses import replace
from typing import Any

import pytest

from bpe_engine import BPETrainer, PickyTraining
from tests.plain_sentences import with_plain_sentences
from ui.jobs import training_calls
from ui.pages.compare.methods import DEFAULT_METHODS
from ui.tokenization import encoding
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

PICKY = ALGORITHMS["picky"]


def trained(threshold: int) -> PickyTraining:
    lesson = SCENARIOS["hug"]
    training = training_calls.train(Task(lesson.source, replace(PICKY.default_settings(lesson), threshold=threshold)))
    assert isinstance(training, PickyTraining)
    return training


def words(data: Any, step: int) -> list[list[str]]:
    return [[data["tokens"][number][0] for number in row["tokens"]] for row in data["frames"][step]["words"]]


def test_tokens_above_the_threshold_are_removed_except_at_100() -> None:
    training = trained(90)
    frames = with_plain_sentences(PICKY.frames(training, 0, len(training.events)))["frames"]
    # h + ug uses 15 of the 20 ug; p + ug the other 5.
    assert frames[2]["next"].endswith("That takes 75% of “ug”, not more than 90%: “ug” stays.")
    assert frames[4]["next"].endswith("That takes 100% of “ug”, more than 90%: “ug” is removed.")
    assert frames[5]["done"].endswith("“ug” leaves the vocabulary: “pug” used it up.")
    assert "%" not in frames[0]["next"]  # single characters always stay
    training = trained(100)
    plain = BPETrainer(vocab_size=20).record(training.corpus)
    assert [event.pair for event in training.events] == [event.pair for event in plain.events]
    assert PICKY.frames(training, 0, 3)["frames"][3]["dropped"] == []
    training = trained(70)
    data = with_plain_sentences(PICKY.frames(training, 0, len(training.events)))
    assert data["frames"][3]["done"].endswith(
        "“ug” leaves the vocabulary: “hug” took 75% of it. Where it is left (5 times), it falls apart into “u” + “g”."
    )
    assert words(data, 3)[:2] == [["hug"], ["p", "u", "g"]]
    ug = next(number for number, token in enumerate(data["tokens"]) if token[0] == "ug")
    assert ug in data["frames"][3]["dropped"]
    assert ug not in data["frames"][2]["dropped"]


def test_a_word_is_encoded_by_merges_and_removals_in_their_order() -> None:
    data = with_plain_sentences(encoding.payload(trained(70).tokenizer(), "pugs"))
    assert [words(data, step)[0] for step in range(data["steps"] + 1)] == [
        ["p", "u", "g", "s"],
        ["p", "ug", "s"],
        ["p", "u", "g", "s"],
        ["pu", "g", "s"],
        ["pug", "s"],
    ]
    assert data["frames"][1]["next"] == (
        "Next: “ug” falls apart into “u” + “g”. Event 4 of the training removed it from the vocabulary, and nothing "
        "else that fits here came earlier."
    )
    assert data["frames"][2]["done"] == "“ug” fell apart into “u” + “g”: event 4 of the training."
    assert data["frames"][4]["next"] == "Done: nothing that came later in training fits here."
    for frame in data["frames"][:-1]:
        values = [int(row["value"]) for row in frame["candidates"]]
        assert values == sorted(values)
        assert [row["winner"] for row in frame["candidates"]] == [True] + [False] * (len(values) - 1)


def test_unknown_parts_are_reported() -> None:
    last = with_plain_sentences(encoding.payload(trained(90).tokenizer(), "mug"))["frames"][-1]["next"]
    assert "“m” isn’t in the vocabulary" in last


@pytest.mark.parametrize("key", [key for key, algorithm in ALGORITHMS.items() if algorithm.is_variant])
def test_compare_shows_a_variant_only_if_chosen(key: str) -> None:
    assert key not in DEFAULT_METHODS
    assert DEFAULT_METHODS
