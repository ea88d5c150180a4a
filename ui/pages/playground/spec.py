"""The page Playground, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Number, OneOf, Text
from ui.base.tokenizers import TokenizerName
from ui.pages.playground import texts
from ui.state.parameters import TOKENIZER, VIEW
from ui.state.spec import Spec

PAGE = Spec(
    name="playground",
    title=N_("Playground"),
    group="",
    about=N_("Paste some text and see its tokens, in two tokenizers side by side."),
    parameters=(
        Parameter("sample", Text(), texts.EXAMPLE),
        Parameter("first", TOKENIZER, TokenizerName("gpt2")),
        Parameter("second", TOKENIZER, None),
        Parameter("special", OneOf(("text", "token")), "text"),
        Parameter("page", Number(1, 10**6), 1),
        VIEW,
    ),
    first=True,
)
