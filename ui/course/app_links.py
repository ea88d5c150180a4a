"""Trainings, tokenizers and lessons as the addresses of the app name them: what a link opens is what is counted."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, BPETraining, Tokenizer, Training, load_pretrained
from ui.base.i18n import current_language
from ui.base.parameter_types import Number, OneOf, Text
from ui.base.tokenizer_choices import SHIPPED, TRAINED, TokenizerName
from ui.jobs import training_calls
from ui.lessons.contract import LessonFile
from ui.lessons.lesson import alone
from ui.player.training_lesson import STEPS, Wish, lesson_file, trainings_of
from ui.state.shared_parameters import WORDS
from ui.tokenization import decoding_frames, encoding
from ui.tokenization.algorithms import ALGORITHMS, FIRST, OPTIONS, usual_settings
from ui.tokenization.encoding.dropout import LARGEST_SEED
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Source, Task

LARGEST_ID = 1_000_000
PLAYED = {"train": "scenario", "encode": "sample", "decode": "ids"}
"""The pages with a player that a chapter can have, and what their addresses cannot be without."""


def query_of(address: str) -> dict[str, str]:
    """The values in an address, which may have a page before them."""
    return dict(parse_qsl(address.rpartition("?")[2], keep_blank_values=True))


def task(query: Mapping[str, str]) -> Task:
    """A training by the values that an address of the page Train has. Raises ValueError where they name none."""
    scenario = OneOf(tuple(SCENARIOS)).read(query.get("scenario", ""))
    algorithm = OneOf(tuple(ALGORITHMS)).read(query.get("algorithm", FIRST))
    changed: dict[str, Any] = {}
    for name in query.keys() & OPTIONS[algorithm].keys():
        option = OPTIONS[algorithm][name]
        changed[option.setting] = option.setting_of(option.reading.read(query[name]))
    source = SCENARIOS[scenario].source
    if "words" in query:
        source = Source.of_counts(dict(WORDS.read(query["words"])))
    if "text" in query:
        source = Source.of_texts(query["text"])
    return Task(source, replace(usual_settings(algorithm, scenario), **changed))


@lru_cache(maxsize=32)
def training(address: str) -> Training[Any]:
    """The same, made here. Raises ValueError and EngineError."""
    return training_calls.make(task(query_of(address)))


def bpe(address: str) -> BPETraining:
    """The same, by byte-pair encoding."""
    made = training(address)
    if not isinstance(made, BPETraining):
        raise ValueError(address)
    return made


@lru_cache(maxsize=32)
def tokenizer(address: str) -> Tokenizer:
    """A tokenizer by its name, or by an address of the page Encode. Raises ValueError and EngineError."""
    if address in SHIPPED:
        return load_pretrained(address)
    query = query_of(address)
    name = TokenizerName.parse(query.get("with", TRAINED))
    found = training(address).tokenizer(name.step) if name.name == TRAINED else load_pretrained(name.name)
    if query.get("by") != "dropout" or not isinstance(found, BPETokenizer):
        return found
    share = Number(0, 100).read(query.get("dropout", "20")) / 100
    return BPEDropoutTokenizer(found, dropout=share, seed=Number(0, LARGEST_SEED).read(query.get("seed", "1")))


def bpe_tokenizer(address: str) -> BPETokenizer:
    """The same, of byte-pair encoding."""
    found = tokenizer(address)
    if not isinstance(found, BPETokenizer):
        raise ValueError(address)
    return found


def play(page: str, query: Mapping[str, str]) -> LessonFile:
    """What a player is given for an address of a page that has one. Raises ValueError and EngineError."""
    address = urlencode(query)
    if page == "train":
        asked = task(query)
        trainings = trainings_of(asked)
        if asked.source.texts:  # under each rule it would be heavy for a phone: Train has the others
            trainings = dict(list(trainings.items())[:1])
        steps = max(len(training.events) for training in trainings.values())
        return lesson_file(trainings, min(steps, STEPS[-1]), Wish("", current_language()))
    if page == "encode":
        return alone(encoding.lesson(tokenizer(address), Text(encoding.LONGEST_TEXT).read(query["sample"])))
    read = Number(0, LARGEST_ID).read
    ids = [read(written.strip()) for written in query["ids"].split(",")]
    return alone(decoding_frames.lesson(tokenizer(address), ids, as_text=query.get("view") == "text"))
