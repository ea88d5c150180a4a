"""A question with options; the answer shows once the learner has chosen."""

from collections.abc import Callable
from typing import Any

from ui.base.i18n import comma
from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import Quiz, QuizLabels, QuizTold

_mount = component("quiz", '<div class="quiz">\n</div>')


def quiz(
    question: str,
    options: tuple[str, ...],
    right: int,
    chosen: int | None,
    *,
    told: dict[str, QuizTold],
    key: str,
    on_choose: Callable[[], None],
    on_turn: Callable[[], None],
) -> Any:
    """Ask a question; `told` has it as a class is asked it, by languages.

    `chosen` is the option that was chosen before, -1 where the answer was shown without a choice.

    Triggers: `choose`, the same; `turn`, 1 to go on and -1 to go back, as a presenter's clicker asks for.
    """
    data: Quiz = {"question": question, "options": list(options), "right": right, "chosen": chosen, "told": told}
    return _mount(key=key, data={**data, "labels": labels()}, on_choose_change=on_choose, on_turn_change=on_turn)


def labels() -> QuizLabels:
    """The texts around a question."""
    return {
        "options": _("Answers to choose from"),
        "right": _("Right!"),
        "wrong": _("Not this one."),
        "answer": _("right answer"),
        "yours": _("your choice"),
        "comma": comma(),
    }
