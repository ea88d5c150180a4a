"""The course: a chapter each, with an idea, a question, the thing itself and an exercise."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.course.chapter_files import course
from ui.pages.common import navigation, shell
from ui.pages.course.controls import course_page

page = shell.start_page("course", _("The course"), "reading")
course_page(page, course())
with st.container(key="bpe_lab_course_entries", horizontal=True):
    for entry in navigation.course_entries():
        navigation.page_link(entry.name, _(entry.title))
