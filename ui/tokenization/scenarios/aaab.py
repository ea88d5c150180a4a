"""The example that explains byte-pair encoding as data compression."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="aaab",
    order=4,
    name="aaabdaaabac",
    blurb=N_("The whole text is one word of eleven characters."),
    descriptions={
        "bpe": N_(
            "How it all began: compressing bytes. The whole text is one word, and the vocabulary starts with all 256 "
            "bytes, so the first new token has id 256."
        )
    },
    source=TextSource.from_texts("aaabdaaabac"),
    pre_tokenizer="none",
    units="bytes",
    settings={
        "bpe": {"vocab_size": 259, "all_bytes": True},
        "unigram": {"vocab_size": 8, "estimation": "plain"},
        "words": {"vocab_size": 2},
    },
    compared=8,
    unseen="abba",
    example_words=("aaab", "abba", "aaabdaaab"),
)
