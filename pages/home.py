"""Home: what tokenization is, and the ways in."""

import streamlit as st

from ui import shell
from ui.components.pipeline import pipeline
from ui.home.tour import stages, tour
from ui.i18n import gettext as _

shell.begin("home", "BPE Lab")
st.write(
    _(
        "A language model reads neither letters nor words but tokens: pieces of text that each have a number. "
        "A tokenizer cuts text into these pieces, and whatever the model reads or writes passes through it. "
        "So a model stumbles over spelling, sums and languages that its tokenizer cuts badly, "
        "and the same text costs more in one language than in another. "
        "Most models learn their tokens by byte-pair encoding (BPE): start with single characters, "
        "and make the most frequent pair of neighbours a new token, again and again. "
        "Here you can watch that happen, one merge at a time, on a tiny example or on your own text, "
        "beside other ways to make tokens."
    )
)
if st.button(_("Start the first lesson: hug, pug, pun"), type="primary", icon=":material/play_arrow:"):
    st.switch_page("pages/train.py", query_params={"scenario": "hug"})
pipeline(stages())
st.subheader(_("What there is"), anchor=False)
columns = st.columns(3, gap="large")
for number, (page, label, about) in enumerate(tour()):
    with columns[number % 3]:
        st.page_link(page, label=label, icon=":material/arrow_forward:")
        st.write(about)
