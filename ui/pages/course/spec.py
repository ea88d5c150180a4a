"""The spec of the Course page."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import Choice, Flag, LazyNames, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.course.random_values import SEED_COUNT
from ui.state.page_spec import LEARN_GROUP, PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS

if TYPE_CHECKING:
    from ui.course.chapter import Chapter


def _chapters() -> "Mapping[str, Chapter]":
    """Return the chapters by key. Imported here, so that the URL of another page does not load them."""
    from ui.course.chapter_files import chapters_by_key, course

    return chapters_by_key(course())


def _subject(values: Values, _training: Values) -> str:
    chapter = _chapters()[values["chapter"]]
    return _(chapter.title)


PAGE = PageSpec(
    name="course",
    title=N_("The course"),
    group=LEARN_GROUP,
    icon="menu_book",
    description=N_("Five-minute chapters, from the first idea to what’s new. Start here."),
    parameters=(
        Parameter("chapter", Choice(LazyNames(_chapters)), lambda _values: next(iter(_chapters()))),
        Parameter("quiz", Flag(), True),
        Parameter(
            "seed",
            WholeNumber(0, SEED_COUNT - 1),
            0,
            ("chapter",),
            applies=lambda values: _chapters()[values["chapter"]].has_random_exercises,
        ),
        Parameter(
            "sample",
            Text(),
            lambda values: _chapters()[values["chapter"]].sample,
            ("chapter",),
            applies=lambda values: bool(_chapters()[values["chapter"]].sample),
        ),
        Parameter("mixed", Flag(), False, ("chapter",)),
        *PLAYER_PARAMETERS,
    ),
    is_prerendered=True,
    subject=_subject,
)
