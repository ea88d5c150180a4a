"""The page Why models stumble, described."""

from collections.abc import Sequence

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Flag, LazyNames
from ui.base.query_parameters import Parameter
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.state.shared_parameters import PRESENT


def _topics() -> Sequence[str]:
    """The keys of the topics, which are read with the page, not with the address of another one."""
    from ui.course.chapter_files import topics

    return [topic.key for topic in topics().chapters]


PAGE = PageSpec(
    name="stumble",
    title=N_("Why models stumble"),
    group=EXPLORE_GROUP,
    description=N_("Spelling, sums, languages: a question on each, then the tokens."),
    parameters=(
        Parameter("topic", Choice(LazyNames(_topics)), lambda _values: _topics()[0]),
        Parameter("quiz", Flag(), True),
        PRESENT,
    ),
    is_prerendered=True,
)
