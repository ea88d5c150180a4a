"""Trainings, tokenizers and lessons as the addresses of the app name them: what a link opens is what is counted."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, BPETraining, Tokenizer, Training, load_pretrained
from ui.base.i18n import current_language
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.tokenizer_choices import SHIPPED, TRAINED, TokenizerName
from ui.jobs import training_calls
from ui.lessons.contract import LessonFile
from ui.lessons.lesson import single_lesson_file
from ui.player.training_lesson import MAX_STEPS, FileOptions, lesson_file, trainings_by_rule
from ui.state.shared_parameters import WORDS
from ui.tokenization import decoding_frames, encoding
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM, OPTIONS, default_settings
from ui.tokenization.encoding.dropout import LARGEST_SEED
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

LARGEST_ID = 1_000_000
PLAYABLE_PAGES = {"train": "scenario", "encode": "sample", "decode": "ids"}
"""The pages with a player that a chapter can have, and what their addresses cannot be without."""


def parse_link(address: str) -> dict[str, str]:
    """The values in an address, which may have a page before them."""
    return dict(parse_qsl(address.rpartition("?")[2], keep_blank_values=True))


def task_from_query(query: Mapping[str, str]) -> Task:
    """A training by the values that an address of the page Train has. Raises ValueError where they name none."""
    scenario = Choice(tuple(SCENARIOS)).parse(query.get("scenario", ""))
    algorithm = Choice(tuple(ALGORITHMS)).parse(query.get("algorithm", DEFAULT_ALGORITHM))
    changed: dict[str, Any] = {}
    for name in query.keys() & OPTIONS[algorithm].keys():
        option = OPTIONS[algorithm][name]
        changed[option.setting] = option.to_setting(option.type.parse(query[name]))
    source = SCENARIOS[scenario].source
    if "words" in query:
        source = TextSource.from_counts(dict(WORDS.parse(query["words"])))
    if "text" in query:
        source = TextSource.from_texts(query["text"])
    return Task(source, replace(default_settings(algorithm, scenario), **changed))


@lru_cache(maxsize=32)
def training_at(address: str) -> Training[Any]:
    """The same, made here. Raises ValueError and EngineError."""
    return training_calls.train(task_from_query(parse_link(address)))


def bpe_training_at(address: str) -> BPETraining:
    """The same, by byte-pair encoding."""
    made = training_at(address)
    if not isinstance(made, BPETraining):
        raise ValueError(address)
    return made


@lru_cache(maxsize=32)
def tokenizer_at(address: str) -> Tokenizer:
    """A tokenizer by its name, or by an address of the page Encode. Raises ValueError and EngineError."""
    if address in SHIPPED:
        return load_pretrained(address)
    query = parse_link(address)
    name = TokenizerName.parse(query.get("with", TRAINED))
    found = training_at(address).tokenizer(name.step) if name.name == TRAINED else load_pretrained(name.name)
    if query.get("by") != "dropout" or not isinstance(found, BPETokenizer):
        return found
    share = WholeNumber(0, 100).parse(query.get("dropout", "20")) / 100
    return BPEDropoutTokenizer(found, dropout=share, seed=WholeNumber(0, LARGEST_SEED).parse(query.get("seed", "1")))


def bpe_tokenizer(address: str) -> BPETokenizer:
    """The same, of byte-pair encoding."""
    found = tokenizer_at(address)
    if not isinstance(found, BPETokenizer):
        raise ValueError(address)
    return found


def lesson_at(page: str, query: Mapping[str, str]) -> LessonFile:
    """What a player is given for an address of a page that has one. Raises ValueError and EngineError."""
    address = urlencode(query)
    if page == "train":
        asked = task_from_query(query)
        trainings = trainings_by_rule(asked)
        if asked.source.texts:  # under each rule it would be heavy for a phone: Train has the others
            trainings = dict(list(trainings.items())[:1])
        steps = max(len(training.events) for training in trainings.values())
        return lesson_file(trainings, min(steps, MAX_STEPS[-1]), FileOptions("", current_language()))
    if page == "encode":
        return single_lesson_file(
            encoding.lesson(tokenizer_at(address), Text(encoding.LONGEST_TEXT).parse(query["sample"]))
        )
    read = WholeNumber(0, LARGEST_ID).parse
    ids = [read(written.strip()) for written in query["ids"].split(",")]
    return single_lesson_file(decoding_frames.lesson(tokenizer_at(address), ids, as_text=query.get("view") == "text"))
