"""A training on the page: waiting for it, the player, the charts, the code and the downloads."""

from concurrent.futures import CancelledError
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import streamlit as st

from bpe_engine import EngineError
from ui import session
from ui.algorithms import ALGORITHMS
from ui.algorithms.base import Algorithm
from ui.algorithms.shared import byte_legend
from ui.i18n import current_language, ngettext, number, use_language
from ui.i18n import gettext as _
from ui.jobs.chart_files import ChartFile
from ui.jobs.finished import FinishedTraining, HeldTraining
from ui.jobs.job import Job
from ui.lessons.training import STEPS, Wish, page_of_task, page_of_training, training_title
from ui.player.component import player, usual_labels
from ui.player.contract import Unlabelled
from ui.player.running import beginning
from ui.session import Page
from ui.tables import localized
from ui.tasks.scenarios import SCENARIOS
from ui.tasks.settings import Task
from ui.train import charts, chosen, curves
from ui.train.choices import link_note
from ui.train.first import ways_on

POLL_SECONDS = 0.4
PLAYER = "player"
_GONE_ON = "train.gone_on"  # whether a link at the end of the lesson has led to another
_WINDOW = "train.window"  # the training whose frames were asked for last, and around which step


@st.fragment(run_every=POLL_SECONDS)
def wait(job: Job) -> None:
    """Show how far a long training is, until it is done, has failed or is called off."""
    use_language(session.language())
    trainings = session.trainings()
    if job.key in chosen.failed():
        st.rerun()  # told by the page, which asks no more how far it is
    try:
        done = trainings.finished(job)
    except CancelledError:
        st.rerun()  # called off while this browser was away: begun again
    except EngineError as error:
        chosen.failed()[job.key] = error
        st.rerun()
    if done is not None:
        st.rerun()
    progress = trainings.progress(job)
    if progress.phase == "waiting" and not progress.ahead:
        text = _("Your training begins …")
    elif progress.phase == "waiting":
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
    st.button(_("Cancel"), key=f"cancel_{job.key}", on_click=chosen.cancel, args=(job.key,))


def show_more(page: Page, training: FinishedTraining) -> None:
    """What goes with the player: files, the code, downloads."""
    st.page_link("pages/encode.py", label=_("Encode a word with these tokens"), icon=":material/arrow_forward:")
    algorithm = ALGORITHMS[page["algorithm"]]
    _files_of_curves(algorithm, training)
    _code(algorithm)
    _take_home(page, training)
    _downloads(page, algorithm, training)


@st.fragment
def play(page: Page, training: FinishedTraining) -> None:
    """The player. A fragment: where more frames are asked for, nothing else runs."""
    use_language(session.language())
    if st.session_state.pop(_GONE_ON, False):
        st.rerun()  # the training that was given here is that of the lesson before
    steps = training.summary.steps
    lesson = chosen.lesson_of(chosen.task(page))
    place = page.place(lesson)
    key, asked_for = st.session_state.get(_WINDOW, ("", 0))
    algorithm = ALGORITHMS[page["algorithm"]]
    byte_level = chosen.settings(page).byte_level
    begins = beginning(chosen.source(page).texts)
    try:
        frames = training.frames(min(asked_for if key == training.key else place, steps), begins)
    except FileNotFoundError:
        st.rerun()  # the system emptied its folder for temporary files: it is made again

    def want() -> None:
        step = st.session_state[PLAYER].want
        if isinstance(step, int) and 0 <= step <= steps:
            st.session_state[_WINDOW] = (training.key, step)

    def tie() -> None:
        rule = st.session_state[PLAYER].tie
        if rule in algorithm.tie_rules():
            page.set(tie=rule)

    def go() -> None:
        to = st.session_state[PLAYER].go
        if to in SCENARIOS:
            page.set(scenario=to)
            st.session_state[_GONE_ON] = True

    shown: Unlabelled = {
        **frames,
        "id": training.key,
        "corpus": lesson,
        "step": place,
        "legend": byte_legend() if byte_level else "",
        "language": SCENARIOS[page["scenario"]].language,
        "linkNote": link_note(page),
        "rules": list(algorithm.tie_rules().items()),
        "curves": curves.curves(training.summary, algorithm.steps_title, algorithm.chart_alt),
    }
    ways = ways_on(page["scenario"], page.written().query)
    told = player(shown, algorithm.labels(), ways_on=ways, key=PLAYER, on_want=want, on_tie=tie, on_go=go)
    if told.tie is not None:
        st.rerun()


def _files_of_curves(algorithm: Algorithm[Any, Any], training: FinishedTraining) -> None:
    """What the curves below the player show, to take away: as pictures and as a table."""
    steps = algorithm.steps_title
    for column, (name, title) in zip(st.columns(2, gap="large"), curves.titles().items(), strict=True):
        with column, st.container(horizontal=True):
            for kind in get_args(ChartFile):
                st.download_button(
                    _("{chart} as {kind}").format(chart=title, kind=kind.upper()),
                    partial(_draw, training, name, title, steps, kind),
                    f"{name}.{kind}",
                    key=f"{name}_{kind}",
                    on_click="ignore",
                )
    table = st.expander(_("The same numbers as a table"), key="numbers", on_change="rerun")
    if table.open:
        table.dataframe(localized(charts.as_table(training.summary, steps)), hide_index=True)


def _draw(training: FinishedTraining, name: curves.Name, title: str, steps: str, kind: ChartFile) -> bytes:
    return session.trainings().draw(charts.chart(training.summary, name, title, steps).to_json(), kind)


def _code(algorithm: Algorithm[Any, Any]) -> None:
    # What is closed is not made: the highlighting alone would double the time until the page can be used.
    code = st.expander(_("The engine’s own code"), key="engine_code", on_change="rerun")
    if not code.open:
        return
    code.write(algorithm.about_functions)
    for source in algorithm.sources():
        code.code(source, language="python")


def _take_home(page: Page, training: FinishedTraining) -> None:
    """The lesson as a file; of a long one as many steps as are chosen."""
    st.subheader(_("Take it home"), anchor=False)
    st.caption(
        _("The lesson as one file for any browser, to keep, to send, or to put on a web site. It needs no network.")
    )
    steps = training.summary.steps
    title = training_title(page["scenario"], page["algorithm"])
    wish = Wish(title, current_language(), usual_labels(), text_language=SCENARIOS[page["scenario"]].language)
    if steps > STEPS[0]:
        st.caption(
            _(
                "This one has {count} steps. A file takes the first {most} at most, and as many as a megabyte holds."
            ).format(count=number(steps), most=number(STEPS[-1]))
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if steps > STEPS[0]:
            chosen_steps = st.selectbox(
                _("Steps in the file"),
                sorted({min(steps, each) for each in STEPS}),
                format_func=number,
                key="take_home_steps",
                width=200,
            )
            wish = replace(wish, steps=chosen_steps)
        st.download_button(
            _("The lesson (HTML)"),
            partial(_lesson_file, chosen.task(page), training, wish),
            f"{page['scenario']}-{page['algorithm']}.html",
            "text/html",
            key="file_lesson",
            on_click="ignore",
        )


def _lesson_file(task: Task, training: FinishedTraining, wish: Wish) -> bytes:
    """Made in a process of its own, as all that takes seconds."""
    if isinstance(training, HeldTraining):
        return session.trainings().elsewhere(page_of_task, task, wish)
    found: bytes = training.ask(page_of_training, wish, beginning(task.source.texts))
    return found


def _downloads(page: Page, algorithm: Algorithm[Any, Any], training: FinishedTraining) -> None:
    st.header(_("Downloads"), anchor=False)
    st.caption(
        ngettext(
            "Of the whole training: {count} step.", "Of the whole training: {count} steps.", training.summary.steps
        ).format(count=number(training.summary.steps))
    )
    with st.container(horizontal=True):
        for kind, (label, file, mime, _text) in algorithm.downloads().items():
            st.download_button(label, partial(training.export, kind), file, mime, key=f"file_{kind}", on_click="ignore")
        text = chosen.own_text(page)
        if text:
            st.download_button(
                _("Your text"), text.encode(), "text.txt", "text/plain", key="file_text", on_click="ignore"
            )
