"""Check your own merges: the first that differs from those of a training here, and why."""

import streamlit as st

from bpe_engine import EngineError
from ui import shell
from ui.algorithms.bpe import BPESettings
from ui.check import choices, found, sentences
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.jobs.job import Job
from ui.session import Page
from ui.show import sentences as sentences_of
from ui.train import chosen, lesson
from ui.train.choices import ask_for_text, show_way_out

page = shell.begin("check", _("Check your own merges"))
train = Page("train")
st.write(
    sentences_of(
        _(
            "For anyone who writes a trainer of byte-pair encoding, for a course or to learn: choose here what yours "
            "was trained on, and bring its merges."
        ),
        _(
            "A trainer is the program that learns from a text which pairs to join; a merge is such a pair, which "
            "becomes one token."
        ),
    )
)
choices.choose_training(train)
own = choices.bring(page, train)
shell.tell_of_link(page)
if own is None:
    st.stop()
if train["algorithm"] != "bpe":
    notice(_("Merges are compared with byte-pair encoding, and another algorithm is chosen on Train."))
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
st.header(sentences.headline(difference, own), anchor=False)
if own.vocabulary:
    st.html(sentences.paragraph(sentences.about_vocabulary(compared.vocabulary, difference is not None)))
if difference is None:
    st.stop()
st.html(sentences.table(difference))
st.html("".join(map(sentences.paragraph, sentences.why(difference, settings))))
st.page_link(
    "pages/train.py",
    label=_("See this step on Train"),
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
    st.html(sentences.paragraph(sentences.explained(best[1], best[0], difference, own)))
    choices.offer(train, best[1])
