"""A training on the page: waiting for it, the player, the charts, the code and the downloads."""

from collections.abc import Callable
from functools import partial
from typing import get_args

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.bpe.events import TieBreak
from ui import state
from ui.algorithms import code as engine_code
from ui.algorithms.frames import labels
from ui.algorithms.names import chart_alt, steps_title
from ui.algorithms.sentences import byte_legend, rule_name
from ui.components.notice import show_error
from ui.components.when_seen import when_seen
from ui.i18n import gettext as _
from ui.i18n import ngettext, use_language
from ui.jobs.chart_files import ChartFile
from ui.jobs.trainings import Job, Lesson
from ui.jobs.work import CancelledError, Export
from ui.player import player
from ui.state import Session
from ui.tasks.settings import Algorithm
from ui.train import charts
from ui.train.choices import link_note

POLL_SECONDS = 0.4
PLAYER = state.TRAINING_PLAYER


@st.fragment(run_every=POLL_SECONDS)
def wait(job: Job, on_error: Callable[[EngineError], None] = show_error) -> None:
    """Show how far a long training is, until it is done or called off."""
    use_language(state.language())
    trainings = state.trainings()
    try:
        done = trainings.finished(job)
    except CancelledError:
        st.write(_("The training was cancelled. Your text and settings are as they were."))
        if st.button(_("Train again"), key=f"again_{job.key}", on_click=state.touch):
            st.rerun()
        return
    except EngineError as error:
        on_error(error)
        return
    if done is not None:
        st.rerun()
    progress = trainings.progress(job)
    if progress.phase == "waiting":
        text = ngettext(
            "Waiting: {count} training is ahead of yours.",
            "Waiting: {count} trainings are ahead of yours.",
            progress.ahead,
        ).format(count=progress.ahead)
    elif progress.phase == "reading":
        text = _("Cutting the text into words …")
    else:
        text = _("Learning tokens …")
    st.progress(progress.share, text)
    if st.button(_("Cancel"), key=f"cancel_{job.key}"):
        trainings.cancel(job)


@st.fragment
def show(session: Session, lesson: Lesson) -> None:
    """The player and what goes with it. A fragment: what the player tells runs this only, not the page."""
    use_language(state.language())
    steps = lesson.summary.steps
    place = state.place(PLAYER)
    first_step = min(place.opened, steps)
    problem = ""
    place.shown = place.shown or lesson.key
    if first_step < place.opened and place.shown == lesson.key:
        problem = _("Step {step:,} was asked for, but this training ends at step {last:,}.").format(
            step=place.opened, last=steps
        )
    try:
        frames = lesson.frames(min(session.window.get(lesson.key, first_step), steps))
    except FileNotFoundError:
        st.rerun()  # others' trainings took its room: it is made again
    told = player(
        {
            **frames,
            "id": lesson.key,
            "corpus": f"{session.source().digest} {session.choice.settings.algorithm}",
            "initialStep": first_step,
            "opening": session.pages,
            "notice": problem,
            "byteLevel": session.choice.settings.byte_level,
            "legend": byte_legend() if session.choice.settings.byte_level else "",
            "rules": [[rule, rule_name(rule)] for rule in get_args(TieBreak)],
            "linkNote": link_note(session),
        },
        labels(session.choice.settings.algorithm),
        key=PLAYER,
        on_want=lambda: _want(session, lesson),
        on_tie=lambda: _tie(session),
    )
    if told.tie is not None:
        st.rerun()
    # Any other touch that leads here is an echo: what the browser sent before it had the answer to the one before.
    session.address.touched = False
    step = told.step if isinstance(told.step, int) else first_step
    place.rest = min(max(step, 0), steps)
    _charts(session.choice.settings.algorithm, lesson, place.rest)
    _code(session.choice.settings.algorithm)
    _downloads(session, lesson)


def _want(session: Session, lesson: Lesson) -> None:
    step = st.session_state[PLAYER].want
    if isinstance(step, int) and 0 <= step <= lesson.summary.steps:
        session.window[lesson.key] = step


def _tie(session: Session) -> None:
    rule = st.session_state[PLAYER].tie
    if rule in get_args(TieBreak):
        session.set_tie_rule(rule)
        state.touch()


def _charts(algorithm: Algorithm, lesson: Lesson, step: int) -> None:
    st.subheader(_("How the numbers move"), anchor=False)
    if not when_seen("train"):
        return
    data = charts.per_step(lesson.summary, step)
    steps = steps_title(algorithm)
    for column, chart, name in zip(
        st.columns(2, gap="large"),
        (charts.tokens_chart(data, steps), charts.vocabulary_chart(data, steps)),
        ("tokens", "vocabulary"),
        strict=True,
    ):
        with column:
            st.altair_chart(chart, alt=chart_alt(algorithm))
            with st.container(horizontal=True):
                for kind in get_args(ChartFile):
                    st.download_button(
                        _("Chart as {kind}").format(kind=kind.upper()),
                        partial(state.trainings().draw, chart.to_json(), kind),
                        f"{name}.{kind}",
                        key=f"{name}_{kind}",
                        on_click="ignore",
                    )
    table = st.expander(_("The same numbers as a table"), key="numbers", on_change="rerun")
    if table.open:
        table.dataframe(charts.as_table(lesson.summary, steps), hide_index=True)


def _code(algorithm: Algorithm) -> None:
    # What is closed is not made: the highlighting alone would double the time until the page can be used.
    code = st.expander(_("Show the code"), key="code", on_change="rerun")
    if not code.open:
        return
    code.write(engine_code.about(algorithm))
    for source in engine_code.sources(algorithm):
        code.code(source, language="python")


def _downloads(session: Session, lesson: Lesson) -> None:
    st.subheader(_("Downloads"), anchor=False)
    files: dict[Export, tuple[str, str, str]] = {}
    if session.choice.settings.algorithm == "bpe":
        files["merges"] = (_("Merges (text)"), "merges.txt", "text/plain")
    files |= {
        "vocabulary": (_("Vocabulary (JSON)"), "vocab.json", "application/json"),
        "steps": (_("All steps (CSV)"), "steps.csv", "text/csv"),
    }
    st.caption(
        ngettext(
            "Of the whole training: {count:,} step.", "Of the whole training: {count:,} steps.", lesson.summary.steps
        ).format(count=lesson.summary.steps)
    )
    with st.container(horizontal=True):
        for kind, (label, file, mime) in files.items():
            st.download_button(label, partial(lesson.export, kind), file, mime, key=f"file_{kind}", on_click="ignore")
        text = session.upload.source.texts[0] if session.upload else session.choice.text
        if text:
            st.download_button(
                _("Your text"), text.encode(), "text.txt", "text/plain", key="file_text", on_click="ignore"
            )
