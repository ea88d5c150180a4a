"""Companions: each example of a text, computed now, and a link to where it is shown."""

import streamlit as st

from ui import shell
from ui.companions import choices
from ui.i18n import gettext as _

page = shell.begin("companions", _("Companions"))
st.write(_("Do you read one of these texts? Here is each of its examples, computed now, and a link to see it happen."))
choices.show(*choices.choose(page))
