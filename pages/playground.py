"""Playground: paste a text, and see its tokens at once."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.components.notice import notice
from ui.pages.common import shell
from ui.pages.playground import controls, messages, token_panel

# What the boxes hold says what they are.
STYLE = "<style>.st-key-playground_tokenizers label { position: absolute; clip-path: inset(50%); }</style>"

page = shell.begin("playground", _("Playground"))
st.html(STYLE)
problem = messages.too_long(page["sample"])
text = controls.choose_text(page, problem)
chosen = controls.choose_tokenizers(page, text)
if problem:
    notice(problem)
elif not text:
    st.write(_("No text yet. Paste or type one above, or use the example."))
else:
    tokens = token_panel.tokens_of(text, chosen)
    token_panel.show(page, text, chosen, tokens)
    with shell.on_screen("downloads"):
        if downloads := shell.folded(page, _("Downloads")):
            with downloads:
                token_panel.offer_files(chosen, tokens)
