"""Article 1 of the Universal Declaration of Human Rights in many languages, and its cost in tokens."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from bpe_engine import load_pretrained
from ui.base.i18n import SOURCE_LANGUAGE, current_language, language_name, localized_number
from ui.base.i18n import gettext as _
from ui.tokenization.scenarios.article import ATTRIBUTION, articles

__all__ = ["ATTRIBUTION", "articles"]

TOKENIZERS = ("gpt2", "cl100k_base", "o200k_base")
ENGLISH = "eng"


@dataclass(frozen=True)
class LanguageCost:
    """The cost of the article in a language: its tokens per tokenizer, absolute and relative to English."""

    code: str
    language: str
    characters: int
    bytes: int
    tokens: Mapping[str, int]
    relative: Mapping[str, float]

    @property
    def bytes_each(self) -> float:
        """Average number of bytes per character."""
        return self.bytes / self.characters


def language_costs() -> dict[str, LanguageCost]:
    """Return the article's cost by language code, most GPT-2 tokens first, with names in the reader's language."""
    return {code: replace(cost, language=_language_name(articles()[code])) for code, cost in _costs().items()}


def language_names() -> dict[str, str]:
    """Return the names of the article's languages in the reader's language, by their English ones."""
    return {entry["name"]: _language_name(entry) for entry in articles().values()}


def short_names(costs: Iterable[LanguageCost]) -> dict[str, str]:
    """Return the names of languages as titles: “Chinese” of “Chinese, Mandarin (Simplified)”."""
    short = {cost.code: cost.language.split(",")[0].split(" (")[0] for cost in costs}
    return _distinct_names({code: name[:1].upper() + name[1:] for code, name in short.items()})


def _distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by language code, with the language's tag wherever two are the same: 中文 (zh-Hant)."""
    counts = Counter(names.values())
    with_tag = _("{language} ({tag})")
    return {
        code: with_tag.format(language=name, tag=articles()[code]["bcp47"]) if counts[name] > 1 else name
        for code, name in names.items()
    }


def token_counts(text: str) -> list[str]:
    """Return the number of tokens of a text in each tokenizer, formatted."""
    return list(map(localized_number, _tokens(text).values()))


def _tokens(text: str) -> dict[str, int]:
    return {name: len(load_pretrained(name).encode(text)) for name in TOKENIZERS}


def _language_name(entry: Mapping[str, str]) -> str:
    """Return the name of a language in the reader's language, or in English if there is none."""
    if current_language() == SOURCE_LANGUAGE:
        return entry["name"]
    return language_name(entry["bcp47"]) or entry["name"]


@lru_cache(maxsize=1)
def _costs() -> dict[str, LanguageCost]:
    tokens = {code: _tokens(entry["text"]) for code, entry in articles().items()}
    found = {}
    for code, entry in articles().items():
        relative = {name: count / tokens[ENGLISH][name] for name, count in tokens[code].items()}
        text = entry["text"]
        found[code] = LanguageCost(code, entry["name"], len(text), len(text.encode()), tokens[code], relative)
    return dict(sorted(found.items(), key=lambda one: (-one[1].relative["gpt2"], one[1].language)))
