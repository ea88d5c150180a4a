"""The page Compare, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import SomeOf, Text
from ui.base.query_parameters import Parameter
from ui.pages.compare import methods
from ui.pages.compare.parameters import compared_on
from ui.state.page_spec import Spec
from ui.tokenization.scenarios import SCENARIOS

PAGE = Spec(
    name="compare",
    title=N_("Compare"),
    group="",
    about=N_("BPE, WordPiece, Unigram, words and characters on the same corpus."),
    parameters=(
        *compared_on("hug"),
        Parameter("methods", SomeOf(tuple(methods.METHODS)), list(methods.USUAL)),
        Parameter("unseen", Text(), lambda values: SCENARIOS[values["scenario"]].unseen, ("scenario",)),
    ),
    late=True,
)
