"""The spec of the page Read along."""

from ui.base.i18n import N_, current_language
from ui.base.parameter_types import Choice
from ui.base.query_parameters import Parameter
from ui.pages.companions.catalog import EDITIONS, TEXTS, default_companion, edition_for, text
from ui.state.page_spec import TOOLS_GROUP, PageSpec

PAGE = PageSpec(
    name="companions",
    title=N_("Read along"),
    group=TOOLS_GROUP,
    icon="auto_stories",
    description=N_("Read a text about tokenization, and open each of its examples here."),
    parameters=(
        Parameter("beside", Choice(TEXTS), lambda _values: default_companion(current_language())),
        Parameter(
            "edition",
            Choice(tuple(EDITIONS)),
            lambda _values: edition_for(current_language()),
            applies=lambda values: bool(text(values["beside"]).editions),
        ),
    ),
)
