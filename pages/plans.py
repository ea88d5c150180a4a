"""Lesson plans: make, keep and present a plan of slides."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.components.notice import show_alert
from ui.pages.common import session_plan, shell
from ui.pages.plans import editor, view

page = shell.start_page("plans", "plans")
if missing := session_plan.missing_code():
    show_alert(
        _(
            "The server has no plan with the code {code}: it keeps one for 12 hours. Show its QR code again where the "
            "plan is, or open the plan from a file."
        ).format(code=missing)
    )
if number := session_plan.current_slide():
    st.html(view.presented_slide(session_plan.plan().slides[number - 1]))
elif session_plan.packed_plan():
    editor.edit(page, session_plan.plan())
else:
    editor.begin()
