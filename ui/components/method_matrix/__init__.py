"""The matrix of Compare methods: words down, methods across, and in each cell the tokens of a word."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import MethodMatrix, MethodMatrixLabels

_mount = component(
    "method_matrix", '<div class="comparison"><div class="board" tabindex="0">\n</div><p class="key">\n</p></div>'
)


def method_matrix(data: MethodMatrix, *, key: str) -> None:
    """Draw the matrix (see `ui.pages.compare.segmentations.matrix`), filling the screen below the choices."""
    labels: MethodMatrixLabels = {
        "word": _("Word"),
        "token": _("id {id}"),
        "differs": _("cut differently"),
        "bar": _("cut at other places than by the first method"),
        "unknown": _("unknown to the method"),
    }
    _mount(key=key, data={**data, "labels": labels})
