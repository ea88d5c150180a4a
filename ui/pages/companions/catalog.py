"""The texts that there are companions to, and what comes out of their entries."""

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
"""The names of their files in ui/pages/companions/data, which are in addresses."""

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
"""The editions of the course, each in its language's own name."""


@cache
def text(key: str) -> Companion:
    """A text by its key."""
    return read(key)


def companions_for(language: str) -> list[str]:
    """The texts by their keys, first those that a reader of that language alone can read."""
    return sorted(TEXTS, key=lambda key: not _is_in(key, language))


def default_companion(language: str) -> str:
    """The text that such a reader is shown first."""
    return next((key for key in TEXTS if _is_in(key, language)), _FIRST)


def _is_in(key: str, language: str) -> bool:
    return text(key).language[:2] == language[:2]


def edition_for(language: str) -> Edition:
    """The edition that a reader of a language is shown first: zh-CN for zh_Hans.

    >>> edition_for("zh_Hans"), edition_for("vi"), edition_for("pl")
    ('zh-CN', 'vi', 'en')
    """
    return next((edition for edition in EDITIONS if edition[:2] == language[:2]), "en")


@cache
def computed_result(entry: Entry) -> str:
    """What comes out of an entry; empty where nothing here can show it."""
    return entry.computed() if entry.computed else ""


def has_changed(entry: Entry) -> bool:
    """Whether something else comes out than the text has."""
    return computed_result(entry) != entry.printed if entry.printed else not entry.holds
