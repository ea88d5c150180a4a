"""The widgets of a course: its chapters, and a chapter from its question to its exercises."""

import secrets
from functools import partial
from html import escape
from time import time
from typing import Any

import streamlit as st

from bpe_engine import EngineError
from ui.base import held
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.show import visible_message
from ui.common import navigation
from ui.common.around import take_away
from ui.components import styles
from ui.components.chapters import chapters
from ui.components.contract import Chapters
from ui.components.notice import notice, show_error
from ui.components.quiz import quiz
from ui.components.token_rows import token_rows
from ui.course.articles import ATTRIBUTION
from ui.course.boxes import answered, comes_back, read
from ui.course.chapter import Chapter, Course
from ui.course.drawn import DRAWS
from ui.course.library import LONGEST_COUNTED
from ui.course.reading import FileError
from ui.course.typed import Verdict, judge
from ui.pages.course import numbers
from ui.pages.course.file import chapter_page
from ui.pages.course.shown import Shown, ShownExercise, heading, in_all_languages, show, show_exercise, table_html
from ui.player.component import player
from ui.player.contract import Lesson, LessonFile
from ui.playing.forms import FORMS
from ui.state import session
from ui.state.session import Page

_ANSWERS = "course_answers"  # key of a chapter -> index of the option that was chosen, -1 for none
_DONE = "course_done"  # name of an exercise that was done -> what was typed
LONGEST_TYPED = 200  # characters of an answer
_BOXES = "course_boxes"  # name of an exercise that was missed -> the box that it is in
_OPENINGS = "course_openings"  # key of a chapter -> the exercise that comes before it, by its name, and its seed
_RULES = "course_rules"  # key of a chapter -> the rule to break ties that its player shows


def _held(name: str) -> dict[str, Any]:
    found: dict[str, Any] = held.made(name, dict)
    return found


def go(page: Page, course: Course, key: str) -> None:
    """Show another chapter. For callbacks."""
    page.set(**{course.parameter: key})
    if "step" in page:
        page.set(step=0)


def choose(page: Page, course: Course) -> Chapter:
    """Which chapter, and whether a question comes first."""
    keys = {chapter.key: chapter for chapter in course.chapters}

    def chosen(key: object) -> None:
        if isinstance(key, str) and key in keys:
            go(page, course, key)

    def known(name: str) -> dict[str, Any]:
        return {key: value for key, value in sorted(_held(name).items()) if key.partition("/")[0] in keys}

    data: Chapters = {
        "chapters": [
            {"key": key, "title": _(chapter.title), "href": f"{course.page}?{course.parameter}={key}"}
            for key, chapter in keys.items()
        ],
        "current": page[course.parameter],
        "done": [key for key, chapter in keys.items() if _is_done(chapter)],
        "progress": _(course.progress),
        "held": {"answers": known(_ANSWERS), "done": known(_DONE), "boxes": known(_BOXES)},
        "session": session.name(),
    }
    chapters(
        data,
        on_go=chosen,
        on_kept=partial(_take_over, course),
        on_forget=partial(_forget, course),
    )
    st.toggle(_("Ask first, then show the answer"), **page.widget("quiz"))
    for problem in course.problems:
        notice(problem)
    return keys[page[course.parameter]]


def _is_done(chapter: Chapter) -> bool:
    """Whether all its exercises are done; where it has none, whether its question is answered."""
    if not chapter.exercises:
        return chapter.key in _held(_ANSWERS)
    return _held(_DONE).keys() >= {*chapter.parts_of_exercises()}


def _take_over(course: Course, told: object) -> bool:
    """Go on where a browser was on a former visit. Whether that is news."""
    given = told if isinstance(told, dict) else {}
    names = ("answers", "done", "boxes")
    answers, done, boxes = ({**one} if isinstance(one := given.get(name), dict) else {} for name in names)
    news = False
    for chapter in course.chapters:
        chosen = answers.get(chapter.key)
        if _is_option(chapter, chosen) and chapter.key not in _held(_ANSWERS):
            _held(_ANSWERS)[chapter.key], news = chosen, True
        for name in chapter.parts_of_exercises():
            boxed, before = read(boxes.get(name), _now()), _held(_BOXES).get(name)
            if boxed and boxed != before and (before is None or before.at < boxed.at):
                _held(_BOXES)[name], news = boxed, True
                _held(_OPENINGS).clear()  # they were chosen before it was known what was missed
            typed = done.get(name)
            if isinstance(typed, str) and name not in _held(_DONE):
                _held(_DONE)[name], news = typed[:LONGEST_TYPED], True
                for seed in range(DRAWS):
                    if held.value(_typed(name, seed)) == "":  # so that it is filled with what was typed
                        held.take(_typed(name, seed))
    return news


def _forget(course: Course) -> None:
    """Begin a course again. For callbacks."""
    for chapter in course.chapters:
        for name in (_ANSWERS, _DONE, _RULES, _BOXES, _OPENINGS):
            for part in (chapter.key, *chapter.parts_of_exercises()):
                _held(name).pop(part, None)
        for part in chapter.parts_of_exercises():
            for seed in range(DRAWS):
                held.take(f"{_typed(part, seed)}_first")
                if held.has(_typed(part, seed)):
                    held.put(_typed(part, seed), "")
                if held.has(_solution(part, seed)):
                    held.put(_solution(part, seed), False)


def _now() -> int:
    return int(time())


def _box(part: str, *, is_right: bool) -> None:
    """Note an answer to an exercise, so that it comes back if it was missed."""
    boxed = answered(_held(_BOXES).get(part), is_right, _now())
    if boxed:
        _held(_BOXES)[part] = boxed


def _is_option(chapter: Chapter, chosen: object) -> bool:
    """Whether an answer is one to a chapter's question: the index of an option, or -1 where it was only shown."""
    return isinstance(chosen, int) and -1 <= chosen < len(chapter.options)


def _typed(part: str, seed: int) -> str:
    return f"course_typed_{part}_{seed}"


def _solution(part: str, seed: int) -> str:
    return f"course_solution_{part}_{seed}"


def study(page: Page, course: Course, chapter: Chapter) -> None:
    """The idea and the question; once it is answered, the rest. Who wrote a chapter is told what is wrong in it."""
    try:
        _study(page, course, chapter, show(chapter, _seed(page)))
    except FileError as error:
        notice(str(error))


def _seed(page: Page) -> int:
    """Which draw of the exercises; a page without exercises has none."""
    return int(page["seed"]) if "seed" in page else 0


def _study(page: Page, course: Course, chapter: Chapter, shown: Shown) -> None:
    st.html(f"<style>{styles('course/course.css')}</style>")
    st.header(heading(course, chapter), anchor=False)
    if page["quiz"]:
        _opening(course, chapter)
    if shown.idea:
        _paragraphs(*shown.idea)
    if chapter.given:
        for column, text in zip(st.columns(len(chapter.given)), chapter.given, strict=True):
            column.code(text, language=None, wrap_lines=True)
    if page["quiz"]:
        if not _ask(page, course, chapter, shown):
            return
    else:
        _paragraphs(shown.question)
    _paragraphs(*shown.explanation)
    if shown.rows:
        token_rows(shown.rows, key=f"course_rows_{chapter.key}")
    if chapter.play:
        _play(page, chapter, shown, chapter.play())
    if chapter.chart:
        _chart()
    _table(page, chapter)
    if chapter.exercises:
        _exercises(page, chapter, shown)
    if shown.remember:
        _remember(shown)
    _leave(page, course, chapter)


def _paragraphs(*texts: str) -> None:
    """Text as it is: samples in it must not be read as Markdown or HTML."""
    st.html("".join(f'<p class="course-text">{escape(visible_message(text))}</p>' for text in texts))


def _ask(page: Page, course: Course, chapter: Chapter, shown: Shown) -> bool:
    """The question; whether it is answered."""
    answers, key = _held(_ANSWERS), f"course_question_{chapter.key}"

    def answer() -> None:
        chosen = held.told(key, "choose")
        if _is_option(chapter, chosen) and chapter.key not in answers:
            answers[chapter.key] = chosen
            if chapter.exercises and chosen not in (-1, shown.right):
                _box(chapter.key, is_right=False)

    def turn() -> None:
        place = course.chapters.index(chapter) + (1 if held.told(key, "turn") == 1 else -1)
        go(page, course, course.chapters[max(0, min(place, len(course.chapters) - 1))].key)

    chosen = answers.get(chapter.key, -1 if chapter.key in _held(_DONE) else None)
    texts = tuple(option.text for option in shown.options)
    told = in_all_languages(chapter)
    quiz(shown.question, texts, shown.right, chosen, told=told, key=key, on_choose=answer, on_turn=turn)
    if chosen is not None and chosen != -1 and shown.options[chosen].why:
        _paragraphs(shown.options[chosen].why)
    return chosen is not None


def _opening(course: Course, chapter: Chapter) -> None:
    """An exercise on an earlier chapter: one that was missed, with other values, else one by turns."""
    place = course.chapters.index(chapter)
    earlier = {
        part: (before, exercise)
        for before in course.chapters[:place]
        for part, exercise in zip(before.parts_of_exercises(), before.exercises, strict=True)
    }
    if not earlier:
        return
    openings, boxes = _held(_OPENINGS), _held(_BOXES)
    if chapter.key not in openings:
        part = comes_back([*earlier], boxes, place, _now())
        openings[chapter.key] = part, (place + (boxes[part].box if part in boxes else 0)) % DRAWS, secrets.token_hex(4)
    part, seed, name = openings[chapter.key]
    if part not in earlier:  # of a teacher's chapter that is gone
        del openings[chapter.key]
        return
    before, exercise = earlier[part]
    try:
        shown = show_exercise(exercise, seed)
    except FileError:  # which is told in its own chapter
        return
    with st.container(border=True):
        _paragraphs(_("From an earlier chapter: {title}").format(title=_(before.title)), shown.text)
        _typed_answer(f"course_opening_{name}", part, shown, _("Your answer from memory"), is_opening=True)


def _play(page: Page, chapter: Chapter, shown: Shown, file: LessonFile) -> None:
    st.subheader(_("Watch it"), anchor=False)
    _paragraphs(shown.watch)
    rules, key = _held(_RULES), f"course_player_{chapter.key}"
    rule = rules.get(chapter.key, file["rule"])

    def tie() -> None:
        told = held.told(key, "tie")
        if told in file["lessons"]:
            rules[chapter.key] = told

    lesson: Lesson = {**file["lessons"][rule], "subject": chapter.key, "id": f"{chapter.key} {rule}"}
    lesson["step"] = min(page.place(chapter.key, chapter.step), lesson["steps"])
    told = player(lesson, key=key, on_tie=tie)
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


def _chart() -> None:
    """The chart of all languages, which is the one that a chapter can have, with its numbers to unfold."""
    from ui.pages.course import languages  # with what draws charts, which no other chapter needs

    st.altair_chart(
        languages.chart(),
        alt=_("For each language three marks, one a tokenizer: how many times as many tokens as English it takes."),
    )
    below = st.expander(_("The same numbers as a table"), key="numbers", on_change="rerun")
    if below.open:
        below.html(table_html(numbers.table()))
    _paragraphs(_(ATTRIBUTION))


def _exercises(page: Page, chapter: Chapter, shown: Shown) -> None:
    st.subheader(_("Your turn"), anchor=False)
    several = len(shown.exercises) > 1
    for number, (part, exercise) in enumerate(zip(chapter.parts_of_exercises(), shown.exercises, strict=True), 1):
        label = _("Your answer to {number}").format(number=number) if several else _("Your answer")
        _paragraphs(f"{number}. {exercise.text}" if several else exercise.text)
        _exercise(part, _seed(page), exercise, label)
    if chapter.varies:
        more = (_seed(page) + 1) % DRAWS
        st.button(_("More like these"), on_click=partial(page.set, seed=more), icon=":material/casino:")


def _exercise(part: str, seed: int, exercise: ShownExercise, label: str) -> None:
    key, done = _typed(part, seed), _held(_DONE)
    if not held.has(key) and judge(exercise.kind, done.get(part, ""), exercise.answer) == "right":  # a former visit
        held.put(key, done[part])
    if _typed_answer(key, part, exercise, label):
        return
    # Drawn as soon as it is open.
    if st.toggle(_("Show the answer"), key=_solution(part, seed), persist_state="session"):
        _paragraphs(exercise.solution)


def _typed_answer(key: str, part: str, exercise: ShownExercise, label: str, *, is_opening: bool = False) -> bool:
    """A box for the answer, and what is said to it; whether it is right. The first answer says if it comes back."""
    first = f"{key}_first"  # what was said to the first answer

    def judged(typed: str) -> Verdict:
        return judge(exercise.kind, typed, exercise.answer)

    def note() -> None:
        verdict = judged(held.value(key))
        if verdict == "unread":
            return
        if not held.has(first) and held.value(key).strip():
            held.put(first, verdict)
            if is_opening or verdict == "wrong":
                _box(part, is_right=verdict == "right")
        if verdict == "right" and not is_opening:
            _held(_DONE)[part] = held.value(key)  # before the list of chapters is drawn, which marks it

    typed = st.text_input(label, max_chars=LONGEST_TYPED, width=320, key=key, persist_state="session", on_change=note)
    verdict = judged(typed) if typed.strip() else None
    if verdict == "right":
        _verdict(verdict, _("Right!"))
        _paragraphs(exercise.solution)
    elif verdict == "wrong":
        _verdict(verdict, _("Not yet."))
        _paragraphs(exercise.hint)
    elif verdict == "unread":
        _verdict(verdict, _(exercise.kind.wanted))
    return verdict == "right"


def _verdict(kind: Verdict, text: str) -> None:
    st.html(f'<p role="status" class="course-verdict {kind}">{escape(text)}</p>')


def _remember(shown: Shown) -> None:
    st.subheader(_("To take along"), anchor=False)
    items = "".join(f'<li class="course-text">{escape(visible_message(text))}</li>' for text in shown.remember)
    st.html(f"<ul>{items}</ul>")


def _leave(page: Page, course: Course, chapter: Chapter) -> None:
    """The links into the pages, the chapter as a file, and the next one."""
    for way in chapter.ways:
        navigation.link(way.page, _(way.text), icon=":material/open_in_new:", query_params=dict(way.query))
    with st.container(horizontal=True):
        for after in course.chapters[course.chapters.index(chapter) + 1 :][:1]:
            st.button(
                _("Next: {title}").format(title=_(after.title)),
                key="course_next",
                on_click=go,
                args=(page, course, after.key),
                type="primary",
                icon=":material/arrow_forward:",
            )
        if chapter.play:
            make = partial(chapter_page, course, chapter, current_language())
            page_of_it = _("Take it home: this chapter as one file (HTML)")
            take_away(page_of_it, make, f"chapter-{chapter.key}.html", key="file_chapter")
            package = FORMS["scorm"]
            in_package = partial(make, "scorm")
            take_away(_(package.label), in_package, f"chapter-{chapter.key}{package.ending}", key="file_chapter_scorm")
