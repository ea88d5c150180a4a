"""The page Companions, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_, current_language
from ui.base.readings import OneOf
from ui.pages.companions.texts import EDITIONS, TEXTS, edition_for, first_for, text
from ui.state.spec import INSIDE, Spec

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
