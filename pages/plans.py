"""Plans: a teacher's own sequence of places, made, kept and presented."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.pages.common import session_plan, shell
from ui.pages.plans import editor, view

page = shell.begin("plans", _("Plans"))
if number := session_plan.presented():
    st.html(view.presented(session_plan.plan().places[number - 1]))
elif session_plan.value():
    editor.edit(page, session_plan.plan())
else:
    editor.begin()
