"""Training runs, tokenizers and lessons by their URLs in the app, so that a chapter's values match its links."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, BPETraining, Tokenizer, Training, load_pretrained
from ui.base.i18n import gettext as _
from ui.base.parameter_types import WholeNumber
from ui.base.tokenizer_choices import SHIPPED, TRAINED, TokenizerName
from ui.jobs import training_calls
from ui.state.training_request import task_from, training_values
from ui.tokenization.encoding.dropout import LARGEST_SEED
from ui.tokenization.tasks.task import Task

PLAYABLE_PAGES = {"train": "scenario", "encode": "sample", "decode": "ids"}
"""The pages with a player that a chapter can include, and the parameter that each requires."""


def parse_link(address: str) -> dict[str, str]:
    """Return the query parameters of an app URL, with or without its page."""
    return dict(parse_qsl(address.rpartition("?")[2], keep_blank_values=True))


def task_from_query(query: Mapping[str, str]) -> Task:
    """Return the training task in a URL of the Train page. Raises ValueError if the URL defines none."""
    if "scenario" not in query:
        raise ValueError(query)
    return task_from(training_values(query))


@lru_cache(maxsize=32)
def training_at(address: str) -> Training[Any]:
    """Run the training in a URL of the Train page. Raises ValueError and EngineError."""
    return training_calls.train(task_from_query(parse_link(address)))


def bpe_training_at(address: str) -> BPETraining:
    """Like `training_at`, for byte-pair encoding only: raises ValueError for other methods."""
    made = training_at(address)
    if not isinstance(made, BPETraining):
        raise ValueError(f"not byte-pair encoding: {address}")
    return made


@lru_cache(maxsize=32)
def tokenizer_at(address: str) -> Tokenizer:
    """Return a tokenizer by its name, or by a URL of the Encode page. Raises ValueError and EngineError."""
    if address in SHIPPED:
        return load_pretrained(address)
    query = parse_link(address)
    name = TokenizerName.parse(query.get("with", TRAINED))
    found = training_at(address).tokenizer(name.step) if name.name == TRAINED else load_pretrained(name.name)
    if query.get("by") != "dropout" or not isinstance(found, BPETokenizer):
        return found
    share = WholeNumber(0, 100).parse(query.get("dropout", "20")) / 100
    return BPEDropoutTokenizer(found, dropout=share, seed=WholeNumber(0, LARGEST_SEED).parse(query.get("seed", "1")))


def name_of(address: str) -> str:
    """Return the name of a tokenizer that `tokenizer_at` knows, for a sentence about its tokens."""
    return TokenizerName(address).short_title if address in SHIPPED else _("this vocabulary")


def bpe_tokenizer(address: str) -> BPETokenizer:
    """Like `tokenizer_at`, for byte-pair encoding only: raises ValueError for other methods."""
    found = tokenizer_at(address)
    if not isinstance(found, BPETokenizer):
        raise ValueError(f"not byte-pair encoding: {address}")
    return found
