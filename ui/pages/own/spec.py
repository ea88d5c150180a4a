"""The page Your own tokens, described."""

from collections.abc import Callable
from typing import get_args

from ui.base.address import Parameter, Values
from ui.base.i18n import N_
from ui.base.readings import OneOf, Text
from ui.pages.own import vocabulary
from ui.state.parameters import PLAYED
from ui.state.spec import Spec


def typed(
    tokens: str, merges: str, *former: str, applies: Callable[[Values], bool] = lambda _values: True
) -> tuple[Parameter, ...]:
    """What an address says of tokens or merges that are typed; `former` are names that the way to cut by them had."""
    return (
        Parameter("cut", OneOf(get_args(vocabulary.By)), "anywhere", applies=applies, former=former),
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
        Parameter("sample", Text(), vocabulary.TEXT),
        *typed(vocabulary.TOKENS, vocabulary.LOWEST_MERGES, "by"),
        *PLAYED,
    ),
    stage=True,
)
