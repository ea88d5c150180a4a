"""The page Companions, described."""

from ui.base.i18n import N_, current_language
from ui.base.parameter_types import OneOf
from ui.base.query_parameters import Parameter
from ui.pages.companions.catalog import EDITIONS, TEXTS, edition_for, first_for, text
from ui.state.page_spec import INSIDE, Spec

PAGE = Spec(
    name="companions",
    title=N_("Reading companions"),
    group=INSIDE,
    about=N_("Read a text about tokenization, and open each of its examples here."),
    parameters=(
        Parameter("beside", OneOf(TEXTS), lambda _values: first_for(current_language())),
        Parameter(
            "edition",
            OneOf(tuple(EDITIONS)),
            lambda _values: edition_for(current_language()),
            applies=lambda values: bool(text(values["beside"]).editions),
        ),
    ),
)
