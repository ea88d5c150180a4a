"""The spec of the page Why models stumble."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import Choice, Flag, LazyNames
from ui.base.query_parameters import Parameter, Values
from ui.state.page_spec import LEARN_GROUP, PageSpec
from ui.state.shared_parameters import PRESENT

if TYPE_CHECKING:
    from ui.course.chapter import Chapter


def _topics() -> "Mapping[str, Chapter]":
    """Return the topics. Loaded with the page, not while parsing other pages' URLs."""
    from ui.course.chapter_files import chapters_by_key, topics

    return chapters_by_key(topics())


def _subject(values: Values, _training: Values) -> str:
    topic = _topics()[values["topic"]]
    return _(topic.title)


PAGE = PageSpec(
    name="stumble",
    title=N_("Why models stumble"),
    group=LEARN_GROUP,
    icon="warning",
    description=N_("Spelling, sums, languages: a question on each, then the tokens."),
    parameters=(
        Parameter("topic", Choice(LazyNames(_topics)), lambda _values: next(iter(_topics()))),
        Parameter("quiz", Flag(), True),
        PRESENT,
    ),
    is_prerendered=True,
    subject=_subject,
)
