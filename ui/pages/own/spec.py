"""The page Your own tokens, described."""

from collections.abc import Callable
from typing import get_args

from ui.base.i18n import N_
from ui.base.parameter_types import OneOf, Text
from ui.base.query_parameters import Parameter, Values
from ui.pages.own import custom_vocabulary
from ui.state.page_spec import Spec
from ui.state.shared_parameters import PLAYED


def typed(
    tokens: str, merges: str, *former: str, applies: Callable[[Values], bool] = lambda _values: True
) -> tuple[Parameter, ...]:
    """What an address says of tokens or merges that are typed; `former` are names that the way to cut by them had."""
    return (
        Parameter("cut", OneOf(get_args(custom_vocabulary.By)), "anywhere", applies=applies, former=former),
        Parameter("tokens", Text(), tokens, applies=applies),
        Parameter("merges", Text(), merges, applies=applies),
    )


PAGE = Spec(
    name="own",
    title=N_("Your own tokens"),
    group="",
    part_of="encode",
    about=N_("Type your own tokens or merges, and watch them cut a text."),
    parameters=(
        Parameter("sample", Text(), custom_vocabulary.TEXT),
        *typed(custom_vocabulary.TOKENS, custom_vocabulary.LOWEST_MERGES, "by"),
        *PLAYED,
    ),
    stage=True,
)
