"""The end of the project page: choosing an attempt, defending it, and a report to keep."""

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlencode, urljoin

import streamlit as st

from ui.base import session_state
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.pages.common.shell import screen_only
from ui.pages.common.text_controls import download_button
from ui.pages.project.controls import Attempt, ProjectText
from ui.pages.project.report import ProjectReport, report_page
from ui.pages.project.view import ScoreRow
from ui.state.session import PageState

_WORDS = "project.words"


def choose_attempt(page: PageState, attempts: Sequence[Attempt]) -> int:
    """Return the number of the attempt to defend; if it no longer exists, the first."""
    titles = {attempt.number: attempt.title for attempt in attempts}
    if page["chosen"] not in titles:
        page.set(chosen=next(iter(titles)))
    if len(titles) > 1:
        st.radio(
            _("Which one do you choose?"),
            list(titles),
            format_func=titles.__getitem__,
            horizontal=True,
            **page.widget_options("chosen"),
        )
    return int(page["chosen"])


def show_defence(page: PageState, rows: Sequence[ScoreRow], chosen: int, text: ProjectText) -> None:
    """Show the field for the learner's defence, and the download of the report."""
    # A learner may type and click at once: the page was drawn without the last words, but the file must contain them.
    words: dict[str, str] = session_state.get_or_create(_WORDS, dict)

    def store_text() -> None:
        words["now"] = page["defence"]

    store_text()
    st.text_area(
        _("Why this one? Defend it with the four numbers: what do you gain, what do you pay?"),
        height=132,
        on_change=store_text,
        **page.widget_options("defence"),
    )
    link = urljoin(st.context.url or "", f"project?{urlencode(page.query().query)}") if st.context.url else ""
    handed = ProjectReport(tuple(rows), chosen, text.held_back, words, text.about, link)
    with screen_only("project_home"):
        make = partial(report_page, handed, current_language())
        download_button(_("Download your project as one page (HTML)"), make, "project.html")
