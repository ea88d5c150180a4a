"""What is said while a file is read that a learner has brought."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext


@contextmanager
def reading_progress() -> Iterator[Callable[[int], None]]:
    """Say that a file is read. What it yields says how many are read before."""
    with st.spinner(_("Reading …")):
        line = st.empty()

        def told(ahead: int) -> None:
            # Also where nothing is new: Streamlit ends a page here that another run or nobody wants any more.
            line.caption(
                ngettext(
                    "Waiting: {count} file ahead of yours.",
                    "Waiting: {count} files ahead of yours.",
                    ahead,
                ).format(count=localized_number(ahead))
                if ahead
                else ""
            )

        yield told
        line.empty()
