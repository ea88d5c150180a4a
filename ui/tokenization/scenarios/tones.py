"""Vietnamese syllables, with each letter and its tone as one character."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

COUNTS = {"hoa": 4, "hoá": 6, "hoà": 9, "toà": 5, "toả": 3}
UNSEEN = "toa hoạ"
WORDS = ("hoả", "toa", "hoạ")

SCENARIO = Scenario(
    key="tones",
    order=5,
    name="hoa · hoà · hoá",
    blurb=N_(
        "Vietnamese, each letter with its tone as one character (NFC): a and à have as little in common as a and b, so "
        "a syllable is learned afresh with each tone."
    ),
    source=TextSource.from_counts(COUNTS),
    pre_tokenizer="whitespace",
    language="vi",
    settings={"unigram": {"vocab_size": 9, "estimation": "plain"}, "words": {"vocab_size": 3}},
    compared=10,
    unseen=UNSEEN,
    example_words=WORDS,
)
