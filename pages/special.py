"""Special tokens: what becomes of their names in a text, as minbpe and tiktoken have it."""

from html import escape

import streamlit as st

from bpe_engine import EngineError
from ui import shell
from ui.components.notice import notice, show_error
from ui.components.token_table import token_table
from ui.i18n import gettext as _
from ui.i18n import number
from ui.show import visible_message
from ui.special import choices
from ui.special import readings as special

page = shell.begin("special", _("Special tokens"))
st.write(
    _(
        "A special token is a sign for the model, such as the end of a text or whose turn it is. No merge makes it. "
        "So what is to happen where its name is typed in a text? A library has to be told."
    )
)
try:
    tokenizer, text = choices.choose(page)
    shell.tell_of_link(page)
    if not text:
        st.write(_("No text yet. Type one above, or choose one of the examples."))
        st.stop()
    if len(text) > special.LONGEST_TEXT:
        notice(
            _("The text has {length} characters, and this page takes {limit}. Shorten it.").format(
                length=number(len(text)), limit=number(special.LONGEST_TEXT)
            )
        )
        st.stop()
    token_table(special.table(tokenizer, text, page["set"]), key="special_table")
    st.html(f"<p>{escape(visible_message(special.about_set(tokenizer, text, page['set'])))}</p>")
except EngineError as error:
    show_error(error)
    st.stop()
st.header(_("Why it matters who may type one"), anchor=False)
st.write(
    _(
        "A program puts special tokens around what a user types. If names in the user’s own text became tokens too, "
        "anyone could end the text or speak as the assistant. So the user’s part is encoded with names as plain text, "
        "and the special tokens are added by their ids."
    )
)
