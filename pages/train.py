"""Train: watch tokens being learned, one step at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.common import shell
from ui.common import trained as chosen
from ui.pages.train import drawer, lesson
from ui.pages.train.own_text import ask_for_text, show_way_out
from ui.streamlit_inside.context import alone
from ui.work.job import Job

page, player, line = shell.stage("train", _("Train a tokenizer"))
with line:
    drawer.choose(page)
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
            lesson.wait(training)
        st.stop()
    lesson.play(page, training)
if not alone():
    lesson.show_more(page, training)
