"""Home: what tokenization is, and the ways in."""

import streamlit as st

from ui import shell
from ui.components.pipeline import pipeline
from ui.home.tour import intro, stages, tour
from ui.i18n import gettext as _

shell.begin("home", "BPE Lab")
st.write(intro())
if st.button(_("Start the first lesson: hug, pug, pun"), type="primary", icon=":material/play_arrow:"):
    st.switch_page("pages/train.py", query_params={"scenario": "hug"})
pipeline(stages())
st.subheader(_("What there is"), anchor=False)
columns = st.columns(3, gap="large")
for number, (page, label, about) in enumerate(tour()):
    with columns[number % 3]:
        st.page_link(page, label=label, icon=":material/arrow_forward:")
        st.write(about)
