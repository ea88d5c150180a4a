"""Special tokens: how minbpe and tiktoken treat their names in a text."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.components.notice import show_error, show_paragraphs
from ui.components.token_table import token_table
from ui.pages.common import shell
from ui.pages.common.text_controls import is_usable
from ui.pages.special import library_modes as special
from ui.pages.special.controls import choose

page, stage, line = shell.start_player_page("special")
try:
    with line:
        tokenizer, sample = choose(page, stage)
    shell.warn_about_link(page)
    if not is_usable(sample, special.LONGEST_TEXT):
        st.stop()
    token_table(special.table(tokenizer, sample, page["set"]), key="special_table")
    show_paragraphs(special.set_explanation(tokenizer, sample, page["set"]))
except EngineError as error:
    show_error(error)
    st.stop()
with st.expander(_("Why it matters who may type one")):
    st.write(
        _(
            "A program puts special tokens around what a user types. If their names in the user’s text became tokens "
            "too, anyone could end the text or speak as the assistant. So the user’s part is encoded with names as "
            "plain text, and the special tokens are added by id."
        )
    )
