"""Train: watch tokens being learned, one step at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.streamlit_internals.run_context import is_embedded
from ui.jobs.training_job import TrainingJob
from ui.pages.common import current_training as chosen
from ui.pages.common import shell
from ui.pages.train import player_area, settings_drawer
from ui.pages.train.custom_text import require_text, show_remedies

page, player, line = shell.start_player_page("train")
with line:
    settings_drawer.choose(page)
with player:
    # In every run, even one that ends early: a late check of the training looks for this container.
    waiting = st.container(key="bpe_lab_waiting")
    require_text(page)
    try:
        training = chosen.current_training()
    except EngineError as error:
        show_remedies(page, error)
        st.stop()
    if isinstance(training, TrainingJob):
        with waiting:
            player_area.show_progress(training)
        st.stop()
    player_area.show_player(page, training)
if not is_embedded():
    player_area.show_details(page, training)
