"""The query parameters of pages that compare on one corpus: what to train on, and the vocabulary size."""

from ui.base.parameter_types import Choice, Flag, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.tokenization.scenarios import CUSTOM_TEXT, EXAMPLE, SCENARIOS
from ui.tokenization.tasks.task import MAX_VOCABULARY


def _is_custom_text(values: Values) -> bool:
    return bool(values["scenario"] == CUSTOM_TEXT)


def comparison_parameters(default: str) -> tuple[Parameter, ...]:
    """Return the parameters; `default` is the scenario that the page starts with."""
    return (
        Parameter("scenario", Choice(tuple(SCENARIOS)), default, former_names=("corpus",)),
        Parameter(
            "size",
            WholeNumber(1, MAX_VOCABULARY),
            lambda values: SCENARIOS[values["scenario"]].compared,
            ("scenario",),
        ),
        Parameter("text", Text(), EXAMPLE, applies=_is_custom_text),
        Parameter("signs", Flag(), False, applies=_is_custom_text),
    )
