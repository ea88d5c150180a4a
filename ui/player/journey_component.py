"""The journey player component, which shows a text's way to ids as one animated picture."""

from ui.components import register_component
from ui.lessons.contract import Scene
from ui.player.stylesheets import scene_styles

_mount = register_component("bpe_lab_scene", "player/journey.js", '<div class="player scene">\n</div>', scene_styles())


def journey_player(shown: Scene, *, key: str) -> None:
    """Mount the player with a scene (see `ui.player.journey_lesson`). The URL holds the learner's current step."""
    _mount(key=key, data=shown)
