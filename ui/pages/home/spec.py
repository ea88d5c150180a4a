"""The page Home, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Text
from ui.state.spec import Spec

PAGE = Spec(
    name="home",
    title=N_("Home"),
    group="",
    about="",
    parameters=(Parameter("sample", Text(), "", former=("say",)),),
)
