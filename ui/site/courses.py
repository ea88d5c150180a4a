"""The chapters of the course, and the topics of Why models stumble."""

from collections.abc import Iterator

from ui.base.i18n import gettext as _
from ui.base.show import visible_message
from ui.components import chapters as chapters_component
from ui.components import quiz, token_rows
from ui.course.articles import ATTRIBUTION
from ui.course.chapter import Chapter, Course
from ui.course.courses import course, topics
from ui.course.tables import Table
from ui.course.typed import KINDS
from ui.pages.course import numbers
from ui.pages.course.shown import Shown, heading, show
from ui.site.contract import ChapterOfSite, CoursePage, Exercise, NumbersTable
from ui.site.links import link


def courses() -> tuple[Course, Course]:
    """Those that there are."""
    return course(), topics()


def page_of(shown: Course) -> CoursePage:
    """What stands around each of the chapters."""
    stumbles = _("A model reads tokens, not letters. Much that looks strange in what it does begins there.")
    return {
        "about": stumbles if shown.page == "stumble" else "",
        "parameter": shown.parameter,
        "progress": _(shown.progress),
        "chapters": [
            {
                "key": chapter.key,
                "title": _(chapter.title),
                "href": f"{shown.page}?{shown.parameter}={chapter.key}",
                "exercise": chapter.exercise is not None,
            }
            for chapter in shown.chapters
        ],
        "chaptersLabels": chapters_component.labels(),
        "quizLabels": quiz.labels(),
        "rowsLabels": token_rows.labels(),
        "labels": {
            "watch": _("Watch it"),
            "turn": _("Your turn"),
            "answer": _("Your answer"),
            "right": _("Right!"),
            "notYet": _("Not yet."),
            "show": _("Show the answer"),
            "along": _("To take along"),
            "next": _("Next: {title}"),
            "answerFirst": _("Ask first, then show the answer"),
        },
    }


def chapters_of(shown: Course) -> Iterator[tuple[str, ChapterOfSite]]:
    """Each chapter by its key."""
    for chapter in shown.chapters:
        yield chapter.key, _chapter(shown, chapter)


def _chapter(shown: Course, chapter: Chapter) -> ChapterOfSite:
    texts = show(chapter)
    lesson = chapter.play() if chapter.play else None
    for one in lesson["lessons"].values() if lesson else ():
        one["step"] = chapter.step
    return {
        "heading": heading(shown, chapter),
        "idea": _visible(texts.idea),
        "given": list(chapter.given),
        "question": texts.question,
        "options": [{"text": option.text, "why": visible_message(option.why)} for option in texts.options],
        "right": texts.right,
        "explanation": _visible(texts.explanation),
        "rows": list(texts.rows),
        "watch": visible_message(texts.watch),
        "lesson": lesson,
        "table": _table(chapter),
        "exercise": _exercise(chapter, texts),
        "remember": _visible(texts.remember),
        "ways": [link(_(way.text), way.page, way.query) for way in chapter.ways],
    }


def _visible(texts: tuple[str, ...]) -> list[str]:
    return [visible_message(text) for text in texts]


def _exercise(chapter: Chapter, shown: Shown) -> Exercise | None:
    if not chapter.exercise:
        return None
    return {
        "text": visible_message(shown.exercise),
        "kind": next(name for name, kind in KINDS.items() if kind is chapter.exercise.kind),
        "answer": shown.answer,
        "hint": visible_message(shown.hint),
        "solution": visible_message(shown.solution),
    }


def _table(chapter: Chapter) -> NumbersTable | None:
    """The numbers of a chapter; those of its chart, which only the app draws."""
    if chapter.chart:
        return _numbers(numbers.table(), _(ATTRIBUTION))
    return _numbers(chapter.table(chapter.sample)) if chapter.table else None


def _numbers(table: Table, note: str = "") -> NumbersTable:
    return {
        "caption": table.caption,
        "heads": list(table.heads),
        "rows": [list(row) for row in table.rows],
        "note": note or table.note,
    }
