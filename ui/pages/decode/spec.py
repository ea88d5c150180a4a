"""The page Decode, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Text
from ui.base.tokenizers import TokenizerName
from ui.pages.decode import ids
from ui.state.parameters import PLAYED, TOKENIZER
from ui.state.spec import Spec

PAGE = Spec(
    name="decode",
    title=N_("Decode"),
    group="",
    part_of="encode",
    about=N_("Watch ids become tokens, bytes and text, as a model outputs them."),
    parameters=(
        Parameter("ids", Text(), ids.EXAMPLE),
        Parameter("with", TOKENIZER, TokenizerName("gpt2")),
        *PLAYED,
    ),
    stage=True,
)
