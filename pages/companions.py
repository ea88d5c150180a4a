"""Read along: each example of a published text, computed live, with a link to the page that shows it."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.pages.common import shell
from ui.pages.companions import controls

page = shell.start_page("companions", _("Read along"))
st.write(_("Reading one of these texts? Here is each of its examples, computed live, with a link to see it happen."))
controls.show(*controls.choose(page))
