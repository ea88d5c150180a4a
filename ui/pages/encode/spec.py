"""The spec of the page Encode."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.base.tokenizer_choices import CUSTOM, TRAINED, TokenizerName
from ui.pages.own.custom_vocabulary import HUG_MERGES, HUG_TOKENS
from ui.pages.own.spec import typed
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS, TOKENIZER_OR_CUSTOM
from ui.tokenization.encoding.dropout import LARGEST_SEED


def _subject(values: Values, training: Values) -> str:
    from ui.player.encoding_lesson import encoding_title
    from ui.player.training_lesson import training_title

    name: TokenizerName = values["with"]
    title = training_title(training["scenario"], training["algorithm"]) if name.name == TRAINED else name.title
    return encoding_title(values["sample"], title)


PAGE = PageSpec(
    name="encode",
    title=N_("Encode"),
    heading=N_("Encode a word"),
    menu_title=N_("Encode and decode"),
    group=EXPLORE_GROUP,
    icon="data_object",
    description=N_("Watch a word being cut with what was learned, one step at a time."),
    parameters=(
        # If it were omitted, a URL would mean the first word of a lesson, but this is the first word of only one of
        # them.
        Parameter("sample", Text(), "unhug", always=True, former_names=("word",)),
        Parameter("with", TOKENIZER_OR_CUSTOM, TokenizerName(TRAINED)),
        *typed(HUG_TOKENS, HUG_MERGES, applies=lambda values: values["with"].name == CUSTOM),
        Parameter("by", Choice(("merges", "longest", "dropout")), "merges"),
        Parameter("dropout", WholeNumber(0, 100), 20, applies=lambda values: values["by"] == "dropout"),
        Parameter("seed", WholeNumber(0, LARGEST_SEED), 1, applies=lambda values: values["by"] == "dropout"),
        *PLAYER_PARAMETERS,
    ),
    has_player_page=True,
    is_prerendered=True,
    subject=_subject,
)
