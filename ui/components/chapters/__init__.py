"""Chapters as links, with a mark at those that are done. The browser keeps what was done in them."""

from collections.abc import Callable

import streamlit as st

from ui.base import held
from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import Chapters, ChaptersLabels

KEY = "bpe_lab_chapters"

_mount = component("chapters", '<nav class="chapters">\n</nav>')


def chapters(
    data: Chapters,
    *,
    on_go: Callable[[object], None],
    on_kept: Callable[[object], bool],
    on_forget: Callable[[], None],
) -> None:
    """Show these.

    `on_go` is told the key of one that was clicked; `on_kept` what the browser kept of former visits, which may be
    anything, and says whether that is news.
    """

    def go() -> None:
        on_go(held.told(KEY, "go"))

    def kept() -> None:
        on_kept(held.told(KEY, "kept"))

    told = _mount(
        key=KEY, data={**data, "labels": labels()}, on_go_change=go, on_kept_change=kept, on_forget_change=on_forget
    )
    if told.kept is not None and on_kept(told.kept):  # told in the first run of a session, which calls nothing back
        st.rerun()


def labels() -> ChaptersLabels:
    """The texts around the chapters."""
    return {
        "done": _("done"),
        "again": _("Begin again"),
        "forget": _("Forget all answers on this page"),
    }
