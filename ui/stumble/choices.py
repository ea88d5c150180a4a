"""The widgets of the page “Why models stumble”: its topics, and a lesson with its question."""

from html import escape

import streamlit as st

from ui import state
from ui.components.notice import notice
from ui.components.quiz import quiz
from ui.components.token_rows import token_rows
from ui.i18n import gettext as _
from ui.show import visible_line
from ui.state import Fields
from ui.stumble import answers as stumble
from ui.stumble.topics import LESSONS, Lesson

USUAL = {"topic": LESSONS[0].topic, "quiz": "1"}
"""The parameters of the page."""

_ANSWERS = "stumble_answers"  # topic -> index of the option that was chosen
_TITLES = {lesson.topic: lesson.title for lesson in LESSONS}


def choose(fields: Fields) -> Lesson:
    """Which topic, and whether a question comes first."""
    wanted = stumble.lesson_named(fields.values["topic"])
    if wanted is None:
        notice(
            _("The address says topic={value}, which is no topic here. The first one is shown.").format(
                value=fields.values["topic"][:40]
            )
        )
    topic: str = st.pills(
        _("Topic"),
        list(_TITLES),
        default=(wanted or LESSONS[0]).topic,
        format_func=lambda topic: _(_TITLES[topic]),
        required=True,
        key=f"topic{fields.version}",
        on_change=state.touch,
    )
    asks = st.toggle(
        _("Ask first, then show the answer"),
        fields.values["quiz"] != "0",
        key=f"quiz{fields.version}",
        on_change=state.touch,
    )
    fields.take(topic=topic, quiz=str(int(asks)))
    return stumble.lesson_named(topic) or LESSONS[0]


def show(fields: Fields, lesson: Lesson) -> None:
    """The question, and once it is answered the explanation with the tokens."""
    answers: dict[str, int] = st.session_state.setdefault(_ANSWERS, {})
    key = f"question_{lesson.topic}"

    def answer() -> None:
        chosen = st.session_state[key].choose
        if isinstance(chosen, int) and 0 <= chosen < len(lesson.options):
            answers.setdefault(lesson.topic, chosen)
        state.touch()

    shown = stumble.show(lesson)
    st.subheader(shown.title, anchor=False)
    for column, text in zip(st.columns(len(lesson.given) or 1), lesson.given, strict=False):
        column.code(text, language=None, wrap_lines=True)
    if fields.values["quiz"] != "0":
        quiz(shown.question, shown.options, shown.right, answers.get(lesson.topic), key=key, on_choose=answer)
        if lesson.topic not in answers:
            return
    else:
        paragraphs(shown.question)
    paragraphs(*shown.explanation)
    if shown.rows:
        token_rows(shown.rows, key=f"tokens_{lesson.topic}")
    if lesson.topic == "formats":
        st.dataframe(stumble.formats_table(), hide_index=True)
    elif lesson.topic == "languages":
        _show_languages()
    _go_on(fields, lesson)


def paragraphs(*texts: str) -> None:
    """Text as it is: samples in it must not be read as Markdown or HTML."""
    st.html("".join(f'<p style="overflow-wrap: anywhere">{escape(visible_line(text))}</p>' for text in texts))


def _show_languages() -> None:
    costs = stumble.language_costs()
    st.altair_chart(
        stumble.language_chart(stumble.language_points(costs)),
        alt=_("For each language three marks, one a tokenizer: how many times as many tokens as English it takes."),
    )
    numbers = st.expander(_("The same numbers as a table"), key="numbers", on_change=state.touch)
    if numbers.open:
        numbers.dataframe(stumble.language_table(costs), hide_index=True)
    paragraphs(stumble.ATTRIBUTION)


def _go_on(fields: Fields, lesson: Lesson) -> None:
    following = LESSONS[LESSONS.index(lesson) + 1 :]
    if not following:
        return

    def go() -> None:
        state.touch()
        fields.set(topic=following[0].topic)

    st.button(_("Next: {title}").format(title=_(following[0].title)), on_click=go, icon=":material/arrow_forward:")
