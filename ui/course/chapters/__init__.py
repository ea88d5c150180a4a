"""The chapters of the course, a module each, in the order in which they are offered."""

from ui.course.chapter import Chapter
from ui.course.chapters.bytes import CHAPTER as BYTES
from ui.course.chapters.cost import CHAPTER as COST
from ui.course.chapters.counting import CHAPTER as COUNTING
from ui.course.chapters.others import CHAPTER as OTHERS
from ui.course.chapters.ranks import CHAPTER as RANKS
from ui.course.chapters.reading import CHAPTER as READING
from ui.course.chapters.stumbling import CHAPTER as STUMBLING
from ui.course.chapters.ties import CHAPTER as TIES
from ui.course.chapters.training import CHAPTER as TRAINING
from ui.course.chapters.unknown import CHAPTER as UNKNOWN
from ui.course.chapters.vocabularies import CHAPTER as VOCABULARIES
from ui.course.chapters.words import CHAPTER as WORDS

ORDER = (READING, COUNTING, TIES, UNKNOWN, BYTES, WORDS, RANKS, VOCABULARIES, OTHERS, COST, TRAINING, STUMBLING)

CHAPTERS: dict[str, Chapter] = {chapter.key: chapter for chapter in ORDER}
