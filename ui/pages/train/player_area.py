"""A training on Train: waiting for it, the player, the charts, the code and the downloads."""

from concurrent.futures import CancelledError
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import current_language, localized_number, ngettext, use_language
from ui.base.i18n import gettext as _
from ui.components.number_table import show_number_table
from ui.jobs.chart_files import ChartFile
from ui.jobs.finished_training import FinishedTraining, InMemoryTraining
from ui.jobs.training_job import TrainingJob
from ui.lessons.running_text import text_opening
from ui.pages.common import current_training as chosen
from ui.pages.common import lesson_downloads, navigation
from ui.pages.common.shell import expander, screen_only
from ui.pages.common.text_controls import download_button
from ui.pages.train import charts
from ui.pages.train.custom_text import link_note
from ui.pages.train.messages import phase_text
from ui.pages.train.step_tables import remember_step, show_step_tables
from ui.pages.train.view import lesson_of
from ui.player import training_curves
from ui.player.component import player
from ui.player.file_formats import FileFormat
from ui.player.training_lesson import MAX_STEPS, FileOptions, task_file, training_file, training_title
from ui.state import session
from ui.state.session import PageState
from ui.state.training_request import lesson_key
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.base import Algorithm
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

POLL_SECONDS = 0.4
PLAYER = "player"
_DONE_KEY = "train.gone_on"  # whether a link at the end of the lesson has led to another
_WINDOW = "train.window"  # the training whose frames were requested last, and the step


@st.fragment(run_every=POLL_SECONDS)
def show_progress(job: TrainingJob) -> None:
    """Show the progress of a long training, until it is finished, has failed or is cancelled."""
    use_language(session.language())
    trainings = session.trainings()
    if job.key in chosen.failures():
        st.rerun()  # reported by the page, which no longer shows progress
    try:
        done = trainings.finished(job)
    except CancelledError:
        st.rerun()  # cancelled while this browser was disconnected: start again
    except EngineError as error:
        chosen.failures()[job.key] = error
        st.rerun()
    if done is not None:
        st.rerun()
    progress = trainings.progress(job)
    if progress.phase == "waiting" and not progress.ahead:
        text = _("Starting your training …")
    elif progress.phase == "waiting":
        text = ngettext(
            "Waiting: {count} training run is ahead of yours.",
            "Waiting: {count} training runs are ahead of yours.",
            progress.ahead,
        ).format(count=progress.ahead)
    else:
        text = phase_text(progress.phase)
    st.progress(progress.share, text)
    st.button(_("Cancel"), key=f"cancel_{job.key}", on_click=chosen.cancel, args=(job.key,))


def show_details(page: PageState, training: FinishedTraining) -> None:
    """Show what accompanies the player: numbers, code, downloads."""
    navigation.page_link("encode", _("Encode a word with these tokens"), icon=":material/arrow_forward:")
    algorithm = ALGORITHMS[page["algorithm"]]
    show_step_tables(page, training)
    _numbers(algorithm, training)
    _code(algorithm)
    with screen_only("take_home"):
        _lesson_downloads(page, training)
        if downloads := expander(page, _("Downloads")):
            with downloads:
                _downloads(page, algorithm, training)


@st.fragment
def show_player(page: PageState, training: FinishedTraining) -> None:
    """Show the player. A fragment: a request for more frames reruns nothing else."""
    use_language(session.language())
    if session_state.pop(_DONE_KEY, False):
        st.rerun()  # the training passed in belongs to the previous lesson
    steps = training.summary.steps
    lesson = lesson_key(chosen.task(page))
    place = page.start_step(lesson)
    key, asked_for = session_state.get(_WINDOW, ("", 0))
    algorithm = ALGORITHMS[page["algorithm"]]
    begins = text_opening(chosen.source(page).texts)
    try:
        frames = training.frames(min(asked_for if key == training.key else place, steps), begins)
    except FileNotFoundError:
        st.rerun()  # the system has cleaned its temporary folder: train again

    def load_step() -> None:
        step = session_state.component_event(PLAYER, "want")
        if isinstance(step, int) and 0 <= step <= steps:
            session_state.put(_WINDOW, (training.key, step))

    def set_tie_rule() -> None:
        rule = session_state.component_event(PLAYER, "tie")
        if rule in algorithm.tie_rules():
            page.set(tie=rule)

    def go_to_scenario() -> None:
        to = session_state.component_event(PLAYER, "go")
        if to in SCENARIOS:
            page.set(scenario=to)
            session_state.put(_DONE_KEY, True)

    def store_step() -> None:
        step = session_state.component_event(PLAYER, "at")
        if isinstance(step, int) and 0 <= step <= steps:
            remember_step(training, step)

    query = page.query().query
    current = lesson_of(page, training, frames, query, subject=lesson, step=place, note=link_note(page))
    state = player(current, key=PLAYER, on_want=load_step, on_tie=set_tie_rule, on_go=go_to_scenario, on_at=store_step)
    if state.tie is not None or state.at is not None:
        st.rerun()


def _numbers(algorithm: Algorithm[Any, Any], training: FinishedTraining) -> None:
    """Show the curves' numbers as a table."""
    table = st.expander(_("The numbers as a table"), key="numbers", on_change="rerun")
    if table.open:
        show_number_table(charts.as_table(training.summary, algorithm.steps_title), place=table)


def _chart_file(
    training: FinishedTraining, name: training_curves.CurveName, title: str, steps: str, kind: ChartFile
) -> bytes:
    return session.trainings().render_chart(charts.chart(training.summary, name, title, steps).to_json(), kind)


def _code(algorithm: Algorithm[Any, Any]) -> None:
    # The content of a closed expander is not created: highlighting alone would double the time until the page is
    # usable.
    code = st.expander(_("The engine’s own code"), key="engine_code", on_change="rerun")
    if not code.open:
        return
    code.write(algorithm.about_functions)
    for source in algorithm.sources():
        code.code(source, language="python")


def _lesson_downloads(page: PageState, training: FinishedTraining) -> None:
    """Offer the lesson as a file; of a long one, as many steps as chosen."""
    st.subheader(_("Keep a copy"), anchor=False)
    st.caption(
        _(
            "The lesson as one file for any browser: keep it, send it, or put it on a website. It needs no network. "
            "For paper, open the file and print it."
        )
    )
    steps = training.summary.steps
    title = training_title(page["scenario"], page["algorithm"])
    options = FileOptions(title, current_language(), text_language=SCENARIOS[page["scenario"]].language)
    if steps > MAX_STEPS[0]:
        st.caption(
            _(
                "This one has {count} steps. A file takes the first {most} at most, as far as they fit in a megabyte."
            ).format(count=localized_number(steps), most=localized_number(MAX_STEPS[-1]))
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if steps > MAX_STEPS[0]:
            chosen_steps = st.selectbox(
                _("Steps in the file"),
                sorted({min(steps, limit) for limit in MAX_STEPS}),
                format_func=localized_number,
                key="take_home_steps",
                width=200,
            )
            options = replace(options, steps=chosen_steps)
        lesson_downloads.download_buttons(
            f"{page['scenario']}-{page['algorithm']}", partial(_lesson_file, chosen.task(page), training, options)
        )


def _lesson_file(task: Task, training: FinishedTraining, options: FileOptions, form: FileFormat) -> bytes:
    """Return the lesson's file, made in a worker process, because it takes seconds."""
    options = replace(options, form=form)
    if isinstance(training, InMemoryTraining):
        return session.trainings().call_in_worker(task_file, task, options)
    content: bytes = training.ask(training_file, options, text_opening(task.source.texts))
    return content


def _downloads(page: PageState, algorithm: Algorithm[Any, Any], training: FinishedTraining) -> None:
    st.caption(
        ngettext(
            "The whole training: {count} step.", "The whole training: {count} steps.", training.summary.steps
        ).format(count=localized_number(training.summary.steps))
    )
    with st.container(horizontal=True):
        for kind, (label, file, _text) in algorithm.downloads().items():
            download_button(label, partial(training.export, kind), file)
        text = chosen.custom_text(page)
        if text:
            download_button(_("Your text"), text.encode(), "text.txt")
    steps = algorithm.steps_title
    with st.container(horizontal=True):
        for name, title in training_curves.curve_titles().items():
            for kind in get_args(ChartFile):
                label = _("{chart} as {kind}").format(chart=title, kind=kind.upper())
                download_button(label, partial(_chart_file, training, name, title, steps, kind), f"{name}.{kind}")
