"""Check your own merges: the first that differs from those of a training here, and why."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.show import sentences as sentences_of
from ui.common import navigation, shell
from ui.common import trained as chosen
from ui.components.notice import notice, paragraphs
from ui.pages.check import brought, found, sentences
from ui.pages.train import lesson
from ui.pages.train.own_text import ask_for_text, show_way_out
from ui.state import session
from ui.ways.algorithms.bpe import BPESettings
from ui.work.job import Job

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
brought.choose_training(train)
own = brought.bring(page, train)
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
    lesson.wait(training)
    st.stop()

task = chosen.task(train)
settings = task.settings
assert isinstance(settings, BPESettings), "the algorithm was looked at"
compared = found.compared(training, own)
difference = compared.difference
st.header(sentences.headline(difference, len(own.merges)), anchor=False)
if own.vocabulary:
    paragraphs(sentences.about_vocabulary(compared.vocabulary, difference is not None))
if difference is None:
    st.stop()
st.html(sentences.table(difference))
paragraphs(*sentences.why(difference, settings))
navigation.link(
    "train",
    _("See this step on Train"),
    icon=":material/arrow_forward:",
    query_params={**train.written().query, "step": str(difference.step)},
)
others = found.others(task, difference, training.summary.points[0].vocabulary)
chosen.show_only(page, others.values())
best: tuple[int, found.Change] | None = None
for change, other in others.items():
    try:
        made = chosen.made(page, other)
    except EngineError:
        continue  # there is no room for it, or it was called off
    if isinstance(made, Job):
        st.write(sentences.tried(change))
        lesson.wait(made)
        st.stop()
    equal = found.equal_to(made, own)
    if equal > (best[0] if best else difference.step):
        best = equal, change
if best:
    paragraphs(sentences.explained(best[1], best[0], difference, own))
    brought.offer(train, best[1])
