"""Playground: paste a text, and see its tokens at once."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.components.notice import show_alert
from ui.pages.common import shell
from ui.pages.playground import controls, messages, token_panel

# The boxes' content explains them, so their labels are for screen readers only.
STYLE = "<style>.st-key-playground_tokenizers label { position: absolute; clip-path: inset(50%); }</style>"

page = shell.start_page("playground", _("Playground"))
st.html(STYLE)
problem = messages.too_long(page["sample"])
text = controls.text_input(page, problem)
chosen = controls.choose_tokenizers(page, text)
if problem:
    show_alert(problem)
elif not text:
    st.write(_("No text yet. Paste or type one above, or use the example."))
else:
    tokens = token_panel.tokens_or_stop(text, chosen)
    token_panel.show_tokens(page, text, chosen, tokens)
    with shell.screen_only("downloads"):
        if downloads := shell.expander(page, _("Downloads")):
            with downloads:
                token_panel.download_buttons(chosen, tokens)
