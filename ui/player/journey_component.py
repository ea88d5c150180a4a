"""The player of a scene: the way of a text, whose pieces move from picture to picture in the browser."""

from ui.components import register_component
from ui.lessons.contract import Scene
from ui.player.stylesheets import scene_styles

_mount = register_component("bpe_lab_scene", "player/journey.js", '<div class="player scene">\n</div>', scene_styles())


def journey_player(shown: Scene, *, key: str) -> None:
    """Show a scene (see `ui.player.journey_lesson.journey_lesson`). Where the learner is, the address says."""
    _mount(key=key, data=shown)
