"""Check your merges: where they first differ from those of a training run here, and why."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.jobs.training_job import TrainingJob
from ui.pages.check import controls, differences, explanations, view
from ui.pages.common import current_training as chosen
from ui.pages.common import navigation, shell
from ui.pages.train import player_area
from ui.pages.train.custom_text import require_text, show_remedies
from ui.state import session
from ui.tokenization.algorithms.bpe import BPESettings

page = shell.start_page("check")
train = session.training_state()
with st.container(key="bpe_lab_bench"):
    choices = st.container(key="check_choices")
    with st.container(key="check_results"):
        results = st.container()
with choices:
    st.write(
        _(
            "Writing your own BPE trainer, for a course or to learn? Choose what it was trained on, and paste its "
            "merges."
        )
    )
    try:
        own = controls.submission_input(page, train)
    except EngineError as error:
        with results:
            show_error(error)
        st.stop()
    st.caption(
        _(
            "A trainer is a program that learns from a text which pairs to join. A merge is one such pair, which "
            "becomes a single token."
        )
    )
with results:
    shell.warn_about_link(page)
    if own is None:
        show_paragraphs(view.example_note())
        task, own, link = controls.example()
    else:
        if train["algorithm"] != "bpe":
            show_alert(_("Merges are compared with byte-pair encoding, but Train is set to another method."))
            st.button(_("Use BPE"), on_click=lambda: train.set(algorithm="bpe"))
            st.stop()
        require_text(train)
        task, link = chosen.task(train), train.query().query
    chosen.watch_only(page, [task])
    try:
        training = chosen.get_training(page, task)
    except EngineError as error:
        show_remedies(train, error)
        st.stop()
    if isinstance(training, TrainingJob):
        player_area.show_progress(training)
        st.stop()

    settings = task.settings
    assert isinstance(settings, BPESettings), "the algorithm was looked at"
    compared = differences.compare(training, own)
    difference = compared.difference
    with st.container(key="check_verdict"):
        st.header(explanations.headline(difference, len(own.merges)), anchor=False)
        st.html(view.merges_html(own, compared))
    if compared.prefix:
        show_paragraphs(explanations.prefix_text(compared.prefix))
    if own.vocabulary:
        show_paragraphs(explanations.vocabulary_text(compared.vocabulary, difference is not None))
    if difference is None:
        st.stop()
    st.html(view.difference_html(difference, compared.ids))
    show_paragraphs(*explanations.explanations_for(difference, settings))
    if not compared.prefix:  # Otherwise Train's steps have different numbers.
        navigation.page_link(
            "train",
            _("See this step on Train"),
            icon=":material/arrow_forward:",
            query_params={**link, "step": str(difference.step)},
        )
    others = differences.alternative_tasks(task, difference, training.summary.points[0].vocabulary)
    chosen.watch_only(page, others.values())
    best: tuple[int, differences.SettingChange] | None = None
    for change, other in others.items():
        try:
            made = chosen.get_training(page, other)
        except EngineError:
            continue  # too little memory, or cancelled
        if isinstance(made, TrainingJob):
            st.write(explanations.trying_text(change))
            player_area.show_progress(made)
            st.stop()
        equal = differences.count_equal_merges(made, own)
        if equal > (best[0] if best else difference.step):
            best = equal, change
    if best:
        show_paragraphs(explanations.explained_by_text(best[1], best[0], difference, own))
        controls.setting_button(train, best[1])
