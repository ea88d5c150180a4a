"""The spec of the page Train."""

from ui.base.i18n import N_
from ui.base.query_parameters import Values
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.state.training_request import TRAINING_PARAMETERS


def _subject(values: Values, _training: Values) -> str:
    from ui.player.training_lesson import training_title

    return training_title(values["scenario"], values["algorithm"])


PAGE = PageSpec(
    name="train",
    title=N_("Train"),
    heading=N_("Train a tokenizer"),
    group=EXPLORE_GROUP,
    icon="bar_chart",
    description=N_("Watch tokens being learned, from an example or your own text."),
    parameters=TRAINING_PARAMETERS,
    defines_training=True,
    has_player_page=True,
    is_prerendered=True,
    subject=_subject,
)
