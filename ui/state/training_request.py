"""A training in a query, on Train and wherever a link carries one: its parameters, and the task they define."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from ui.base.i18n import gettext as _
from ui.base.parameter_types import Choice, CustomType, ParameterType, Text
from ui.base.query_parameters import Parameter, Values, parse_query
from ui.state.shared_parameters import PLAYER_PARAMETERS, WORDS
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM, OPTIONS, default_settings
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import Settings, Task, TextSource


def _parse_file_name(value: str) -> str:
    if PurePath(value).name != value:
        raise ValueError(value)
    return value  # the file may be gone by now: the page reports that


_FILE = CustomType(_parse_file_name, str, lambda: _("a file on this server"), kind=str)


def _option_parameter(name: str, reading: ParameterType[Any]) -> Parameter:
    """Return the parameter of an option, for the algorithms that have it."""

    def default(values: Values) -> Any:
        option = OPTIONS[values["algorithm"]].get(name)
        return option and option.value_in(default_settings(values["algorithm"], values["scenario"]))

    return Parameter(
        name, reading, default, ("scenario", "algorithm"), applies=lambda values: name in OPTIONS[values["algorithm"]]
    )


_OPTION_TYPES = {name: option.type for options in OPTIONS.values() for name, option in options.items()}

TRAINING_PARAMETERS = (
    Parameter("scenario", Choice(tuple(SCENARIOS)), "hug", always=True),
    Parameter("algorithm", Choice(tuple(ALGORITHMS)), DEFAULT_ALGORITHM, ("scenario",)),
    *(_option_parameter(name, reading) for name, reading in _OPTION_TYPES.items()),
    Parameter(
        "words",
        WORDS,
        lambda values: SCENARIOS[values["scenario"]].source.counts,
        ("scenario",),
        applies=lambda values: bool(SCENARIOS[values["scenario"]].source.counts),
    ),
    Parameter("text", Text(), "", applies=lambda values: values["scenario"] == CUSTOM_TEXT),
    Parameter("stored", _FILE, "", applies=lambda values: values["scenario"] == CUSTOM_TEXT),
    *PLAYER_PARAMETERS,
)
_NAMES = {parameter.name for parameter in TRAINING_PARAMETERS}


def settings_from(values: Values) -> Settings:
    """Return the settings; those that are not options have their defaults."""
    settings = default_settings(values["algorithm"], values["scenario"])
    options = OPTIONS[values["algorithm"]]
    return replace(settings, **{option.setting: option.to_setting(values[name]) for name, option in options.items()})


def source_from(values: Values) -> TextSource:
    """Return the source of the words: typed text, a table of words, or the scenario's own."""
    if values["scenario"] == CUSTOM_TEXT:
        return TextSource.from_texts(values["text"])
    if values["words"]:
        return TextSource.from_counts(dict(values["words"]))
    return SCENARIOS[values["scenario"]].source


def task_from(values: Values) -> Task:
    """Return the training that these values define. Does not check for a file on the server."""
    return Task(source_from(values), settings_from(values))


def training_values(query: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a training in any page's query. Raises ValueError if some of them are invalid."""
    parsed = parse_query(TRAINING_PARAMETERS, {name: query[name] for name in query if name in _NAMES})
    if parsed.problems:
        raise ValueError(parsed.problems[0])
    return parsed.values


def lesson_key(task: Task) -> str:
    """Return the player's name for a lesson: equal for the same words with the same algorithm."""
    return f"{task.source.digest} {task.settings.algorithm}"
