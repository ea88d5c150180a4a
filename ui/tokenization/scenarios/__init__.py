"""The scenarios of Train, one click away each: one module each in this folder, discovered automatically."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from ui.base.i18n import language_tag
from ui.tokenization.scenarios.scenario import Scenario

CUSTOM_TEXT = "text"
EXAMPLE = (
    "How much wood would a woodchuck chuck if a woodchuck could chuck wood? "
    "He would chuck, he would, as much as he could, and chuck as much wood "
    "as a woodchuck would if a woodchuck could chuck wood."
)
"""An example text for those who have none at hand."""


def load_scenarios(folders: Iterable[str]) -> list[Scenario]:
    """Return the scenarios defined in these folders, in order."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(folders))
    return sorted(
        (module.SCENARIO for module in modules if hasattr(module, "SCENARIO")), key=lambda scenario: scenario.order
    )


SCENARIOS: dict[str, Scenario] = {scenario.key: scenario for scenario in load_scenarios(__path__)}


def offered_scenarios() -> list[str]:
    """Return the scenarios in the order offered: those in the reader's language come right after the first."""
    first, *others = SCENARIOS
    return [first, *sorted(others, key=lambda key: SCENARIOS[key].language != language_tag())]
