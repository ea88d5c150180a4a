"""The player in a notebook cell, for notebooks that run JavaScript. The engine imports it on first display.

Built on anywidget, because one module then runs in Jupyter, marimo, VS Code and Colab.
"""

from collections.abc import Callable
from functools import cache
from html import escape
from typing import Any

from anywidget import AnyWidget
from traitlets import Dict, Int, Unicode

from bpe_engine import EngineError, Tokenizer, Training
from bpe_engine.tokenizer import TextSteps
from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, localized_number
from ui.components.bundle import bundle, modules
from ui.jobs.training_calls import TrainingSummary
from ui.lessons.contract import Lesson, LessonFile
from ui.lessons.frames import window_around
from ui.lessons.lesson import single_lesson_file
from ui.player.html_page import html_page, lesson_page, page_styles
from ui.player.stylesheets import player_styles
from ui.player.training_lesson import MAX_STEPS, FileOptions, first_steps, training_lesson
from ui.tokenization import encoding
from ui.tokenization.algorithms import algorithm_for

_CELL = "player/notebook/cell.js"
_HEIGHT = 560  # pixels, until the player reports its own height


class PlayerWidget(AnyWidget):
    """A lesson in a cell. The frames of a long training are sent on demand, around the requested step."""

    # Appended here, because a default export in the file would make it a component of the app.
    _esm = modules()["player/notebook/widget.js"] + "export default { render };\n"
    title = Unicode().tag(sync=True)
    page = Unicode().tag(sync=True)
    lesson: Any = Dict().tag(sync=True)
    step = Int(0).tag(sync=True)

    def __init__(self, lesson_at: Callable[[int], Lesson]) -> None:
        super().__init__(title=_("Steps, one at a time"), page=_page(), lesson=lesson_at(0))
        self._lesson_at = lesson_at
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, message: Any, _buffers: object) -> None:
        """Handle the player's request for the frames around a step."""
        step = message.get("want") if isinstance(message, dict) else None
        if isinstance(step, int) and 0 <= step <= self.lesson["steps"]:
            self.lesson = self._lesson_at(step)


def player_widget(shown: Training[Any] | TextSteps) -> PlayerWidget | None:
    """Return a widget for a training or the steps of a text; None if the player does not support it."""
    try:
        return PlayerWidget(_lesson_factory(shown))
    except (KeyError, EngineError):
        return None


def player_html(shown: Training[Any] | TextSteps) -> str | None:
    """Return the player as static HTML for a saved notebook, which has no kernel; None if it is not supported.

    A long training is cut to its first steps.
    """
    title, language = _("Steps, one at a time"), language_tag()

    note = ""

    def page(file: LessonFile) -> bytes:
        nonlocal note
        (lesson,) = file["lessons"].values()
        if isinstance(shown, Training) and lesson["steps"] < len(shown.events):
            limit = _("The player has the first {shown} of {all} steps.").format(
                shown=localized_number(lesson["steps"]), all=localized_number(len(shown.events))
            )
            note = f"<p>{escape(limit)}</p>"
        return lesson_page(file, title, language, script=_CELL)

    try:
        if isinstance(shown, Training):
            algorithm_for(shown)
            made = first_steps({"": shown}, FileOptions(title, language, MAX_STEPS[-1]), None, page)
        else:
            made = page(single_lesson_file(_text(shown.tokenizer, shown.text)(0)))
    except (KeyError, EngineError):
        return None
    style = f"display: block; width: 100%; height: {_HEIGHT}px; border: 0;"
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" style="{style}" srcdoc="{escape(made.decode())}">'
        f"</iframe>{note}<script>{bundle('player/notebook/around_cell.js')}</script>"
    )


def _lesson_factory(shown: Training[Any] | TextSteps) -> Callable[[int], Lesson]:
    """Return a function that builds the lesson with the frames around a step."""
    if isinstance(shown, Training):
        return _training(shown)
    return _text(shown.tokenizer, shown.text)


def _training(training: Training[Any]) -> Callable[[int], Lesson]:
    algorithm = algorithm_for(training)
    summary = TrainingSummary.from_training(training)

    def lesson_at(step: int) -> Lesson:
        frames = algorithm.frames(training, *window_around(step, summary.steps))
        return training_lesson(algorithm, frames, summary, rules=())

    return lesson_at


def _text(tokenizer: Tokenizer, text: str) -> Callable[[int], Lesson]:
    if len(text) > encoding.LONGEST_TEXT or not encoding.has_steps(tokenizer):
        raise KeyError(text)
    lesson = encoding.lesson(tokenizer, text)
    return lambda _step: lesson


@cache
def _page() -> str:
    """Return the page for a cell's iframe: the player without a lesson."""
    body = '<main><div class="player"></div></main>\n'
    script = bundle("player/notebook/frame.js")
    return html_page(_("Steps, one at a time"), language_tag(), body, player_styles() + page_styles(), script).decode()
