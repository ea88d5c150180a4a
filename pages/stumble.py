"""Why models stumble: a question, the real tokens, and the reason, a minute each."""

import streamlit as st

from ui import state
from ui.components import shell
from ui.i18n import gettext as _
from ui.stumble import choices as lessons

state.session("stumble")
fields = state.fields("stumble", lessons.USUAL)
shell.page(_("Why models stumble"))
st.write(_("A model reads tokens, not letters. Much that looks strange in what it does begins there."))
lesson = lessons.choose(fields)
fields.write_address()
lessons.show(fields, lesson)
