"""The spec of the page Special tokens."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text, WordList
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.special import library_modes as special
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import TOKENIZER

PAGE = PageSpec(
    name="special",
    title=N_("Special tokens"),
    heading=N_("Special tokens in a text"),
    group="",
    parent="playground",
    description=N_("What happens to a typed <|endoftext|> in minbpe and in tiktoken."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("cl100k_base")),
        Parameter("sample", Text(), special.TEXT),
        Parameter("names", Text(), special.NAMES),
        Parameter("set", WordList(), list(special.CHOSEN)),
    ),
)
