"""Russian stems with their endings."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="stems",
    order=7,
    name="стол · стола · столы",
    blurb=N_(
        "Russian: one stem takes several endings. The stem occurs in every form, so it is learned first, and the "
        "endings later."
    ),
    source=TextSource.from_counts({"стол": 5, "стола": 4, "столы": 3, "дом": 6, "дома": 4}),
    pre_tokenizer="whitespace",
    language="ru",
    size=30,
    settings={
        "unigram": {"vocab_size": 13, "estimation": "plain"},
        "words": {"vocab_size": 3},
        "characters": {"vocab_size": 20},
    },
    compared=14,
    unseen="дому столом",
    example_words=("столом", "дому", "столами"),
)
