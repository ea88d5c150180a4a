"""The first tokens of what a slide shows, for its small picture."""

from collections.abc import Mapping
from functools import lru_cache

from bpe_engine import EngineError
from bpe_engine.notebook import token_hue
from ui.base.query_parameters import fits_in_url
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.classroom.plans.slide_links import page_and_query
from ui.course import chapter_files
from ui.lessons.contract import Lesson
from ui.pages.course.lesson import chapter_lesson
from ui.pages.home.payload import EXAMPLE
from ui.pages.lessons.lesson_at import (
    IMMEDIATE,
    PAGES_WITH_LESSON,
    LessonAddress,
    lesson_address,
    lesson_at,
    tokenizer_at,
)
from ui.state.page_spec import PageSpec

MOST = 6

Tile = tuple[str, int | None]
"""A token's text and its hue, which an unknown token has not."""


def first_tokens(link: str, pages: Mapping[str, PageSpec]) -> tuple[Tile, ...]:
    """Return the first tokens of what a link shows; none if it shows no tokens, or they take long to make."""
    page, query = page_and_query(link)
    if page not in pages:
        return ()
    try:
        if page in ("course", "stumble"):
            return _chapter_tiles(query.get("chapter") or query.get("topic") or "")
        if page in PAGES_WITH_LESSON or "scenario" in query:
            return _address_tiles(link)
        return _text_tiles(LessonAddress(pages[page], query))
    except (EngineError, ValueError):  # of a link that somebody typed; its page says why
        return ()


@lru_cache(maxsize=256)
def _address_tiles(link: str) -> tuple[Tile, ...]:
    page, query = page_and_query(link)
    address = lesson_address(page if page in PAGES_WITH_LESSON else "train", query)
    step = address.values["step"]
    addressed = lesson_at(address, IMMEDIATE._replace(steps=step, text=False))
    return _lesson_tiles(addressed.lesson, step) if addressed else ()


@lru_cache(maxsize=256)
def _chapter_tiles(key: str) -> tuple[Tile, ...]:
    for course in (chapter_files.course(), chapter_files.topics()):
        chapter = chapter_files.chapters_by_key(course).get(key)
        if chapter is None:
            continue
        if file := chapter_lesson(chapter):
            return _lesson_tiles(file["lessons"][file["rule"]], chapter.step)
        return ((chapter.sign, None),) if chapter.sign else ()
    return ()


def _lesson_tiles(lesson: Lesson, step: int) -> tuple[Tile, ...]:
    """Return the tokens of the first word, at a step."""
    frames = lesson["frames"]
    words = frames[min(step, len(frames) - 1)]["words"]
    tokens = (lesson["tokens"][number] for number in words[0]["tokens"][:MOST]) if words else ()
    return tuple((with_space(token[1]), token[3]) for token in tokens)


def _text_tiles(address: LessonAddress) -> tuple[Tile, ...]:
    text = address.values.get("sample", "") or (EXAMPLE if address.page.name == "home" else "")
    names = (address.values.get(name) for name in ("with", "of", "first", "lens"))
    name = next(filter(None, names), None)
    if not text or name is None or not fits_in_url(text):
        return ()
    tokenizer_name = TokenizerName(name) if isinstance(name, str) else name
    tokenizer = tokenizer_at(tokenizer_name, address, IMMEDIATE)
    if tokenizer is None:
        return ()
    ids = tokenizer.encode(text, "none")[:MOST]
    return tuple((with_space(id_label(tokenizer, token_id)), token_hue(token_id)) for token_id in ids)


def with_space(label: str) -> str:
    """Return a label with a sign for the space before a word. Between the bytes of part of a character it stays."""
    return "·" + label[1:] if label.startswith(" ") else label
