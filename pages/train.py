"""Train: watch tokens being learned, one step at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui import session, shell
from ui.i18n import gettext as _
from ui.jobs.job import Job
from ui.train import choices, chosen, lesson

page, player, line = shell.stage("train", _("Train a tokenizer"))
with line:
    choices.drawer(page)
with player:
    choices.ask_for_text(page)
    try:
        training = chosen.trained()
    except EngineError as error:
        choices.show_way_out(page, error)
        st.stop()
    if isinstance(training, Job):
        with st.container(key="bpe_lab_waiting"):
            lesson.wait(training)
        st.stop()
    lesson.play(page, training)
if not session.alone():
    lesson.show_more(page, training)
