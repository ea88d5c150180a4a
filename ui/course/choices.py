"""The widgets of the page Course: its chapters, and a chapter from its question to its exercise."""

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from bpe_engine import EngineError
from ui.components import styles
from ui.components.chapters import chapters
from ui.components.notice import show_error
from ui.components.quiz import quiz
from ui.components.token_rows import token_rows
from ui.course.chapter import Chapter
from ui.course.chapters import CHAPTERS, ORDER
from ui.course.counted import LONGEST_COUNTED
from ui.course.file import chapter_page
from ui.course.shown import Shown, chapter_title, show, table_html
from ui.course.typed import is_right
from ui.i18n import current_language
from ui.i18n import gettext as _
from ui.player.component import player, usual_labels
from ui.player.contract import Lesson
from ui.session import Page
from ui.show import visible_message

_ANSWERS = "course_answers"  # key of a chapter -> index of the option that was chosen, -1 for none
_DONE = "course_done"  # keys of the chapters whose exercise was done
_RULES = "course_rules"  # key of a chapter -> the rule to break ties that its player shows


def _held(name: str) -> dict[str, Any]:
    held: dict[str, Any] = st.session_state.setdefault(name, {})
    return held


def go(page: Page, key: str) -> None:
    """Show another chapter. For callbacks."""
    page.set(chapter=key, step=0)


def choose(page: Page) -> Chapter:
    """Which chapter, and whether a question comes first."""

    def chosen() -> None:
        key = st.session_state["course_chapters"].go
        if key in CHAPTERS:
            go(page, key)

    titles = {chapter.key: _(chapter.title) for chapter in ORDER}
    chapters(titles, page["chapter"], list(_held(_DONE)), key="course_chapters", on_go=chosen)
    st.toggle(_("Ask first, then show the answer"), **page.widget("quiz"))
    return CHAPTERS[page["chapter"]]


def study(page: Page, chapter: Chapter) -> None:
    """The idea and the question; once it is answered, the rest."""
    shown = show(chapter)
    st.html(f"<style>{styles('course/course.css')}</style>")
    st.header(chapter_title(chapter), anchor=False)
    _paragraphs(*shown.idea)
    if page["quiz"]:
        if not _ask(page, chapter, shown):
            return
    else:
        _paragraphs(shown.question)
    _paragraphs(*shown.explanation)
    if shown.rows:
        token_rows(shown.rows, key=f"course_rows_{chapter.key}")
    _play(page, chapter, shown)
    _table(page, chapter)
    _exercise(chapter, shown)
    _remember(shown)
    _leave(page, chapter)


def _paragraphs(*texts: str) -> None:
    """Text as it is: samples in it must not be read as Markdown or HTML."""
    st.html("".join(f'<p class="course-text">{escape(visible_message(text))}</p>' for text in texts))


def _ask(page: Page, chapter: Chapter, shown: Shown) -> bool:
    """The question; whether it is answered."""
    answers, key = _held(_ANSWERS), f"course_question_{chapter.key}"

    def answer() -> None:
        chosen = st.session_state[key].choose
        if isinstance(chosen, int) and -1 <= chosen < len(chapter.options):
            answers.setdefault(chapter.key, chosen)

    def turn() -> None:
        place = ORDER.index(chapter) + (1 if st.session_state[key].turn == 1 else -1)
        go(page, ORDER[max(0, min(place, len(ORDER) - 1))].key)

    chosen = answers.get(chapter.key)
    texts = tuple(option.text for option in shown.options)
    quiz(shown.question, texts, shown.right, chosen, key=key, on_choose=answer, on_turn=turn)
    if chosen is not None and chosen != -1 and shown.options[chosen].why:
        _paragraphs(shown.options[chosen].why)
    return chosen is not None


def _play(page: Page, chapter: Chapter, shown: Shown) -> None:
    st.subheader(_("Watch it"), anchor=False)
    _paragraphs(shown.watch)
    file = chapter.play(usual_labels())
    rules, key = _held(_RULES), f"course_player_{chapter.key}"
    rule = rules.get(chapter.key, file["rule"])

    def tie() -> None:
        told = st.session_state[key].tie
        if told in file["lessons"]:
            rules[chapter.key] = told

    lesson: Lesson = {**file["lessons"][rule], "corpus": chapter.key, "id": f"{chapter.key} {rule}"}
    lesson["step"] = min(page.places.get(chapter.key, page["step"] or chapter.step), lesson["steps"])
    told = player(lesson, lesson["labels"], key=key, on_tie=tie)
    if told.tie is not None:
        st.rerun()


def _table(page: Page, chapter: Chapter) -> None:
    if chapter.table is None:
        return
    text = chapter.sample
    if text:
        text = st.text_area(_("Your text"), height=120, max_chars=LONGEST_COUNTED, **page.widget("sample"))
        if not text.strip():
            st.write(_("No text yet. Type or paste one above."))
            return
    try:
        table = chapter.table(text)
    except EngineError as error:
        show_error(error)
    else:
        st.html(table_html(table))


def _exercise(chapter: Chapter, shown: Shown) -> None:
    st.subheader(_("Your turn"), anchor=False)
    _paragraphs(shown.exercise)
    key = f"course_typed_{chapter.key}"

    def is_done(typed: str) -> bool:
        return is_right(chapter.exercise.kind, typed, shown.answer)

    def note() -> None:
        if is_done(st.session_state[key]):
            _held(_DONE)[chapter.key] = True  # before the list of chapters is drawn, which marks it

    typed = st.text_input(_("Your answer"), max_chars=200, width=320, key=key, persist_state="session", on_change=note)
    if is_done(typed):
        _verdict("right", _("Right!"))
        _paragraphs(shown.solution)
        return
    if typed.strip():
        _verdict("wrong", _("Not yet."))
        _paragraphs(shown.hint)
    # Drawn as soon as it is open.
    if st.toggle(_("Show the answer"), key=f"course_solution_{chapter.key}", persist_state="session"):
        _paragraphs(shown.solution)


def _verdict(kind: str, text: str) -> None:
    st.html(f'<p role="status" class="course-verdict {kind}">{escape(text)}</p>')


def _remember(shown: Shown) -> None:
    st.subheader(_("To take along"), anchor=False)
    items = "".join(f'<li class="course-text">{escape(visible_message(text))}</li>' for text in shown.remember)
    st.html(f"<ul>{items}</ul>")


def _leave(page: Page, chapter: Chapter) -> None:
    """The links into the pages, the chapter as a file, and the next one."""
    facts = chapter.facts()
    for way in chapter.ways:
        st.page_link(
            f"pages/{way.page}.py",
            label=_(way.text).format(**facts),
            icon=":material/open_in_new:",
            query_params=dict(way.query),
        )
    with st.container(horizontal=True):
        following = ORDER[ORDER.index(chapter) + 1 :][:1]
        for after in following:
            st.button(
                _("Next: {title}").format(title=_(after.title)),
                key="course_next",
                on_click=go,
                args=(page, after.key),
                type="primary",
                icon=":material/arrow_forward:",
            )
        st.download_button(
            _("Take it home: this chapter as one file (HTML)"),
            partial(chapter_page, chapter, usual_labels(), current_language()),
            f"chapter-{chapter.key}.html",
            "text/html",
            key="file_chapter",
            on_click="ignore",
        )
