"""Train: watch tokens being learned, one step at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.run_context import alone
from ui.jobs.training_job import Job
from ui.pages.common import current_training as chosen
from ui.pages.common import shell
from ui.pages.train import player_area, settings_drawer
from ui.pages.train.custom_text import ask_for_text, show_way_out

page, player, line = shell.stage("train", _("Train a tokenizer"))
with line:
    settings_drawer.choose(page)
with player:
    # There in each run: a look at a training that comes late, when the page has ended with something else, finds it.
    waiting = st.container(key="bpe_lab_waiting")
    ask_for_text(page)
    try:
        training = chosen.trained()
    except EngineError as error:
        show_way_out(page, error)
        st.stop()
    if isinstance(training, Job):
        with waiting:
            player_area.wait(training)
        st.stop()
    player_area.play(page, training)
if not alone():
    player_area.show_more(page, training)
