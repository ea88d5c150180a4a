"""The words of the Hugging Face course: small enough to count by hand."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import EMOJI, Scenario
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="hug",
    order=1,
    name="hug · pug · pun",
    blurb=N_(
        "The corpus (the text to train on) is five words, each with how often it occurs. Small enough to count by "
        "hand: start here."
    ),
    source=TextSource.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
    pre_tokenizer="whitespace",
    settings={"unigram": {"vocab_size": 10, "estimation": "plain"}, "words": {"vocab_size": 4}},
    compared=12,
    unseen="unhug bugs mug",
    example_words=("unhug", "bug", "mug", "thug", EMOJI),
)
