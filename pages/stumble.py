"""Why models stumble: a question, the real tokens, and the reason, a minute each."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.common import shell
from ui.course.courses import topics
from ui.pages.course.study import choose, study

page = shell.begin("stumble", _("Why models stumble"))
st.write(_("A model reads tokens, not letters. Much that looks strange in what it does begins there."))
study(page, topics(), choose(page, topics()))
