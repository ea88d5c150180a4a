"""The page A vocabulary under the knife, described."""

from typing import get_args

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import OneOf, Text
from ui.base.tokenizers import TokenizerName
from ui.pages.knife import operation
from ui.state.parameters import TOKENIZER
from ui.state.spec import Spec

PAGE = Spec(
    name="knife",
    title=N_("Edit a vocabulary"),
    group="",
    part_of="vocabulary",
    about=N_("Remove tokens from a vocabulary or add some, and see what happens to a text."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("gpt2")),
        Parameter("out", Text(), operation.OUT),
        Parameter("add", Text(), operation.ADD),
        Parameter("how", OneOf(get_args(operation.How)), "merges"),
        Parameter("sample", Text(), operation.TEXT),
    ),
)
