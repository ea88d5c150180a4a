"""Article 1 of the Universal Declaration of Human Rights in every available language."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.article import article_scenario

SCENARIO = article_scenario(
    key="article37",
    order=10,
    name=N_("Article 1, 37 languages"),
    blurb=N_(
        "The same two sentences in 37 languages. See who is worst off and, with parity-aware BPE, who pays for whom."
    ),
    size=200,
    sizes={"wordpiece": 1000, "unigram": 2000, "words": 20, "characters": 40},
    compared=3000,
    ready=False,  # up to half a megabyte each, too heavy for the site
)
