"""The page Compare, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import SomeOf, Text
from ui.pages.compare import methods
from ui.pages.compare.compared_on import compared_on
from ui.scenarios import SCENARIOS
from ui.state.spec import Spec

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
