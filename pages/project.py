"""Project: a tokenizer for one's own language, chosen, measured, and defended."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.spacing import unit
from ui.common import shell
from ui.components import styles
from ui.components.notice import show_error
from ui.components.token_rows import token_rows
from ui.pages.course.shown import table_html
from ui.pages.project import attempts, defence, shown

page = shell.begin("project", _("Project: a tokenizer for your language"))
st.write(
    _(
        "Choose what happens to the text, how tokens are made, and how many. Then look at four numbers and defend your "
        "choice: there is no best one, only reasons."
    )
)
text = attempts.choose_text(page)
made = attempts.make(page, text.training)
if not made:
    st.stop()
try:
    rows = shown.measured(made, text.held_back)
except EngineError as error:
    show_error(error)
    st.stop()
kind = unit(text.held_back)
st.html(f"<style>{styles('course/course.css')}</style>{table_html(shown.table(rows, kind))}")
with st.expander(_("What the four numbers mean")):
    st.html(shown.explained_html(kind))
chosen = defence.choose(page, made)
st.header(_("How a text is cut"), anchor=False)
token_rows(shown.sample(rows, chosen, text.held_back), key="project_sample")
defence.write(page, rows, chosen, text)
shell.tell_of_link(page)
