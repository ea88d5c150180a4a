"""The page Why models stumble, described."""

from collections.abc import Sequence

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Later, OneOf, Switch
from ui.state.parameters import PRESENT
from ui.state.spec import INSIDE, Spec


def _topics() -> Sequence[str]:
    """The keys of the topics, which are read with the page, not with the address of another one."""
    from ui.course.courses import topics

    return [topic.key for topic in topics().chapters]


PAGE = Spec(
    name="stumble",
    title=N_("Why models stumble"),
    group=INSIDE,
    about=N_("Spelling, sums, languages: a question on each, then the tokens."),
    parameters=(
        Parameter("topic", OneOf(Later(_topics)), lambda _values: _topics()[0]),
        Parameter("quiz", Switch(), True),
        PRESENT,
    ),
    first=True,
)
