"""The player component, which steps through the frames of a lesson in the browser."""

from collections.abc import Callable
from typing import Any

from ui.components import register_component
from ui.lessons.contract import Lesson
from ui.player.stylesheets import player_styles

_mount = register_component(
    "bpe_lab_player", "player/streamlit_host.js", '<div class="player">\n</div>', player_styles()
)


def _ignore() -> None:
    """Do nothing: the default callback for triggers that a page does not handle."""


def player(
    lesson: Lesson,
    *,
    key: str,
    on_want: Callable[[], None] = _ignore,
    on_tie: Callable[[], None] = _ignore,
    on_go: Callable[[], None] = _ignore,
    on_at: Callable[[], None] = _ignore,
) -> Any:
    """Mount the player with a lesson. The URL holds the learner's current step.

    Triggers: `want`, a step whose frames have not been sent yet; `tie`, the tie rule to train with; `go`, the page to
    open; `at`, the current step, sent when the learner opens its tables.
    """
    return _mount(
        key=key, data=lesson, on_want_change=on_want, on_tie_change=on_tie, on_go_change=on_go, on_at_change=on_at
    )
