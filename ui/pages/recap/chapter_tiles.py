"""A small row of tokens for each chapter.

They are its sign's, if its lesson ends with these; if not, the first of the rows that it compares, or what its lesson
leads to.

Computing all of them loads ten tokenizers, so those of the course are in chapter_tiles.json next to this file, which
`python -m tools.build_chapter_tiles` builds.
"""

import json
from functools import cache
from pathlib import Path

from bpe_engine.tokenizer import Tokenizer
from ui.course.chapter import Chapter
from ui.lessons.contract import Lesson
from ui.pages.course.lesson import chapter_lesson
from ui.pages.plans.miniature import Tile, with_space

FILE = Path(__file__).with_suffix(".json")
MOST = 8
_LONGEST = 20  # characters of a token


def chapter_tiles(chapter: Chapter) -> list[Tile]:
    """Return a chapter's row; that of a teacher's chapter is computed. Raises AuthorError."""
    return _stored()[chapter.key] if chapter.key in _stored() else compute_tiles(chapter)


@cache
def _stored() -> dict[str, list[Tile]]:
    return {key: [(text, hue) for text, hue in row] for key, row in json.loads(FILE.read_text("utf-8")).items()}


def compute_tiles(chapter: Chapter) -> list[Tile]:
    """Return the first tokens that a chapter shows; none if it shows none. Raises AuthorError."""
    file = chapter_lesson(chapter)
    lesson = file["lessons"][file["rule"]] if file else None
    if chapter.rows and not (lesson and _spells(lesson, chapter.sign)):
        return [(text, hue) for text, _id, hue, _ends_line in chapter.rows()[0]["tokens"][:MOST]]
    return _of_lesson(lesson) if lesson else []


def _spells(lesson: Lesson, text: str) -> bool:
    """Return whether a lesson ends with the tokens of this text."""
    words = lesson["frames"][-1]["words"]
    return bool(text) and "".join(lesson["tokens"][number][1] for word in words for number in word["tokens"]) == text


def _of_lesson(lesson: Lesson) -> list[Tile]:
    """Return the tokens of the last step at which none of them is too long; of equal rows, those of the first."""
    tiles: list[Tile] = []
    for frame in reversed(lesson["frames"]):
        words = [[lesson["tokens"][number] for number in word["tokens"]] for word in frame["words"]]
        first = frame["words"][0]
        if "offered" in first:  # ids are decoded: bytes and text say the same again, and ids have a row above columns
            words = words[1:2] if "columns" in first else words[:1]
        rows = dict.fromkeys(
            tuple((Tokenizer.unk_token if token[3] is None else with_space(token[1]), token[3]) for token in word)
            for word in words
        )
        tiles = [tile for row in rows for tile in row][:MOST]
        if all(len(text) <= _LONGEST for text, _hue in tiles):
            break
    return tiles
