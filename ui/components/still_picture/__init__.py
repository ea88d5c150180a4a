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


Form = tuple[tuple[float, float], list[PictureShape]]


def still_picture(forms: Sequence[Form], about: str, *, key: str) -> None:
    """Draw shapes in the first of these forms, each a size and shapes, that has room, or in the last.

    `about` is their text alternative.
    """
    data: StillPicture = {"forms": list(forms), "about": about}
    _mount(key=key, data=data)
