"""The widgets of the page “Why models stumble”: its topics, and a topic with its question."""

from html import escape

import streamlit as st

from ui.components.quiz import quiz
from ui.components.token_rows import token_rows
from ui.i18n import gettext as _
from ui.session import Page
from ui.show import visible_message
from ui.stumble import answers
from ui.stumble.topics import TOPICS, Topic
from ui.tables import localized

_ANSWERS = "stumble_answers"  # key of a topic -> index of the option that was chosen, -1 for none
_TOPIC = {topic.key: topic for topic in TOPICS}


def choose(page: Page) -> Topic:
    """Which topic, and whether a question comes first."""
    key: str = st.pills(
        _("Topic"), list(_TOPIC), format_func=lambda key: _(_TOPIC[key].title), required=True, **page.widget("topic")
    )
    st.toggle(_("Ask first, then show the answer"), **page.widget("quiz"))
    return _TOPIC[key]


def show(page: Page, topic: Topic) -> None:
    """The question, and once it is answered the explanation with the tokens."""
    answered: dict[str, int] = st.session_state.setdefault(_ANSWERS, {})
    key = f"question_{topic.key}"

    def answer() -> None:
        chosen = st.session_state[key].choose
        if isinstance(chosen, int) and -1 <= chosen < len(topic.options):
            answered.setdefault(topic.key, chosen)

    def turn() -> None:
        to = TOPICS.index(topic) + (1 if st.session_state[key].turn == 1 else -1)
        page.set(topic=TOPICS[max(0, min(to, len(TOPICS) - 1))].key)

    shown = answers.show(topic)
    st.header(shown.title, anchor=False)
    for column, text in zip(st.columns(len(topic.given) or 1), topic.given, strict=False):
        column.code(text, language=None, wrap_lines=True)
    if page["quiz"]:
        chosen = answered.get(topic.key)
        quiz(shown.question, shown.options, shown.right, chosen, key=key, on_choose=answer, on_turn=turn)
        if topic.key not in answered:
            return
    else:
        paragraphs(shown.question)
    paragraphs(*shown.explanation)
    if shown.rows:
        token_rows(shown.rows, key=f"tokens_{topic.key}")
    if topic.key == "formats":
        st.dataframe(localized(answers.formats_table()), hide_index=True)
    elif topic.key == "languages":
        _show_languages()
    following = TOPICS[TOPICS.index(topic) + 1 :]
    if following:
        st.button(
            _("Next: {title}").format(title=_(following[0].title)),
            on_click=lambda: page.set(topic=following[0].key),
            icon=":material/arrow_forward:",
        )


def paragraphs(*texts: str) -> None:
    """Text as it is: samples in it must not be read as Markdown or HTML."""
    st.html("".join(f'<p style="overflow-wrap: anywhere">{escape(visible_message(text))}</p>' for text in texts))


def _show_languages() -> None:
    costs = answers.language_costs()
    st.altair_chart(
        answers.language_chart(answers.language_points(costs)),
        alt=_("For each language three marks, one a tokenizer: how many times as many tokens as English it takes."),
    )
    numbers = st.expander(_("The same numbers as a table"), key="numbers", on_change="rerun")
    if numbers.open:
        numbers.dataframe(localized(answers.language_table(costs), answers.ways_to_write()), hide_index=True)
    paragraphs(
        _(
            "One text can be written in several ways that look alike. In Vietnamese a letter may have a mark and a "
            "tone: they are one character, two or three. Tokenizers see bytes, so the same article costs more or less. "
            "The chart has the first of these; it was published in the last."
        )
    )
    st.dataframe(localized(answers.forms_table()), hide_index=True)
    paragraphs(_(answers.ATTRIBUTION))
