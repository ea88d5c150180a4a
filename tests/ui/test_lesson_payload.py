"""The lesson data of the player: complete everywhere, and the same in a file."""

import ast
import json
from base64 import b64decode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, Tokenizer, load_pretrained
from tests.ui.app_pages import Open, player
from ui.base.i18n import SOURCE_LANGUAGE
from ui.base.tokenizer_choices import SHIPPED, longest_match
from ui.jobs import training_calls
from ui.lessons.contract import Lesson
from ui.pages.own.custom_vocabulary import longest_match_tokenizer
from ui.player.encoding_lesson import encoding_file
from ui.player.training_lesson import FileOptions, lesson_file, task_file
from ui.tokenization import decoding_frames, encoding
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

ROOT = Path(__file__).parents[2]
OF_THE_PLACE = {"id", "subject", "step", "linkNote", "nextStepLinks"}


def task(algorithm: str) -> Task:
    return Task(SCENARIOS["hug"].source, default_settings(algorithm, "hug"))


def inside(page: bytes) -> Any:
    """Return the lesson with which a file begins."""
    file = json.loads(decompress(b64decode(page.partition(b'id="lesson">')[2].partition(b"<")[0])))
    return file["lessons"][file["rule"]]


def trained(algorithm: str) -> Tokenizer:
    return training_calls.train(task(algorithm)).tokenizer()


def trained_bpe() -> BPETokenizer:
    bpe = trained("bpe")
    assert isinstance(bpe, BPETokenizer)
    return bpe


TOKENIZERS: dict[str, Callable[[], Tokenizer]] = {
    **{key: partial(trained, key) for key in ALGORITHMS},
    **{name: partial(load_pretrained, name) for name in SHIPPED},
    "dropout": lambda: BPEDropoutTokenizer(trained_bpe(), dropout=0.1, seed=1),
    "longest": lambda: longest_match(trained_bpe()),
    "own": lambda: longest_match_tokenizer(["hu", "ug", "g"], from_left=False),
}
"""Makes a tokenizer of each kind."""


def is_whole(lesson: Lesson) -> bool:
    """Return whether a lesson has all that a player needs, and no unknown keys."""
    return Lesson.__required_keys__ <= set(lesson) <= Lesson.__required_keys__ | Lesson.__optional_keys__


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_training_by_each_algorithm_is_a_complete_lesson(algorithm: str) -> None:
    file = lesson_file({"": training_calls.train(task(algorithm))}, 5, FileOptions("", SOURCE_LANGUAGE))
    assert is_whole(file["lessons"][""])


def test_every_way_to_encode_is_tested() -> None:
    all_of_them = [make() for make in TOKENIZERS.values()]
    kinds = {
        kind for kind in encoding._LESSON_CLASSES if any(isinstance(each.base_tokenizer, kind) for each in all_of_them)
    }
    assert kinds == set(encoding._LESSON_CLASSES)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_encodings_and_decodings_are_complete_lessons(name: str) -> None:
    tokenizer = TOKENIZERS[name]()
    encoded = encoding.lesson(tokenizer, "hug")
    decoded = decoding_frames.lesson(tokenizer, tokenizer.encode("hug"))
    assert is_whole(encoded)
    assert is_whole(decoded)
    assert "this encoding ends" in encoded["labels"]["beyond"]
    assert "this decoding ends" in decoded["labels"]["beyond"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_page_and_the_file_of_a_training_have_the_same_lesson(opened: Open, algorithm: str) -> None:
    shown = player(opened(scenario="hug", algorithm=algorithm))
    file = inside(task_file(task(algorithm), FileOptions("", SOURCE_LANGUAGE, text_language=SCENARIOS["hug"].language)))
    assert shown is not None
    assert {key for key in shown.keys() | file.keys() if shown[key] != file[key]} <= OF_THE_PLACE


def test_the_page_and_the_file_of_an_encoding_have_the_same_lesson(opened: Open) -> None:
    shown = player(opened("pages/encode.py", **{"with": "gpt2", "sample": "unhug"}))
    file = inside(encoding_file(load_pretrained("gpt2"), "unhug", "GPT-2", SOURCE_LANGUAGE))
    assert shown is not None
    # A file has no class that could be asked how the word is cut.
    differ = {key for key in shown.keys() | file.keys() if shown.get(key) != file.get(key)}
    assert differ - {"cut"} <= OF_THE_PLACE


def test_only_one_function_builds_lessons() -> None:
    writers = {
        path.relative_to(ROOT).as_posix()
        for folder in ("ui", "pages")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        if {"legend", "rules", "curves"} <= {key.value for key in node.keys if isinstance(key, ast.Constant)}
    }
    assert writers == {"ui/lessons/lesson.py"}
