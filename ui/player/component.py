"""The player on a page: steps through the frames of a lesson in the browser."""

from collections.abc import Callable
from typing import Any

from ui.components import register_component
from ui.lessons.contract import Lesson
from ui.player.stylesheets import player_styles

_mount = register_component(
    "bpe_lab_player", "player/streamlit_host.js", '<div class="player">\n</div>', player_styles()
)


def _nothing() -> None:
    """For what the player asks for and a page does not give."""


def player(
    lesson: Lesson,
    *,
    key: str,
    on_want: Callable[[], None] = _nothing,
    on_tie: Callable[[], None] = _nothing,
    on_go: Callable[[], None] = _nothing,
    on_at: Callable[[], None] = _nothing,
) -> Any:
    """Show a lesson and let the learner move between its frames. Where the learner is, the address says.

    Triggers: `want`, a step whose frames are not here yet; `tie`, the tie rule to train with; `go`, a page to go to.
    """
    return _mount(
        key=key, data=lesson, on_want_change=on_want, on_tie_change=on_tie, on_go_change=on_go, on_at_change=on_at
    )
