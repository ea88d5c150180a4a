"""A tokenizer for your language: choose one, measure it, and defend the choice."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.word_spacing import spacing_unit
from ui.components.notice import show_error
from ui.components.token_rows import token_rows
from ui.pages.common import shell
from ui.pages.project import controls, defence, view

page = shell.start_page("project")
with st.container(key="bpe_lab_bench"):
    with st.container(key="project_choices"):
        st.write(
            _(
                "Choose what happens to the text, how tokens are made, and how many. Then look at four numbers and "
                "defend your choice: there is no best one, only reasons."
            )
        )
        text = controls.choose_text(page)
        made = controls.train_attempts(page, text.training)
    with st.container(key="project_results"):
        try:
            rows = view.score_rows(made, text.held_back)
        except EngineError as error:
            show_error(error)
            st.stop()
        kind = spacing_unit(text.held_back)
        st.html(view.scores_html(rows, kind))
        chosen = defence.choose_attempt(page, made) if made else None
        st.header(_("How a text is cut"), anchor=False)
        token_rows(view.sample(rows, chosen, text.held_back), key="project_sample")
    with st.container(key="project_defence"):
        with st.expander(_("What the four numbers mean")):
            st.html(view.explained_html(kind))
        if chosen is not None:
            defence.show_defence(page, rows, chosen, text)
shell.warn_about_link(page)
