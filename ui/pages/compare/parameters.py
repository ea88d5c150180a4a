"""What the pages say in an address that compare on one corpus: what to train on, and how large a vocabulary."""

from ui.base.parameter_types import Number, OneOf, Switch, Text
from ui.base.query_parameters import Parameter, Values
from ui.tokenization.scenarios import EXAMPLE, OWN_TEXT, SCENARIOS
from ui.tokenization.tasks.task import LARGEST_VOCABULARY


def _is_own(values: Values) -> bool:
    return bool(values["scenario"] == OWN_TEXT)


def compared_on(usual: str) -> tuple[Parameter, ...]:
    """The parameters, `usual` being what is trained on before anything is chosen."""
    return (
        Parameter("scenario", OneOf(tuple(SCENARIOS)), usual, former=("corpus",)),
        Parameter(
            "size",
            Number(1, LARGEST_VOCABULARY),
            lambda values: SCENARIOS[values["scenario"]].compared,
            ("scenario",),
        ),
        Parameter("text", Text(), EXAMPLE, applies=_is_own),
        Parameter("signs", Switch(), False, applies=_is_own),
    )
