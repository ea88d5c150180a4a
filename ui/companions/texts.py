"""The texts that there are companions to, and what comes out of their entries."""

from functools import lru_cache

from ui.companions.course_bpe import COURSE_BPE
from ui.companions.course_unigram import COURSE_UNIGRAM
from ui.companions.course_wordpiece import COURSE_WORDPIECE
from ui.companions.entries import Companion, Edition, Entry
from ui.companions.gpt2_encoder import GPT2_ENCODER
from ui.companions.minbpe_lecture import MINBPE_LECTURE
from ui.companions.strategies import STRATEGIES

TEXTS: dict[str, Companion] = {
    companion.key: companion
    for companion in (COURSE_BPE, COURSE_WORDPIECE, COURSE_UNIGRAM, STRATEGIES, GPT2_ENCODER, MINBPE_LECTURE)
}
FIRST = COURSE_BPE.key

EDITIONS: dict[Edition, str] = {"en": "English", "vi": "Tiếng Việt", "ru": "Русский", "zh-CN": "简体中文"}
"""The editions of the course, each in its language's own name."""

_ENTRIES = sum(len(part.entries) for companion in TEXTS.values() for part in companion.parts)


def edition_for(language: str) -> Edition:
    """The edition that a reader of a language is shown first: zh-CN for zh_Hans.

    >>> edition_for("zh_Hans"), edition_for("vi"), edition_for("pl")
    ('zh-CN', 'vi', 'en')
    """
    return next((edition for edition in EDITIONS if edition[:2] == language[:2]), "en")


@lru_cache(maxsize=_ENTRIES)
def result(entry: Entry) -> str:
    """What comes out of an entry."""
    return entry.computed()


def differs(entry: Entry) -> bool:
    """Whether something else comes out than the text has."""
    if entry.printed:
        return result(entry) != entry.printed
    return bool(entry.claim and entry.right)
