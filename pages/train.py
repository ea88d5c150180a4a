"""Train: watch tokens being learned, one step at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui import shell
from ui.i18n import gettext as _
from ui.jobs.job import Job
from ui.train import choices, chosen, lesson

page = shell.begin("train", _("Train a tokenizer"))
# One part, of however many lines: the lesson below keeps its place, and by that the browser its player.
with st.container():
    choices.choose_scenario(page)
    choices.choose_algorithm(page)
    choices.choose_details(page)

try:
    training = chosen.trained()
except EngineError as error:
    choices.show_way_out(page, error)
    st.stop()
if isinstance(training, Job):
    lesson.wait(training)
else:
    lesson.show(page, training)
