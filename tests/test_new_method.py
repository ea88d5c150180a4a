"""A method added as docs/METHODS.md describes, by two files and a line: the tests of all methods run on it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETrainer, Corpus
from tests.engine.plain_recount import Step, plain_recount

ROOT = Path(__file__).parents[1]
FILES = dict(
    re.findall(
        r"^`([\w/]+\.py)`:\n\n```python\n(.*?)^```$", (ROOT / "docs" / "METHODS.md").read_text("utf-8"), re.M | re.S
    )
)
ENGINE, APP = FILES
REGISTRY = "bpe_engine/training/registry.py"
COPIED = (
    "bpe_engine",
    "ui",
    "pages",
    "classroom",
    "tools",
    "tests",
    "data",
    "locale",
    "app.py",
    "pyproject.toml",
    ".streamlit",
)
LOOPS = {
    "tests/engine/test_training.py": 6,
    "tests/engine/test_commands.py": 2,
    "tests/ui/test_algorithms.py": 24,
    "tests/ui/test_compare.py": 1,
    "tests/ui/test_exports.py": 1,
    "tests/ui/test_project.py": 1,
}
"""The tests that run over the registry, and the fewest cases that each should have for a method."""


def length_trainer() -> Any:
    """Return the trainer from the guide."""
    found: dict[str, Any] = {"__name__": "length_bpe"}
    exec(compile(FILES[ENGINE], ENGINE, "exec"), found)
    return found["LengthBPETrainer"]


LengthBPETrainer = length_trainer()


def by_recount(trainer: BPETrainer, counts: dict[str, int]) -> list[Step]:
    """Train Length BPE by counting all pairs at each step, never forgetting any."""
    words = [(trainer.symbols_of(word), count) for word, count in counts.items()]
    return list(
        plain_recount(
            words,
            trainer.vocab_size,
            trainer.tie_break,
            min_frequency=trainer.min_frequency,
            drop_unused=trainer.drop_unused,
            score=lambda pair, count: count * len(pair.left + pair.right),
        )
    )


def test_length_bpe_by_hand() -> None:
    # a b and c d: 7 × 2, a tie won by the first in the corpus. Then c d, before ab c: 3 × 3. Then ab cd: 3 × 4.
    training = LengthBPETrainer(vocab_size=20).record(Corpus.from_counts({"ab": 4, "cd": 4, "abcd": 3}))
    assert [(event.token, event.count, event.tied) for event in training.events] == [
        ("ab", 7, 1), ("cd", 7, 0), ("abcd", 3, 0),
    ]  # fmt: skip
    # l m: 6 × 2; then the rarer pair wins because its token is longer: lm n, 3 × 3, over a b, 4 × 2.
    longer = LengthBPETrainer(vocab_size=20).steps(Corpus.from_counts({"lmn": 3, "lm": 3, "ab": 4}))
    assert [(event.token, event.count) for event in longer] == [("lm", 6), ("lmn", 3), ("ab", 4)]


COUNTS = st.sampled_from(["ab", "abc", "abcdefgh"]).flatmap(
    lambda alphabet: st.dictionaries(
        st.text(alphabet, min_size=1, max_size=14), st.integers(1, 4), min_size=1, max_size=12
    )
)


@settings(max_examples=80)
@given(
    COUNTS,
    st.sampled_from(["first-seen", "smallest-id", "largest-pair"]),
    st.integers(1, 3),
    st.booleans(),
    st.integers(9, 60),
)
def test_every_step_equals_a_recount_that_forgets_no_pair(
    counts: dict[str, int], rule: str, least: int, drop: bool, size: int
) -> None:
    trainer = LengthBPETrainer(vocab_size=size, tie_break=rule, min_frequency=least, drop_unused=drop)
    corpus, plain = Corpus.from_counts(counts), by_recount(trainer, counts)
    expected = [step.event for step in plain if step.event is not None]
    assert list(trainer.steps(corpus)) == expected
    training = trainer.record(corpus)
    assert list(training.events) == expected
    assert trainer.train(corpus).vocabulary == plain[-1].vocabulary
    for state, step in zip(training.states_between(0, len(expected)), plain, strict=True):
        assert [list(word.symbols) for word in state.words] == [symbols for symbols, _ in step.words]
        scores = [row.count * len("".join(row.pair)) for row in state.leaderboard]
        assert scores == sorted(scores, reverse=True)


def test_a_training_long_enough_to_forget_rare_pairs_forgets_none() -> None:
    words = {f"{number:04}" + "xyz" * (number % 3): 1 + number % 5 for number in range(600)}
    corpus = Corpus.from_counts(words)
    trainer = LengthBPETrainer(vocab_size=700)
    assert not trainer.can_forget_rare_pairs
    merges = [step.event.pair for step in by_recount(trainer, words) if step.event]
    assert list(trainer.train(corpus).merges) == list(dict.fromkeys(merges))

    class Forgetful(LengthBPETrainer):  # type: ignore[misc, valid-type]  # made above
        can_forget_rare_pairs = True

    assert BPETrainer(vocab_size=700).can_forget_rare_pairs
    assert Forgetful(vocab_size=700).train(corpus).merges != trainer.train(corpus).merges


@pytest.fixture(scope="session")
def with_the_method(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project with the method added: the files are links, except for the changed registry."""
    copy = tmp_path_factory.mktemp("project")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, copy_function=os.symlink)
        else:
            (copy / name).symlink_to(ROOT / name)
    for name, code in FILES.items():
        with (copy / name).open("x", encoding="utf-8") as file:  # never through a link, into the checkout
            file.write(code)
    registry = (copy / REGISTRY).read_text("utf-8")
    (copy / REGISTRY).unlink()
    line = '    "length": LengthBPETrainer,\n'
    assert line.strip() in (ROOT / "docs" / "METHODS.md").read_text("utf-8")
    changed = registry.replace(
        "from bpe_engine.parity", "from bpe_engine.length_bpe import LengthBPETrainer\nfrom bpe_engine.parity"
    )
    (copy / REGISTRY).write_text(changed.removesuffix("}\n") + line + "}\n", "utf-8")
    return copy


def test_the_tests_of_all_methods_run_on_the_new_method(with_the_method: Path) -> None:
    alone = ["-v", "-n0", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    command = [sys.executable, "-m", "pytest", *alone, "-k", "length or has_every_trainer", *LOOPS]
    done = subprocess.run(command, cwd=with_the_method, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-2_000:]
    for loop, least in LOOPS.items():
        assert len(re.findall(rf"^{loop}::.* PASSED", done.stdout, re.M)) >= least
