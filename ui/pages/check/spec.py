"""The page Check your own merges, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Text
from ui.state.spec import PROGRAMMERS, Spec

PAGE = Spec(
    name="check",
    title=N_("Check your own merges"),
    group=PROGRAMMERS,
    about=N_("Wrote your own trainer? Bring its merges, and see the first that differs, and why."),
    parameters=(
        Parameter("merges", Text(), ""),
        Parameter("vocabulary", Text(), ""),
    ),
    of_training=True,
)
