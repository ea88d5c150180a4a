"""Recap: what to take along from each chapter, and where one stands."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.common import navigation, shell
from ui.components.recap import recap
from ui.course.courses import course
from ui.pages.recap.remembered import remembered

page = shell.begin("recap", _("The course on one page"))
shown = course()
recap(remembered(shown), _(shown.progress))
with shell.on_screen("recap_on"):
    navigation.link("project", _("Your project: a tokenizer for your language"), icon=":material/arrow_forward:")
st.caption(_("Print this page for a sheet to keep."))
