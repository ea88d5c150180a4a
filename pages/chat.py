"""From chat to ids: what a template writes around messages, and what a user can smuggle in."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.run_context import alone
from ui.components.notice import paragraphs, show_error
from ui.components.token_table import token_table
from ui.pages.chat import controls, conversation, library_comparison
from ui.pages.common import shell
from ui.player.component import player

page, stage, line = shell.stage("chat", _("From chat to ids"))
with line:
    controls.choose(page)
with stage:
    try:
        talk = conversation.talk(page)
        encoded = conversation.encoded(talk, page["typed"])
    except EngineError as error:
        show_error(error)
        st.stop()
    if not talk.messages:
        st.write(conversation.no_messages())
        st.stop()
    player(conversation.lesson_of(page, encoded, page.place(conversation.subject_of(page))), key="chat")
if alone():
    st.stop()
shell.tell_of_link(page)
paragraphs(*conversation.limits(page, talk))
message = conversation.compared(talk)
if talk.tokenizer is not None and message is not None:
    with st.expander(library_comparison.title()):
        token_table(library_comparison.table(talk.tokenizer, talk.parts, message), key="chat_libraries")
        paragraphs(library_comparison.how_to_be_safe())
