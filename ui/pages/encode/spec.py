"""The page Encode, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Number, OneOf, Text
from ui.base.tokenizers import OWN, TRAINED, TokenizerName
from ui.pages.own.spec import typed
from ui.pages.own.vocabulary import HUG_MERGES, HUG_TOKENS
from ui.state.parameters import PLAYED, TOKENIZER_OR_OWN
from ui.state.spec import Spec
from ui.ways.encoding.dropout import LARGEST_SEED

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
