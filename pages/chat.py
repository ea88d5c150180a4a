"""From chat to ids: what a template writes around the messages, and what a user's text can smuggle in."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.streamlit_internals.run_context import is_embedded
from ui.components.notice import show_error, show_paragraphs
from ui.components.token_table import token_table
from ui.pages.chat import controls, conversation, library_comparison
from ui.pages.common import shell
from ui.player.component import player
from ui.state import session

page, stage, line = shell.start_player_page("chat")
with line:
    controls.choose(page)
with stage:
    try:
        opened = session.opened_tokenizer()
        talk = conversation.render_conversation(page, opened)
        encoded = conversation.encode(talk, page["typed"])
    except EngineError as error:
        show_error(error)
        st.stop()
    if not talk.messages:
        st.write(conversation.no_messages())
        st.stop()
    subject = conversation.lesson_key(page, opened)
    player(conversation.lesson_of(page, encoded, subject, page.start_step(subject)), key="chat")
if is_embedded():
    st.stop()
shell.warn_about_link(page)
show_paragraphs(*conversation.limits(page, talk))
message = conversation.compared_message(talk)
if talk.tokenizer is not None and message is not None:
    with st.expander(library_comparison.title()):
        token_table(library_comparison.table(talk.tokenizer, talk.parts, message), key="chat_libraries")
        show_paragraphs(library_comparison.safety_advice())
