"""The texts that have companions, and the results of their entries."""

from functools import cache

from ui.pages.companions.entries import Companion, Edition, Entry
from ui.pages.companions.loader import read

TEXTS = (
    "old",
    "normalization",
    "bpe",
    "wordpiece",
    "unigram",
    "blocks",
    "quiz",
    "strategies",
    "gpt2",
    "minbpe",
)
"""The names of their files in ui/pages/companions/data, which also occur in URLs."""

_FIRST = "bpe"

EDITIONS: dict[Edition, str] = {
    "en": "English",
    "zh-CN": "简体中文",
    "vi": "Tiếng Việt",
    "ru": "Русский",
    "es": "Español",
    "fr": "Français",
    "my": "မြန်မာ",
    "ro": "Română",
    "th": "ไทย",
    "zh-TW": "繁體中文",
}
"""The editions of the course, each in its own language's name."""


@cache
def text(key: str) -> Companion:
    """Return a text by its key."""
    return read(key)


def companions_for(language: str) -> list[str]:
    """Return the keys of the texts, first those that only readers of this language can read."""
    return sorted(TEXTS, key=lambda key: not _is_in(key, language))


def default_companion(language: str) -> str:
    """Return the key of the text that a reader of a language sees first."""
    return next((key for key in TEXTS if _is_in(key, language)), _FIRST)


def _is_in(key: str, language: str) -> bool:
    return text(key).language[:2] == language[:2]


def edition_for(language: str) -> Edition:
    """Return the edition that a reader of a language sees first: zh-CN for zh_Hans.

    >>> edition_for("zh_Hans"), edition_for("vi"), edition_for("pl")
    ('zh-CN', 'vi', 'en')
    """
    return next((edition for edition in EDITIONS if edition[:2] == language[:2]), "en")


@cache
def computed_result(entry: Entry) -> str:
    """Return the computed result of an entry; empty if it cannot be computed here."""
    return entry.computed() if entry.computed else ""


def has_changed(entry: Entry) -> bool:
    """Return whether the result differs from the text."""
    return computed_result(entry) != entry.printed if entry.printed else not entry.holds
