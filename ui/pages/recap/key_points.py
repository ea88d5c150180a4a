"""The key points of each chapter, in the reader's language."""

from ui.base.i18n import gettext as _
from ui.base.visible_text import visible_message
from ui.components.contract import ChapterKeyPoints
from ui.course.chapter import Course
from ui.course.toml_schema import AuthorError
from ui.pages.course.view import render_chapter
from ui.pages.recap.chapter_tiles import chapter_tiles


def chapter_key_points(course: Course) -> list[ChapterKeyPoints]:
    """Return the chapters with key points. A chapter whose numbers cannot be computed reports that itself, not here."""
    key_points: list[ChapterKeyPoints] = []
    keys = [part.key for part in course.parts]
    for chapter in course.chapters:
        try:
            # Few of these sentences contain computed numbers, and computing them takes a second.
            has_values = any("{" in text for text in chapter.key_points)
            texts = render_chapter(chapter).remember if has_values else [_(text) for text in chapter.key_points]
            tiles = chapter_tiles(chapter)
        except AuthorError:
            continue
        if texts:
            key_points.append(
                {
                    "key": chapter.key,
                    "part": keys.index(chapter.part),
                    "title": _(chapter.title),
                    "href": f"{course.page}?{course.parameter}={chapter.key}",
                    "tiles": tiles,
                    "texts": [visible_message(text) for text in texts],
                    "exercises": [*chapter.parts_of_exercises()],
                }
            )
    return key_points
