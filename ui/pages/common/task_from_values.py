"""What is asked for on the page Train, from its values alone: the training, and what a player calls its lesson."""

from dataclasses import replace

from ui.base.query_parameters import Values
from ui.tokenization.algorithms import OPTIONS, default_settings
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import Settings, Task, TextSource


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


def lesson_key(task: Task) -> str:
    """What a player calls the lesson of a training: the same for the same words under the same algorithm."""
    return f"{task.source.digest} {task.settings.algorithm}"
