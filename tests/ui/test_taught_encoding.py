"""The taught code next to an encoding: it cuts like the tokenizer, and shows the values of its names."""

import ast
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import Tokenizer, load_pretrained
from tests.ui.run_taught_code import cell_of, printed, traced
from ui.base.tokenizer_choices import longest_match
from ui.jobs import training_calls
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.encoding import payload
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

TEXTS = (
    "bug", "mug", "thug", "unhug", "hugs pug  bun", "lowest newest", "This is not a token.", "aaabdaaabac", "你好 é",
)  # fmt: skip
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "merges": ("bpe", {"units": "characters"}),
    "marks": ("bpe", {"units": "characters", "end_of_word": "symbol", "vocab_size": 60}),
    "suffixes": ("bpe", {"units": "characters", "end_of_word": "suffix", "vocab_size": 60}),
    "bytes": ("bpe", {"units": "bytes", "all_bytes": True, "vocab_size": 300}),
    "marked bytes": ("bpe", {"units": "bytes", "all_bytes": False, "end_of_word": "suffix", "vocab_size": 60}),
    "wordpiece": ("wordpiece", {}),
    "unigram": ("unigram", {}),
    "information": ("wordpiece", {"form": "mutual-information", "vocab_size": 60}),
}


def trained(kind: str, scenario: str) -> Tokenizer:
    key, choice = KINDS[kind]
    lesson = SCENARIOS[scenario]
    return training_calls.train(
        Task(lesson.source, replace(ALGORITHMS[key].default_settings(lesson), **choice))
    ).tokenizer()


def check(tokenizer: Tokenizer, *texts: str) -> None:
    """Check that the code beside a text prints its tokens; for the first text, in a new Python."""
    for text in texts:
        code = payload(tokenizer, text)["code"]
        lines: list[str] = []
        exec(cell_of(code), {"print": lambda tokens: lines.append(repr(tokens))})  # noqa: B023  # called at once
        assert ast.literal_eval(lines[0]) == tokenizer.tokenize(text)
        if text is texts[0]:
            assert printed(code) == f"{lines[0]}\n"


@pytest.mark.parametrize("scenario", ["hug", "low", "course", "aaab"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_cuts_like_the_tokenizer(kind: str, scenario: str) -> None:
    tokenizer = trained(kind, scenario)
    check(tokenizer, *TEXTS)


@pytest.mark.parametrize("kind", ["merges", "marks"])
@pytest.mark.parametrize("scenario", ["hug", "low"])
def test_a_cell_cuts_by_longest_match_like_the_tokenizer(kind: str, scenario: str) -> None:
    tokenizer = longest_match(trained(kind, scenario))  # type: ignore[arg-type]  # BPE here
    check(tokenizer, *TEXTS)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "bert-base-uncased"])
def test_the_taught_code_works_with_real_vocabularies(name: str) -> None:
    tokenizer = load_pretrained(name)
    check(tokenizer, "Hello world 你好", " Elaborate", "東", "supercalifragilistic")


TOKENIZERS = {kind: trained(kind, "hug") for kind in KINDS}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.text("hugspnb e", min_size=1, max_size=20).filter(str.strip), st.sampled_from(sorted(KINDS)))
def test_the_taught_code_cuts_any_text_like_the_tokenizer(text: str, kind: str) -> None:
    tokenizer = TOKENIZERS[kind]
    found: list[str] = []
    exec(cell_of(payload(tokenizer, text)["code"]), {"print": found.extend})
    assert found == tokenizer.tokenize(text)


@pytest.mark.parametrize("kind", ["merges", "bytes", "wordpiece"])
def test_values_shown_next_to_lines_are_true(kind: str) -> None:
    frames = payload(trained(kind, "hug"), "unhug hugs mug")
    run = traced(frames["code"])
    for name in ("word", "tokens"):
        after = [
            frame["codeAfter"]["values"].get(name)
            for frame in frames["frames"]
            if frame["codeAfter"]["beat"] == "merge"
        ]
        assert ("merge", name) not in run or run["merge", name] == after
    ranks = [
        frame["codeBefore"]["values"]["bpe_ranks[bigram]"] for frame in frames["frames"][:-1] if kind != "wordpiece"
    ]
    assert run.get(("choose", "bpe_ranks[bigram]"), []) == ranks
    told = [frame["codeBefore"]["values"]["start"] for frame in frames["frames"][:-1] if kind == "wordpiece"]
    assert list(dict.fromkeys(told)) == list(dict.fromkeys(run.get(("choose", "start"), [])))


def test_viterbi_s_table_has_true_values() -> None:
    frames = payload(trained("unigram", "hug"), "unhug xhugs")
    run = traced(frames["code"])
    ran = [frame["codeAfter"] for frame in frames["frames"]]
    assert run["merge", "best[end]"] == [place["values"]["best[end]"] for place in ran if place["beat"] == "merge"]
    assert run["back", "tokens"] == [place["values"]["tokens"] for place in ran if place["beat"] == "back"]
    frames = payload(load_pretrained("bert-base-uncased"), "Héllò")
    assert "codeBefore" not in frames["frames"][0]
    assert frames["frames"][1]["codeBefore"]["values"]["start"] == "0"
    assert ast.literal_eval(printed(frames["code"])) == ["hello"]
