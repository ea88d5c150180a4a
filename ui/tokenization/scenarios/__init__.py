"""The scenarios that the Train page offers, each one click away: a file each in this folder, found by it."""

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
"""Of a text, for who has none at hand."""


def load_scenarios(folders: Iterable[str]) -> list[Scenario]:
    """The scenarios whose files are in these folders, in their order."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(folders))
    return sorted(
        (module.SCENARIO for module in modules if hasattr(module, "SCENARIO")), key=lambda scenario: scenario.order
    )


SCENARIOS: dict[str, Scenario] = {scenario.key: scenario for scenario in load_scenarios(__path__)}


def offered_scenarios() -> list[str]:
    """The scenarios as they are offered: those in the reader's language stand after the first."""
    first, *others = SCENARIOS
    return [first, *sorted(others, key=lambda key: SCENARIOS[key].language != language_tag())]
