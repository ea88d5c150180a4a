"""The message while a learner's file is being read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext


@contextmanager
def reading_progress() -> Iterator[Callable[[int], None]]:
    """Show that a file is being read; the yielded function updates the number of files ahead of it."""
    with st.spinner(_("Reading …")):
        line = st.empty()

        def show_position(ahead: int) -> None:
            # Even if the number is unchanged: this call lets Streamlit stop a run that was superseded or abandoned.
            line.caption(
                ngettext(
                    "Waiting: {count} file ahead of yours.",
                    "Waiting: {count} files ahead of yours.",
                    ahead,
                ).format(count=localized_number(ahead))
                if ahead
                else ""
            )

        yield show_position
        line.empty()
