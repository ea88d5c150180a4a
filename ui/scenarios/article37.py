"""Article 1 of the Universal Declaration of Human Rights in every language that it is here in."""

from ui.base.i18n import N_
from ui.scenarios.article import ATTRIBUTION, texts
from ui.scenarios.scenario import Scenario
from ui.tasks.settings import Source

SCENARIO = Scenario(
    key="article37",
    place=10,
    name=N_("Article 1, 37 languages"),
    blurb=N_(
        "The same two sentences in 37 languages. See who is worst off, and by parity-aware BPE who pays for whom."
    ),
    credit=ATTRIBUTION,
    source=Source.of_languages(texts()),
    pre_tokenizer="gpt4o",
    size=200,
    settings={
        **{way: {"units": "bytes"} for way in ("bpe", "superbpe", "picky", "parity")},
        "wordpiece": {"vocab_size": 1000, "pre_tokenizer": "bert"},
        "unigram": {"vocab_size": 2000, "pre_tokenizer": "bert"},
        "words": {"vocab_size": 20, "pre_tokenizer": "bert"},
        "characters": {"vocab_size": 40, "pre_tokenizer": "bert"},
    },
    compared=3000,
    unseen="All children are born equal. Mọi trẻ em sinh ra đều bình đẳng.",
    words=("born equal", "bình đẳng", "свободными"),
    ready=False,  # up to half a megabyte each: a page of the site is lighter
)
