"""The page Home, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import OPENED, SHIPPED
from ui.state.page_spec import PageSpec

PAGE = PageSpec(
    name="home",
    title=N_("Home"),
    heading="",
    group="",
    description="",
    parameters=(
        Parameter("sample", Text(), "", former_names=("say",)),
        Parameter("with", Choice((*SHIPPED, OPENED)), SHIPPED[0]),
    ),
    opens=("with",),
    is_prerendered=True,
)
