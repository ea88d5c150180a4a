"""The page Course, described."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ui.base.i18n import N_
from ui.base.parameter_types import Later, Number, OneOf, Switch, Text
from ui.base.query_parameters import Parameter
from ui.course.random_values import DRAWS
from ui.state.page_spec import Spec
from ui.state.shared_parameters import PLAYED

if TYPE_CHECKING:
    from ui.course.chapter import Chapter


def _chapters() -> "Mapping[str, Chapter]":
    """The chapters, which are read with the page, not with the address of another one."""
    from ui.course.chapter_files import by_key, course

    return by_key(course())


PAGE = Spec(
    name="course",
    title=N_("Course"),
    group="",
    about=N_("Five-minute chapters, from the first idea to what’s new. Start here."),
    parameters=(
        Parameter("chapter", OneOf(Later(_chapters)), lambda _values: next(iter(_chapters()))),
        Parameter("quiz", Switch(), True),
        Parameter(
            "seed",
            Number(0, DRAWS - 1),
            0,
            ("chapter",),
            applies=lambda values: _chapters()[values["chapter"]].varies,
        ),
        Parameter(
            "sample",
            Text(),
            lambda values: _chapters()[values["chapter"]].sample,
            ("chapter",),
            applies=lambda values: bool(_chapters()[values["chapter"]].sample),
        ),
        Parameter("mixed", Switch(), False, ("chapter",)),
        *PLAYED,
    ),
    first=True,
)
