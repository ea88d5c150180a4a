"""Special tokens: what becomes of their names in a text, as minbpe and tiktoken have it."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.components.notice import paragraphs, show_error
from ui.components.token_table import token_table
from ui.pages.common import shell
from ui.pages.common.text_controls import can_take
from ui.pages.special import library_modes as special
from ui.pages.special.controls import choose

page, stage, line = shell.stage("special", _("Special tokens"))
try:
    with line:
        tokenizer, sample = choose(page, stage)
    shell.tell_of_link(page)
    if not can_take(sample, special.LONGEST_TEXT):
        st.stop()
    token_table(special.table(tokenizer, sample, page["set"]), key="special_table")
    paragraphs(special.about_set(tokenizer, sample, page["set"]))
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
