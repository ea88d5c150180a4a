"""Article 1 of the Universal Declaration of Human Rights in four languages."""

from ui.base.i18n import N_
from ui.scenarios.article import ATTRIBUTION, texts
from ui.scenarios.scenario import Scenario
from ui.tasks.settings import Source

SCENARIO = Scenario(
    key="article4",
    place=9,
    name=N_("Article 1, four languages"),
    blurb=N_(
        "The same two sentences in English, Vietnamese, Russian and Chinese. See whose words become tokens first."
    ),
    credit=ATTRIBUTION,
    source=Source.of_languages(texts("en", "vi", "ru", "zh-Hans")),
    pre_tokenizer="gpt4o",
    size=140,
    settings={
        **{way: {"units": "bytes"} for way in ("bpe", "superbpe", "picky", "parity")},
        "wordpiece": {"vocab_size": 160, "pre_tokenizer": "bert"},
        "unigram": {"vocab_size": 160, "pre_tokenizer": "bert"},
        "words": {"vocab_size": 8, "pre_tokenizer": "bert"},
        "characters": {"vocab_size": 20, "pre_tokenizer": "bert"},
    },
    compared=200,
    unseen="All children are born equal. Mọi trẻ em sinh ra đều bình đẳng.",
    words=("born equal", "bình đẳng", "свободными"),
)
