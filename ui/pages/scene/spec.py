"""The page From text to ids, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.state.page_spec import LEARN_GROUP, PageSpec
from ui.state.shared_parameters import PRESENT, STEP, TOKENIZER

EXAMPLES = ("Tokenizers cut words!", "unhappiness", "Ünhug 🤗", "你好，世界", "Xin chào!", "1234567 + 1")
"""Texts worth the way: words, bytes, several scripts, numbers."""

PAGE = PageSpec(
    name="scene",
    title=N_("From text to ids"),
    group=LEARN_GROUP,
    icon="route",
    description=N_("Follow a sentence all the way: letters, bytes, merges, ids, and back again."),
    parameters=(
        Parameter("sample", Text(), EXAMPLES[0]),
        Parameter("with", TOKENIZER, TokenizerName("gpt2")),
        STEP,
        PRESENT,
    ),
    has_player_page=True,
)
