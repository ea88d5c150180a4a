"""The page The end of a prompt, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.state.page_spec import Spec
from ui.state.shared_parameters import PLAYED, TOKENIZER

EXAMPLE = "The sky is "

PAGE = Spec(
    name="prompt",
    title=N_("The end of a prompt"),
    group="",
    part_of="stumble",
    about=N_("Watch the tokens change as a text is typed, and see what taking back the last ones allows."),
    parameters=(
        Parameter("sample", Text(), EXAMPLE),
        Parameter("with", TOKENIZER, TokenizerName("gpt2")),
        *PLAYED,
    ),
    stage=True,
)
