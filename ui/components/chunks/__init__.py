"""Texts cut by patterns: the chunks, and a legend whose rows highlight theirs."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import Chunks, ChunksLabels

_mount = component("chunks", '<div class="cuts">\n</div>')


def chunks(data: Chunks, *, key: str) -> None:
    """Draw one or two panels (see `ui.pages.pretokenize.segmentation.payload`)."""
    labels: ChunksLabels = {
        "chunks": _("Chunks of the pattern {pattern}. Use the arrow keys to move between them."),
        "legend": _("Alternatives in the pattern {pattern}, tried from top to bottom"),
        "order": _("The alternatives, tried from top to bottom: the first that matches makes the chunk."),
        "said": _("“{text}” · {number} {name}: {about}"),
        "counted": _("{number} {name}: {count}. {about}"),
        "onlyHere": _("The other pattern doesn’t cut here."),
        "hint": _("Point at a chunk or row, tap it, or go to it with Tab and the arrow keys."),
    }
    _mount(key=key, data={**data, "labels": labels})
