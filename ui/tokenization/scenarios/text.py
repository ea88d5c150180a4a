"""The learner's own text."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="text",
    order=11,
    name=N_("Your text"),
    blurb=N_("Paste some text or upload a file, and watch its tokens being learned."),
    source=TextSource.from_texts(""),
    pre_tokenizer="gpt2",
    units="bytes",
    size=300,
    compared=300,
    ready=False,
)
