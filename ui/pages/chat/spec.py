"""The page Chat, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import OneOf, Text
from ui.base.query_parameters import Parameter
from ui.pages.chat import conversation
from ui.state.page_spec import Spec
from ui.state.shared_parameters import PLAYED

PAGE = Spec(
    name="chat",
    title=N_("From chat to ids"),
    group="",
    part_of="playground",
    about=N_("What a chat template writes around messages, and what a user can smuggle into it."),
    parameters=(
        Parameter("messages", Text(), conversation.EXAMPLE),
        Parameter("template", OneOf((*conversation.TITLES, conversation.OWN)), "chatml"),
        Parameter("typed", OneOf(("special", "text", "refused")), "special"),
        Parameter("jinja", Text(), conversation.JINJA, applies=lambda values: values["template"] == conversation.OWN),
        Parameter(
            "ids", OneOf(conversation.WITH_IDS), "chatml", applies=lambda values: values["template"] == conversation.OWN
        ),
        *PLAYED,
    ),
    stage=True,
)
