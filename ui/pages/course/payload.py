"""Build the payloads of a course and its chapters, for the page in the app and on the static site."""

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from ui.base.i18n import gettext as _
from ui.base.i18n import list_separator, localized_decimal, ngettext
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import visible_message
from ui.components import read_styles
from ui.course.answer_kinds import ANSWER_KINDS
from ui.course.chapter import Chapter, Course, CoursePart
from ui.course.contract import (
    ChapterListItem,
    ChapterPayload,
    CostChart,
    CourseEnd,
    CourseLabels,
    CoursePartItem,
    CoursePayload,
    ExercisePayload,
    NumbersTable,
)
from ui.course.random_values import SEED_COUNT
from ui.course.values.article_costs import ATTRIBUTION, TOKENIZERS, language_costs
from ui.course.values.tables import Table
from ui.pages.course import cost_table
from ui.pages.course.lesson import chapter_lesson
from ui.pages.course.view import TERM, RenderedExercise, heading, localized_questions, render_chapter, show_exercise


def course_styles() -> str:
    """Return the style sheets of the page, without those of pictures."""
    return read_styles("components/tokens.css", "course/course.css", "course/browser/course_page.css")


def picture_styles() -> str:
    """Return the style sheets of pictures, which only some chapters need."""
    return read_styles("components/picture/picture.css", "components/picture/shapes.css")


def course_payload(course: Course) -> CoursePayload:
    """Return a course's list of chapters and the texts around them."""
    stumbles = _("A model reads tokens, not letters. Many of the strange things it does start there.")
    parts = [part.key for part in _shown_parts(course)]
    return {
        "about": stumbles if course.page == "stumble" else "",
        "page": course.page,
        "parameter": course.parameter,
        "progress": _(course.progress),
        "chapters": [_list_item(course, chapter, parts) for chapter in course.chapters],
        "essential": [chapter.key for chapter in course.essential],
        "walked": _path_progress(course),
        "parts": _parts(course),
        "end": _end() if course.page == "course" else None,
        "labels": _labels(course),
    }


def _list_item(course: Course, chapter: Chapter, parts: Sequence[str]) -> ChapterListItem:
    item: ChapterListItem = {
        "key": chapter.key,
        "title": _(chapter.title),
        "exercises": len(chapter.exercises),
        "part": parts.index(chapter.part) if chapter.part in parts else 0,
    }
    if not course.parts:
        item["sign"] = visible_message(chapter.sign)
    return item


def _shown_parts(course: Course) -> list[CoursePart]:
    """Return the parts that have chapters or pages."""
    return [part for part in course.parts if part.pages or course.chapters_in(part)]


def _parts(course: Course) -> list[CoursePartItem]:
    return [
        {
            "title": _(part.title),
            "purpose": _(part.purpose) if part.purpose else "",
            "pages": [{"text": _(page.title), "href": page.page, "after": page.after} for page in part.pages],
        }
        for part in _shown_parts(course)
    ]


def _path_progress(course: Course) -> str:
    """Return a template for the progress on the essential path; empty if the course has none."""
    if not course.essential:
        return ""
    minutes = sum(chapter.minutes for chapter in course.essential)
    return _("Essential path: {done} of {all} · {minutes} min").format(
        done="{done}", all=len(course.essential), minutes=minutes
    )


def _label(course: Course, chapter: Chapter) -> str:
    """Return the number and the duration of a chapter; an empty text for a topic."""
    if not course.parts:
        return ""
    label = ngettext("Chapter {number} · {minutes} minute", "Chapter {number} · {minutes} minutes", chapter.minutes)
    return label.format(number=course.chapters.index(chapter) + 1, minutes=chapter.minutes)


def _end() -> CourseEnd:
    return {
        "title": _("That was the last chapter"),
        "text": _(
            "You’ve reached the end of the course. See what you can do now, print a certificate, and find out where to "
            "go on. In the project, you train, measure and defend your own tokenizer."
        ),
        "links": [
            {"text": _("Your certificate, and the course on one page"), "href": "recap"},
            {"text": _("Your project: a tokenizer for your language"), "href": "project"},
        ],
    }


def _done_means(course: Course) -> str:
    """Explain when a chapter counts as done."""
    if any(chapter.exercises for chapter in course.chapters):
        return _("✓ A chapter is done when you’ve answered all its exercises correctly.")
    return _("✓ A topic is done when you’ve answered its question.")


def _labels(course: Course) -> CourseLabels:
    return {
        "options": _("Answers to choose from"),
        "right": _("Right!"),
        "wrong": _("Not this one."),
        "rightAnswer": _("right answer"),
        "yours": _("your choice"),
        "comma": list_separator(),
        "token": _("id {id}"),
        "done": _("done"),
        "again": _("Start again"),
        "forget": _("Clear all answers on this page"),
        "chapters": _("Chapters"),
        "back": _("Back: {title}"),
        "answerFirst": _("Ask first, then show the answer"),
        "problem": _("Part of this page didn’t load. Reload the page when you’re online."),
        "watch": _("Watch it"),
        "turn": _("Your turn"),
        "answer": _("Your answer"),
        "answerTo": _("Your answer to {number}"),
        "notYet": _("Not yet."),
        "more": _("More like these"),
        "earlier": _("From an earlier chapter: {title}"),
        "memory": _("Your answer from memory"),
        "show": _("Show the answer"),
        "along": _("Key points"),
        "further": _("See also"),
        "next": _("Next: {title}"),
        "ownText": _("Your text"),
        "noText": _("No text yet. Type or paste one above."),
        "sameNumbers": _("The numbers as a table"),
        "of": _("{place} of {all}"),
        "missed": _("comes back for practice"),
        "doneMeans": _done_means(course),
        "missedMeans": _("↺ A question from there comes back before a later chapter."),
        "stopped": _("you stopped here"),
        "live": _("Live lesson"),
        "waits": _("Answer the question to start."),
        "clicks": _("Click your answer here, or choose it in the text."),
        "essential": _("on the essential path"),
        "staysEssential": _("Next on the essential path: {title}"),
        "aside": _("Good to know"),
        "mixed": _("Quiz on chapters {first} to {last}"),
        "aboutMixed": _("Exercises from these chapters with new values, and the ones you missed before."),
        "result": _("{right} of {all} right on the first try"),
        "readAgain": _("Read again:"),
        "picture": _("Picture"),
        "text": _("Text"),
        "present": _("Present"),
        "presentKey": _("Show this chapter full screen, one part at a time (key: f; Esc to leave)"),
        "leave": _("Exit"),
        "before": _("Back"),
        "after": _("Next"),
    }


def chapter_payload(course: Course, chapter: Chapter, *, classes: bool = False) -> ChapterPayload:
    """Return a full chapter; for classes, with its question in all languages. Raises AuthorError."""
    texts = render_chapter(chapter).with_terms()
    return {
        "heading": heading(course, chapter),
        "title": texts.title,
        "label": _label(course, chapter),
        "idea": _visible(texts.idea),
        "given": list(chapter.question_texts),
        "text": chapter.text,
        "question": visible_message(texts.question),
        "options": [
            {"text": visible_message(option.text), "why": visible_message(option.why)} for option in texts.options
        ],
        "right": texts.right,
        "told": localized_questions(chapter) if classes else {},
        "explanation": _visible(texts.explanation),
        "aside": _visible(texts.aside),
        "rows": list(texts.rows),
        "pictures": [picture(chapter.sample) for picture in chapter.pictures],
        "watch": visible_message(texts.watch),
        "lesson": chapter_lesson(chapter),
        "answerStep": chapter.answer_step,
        "sign": visible_message(chapter.sign),
        "table": _table(chapter),
        "sample": chapter.sample,
        "overview": table_payload(chapter.overview()) if chapter.overview else None,
        "chart": _chart() if chapter.chart else None,
        "exercises": [
            [_exercise(show_exercise(exercise, seed)) for seed in range(SEED_COUNT if exercise.varies else 1)]
            for exercise in chapter.exercises
        ],
        "remember": _visible(texts.remember),
        "ways": [
            {"text": _(link.text), "href": f"{link.page}?{urlencode(link.query)}" if link.query else link.page}
            for link in chapter.links
        ],
    }


def _visible(texts: tuple[str, ...]) -> list[str]:
    """Return texts with invisible characters made visible, before and after the first line break, where code starts."""
    return ["\n".join(map(_visible_except_terms, text.split("\n", 1))) for text in texts]


def _visible_except_terms(text: str) -> str:
    parts = re.split(f"([{''.join(TERM)}])", text)
    return "".join(part if part in TERM else visible_message(part) for part in parts)


def _exercise(exercise: RenderedExercise) -> ExercisePayload:
    return {
        "text": visible_message(exercise.text),
        "kind": exercise.kind,
        "answer": exercise.answer,
        "hint": visible_message(exercise.hint),
        "solution": visible_message(exercise.solution),
        "wanted": _(ANSWER_KINDS[exercise.kind]),
    }


def _table(chapter: Chapter) -> NumbersTable | None:
    """Return a chapter's table: that of its chart if it has one; None if it has neither."""
    if chapter.chart:
        return table_payload(cost_table.table(), _(ATTRIBUTION))
    return table_payload(chapter.table(chapter.sample)) if chapter.table else None


def table_payload(table: Table, note: str = "") -> NumbersTable:
    """Return a table as the browser draws it."""
    return {
        "caption": table.caption,
        "heads": list(table.heads),
        "rows": [[cell if isinstance(cell, str) else list(cell) for cell in row] for row in table.rows],
        "note": visible_message(note or table.note),
        "isLastNew": table.is_last_new,
    }


def _chart() -> CostChart:
    """Return the chart of languages and their tokens relative to English."""
    about = _("For each language three marks, one per tokenizer: how many times as many tokens it takes as English.")
    return {
        "about": about,
        "title": _("Tokens relative to English"),
        "tokenizers": [TokenizerName(name).title for name in TOKENIZERS],
        "rows": [
            (cost.language, [(cost.relative[name], localized_decimal(cost.relative[name], 2)) for name in TOKENIZERS])
            for cost in language_costs().values()
        ],
    }
