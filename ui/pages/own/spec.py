"""The spec of the page Your own tokens."""

from collections.abc import Callable
from typing import get_args

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text
from ui.base.query_parameters import Parameter, Values
from ui.pages.own import custom_vocabulary
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS


def typed(
    tokens: str, merges: str, *former: str, applies: Callable[[Values], bool] = lambda _values: True
) -> tuple[Parameter, ...]:
    """Return the parameters of typed tokens or merges; `former` are former names of the parameter `cut`."""
    return (
        Parameter(
            "cut", Choice(get_args(custom_vocabulary.ListKind)), "anywhere", applies=applies, former_names=former
        ),
        Parameter("tokens", Text(), tokens, applies=applies),
        Parameter("merges", Text(), merges, applies=applies),
    )


PAGE = PageSpec(
    name="own",
    title=N_("Your own tokens"),
    heading=N_("A vocabulary of your own"),
    group="",
    parent="encode",
    description=N_("Type your own tokens or merges, and watch them cut a text."),
    parameters=(
        Parameter("sample", Text(), custom_vocabulary.TEXT),
        *typed(custom_vocabulary.TOKENS, custom_vocabulary.LOWEST_MERGES, "by"),
        *PLAYER_PARAMETERS,
    ),
    has_player_page=True,
)
