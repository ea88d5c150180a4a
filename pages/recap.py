"""Recap: what to take along from each chapter, and where one stands."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.components.recap import recap
from ui.course.chapter_files import course
from ui.pages.common import navigation, shell
from ui.pages.recap.key_points import remembered

page = shell.begin("recap", _("The course on one page"))
shown = course()
recap(remembered(shown), _(shown.progress))
with shell.on_screen("recap_on"):
    navigation.link("project", _("Your project: a tokenizer for your language"), icon=":material/arrow_forward:")
st.caption(_("Print this page for a sheet to keep."))
