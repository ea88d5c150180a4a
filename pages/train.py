"""Train: watch tokens being learned, one step at a time."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui import state
from ui.components import shell
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.jobs.trainings import Job
from ui.train import choices, lesson

session = state.session("train")
shell.page(_("Train a tokenizer"))
# One part, of however many lines: the lesson below keeps its place, and by that the browser its player.
with st.container():
    choices.choose_scenario(session)
    choices.choose_algorithm(session)
    choices.choose_details(session)
    for problem in session.problems:
        notice(problem)
state.write_address(session)

try:
    training = state.trainings().get(session.task())
except EngineError as error:
    choices.show_way_out(session, error)
    st.stop()
if isinstance(training, Job):
    lesson.wait(training, partial(choices.show_way_out, session))
else:
    lesson.show(session, training)
