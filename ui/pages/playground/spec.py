"""The spec of the page Playground."""

from typing import TypedDict

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.playground import messages
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.state.shared_parameters import OPTIONAL_TOKENIZER, TOKENIZER, VIEW

COLUMNS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The parameters of the tokenizers, in order: as many as fit on a screen. All but the first may be absent."""


def shown_columns(values: Values) -> list[str]:
    """Return the parameters that choose a tokenizer, in order."""
    return [name for name in COLUMNS if values[name] is not None]


class ColumnControls(TypedDict):
    """Whether the buttons of the token view add and remove tokenizers."""

    canAdd: bool
    canRemove: bool


def column_controls(count: int) -> ColumnControls:
    """Return which of these buttons there are beside so many tokenizers."""
    return {"canAdd": count < len(COLUMNS), "canRemove": count > 1}


def _default_second(values: Values) -> TokenizerName:
    """Return the usual second tokenizer: not the first one, if that is in the address."""
    first = values.get("first")
    return TokenizerName("gpt2" if first and first.name == "o200k_base" else "o200k_base")


PAGE = PageSpec(
    name="playground",
    title=N_("Playground"),
    short_title=N_("Text"),
    group=EXPLORE_GROUP,
    icon="play_arrow",
    description=N_("Paste some text and see its tokens, in several tokenizers side by side."),
    parameters=(
        Parameter("sample", Text(), messages.EXAMPLE),
        Parameter("first", TOKENIZER, TokenizerName("gpt2")),
        Parameter("second", OPTIONAL_TOKENIZER, _default_second),
        *(Parameter(name, OPTIONAL_TOKENIZER) for name in COLUMNS[2:]),
        Parameter("special", Choice(("text", "token")), "text"),
        Parameter("page", WholeNumber(1, 10**6), 1),
        VIEW,
    ),
    is_prerendered=True,
)
