"""Plans: a teacher's own sequence of places, made, kept and presented."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.common import planned, shell
from ui.pages.plans import editor, shown

page = shell.begin("plans", _("Plans"))
if number := planned.presented():
    st.html(shown.presented(planned.plan().places[number - 1]))
elif planned.value():
    editor.edit(page, planned.plan())
else:
    editor.begin()
