"""The training that an address of the page Train asks for, where there is no session to ask."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ui.scenarios import OWN_TEXT, SCENARIOS
from ui.tasks.settings import Source, Task
from ui.ways.algorithms import OPTIONS, usual_settings


def task(values: Mapping[str, Any]) -> Task | None:
    """The training by the values of the address; None for one of a file, which no address carries."""
    scenario, algorithm = values["scenario"], values["algorithm"]
    if values["stored"]:
        return None
    if scenario == OWN_TEXT:
        source = Source.of_texts(values["text"])
    else:
        source = Source.of_counts(dict(values["words"])) if values["words"] else SCENARIOS[scenario].source
    chosen = {option.setting: option.setting_of(values[name]) for name, option in OPTIONS[algorithm].items()}
    return Task(source, replace(usual_settings(algorithm, scenario), **chosen)) if source.size else None
