"""The page Encode, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import Number, OneOf, Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import OWN, TRAINED, TokenizerName
from ui.pages.own.custom_vocabulary import HUG_MERGES, HUG_TOKENS
from ui.pages.own.spec import typed
from ui.state.page_spec import Spec
from ui.state.shared_parameters import PLAYED, TOKENIZER_OR_OWN
from ui.tokenization.encoding.dropout import LARGEST_SEED

PAGE = Spec(
    name="encode",
    title=N_("Encode"),
    group="",
    about=N_("Watch a word being cut with what was learned, one step at a time."),
    parameters=(
        # Without it, an address means the first word of a lesson, which this is only of one.
        Parameter("sample", Text(), "unhug", always=True, former=("word",)),
        Parameter("with", TOKENIZER_OR_OWN, TokenizerName(TRAINED)),
        *typed(HUG_TOKENS, HUG_MERGES, applies=lambda values: values["with"].name == OWN),
        Parameter("by", OneOf(("merges", "longest", "dropout")), "merges"),
        Parameter("dropout", Number(0, 100), 20, applies=lambda values: values["by"] == "dropout"),
        Parameter("seed", Number(0, LARGEST_SEED), 1, applies=lambda values: values["by"] == "dropout"),
        *PLAYED,
    ),
    stage=True,
    first=True,
)
