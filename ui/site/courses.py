"""The chapters of the course, and the topics of Why models stumble."""

from collections.abc import Iterator

from ui.base.i18n import gettext as _
from ui.base.show import visible_message
from ui.components import chapters as chapters_component
from ui.components import quiz, token_rows
from ui.course.articles import ATTRIBUTION
from ui.course.chapter import Chapter, Course
from ui.course.courses import course, topics
from ui.course.drawn import DRAWS
from ui.course.tables import Table
from ui.pages.course import numbers
from ui.pages.course.shown import ShownExercise, heading, show, show_exercise
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
                "exercises": len(chapter.exercises),
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
            "answerTo": _("Your answer to {number}"),
            "more": _("More like these"),
            "earlier": _("From an earlier chapter: {title}"),
            "memory": _("Your answer from memory"),
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
        "exercises": [
            [_exercise(show_exercise(each, seed)) for seed in range(DRAWS if each.varies else 1)]
            for each in chapter.exercises
        ],
        "remember": _visible(texts.remember),
        "ways": [link(_(way.text), way.page, way.query) for way in chapter.ways],
    }


def _visible(texts: tuple[str, ...]) -> list[str]:
    return [visible_message(text) for text in texts]


def _exercise(exercise: ShownExercise) -> Exercise:
    return {
        "text": visible_message(exercise.text),
        "kind": exercise.kind_name,
        "answer": exercise.answer,
        "hint": visible_message(exercise.hint),
        "solution": visible_message(exercise.solution),
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
