"""Why models stumble: a question, the real tokens, and the reason, a minute each."""

import streamlit as st

from ui import shell
from ui.i18n import gettext as _
from ui.stumble import choices

page = shell.begin("stumble", _("Why models stumble"))
st.write(_("A model reads tokens, not letters. Much that looks strange in what it does begins there."))
choices.show(page, choices.choose(page))
