"""The training that an address of the page Train asks for, where there is no session to ask."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bpe_engine import Tokenizer, load_pretrained
from ui.base.query_parameters import parse_query
from ui.base.tokenizer_choices import SHIPPED, TRAINED, TokenizerName
from ui.jobs import training_calls
from ui.pages.train.spec import PAGE
from ui.tokenization.algorithms import OPTIONS, default_settings
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

MAX_IMMEDIATE = 5_000
"""Characters, or tokens, of a training for an address alone: what is larger takes too long beside a class."""


def task_from_query(values: Mapping[str, Any]) -> Task | None:
    """The training by the values of the address; None for one of a file, which no address carries."""
    scenario, algorithm = values["scenario"], values["algorithm"]
    if values["stored"]:
        return None
    if scenario == CUSTOM_TEXT:
        source = TextSource.from_texts(values["text"])
    else:
        source = TextSource.from_counts(dict(values["words"])) if values["words"] else SCENARIOS[scenario].source
    chosen = {option.setting: option.to_setting(values[name]) for name, option in OPTIONS[algorithm].items()}
    return Task(source, replace(default_settings(algorithm, scenario), **chosen)) if source.size else None


def small_task_from_query(query: Mapping[str, str]) -> Task | None:
    """The training that an address names, of whatever page, where it is a small one."""
    found = parse_query(
        PAGE.parameters, {name: value for name, value in query.items() if name in PAGE.parameters_by_name}
    )
    asked = None if found.problems else task_from_query(found.values)
    return asked if asked and max(asked.source.size, asked.settings.vocab_size) <= MAX_IMMEDIATE else None


def tokenizer_from_query(name: TokenizerName, query: Mapping[str, str]) -> Tokenizer | None:
    """A tokenizer that comes with the app, or of a small training that the same address names.

    None for one that has not so many steps, or is of a session alone.
    """
    if name.name in SHIPPED:
        return load_pretrained(name.name)
    asked = small_task_from_query(query) if name.name == TRAINED else None
    if asked is None:
        return None
    training = training_calls.train(asked)
    step = len(training.events) if name.step is None else name.step
    return training.tokenizer(step) if step <= len(training.events) else None
