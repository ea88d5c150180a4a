"""Read along: each example of a published text, computed live, with a link to the page that shows it."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.pages.common import shell
from ui.pages.companions import controls

page = shell.start_page("companions")
with st.container(key="bpe_lab_bench"):
    with st.container(key="bpe_lab_outline"):
        st.write(
            _("Reading one of these texts? Here is each of its examples, computed live, with a link to see it happen.")
        )
        with st.container(horizontal=True, key="companion_choices"):
            companion, edition = controls.choose(page)
        controls.show_outline(companion, edition)
    with st.container(key="companion_entries"):
        controls.show(companion, edition)
