"""The page The way of a text, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Text
from ui.base.tokenizers import TokenizerName
from ui.state.parameters import PRESENT, STEP, TOKENIZER
from ui.state.spec import Spec

EXAMPLES = ("Tokenizers cut words!", "unhappiness", "Ünhug 🤗", "你好，世界", "Xin chào!", "1234567 + 1")
"""Texts worth the way: words, bytes, several scripts, numbers."""

PAGE = Spec(
    name="scene",
    title=N_("A text’s journey"),
    group="",
    part_of="course",
    about=N_("Follow a sentence all the way: letters, bytes, merges, ids, and back again."),
    parameters=(
        Parameter("sample", Text(), EXAMPLES[0]),
        Parameter("with", TOKENIZER, TokenizerName("gpt2")),
        STEP,
        PRESENT,
    ),
    stage=True,
)
