"""The texts that there are companions to, and what comes out of their entries."""

from functools import lru_cache

from ui.companions.course import EDITIONS
from ui.companions.course_bpe import COURSE_BPE
from ui.companions.course_normalization import COURSE_NORMALIZATION
from ui.companions.course_others import COURSE_BLOCKS, COURSE_OLD, COURSE_QUIZ
from ui.companions.course_unigram import COURSE_UNIGRAM
from ui.companions.course_wordpiece import COURSE_WORDPIECE
from ui.companions.entries import Companion, Edition, Entry
from ui.companions.gpt2_encoder import GPT2_ENCODER
from ui.companions.minbpe_lecture import MINBPE_LECTURE
from ui.companions.strategies import STRATEGIES

TEXTS: dict[str, Companion] = {
    companion.key: companion
    for companion in (
        COURSE_OLD,
        COURSE_NORMALIZATION,
        COURSE_BPE,
        COURSE_WORDPIECE,
        COURSE_UNIGRAM,
        COURSE_BLOCKS,
        COURSE_QUIZ,
        STRATEGIES,
        GPT2_ENCODER,
        MINBPE_LECTURE,
    )
}
FIRST = COURSE_BPE.key

_ENTRIES = sum(len(part.entries) for companion in TEXTS.values() for part in companion.parts)


def edition_for(language: str) -> Edition:
    """The edition that a reader of a language is shown first: zh-CN for zh_Hans.

    >>> edition_for("zh_Hans"), edition_for("vi"), edition_for("pl")
    ('zh-CN', 'vi', 'en')
    """
    return next((edition for edition in EDITIONS if edition[:2] == language[:2]), "en")


@lru_cache(maxsize=_ENTRIES)
def result(entry: Entry) -> str:
    """What comes out of an entry; empty where nothing here can show it."""
    return entry.computed() if entry.computed else ""


def differs(entry: Entry) -> bool:
    """Whether something else comes out than the text has."""
    if entry.printed:
        return result(entry) != entry.printed
    return bool(entry.claim and entry.right)
