"""Article 1 of the Universal Declaration of Human Rights in four languages."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.article import article_scenario

SCENARIO = article_scenario(
    *("en", "vi", "ru", "zh-Hans"),
    key="article4",
    order=9,
    name=N_("Article 1, four languages"),
    blurb=N_(
        "The same two sentences in English, Vietnamese, Russian and Chinese. See whose words become tokens first."
    ),
    size=140,
    sizes={"wordpiece": 160, "unigram": 160, "words": 8, "characters": 20},
    compared=200,
)
