"""A training run as files, read back with other programs' readers."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE

from bpe_engine import BPETraining, Training
from ui.jobs import training_calls
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.exports import escape, merges_text, steps_csv, vocabulary_json
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

Train = Callable[..., BPETraining]
TEXT = "She sells sea shells; the shells she sells are sea shells. 你好, 你们好! \t\n  naïve é 1234 #5\n"


def steps_file(training: Training[Any]) -> io.StringIO:
    """Open the steps like a program that knows Excel's UTF-8 mark."""
    return io.StringIO(steps_csv(training).decode("utf-8-sig"), newline="")


def test_the_tokenizers_library_loads_merges_and_vocabulary_and_encodes_alike(train: Train) -> None:
    training = train(TEXT * 3, units="bytes", pre_tokenizer="gpt2", all_bytes=True, vocab_size=320)
    lines = merges_text(training).splitlines()
    assert lines[0] == "#version: 0.2"
    merges = [tuple(line.split(" ")) for line in lines[1:]]
    assert len(merges) > 30
    library = Tokenizer(BPE(vocab=json.loads(vocabulary_json(training)), merges=merges))
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    library.decoder = decoders.ByteLevel()
    ours = training.tokenizer()
    for text in (TEXT, "shells she sees", "Другой текст", " \n \n", "你们 are naïve 99"):
        encoding = library.encode(text)
        assert ours.encode(text) == encoding.ids
        assert ours.tokenize(text) == encoding.tokens


def test_merges_are_one_per_line_whatever_a_symbol_contains(train: Train) -> None:
    assert merges_text(train("hug")) == "#version: 0.2\nu g\nu n\nh ug\np un\np ug\nhug s\nb un\n"
    training = train("a b a b\u2028a b", pre_tokenizer="none", vocab_size=9)
    lines = merges_text(training).splitlines()
    assert len(lines) == len(training.events) + 1
    for line, event in zip(lines[1:], training.events, strict=True):
        left, right = (part.encode("ascii").decode("unicode_escape") for part in line.split(" "))
        assert (left, right) == event.pair


@given(st.text(st.characters(codec="utf-8")))
def test_escaping_leaves_no_white_space_and_can_be_undone(symbol: str) -> None:
    escaped = escape(symbol)
    assert not any(character.isspace() for character in escaped)
    assert json.loads(f'"{escaped.translate(_IN_JSON)}"') == symbol


_IN_JSON = {ord('"'): '\\"', **{code: f"\\u{code:04x}" for code in range(32)}}


def test_the_vocabulary_is_json_without_dropped_tokens(train: Train) -> None:
    assert json.loads(vocabulary_json(train("hug"))) == {
        "b": 0, "g": 1, "h": 2, "n": 3, "p": 4, "s": 5, "u": 6,
        "ug": 7, "un": 8, "hug": 9, "pun": 10, "pug": 11, "hugs": 12, "bun": 13,
    }  # fmt: skip
    assert "你" in vocabulary_json(train("你你"))
    training = train("low", drop_unused=True)
    vocabulary = json.loads(vocabulary_json(training))
    assert vocabulary == training.tokenizer().vocabulary
    assert set(vocabulary) == {"low</w>", "lower</w>", "newest</w>", "widest</w>"}


def test_the_steps_are_csv_with_one_row_per_merge(train: Train) -> None:
    rows = list(csv.DictReader(steps_file(train("hug"))))
    assert [(row["rank"], row["left"], row["right"], row["token"], row["count"], row["tied"]) for row in rows[:5]] == [
        ("0", "u", "g", "ug", "20", "0"),
        ("1", "u", "n", "un", "16", "0"),
        ("2", "h", "ug", "hug", "15", "0"),
        ("3", "p", "un", "pun", "12", "0"),
        ("4", "p", "ug", "pug", "5", "1"),
    ]
    # The page calls rank 0 "Merge 1".
    assert [row["step"] for row in rows] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [row["tokens_in_corpus"] for row in rows] == ["93", "77", "62", "50", "45", "40", "36"]
    assert [row["vocabulary_size"] for row in rows] == ["8", "9", "10", "11", "12", "13", "14"]


@pytest.mark.parametrize("text", ['"a", "b"\n"a", "b"', "a,b\r\na,b;\ta"])
def test_steps_with_quotes_commas_and_line_breaks_round_trip(train: Train, text: str) -> None:
    training = train(text, pre_tokenizer="none", vocab_size=60)
    rows = list(csv.DictReader(steps_file(training)))
    assert [(row["left"], row["right"], row["token"]) for row in rows] == [
        (*event.pair, event.token) for event in training.events
    ]


def test_steps_contain_overlaps_and_dropped_tokens_and_may_be_empty(train: Train) -> None:
    first = next(csv.DictReader(steps_file(train("aaab"))))
    assert (first["count"], first["replacements"]) == ("4", "2")
    rows = list(csv.DictReader(steps_file(train("low", drop_unused=True))))
    assert [row["dropped"] for row in rows[:3]] == ['["s"]', '["es", "t"]', '["est"]']
    training = train({"a": 1})
    assert merges_text(training) == "#version: 0.2\n"
    assert json.loads(vocabulary_json(training)) == {"a": 0}
    assert list(csv.DictReader(steps_file(training))) == []


MERGE = ("step", "rank", "left", "right", "token", "token_id", "count")
SIZES = ("tokens_in_corpus", "vocabulary_size")
COLUMNS = {
    "bpe": (*MERGE, "replacements", "tied", "dropped", *SIZES),
    "picky": (*MERGE, "replacements", "tied", "shares", "removed", *SIZES),
    "parity": (
        *(*MERGE, "replacements", "tied", "dropped"),
        *("language", "lengths", "held_back", "used_up"),
        *SIZES,
    ),
    "wordpiece": (*MERGE, "left_count", "right_count", "score", "replacements", "tied", "dropped", *SIZES),
    "unigram": ("step", "rank", "removed", "loss_before", "loss_after", *SIZES),
    "words": ("step", "rank", "token", "token_id", "count", "tied", "covered", "total", *SIZES),
    "characters": ("step", "rank", "token", "token_id", "count", "tied", "covered", "total", *SIZES),
}
"""The columns of each method's steps, if they differ from BPE's: learners' notebooks use these names, whatever the
engine's fields are called."""


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_columns_of_the_steps_do_not_change(algorithm: str) -> None:
    scenario = SCENARIOS["article4" if algorithm == "parity" else "hug"]
    training = training_calls.train(Task(scenario.source, ALGORITHMS[algorithm].default_settings(scenario)))
    assert csv.DictReader(steps_file(training)).fieldnames == list(COLUMNS.get(algorithm, COLUMNS["bpe"]))
