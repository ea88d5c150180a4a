"""The same Vietnamese syllables, with tones as separate characters."""

from unicodedata import normalize

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.scenarios.tones import COUNTS, UNSEEN, WORDS
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="marks",
    order=6,
    name="hoa · hoà · hoá (NFD)",
    blurb=N_(
        "The same Vietnamese words with tones as separate characters (NFD): they look the same, but now the syllables "
        "are learned first, and the tones are added to them."
    ),
    source=TextSource.from_counts({normalize("NFD", word): count for word, count in COUNTS.items()}),
    pre_tokenizer="whitespace",
    language="vi",
    settings={"unigram": {"vocab_size": 11, "estimation": "plain"}, "words": {"vocab_size": 3}},
    compared=10,
    unseen=normalize("NFD", UNSEEN),
    example_words=tuple(normalize("NFD", word) for word in WORDS),
)
