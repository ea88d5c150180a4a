"""The taught code next to the frames: it runs when copied, and its names have the displayed values."""

import ast
from dataclasses import replace
from typing import Any

import pytest

from bpe_engine import Corpus, UnigramTrainer
from bpe_engine.unigram.training import UnigramTraining
from tests.ui.run_taught_code import code_values, printed, traced
from ui.jobs import training_calls
from ui.lessons.contract import Frames
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.taught_code import LARGEST_CORPUS
from ui.tokenization.scenarios import CUSTOM_TEXT, EXAMPLE, SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

CHOICES: dict[str, list[dict[str, Any]]] = {
    "bpe": [
        *({"tie_break": rule} for rule in ("first-seen", "smallest-id", "largest-pair")),
        {"units": "bytes", "all_bytes": True, "vocab_size": 262},
        {"units": "bytes", "end_of_word": "suffix", "drop_unused": False, "tie_break": "largest-pair"},
        {"min_frequency": 4, "end_of_word": "symbol", "drop_unused": True},
    ],
    "unigram": [{"estimation": "plain"}, {"estimation": "em"}],
    "wordpiece": [
        {},
        {"form": "mutual-information"},
        {"min_frequency": 4, "drop_unused": True},
        {"form": "mutual-information", "drop_unused": True},
    ],
}
# As taught, in Python, Unigram takes minutes for a long corpus; the shorter ones test the same rule.
LONG = {"bpe": ["article37"], "wordpiece": ["article37"], "unigram": ["article37", "article4"]}
CASES = [(key, scenario) for key in CHOICES for scenario in SCENARIOS if scenario not in LONG[key]]


def trained(key: str, scenario: str, choice: dict[str, Any]) -> tuple[Any, Frames]:
    """Return a training run of a scenario with all its frames; for custom text, of the example."""
    lesson = SCENARIOS[scenario]
    source = TextSource.from_texts(EXAMPLE) if scenario == CUSTOM_TEXT else lesson.source
    usual = ALGORITHMS[key].default_settings(lesson)
    size = {"vocab_size": 40 if key != "unigram" else 90} if scenario == CUSTOM_TEXT else {}
    if choice.get("end_of_word") == "suffix":  # an additional symbol for each letter that ends a word
        size = {"vocab_size": usual.vocab_size + 60}
    training = training_calls.train(Task(source, replace(usual, **{**size, **choice})))
    return training, ALGORITHMS[key].frames(training, 0, len(training.events))


def steps_of(training: Any, by_id: bool) -> list[Any]:
    if isinstance(training, UnigramTraining):
        return [[removed.token for removed in event.removed] for event in training.events]
    if not by_id:
        return [tuple(event.pair) for event in training.events]
    ids = training.vocabulary_at(len(training.events))
    return [(ids[event.pair.left], ids[event.pair.right]) for event in training.events]


@pytest.mark.parametrize(("key", "scenario"), CASES)
def test_a_cell_prints_the_lesson_s_merges_and_shows_true_values(key: str, scenario: str) -> None:
    for choice in CHOICES[key]:
        training, frames = trained(key, scenario, choice)
        by_id = any("get_stats" in line for line in frames["code"]["lines"])
        merges = [ast.literal_eval(line) for line in printed(frames["code"]).splitlines()]
        assert merges == steps_of(training, by_id), choice
        should, found = code_values(frames), traced(frames["code"])
        assert should, choice
        for (beat, name), values in should.items():
            # A condition is checked in each round; pairs are counted after more than one is chosen.
            run = found[beat, name]
            assert (run[-1:] if beat in ("full", "stop") else run[: len(values)]) == values, (choice, beat, name)
            assert len(run) <= len(values) + 1 or beat in ("full", "stop")


def test_the_byte_level_code_uses_minbpe_s_names() -> None:
    _, frames = trained("bpe", "aaab", {})
    assert {"def get_stats(ids, stats, freq):", "def merge(ids, pair, idx):"} <= {*frames["code"]["lines"]}
    assert frames["frames"][0]["codeBefore"] == {
        "beat": "choose",
        "values": {"len(stats)": "6", "pair": "(97, 97)", "stats[pair]": "4"},
    }
    for key in CHOICES:
        _, frames = trained(key, "hug", {})
        beats = frames["code"]["beats"]
        for frame in frames["frames"]:
            assert {frame["codeAfter"]["beat"], frame["codeBefore"]["beat"]} <= {*beats}


def test_long_or_partial_texts_are_not_written_into_a_cell() -> None:
    text = " ".join(f"word{number}" for number in range(LARGEST_CORPUS // 12))
    training = training_calls.train(Task(TextSource.from_texts(text), ALGORITHMS["bpe"].settings(300)))
    assert ALGORITHMS["bpe"].frames(training, 0, 1)["code"]["lesson"] == ""
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
    training = UnigramTrainer(vocab_size=8, seed_size=9).record(corpus)
    assert ALGORITHMS["unigram"].frames(training, 0, 1)["code"]["lesson"] == ""
    training = UnigramTrainer(vocab_size=8).record(corpus)
    assert ALGORITHMS["unigram"].frames(training, 0, 1)["code"]["lesson"] != ""
