"""Home: a name or a sentence becomes tokens; what tokenization is, and the ways in."""

import streamlit as st

from bpe_engine import EngineError
from ui import shell
from ui.components.merging import merging
from ui.components.notice import show_error
from ui.components.pipeline import pipeline
from ui.home import live
from ui.home.tour import stages, tour
from ui.i18n import gettext as _

# A card is a link as a whole: what can be clicked of the link in it is as large as the card.
STYLE = """<style>
.st-key-home_tour { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; }
.st-key-home_tour > * { height: 100%; }
[class*="st-key-home_card_"] { position: relative; height: 100%; }
[class*="st-key-home_card_"] * { position: static; }
[class*="st-key-home_card_"] a::after { content: ""; position: absolute; inset: 0; border-radius: 0.5rem; }
[class*="st-key-home_card_"]:hover { border-color: var(--st-primary-color); }
</style>"""

page = shell.begin("home", "BPE Lab")
st.html(STYLE)
typed = st.text_input(
    _("Type your name or a sentence, and watch GPT-2 make tokens of it"),
    placeholder=live.EXAMPLE,
    max_chars=live.LONGEST,
    live=True,
    width=480,
    **page.widget("say"),
)
shown = typed or live.EXAMPLE
try:
    merging(live.merging(shown))
except EngineError as error:
    show_error(error)
with st.container(horizontal=True, vertical_alignment="center"):
    if st.button(_("Start the first lesson: hug, pug, pun"), type="primary", icon=":material/play_arrow:"):
        st.switch_page("pages/train.py", query_params={"scenario": "hug"})
    st.page_link(
        "pages/encode.py",
        label=_("See each of these merges, with its rank"),
        icon=":material/arrow_forward:",
        query_params={"word": shown, "with": "gpt2"},
    )
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
pipeline(stages())
st.header(_("What there is"), anchor=False)
with st.container(key="home_tour"):
    for file, label, about in tour():
        with st.container(border=True, key=f"home_card_{file.partition('.')[0].rpartition('/')[2]}", gap=None):
            st.page_link(file, label=f"**{label}**", icon=":material/arrow_forward:")
            st.write(about)
