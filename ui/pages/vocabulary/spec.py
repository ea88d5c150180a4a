"""The page Vocabulary, described."""

from typing import get_args

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import Named, Number, OneOf, Reading, Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.vocabulary.search_index import By
from ui.state.page_spec import INSIDE, Spec
from ui.state.shared_parameters import TOKENIZER, VIEW

_MAYBE_NUMBER: Reading[int | None] = Named(
    lambda value: Number(0, 10**9).read(value) if value else None,
    lambda value: "" if value is None else str(value),
    lambda: _("a whole number"),
)


PAGE = Spec(
    name="vocabulary",
    title=N_("Vocabulary"),
    group=INSIDE,
    about=N_("Search the tokens of GPT, BERT and T5, and see how each was made."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("gpt2")),
        Parameter("by", OneOf(get_args(By)), "text"),
        Parameter("find", Text(), "token"),
        Parameter("id", Text(), ""),
        Parameter("matching", Text(), ""),
        Parameter("script", Text(), ""),
        Parameter("token", _MAYBE_NUMBER, None),
        Parameter("results", Number(1, 10**6), 1),
        VIEW,
    ),
    late=True,
)
