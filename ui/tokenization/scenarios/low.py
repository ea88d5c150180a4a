"""The words of the paper by Sennrich, Haddow and Birch."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="low",
    order=2,
    name="low · lower · newest",
    blurb=N_("Four words that share beginnings and endings, each with how often it occurs."),
    descriptions={
        "bpe": N_(
            "The example from the paper that brought BPE to language. A mark, </w>, ends each word, and what is "
            "learned can write a word never seen before: encode “lowest”."
        )
    },
    source=TextSource.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
    pre_tokenizer="whitespace",
    settings={
        "bpe": {"vocab_size": 26, "end_of_word": "symbol"},
        "wordpiece": {"vocab_size": 30},
        "unigram": {"vocab_size": 16, "estimation": "plain"},
        "words": {"vocab_size": 3},
    },
    compared=16,
    unseen="lowest wider newer",
    example_words=("lowest", "newer", "wide", "slow"),
)
