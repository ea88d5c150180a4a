"""The page Special tokens, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Text, Words
from ui.base.tokenizers import TokenizerName
from ui.pages.special import readings as special
from ui.state.parameters import TOKENIZER
from ui.state.spec import Spec

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
