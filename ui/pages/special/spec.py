"""The page Special tokens, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text, Words
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.special import library_modes as special
from ui.state.page_spec import Spec
from ui.state.shared_parameters import TOKENIZER

PAGE = Spec(
    name="special",
    title=N_("Special tokens"),
    group="",
    part_of="playground",
    about=N_("What happens to a typed <|endoftext|> in minbpe and in tiktoken."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("cl100k_base")),
        Parameter("sample", Text(), special.TEXT),
        Parameter("names", Text(), special.NAMES),
        Parameter("set", Words(), list(special.CHOSEN)),
    ),
)
