"""Playground: a text, and beside it its tokens in two tokenizers."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.components.notice import show_alert
from ui.pages.common import shell
from ui.pages.playground import all_counts, controls, messages, token_panel

page = shell.start_page("playground")
problem = messages.too_long_message(page["sample"])
with st.container(key="bpe_lab_bench"):
    with st.container(key="playground_text"):
        text = controls.text_input(page, problem)
    with st.container(key="playground_results"):
        notices = st.container(key="playground_notices")
        with st.container(key="playground_stage"):  # the choices of tokenizers stand in the heads of the panels
            chosen = controls.choose_tokenizers(page, text, notices)
            if problem:
                with notices:
                    show_alert(problem)
            elif not text:
                notices.write(_("No text yet. Paste or type one above, or use the example."))
            else:
                tokens = token_panel.tokens_or_stop(text, chosen, notices)
                token_panel.show_tokens(page, chosen, tokens)
if text and not problem:
    token_panel.show_notes(text, chosen, tokens)
    if counts := shell.expander(page, all_counts.title()):
        with counts:
            token_panel.show_all_counts(text, chosen)
    with shell.screen_only("downloads"):
        if downloads := shell.expander(page, _("Downloads")):
            with downloads:
                token_panel.download_buttons(chosen, tokens)
