"""The spec of the page From chat to ids."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import OPENED
from ui.pages.chat import conversation
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS

PAGE = PageSpec(
    name="chat",
    title=N_("From chat to ids"),
    short_title=N_("Chat"),
    group="",
    parent="playground",
    description=N_("What a chat template writes around messages, and what a user can smuggle into it."),
    parameters=(
        Parameter("messages", Text(), conversation.EXAMPLE),
        Parameter("template", Choice((*conversation.TITLES, conversation.CUSTOM, OPENED)), "chatml"),
        Parameter("typed", Choice(("special", "text", "refused")), "special"),
        Parameter(
            "jinja", Text(), conversation.JINJA, applies=lambda values: values["template"] == conversation.CUSTOM
        ),
        Parameter(
            "ids",
            Choice(conversation.TEMPLATES_WITH_IDS),
            "chatml",
            applies=lambda values: values["template"] == conversation.CUSTOM,
        ),
        *PLAYER_PARAMETERS,
    ),
    opens=("template",),
    has_player_page=True,
)
