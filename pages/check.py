"""Check your own merges: the first that differs from those of a training here, and why."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.visible_text import sentences as sentences_of
from ui.components.notice import notice, paragraphs
from ui.jobs.training_job import Job
from ui.pages.check import controls, differences, explanations
from ui.pages.common import current_training as chosen
from ui.pages.common import navigation, shell
from ui.pages.train import player_area
from ui.pages.train.custom_text import ask_for_text, show_way_out
from ui.state import session
from ui.tokenization.algorithms.bpe import BPESettings

page = shell.begin("check", _("Check your own merges"))
train = session.trained()
st.write(
    sentences_of(
        _(
            "Writing your own BPE trainer, for a course or to learn? Choose what it was trained on, and bring its "
            "merges."
        ),
        _(
            "A trainer is a program that learns from a text which pairs to join. A merge is one such pair, which "
            "becomes a single token."
        ),
    )
)
controls.choose_training(train)
own = controls.bring(page, train)
shell.tell_of_link(page)
if own is None:
    st.stop()
if train["algorithm"] != "bpe":
    notice(_("Merges are compared with byte-pair encoding, but Train is set to another algorithm."))
    st.button(_("Use BPE"), on_click=lambda: train.set(algorithm="bpe"))
    st.stop()
ask_for_text(train)
try:
    training = chosen.trained()
except EngineError as error:
    show_way_out(train, error)
    st.stop()
if isinstance(training, Job):
    player_area.wait(training)
    st.stop()

task = chosen.task(train)
settings = task.settings
assert isinstance(settings, BPESettings), "the algorithm was looked at"
compared = differences.compared(training, own)
difference = compared.difference
st.header(explanations.headline(difference, len(own.merges)), anchor=False)
if own.vocabulary:
    paragraphs(explanations.about_vocabulary(compared.vocabulary, difference is not None))
if difference is None:
    st.stop()
st.html(explanations.table(difference))
paragraphs(*explanations.why(difference, settings))
navigation.link(
    "train",
    _("See this step on Train"),
    icon=":material/arrow_forward:",
    query_params={**train.written().query, "step": str(difference.step)},
)
others = differences.others(task, difference, training.summary.points[0].vocabulary)
chosen.show_only(page, others.values())
best: tuple[int, differences.Change] | None = None
for change, other in others.items():
    try:
        made = chosen.made(page, other)
    except EngineError:
        continue  # there is no room for it, or it was called off
    if isinstance(made, Job):
        st.write(explanations.tried(change))
        player_area.wait(made)
        st.stop()
    equal = differences.equal_to(made, own)
    if equal > (best[0] if best else difference.step):
        best = equal, change
if best:
    paragraphs(explanations.explained(best[1], best[0], difference, own))
    controls.offer(train, best[1])
