"""The spec of the page Playground."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.playground import messages
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.state.shared_parameters import TOKENIZER, VIEW


def _other(values: Values) -> TokenizerName:
    """Return the usual second tokenizer: not the first one, if that is in the address."""
    first = values.get("first")
    return TokenizerName("gpt2" if first and first.name == "o200k_base" else "o200k_base")


PAGE = PageSpec(
    name="playground",
    title=N_("Playground"),
    group=EXPLORE_GROUP,
    icon="play_arrow",
    description=N_("Paste some text and see its tokens, in two tokenizers side by side."),
    parameters=(
        Parameter("sample", Text(), messages.EXAMPLE),
        Parameter("first", TOKENIZER, TokenizerName("gpt2")),
        Parameter("second", TOKENIZER, _other),
        Parameter("special", Choice(("text", "token")), "text"),
        Parameter("page", WholeNumber(1, 10**6), 1),
        VIEW,
    ),
    is_prerendered=True,
)
