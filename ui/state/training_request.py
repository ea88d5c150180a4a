"""What an address says of a training, and the training that it means: on Train, and wherever a link carries one."""

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
    return value  # the file may have gone since: the page says so


_FILE = CustomType(_parse_file_name, str, lambda: _("a file on this server"), kind=str)


def _option_parameter(name: str, reading: ParameterType[Any]) -> Parameter:
    """An option of those algorithms that have it."""

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
    """The settings, those that are no option as they are usual."""
    found = default_settings(values["algorithm"], values["scenario"])
    options = OPTIONS[values["algorithm"]]
    return replace(found, **{option.setting: option.to_setting(values[name]) for name, option in options.items()})


def source_from(values: Values) -> TextSource:
    """Where the words come from: a text that was typed, a table of words, or what a scenario comes with."""
    if values["scenario"] == CUSTOM_TEXT:
        return TextSource.from_texts(values["text"])
    if values["words"]:
        return TextSource.from_counts(dict(values["words"]))
    return SCENARIOS[values["scenario"]].source


def task_from(values: Values) -> Task:
    """The training that these values ask for; a file of the server is not looked for."""
    return Task(source_from(values), settings_from(values))


def training_values(query: Mapping[str, str]) -> dict[str, Any]:
    """What an address of any page says of a training. Raises ValueError where some of it can't be understood."""
    found = parse_query(TRAINING_PARAMETERS, {name: query[name] for name in query if name in _NAMES})
    if found.problems:
        raise ValueError(found.problems[0])
    return found.values


def lesson_key(task: Task) -> str:
    """What a player calls the lesson of a training: the same for the same words under the same algorithm."""
    return f"{task.source.digest} {task.settings.algorithm}"
