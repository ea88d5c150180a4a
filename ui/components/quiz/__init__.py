"""A question with options; the answer shows once the learner has chosen."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui.components import styles
from ui.components.contract import Quiz, QuizLabels
from ui.components.scripts import script
from ui.i18n import comma
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_quiz",
    html='<div class="quiz">\n</div>',
    css=styles("components/quiz/quiz.css"),
    js=script("components/quiz/quiz.js"),
)


def quiz(
    question: str,
    options: tuple[str, ...],
    right: int,
    chosen: int | None,
    *,
    key: str,
    on_choose: Callable[[], None],
    on_turn: Callable[[], None],
) -> Any:
    """Ask a question. `chosen` is the option that was chosen before, -1 where the answer was shown without a choice.

    Triggers: `choose`, the same; `turn`, 1 to go on and -1 to go back, as a presenter's clicker asks for.
    """
    labels: QuizLabels = {
        "options": _("Answers to choose from"),
        "right": _("Right!"),
        "wrong": _("Not this one."),
        "answer": _("right answer"),
        "yours": _("your choice"),
        "comma": comma(),
    }
    data: Quiz = {"question": question, "options": list(options), "right": right, "chosen": chosen}
    return _mount(key=key, data={**data, "labels": labels}, on_choose_change=on_choose, on_turn_change=on_turn)
