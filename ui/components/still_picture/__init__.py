"""One step of a picture that consists of shapes, without buttons."""

from collections.abc import Sequence

from ui.components import read_styles, register_component
from ui.components.contract import PictureShape, StillPicture

_FOLDER = "components/still_picture"
_mount = register_component(
    "bpe_lab_still_picture",
    f"{_FOLDER}/still_picture.js",
    '<div class="drawing"></div>',
    read_styles("components/tokens.css", "components/picture/shapes.css", f"{_FOLDER}/still_picture.css"),
)


def still_picture(size: tuple[float, float], shapes: Sequence[PictureShape], about: str, *, key: str) -> None:
    """Draw shapes. `about` is their text alternative."""
    data: StillPicture = {"size": size, "shapes": list(shapes), "about": about}
    _mount(key=key, data=data)
