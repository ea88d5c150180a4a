"""Write a chapter as a self-contained HTML page: its text, its player, and answers to unfold."""

import re
from collections.abc import Sequence
from html import escape
from typing import Literal

from ui.base.i18n import gettext as _
from ui.base.i18n import use_language
from ui.base.visible_text import visible_message
from ui.components import read_styles
from ui.components.contract import Picture, TokenRow
from ui.course.chapter import Chapter, Course
from ui.pages.course.lesson import chapter_lesson
from ui.pages.course.shapes_svg import shapes_svg
from ui.pages.course.view import TERM, RenderedChapter, RenderedExercise, heading, render_chapter, table_html
from ui.player.html_page import PageSurroundings, lesson_page
from ui.player.scorm_package import lesson_package

ChapterForm = Literal["lesson", "scorm"]

_QUOTED = re.compile("([“«][^\\s“”«»]{1,34}[”»])")
"""A token or a sample in quotation marks. The same as in ui/components/prose.js."""


def chapter_page(course: Course, chapter: Chapter, language: str, form: ChapterForm = "lesson") -> bytes:
    """Return a chapter with a player as a file in the given language and form.

    In a package, the reader answers its question and exercises. Raises AuthorError if the chapter's file has an error,
    and EngineError if the package is too large.
    """
    use_language(language)
    in_package = form == "scorm"
    before, after = html_around_player(chapter, "" if in_package else None)
    title = heading(course, chapter)
    sheet = read_styles("course/course.css", "course/chapter_file.css", "components/picture/shapes.css")
    file = chapter_lesson(chapter)
    assert file, "a chapter of the course has a player"
    around = PageSurroundings(before, after, sheet)
    if in_package:
        return lesson_package(file, title, language, around=around)
    return lesson_page(file, title, language, around=around)


def html_around_player(chapter: Chapter, prefix: str | None) -> tuple[str, str]:
    """Return the HTML before and after a chapter's player.

    With a `prefix`, as in a package, the reader answers the question and the exercises, whose names start with it.
    With None, they have only answers to unfold.
    """
    chapter_view = render_chapter(chapter).with_terms()
    question = None if prefix is None else f"{prefix}question"
    before = "".join(
        (
            paragraphs(*chapter_view.idea),
            _heading(_("Question")),
            question_texts(chapter),
            paragraphs(chapter_view.question),
            _options(chapter_view, question),
            details(_("Answer"), answer(chapter_view), question),
            _heading(_("Watch it")) + paragraphs(chapter_view.watch) if chapter.lesson else "",
        )
    )
    after = "".join(
        (
            _heading(_("Text")) + _course_text(chapter.text) if chapter.text else "",
            *(picture_html(picture(chapter.sample)) for picture in chapter.pictures),
            rows_html(chapter_view.rows),
            table_html(chapter.table(chapter.sample)) if chapter.table else "",
            table_html(chapter.overview()) if chapter.overview else "",
            _heading(_("Your turn")) if chapter_view.exercises else "",
            *(
                _exercise(exercise, None if prefix is None else f"{prefix}exercise{place or ''}")
                for place, exercise in enumerate(chapter_view.exercises)
            ),
            _key_points(chapter_view.remember),
        )
    )
    return before, after


def question_texts(chapter: Chapter) -> str:
    """Return the texts that a chapter's question is about, as HTML."""
    return "".join(map(_course_text, chapter.question_texts))


def _course_text(text: str) -> str:
    return f'<p class="course-text"><code translate="no">{shown_text(text)}</code></p>'


def _key_points(texts: Sequence[str]) -> str:
    if not texts:
        return ""
    return _heading(_("Key points")) + "<ul>" + "".join(f"<li>{shown_text(text)}</li>" for text in texts) + "</ul>"


def _options(chapter: RenderedChapter, name: str | None) -> str:
    """Return the options of the question: as buttons if it has a name, else as a list."""
    texts = [option.text for option in chapter.options]
    if name is None:
        return "<ul>" + "".join(f"<li>{shown_text(text)}</li>" for text in texts) + "</ul>"
    return buttons(name, texts, chapter.right)


def buttons(name: str, texts: Sequence[str], right: int | None) -> str:
    """Return the options of a package's question as buttons; `right` is the index of the right one, if there is one."""
    pressed = (
        f'<button data-question="{name}"{" data-right" * (place == right)}>{shown_text(text)}</button> '
        for place, text in enumerate(texts)
    )
    return f"<p>{''.join(pressed)}</p>{verdict(name) if right is not None else ''}"


def _exercise(exercise: RenderedExercise, name: str | None) -> str:
    """Return an exercise with its hint and answer to unfold; if it has a name, with a field for the answer."""
    typed = _answer_field(exercise, name) if name else ""
    hint = details(_("Hint"), paragraphs(exercise.hint))
    return f"{paragraphs(exercise.text)}{typed}{hint}{details(_('Answer'), paragraphs(exercise.solution), name)}"


def _answer_field(exercise: RenderedExercise, name: str) -> str:
    """Return the input field and Check button of an exercise."""
    label, check = escape(_("Your answer")), escape(_("Check"))
    return (
        f'<p data-question="{name}" data-kind="{exercise.kind}" data-answer="{escape(exercise.answer)}">'
        f"<label>{label} <input></label> <button data-check>{check}</button></p>{verdict(name)}"
    )


def verdict(question: str) -> str:
    """Return the status line that shows whether an answer was right."""
    right, wrong = escape(_("Right!")), escape(_("Not this one."))
    return f'<p role="status" data-verdict="{question}" data-right="{right}" data-wrong="{wrong}"></p>'


def answer(chapter: RenderedChapter) -> str:
    """Return the right option, the explanation, and why the other options are wrong."""
    right = f"<p><strong>{shown_text(chapter.options[chapter.right].text)}</strong></p>"
    wrong = "".join(
        f"<li>{shown_text(option.text)}<br>{shown_text(option.why)}</li>" for option in chapter.options if option.why
    )
    return f"{right}{paragraphs(*chapter.explanation, *chapter.aside)}<ul>{wrong}</ul>"


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def shown_text(text: str) -> str:
    """Return a text as HTML: invisible characters made visible, tokens and samples in boxes, new terms in bold."""
    return "".join(
        f"<dfn>{_prose(part)}</dfn>" if place % 2 else _prose(part)
        for place, part in enumerate(re.split(f"[{''.join(TERM)}]", text))
    )


def _prose(text: str) -> str:
    return "".join(
        _quoted(escape(part[1:-1]), part[0], part[-1]) if place % 2 else escape(part)
        for place, part in enumerate(_QUOTED.split(visible_message(text)))
    )


def _quoted(text: str, *marks: str) -> str:
    opening, closing = (f'<span class="quote">{mark}</span>' for mark in marks)
    return f'<bdi class="quoted" translate="no">{opening}{text}{closing}</bdi>'


def paragraphs(*texts: str) -> str:
    """Return a chapter's texts as HTML paragraphs. After the first line break of each, a numbered list or code."""
    return "".join(
        f'<p class="course-text">{shown_text(first_line)}</p>{_after_line_break(rest)}'
        for first_line, _end, rest in (text.partition("\n") for text in texts)
    )


def _after_line_break(text: str) -> str:
    if text.startswith("1. "):
        steps = "".join(f"<li>{shown_text(step[3:])}</li>" for step in text.splitlines())
        return f'<ol class="course-text">{steps}</ol>'
    return f'<pre translate="no">{escape(visible_message(text))}</pre>' if text else ""


def details(summary: str, inner: str, after: str | None = None) -> str:
    """Return a details element. In a package, it opens once the question named `after` is answered."""
    attribute = f' data-after="{after}"' if after else ""
    return f"<details{attribute}><summary>{escape(summary)}</summary>{inner}</details>"


def rows_html(rows: Sequence[TokenRow]) -> str:
    """Return texts as rows of tokens, each token with its id."""
    title = _("{title} ({count})")
    return "".join(
        f'<h3>{escape(title.format(**row))}</h3><ul class="course-row">'
        + "".join(
            f'<li translate="no"><span>{escape(text)}</span><small>{token_id}</small></li>'
            for text, token_id, *_ in row["tokens"]
        )
        + "</ul>"
        for row in rows
    )


def picture_html(picture: Picture) -> str:
    """Return a picture at its last step, with the texts of its steps.

    One with a dial is drawn as it is shown first, and its texts come with the values that they are about. There is
    nothing to click here: instead of a question, the right choice is told, and of a word to cut the last step. What is
    said of answers to click is left out.
    """
    first = int(any("answers" in shape for shape in picture["frames"][0]))
    html = f"<h3>{escape(picture['title'])}</h3>" + shapes_svg(
        picture["size"], picture["frames"][picture["dial"]["start"] if "dial" in picture else -1]
    )
    if "dial" in picture:
        says = [*picture["says"]]
        for step, right in enumerate(picture["choices"]["right"] if "choices" in picture else ()):
            if right >= 0:
                says[step] = picture["choices"]["says"][step][right]
        pairs = [*zip(picture["dial"]["values"], says, strict=True)][first:]
        about = "".join(f"<dt>{shown_text(value)}</dt><dd>{shown_text(meaning)}</dd>" for value, meaning in pairs)
        return f"{html}<h4>{escape(picture['dial']['name'])}</h4><dl>{about}</dl>"
    if "word" in picture:
        return html + paragraphs(picture["says"][-1])
    return f"{html}<ol>{''.join(f'<li>{shown_text(meaning)}</li>' for meaning in picture['says'][first:])}</ol>"
