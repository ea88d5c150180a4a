"""Tokenizer check-up: what it is, what is wrong with it, and what follows from it."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.checkup import ASKED_CHECKS, CHECKS, as_html, as_json
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.components.notice import show_error
from ui.course.values.article_costs import ATTRIBUTION
from ui.jobs.checkups import Progress, check_in_worker
from ui.pages.checkup import controls, report
from ui.pages.common import navigation, shell
from ui.pages.common.text_controls import download_button

page = shell.start_page("checkup", "checkup")
with st.container(key="bpe_lab_checkup_choices", horizontal=True, vertical_alignment="bottom"):
    checkup = controls.choose(page)
    asked_for = ("own-texts", "comparison") if checkup.subject.texts else ("comparison",)
    checks = [*CHECKS[1:], *(check for check in ASKED_CHECKS if check.name in asked_for)]
    subject, asked = checkup.subject, session_state.get(controls.REQUESTED) == checkup.key
    results = controls.stored_results(checkup) if asked else None
    with st.container(key="bpe_lab_checkup_state", horizontal=True, vertical_alignment="center"):
        if results is not None:
            st.html(f'<p role="status">{report.summary(results)}</p>')
            download_button("HTML", partial(as_html, subject, results, report.voice()), "check-up.html")
            download_button("JSON", partial(as_json, subject, results), "check-up.json")
        elif asked:
            bar = st.empty()
            st.button(_("Cancel"), key="checkup_cancel", on_click=controls.cancel)
        else:
            begin = _("Start the check-up")
            st.button(begin, type="primary", key="checkup_start", on_click=controls.start, args=(checkup,))
            st.html(f"<p>{report.announcement(checkup.title, subject.tokenizer.vocab_size)}</p>")
st.html(report.picture(subject))
overview = st.empty()
controls.choose_more(page)
quick = [] if results else controls.quick_results(checkup)
overview.html(report.cards(checks, results or quick, running=asked, compared=bool(checkup.against)))
if results is None and asked:

    def show_position(ahead: int) -> None:
        bar.progress(0.0, report.waiting_message(ahead))

    def show_progress(progress: Progress) -> None:
        bar.progress(progress.share, report.progress_message(checks, progress))
        overview.html(report.cards(checks, [*quick, *progress.done], running=True, compared=bool(checkup.against)))

    try:
        controls.store_results(checkup, check_in_worker(checkup.order, show_position, show_progress))
    except EngineError as error:
        controls.cancel()
        show_error(error)
        st.stop()
    st.rerun()
for result in results or []:
    st.header(_(result.title), anchor=False)
    if result.name == "languages":
        st.caption(_(ATTRIBUTION))
    for number, finding in enumerate(result.findings):
        is_picture = result.name == "parts" and number == 0
        with st.container(key=f"bpe_lab_finding_{result.name}_{number}", horizontal=True):
            st.html(report.finding_html(_(result.title), finding, with_table=not is_picture))
            if finding.example:
                navigation.page_link(
                    "playground",
                    report.example(finding),
                    query_params={"sample": finding.example, "first": str(checkup.name)},
                )
