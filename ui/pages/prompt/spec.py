"""The spec of the page How prompts end."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS, TOKENIZER

EXAMPLE = "The sky is "

PAGE = PageSpec(
    name="prompt",
    title=N_("How prompts end"),
    heading=N_("A prompt, character by character"),
    group="",
    parent="stumble",
    description=N_("Watch the tokens change as a text is typed, and see what taking back the last ones allows."),
    parameters=(
        Parameter("sample", Text(), EXAMPLE),
        Parameter("with", TOKENIZER, TokenizerName("gpt2")),
        *PLAYER_PARAMETERS,
    ),
    has_player_page=True,
)
