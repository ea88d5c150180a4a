"""The page Chat, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import OneOf, Text
from ui.pages.chat import conversation
from ui.state.parameters import PLAYED
from ui.state.spec import Spec

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
