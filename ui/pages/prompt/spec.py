"""The page The end of a prompt, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Text
from ui.base.tokenizers import TokenizerName
from ui.state.parameters import PLAYED, TOKENIZER
from ui.state.spec import Spec

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
