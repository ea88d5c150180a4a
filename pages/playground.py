"""Playground: paste a text, and see its tokens at once."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.common import shell
from ui.components.notice import notice
from ui.pages.playground import drawn, text_and_tokenizers, texts

# What the boxes hold says what they are.
STYLE = "<style>.st-key-playground_tokenizers label { position: absolute; clip-path: inset(50%); }</style>"

page = shell.begin("playground", _("Playground"))
st.html(STYLE)
problem = texts.too_long(page["sample"])
text = text_and_tokenizers.choose_text(page, problem)
chosen = text_and_tokenizers.choose_tokenizers(page, text)
if problem:
    notice(problem)
elif not text:
    st.write(_("No text yet. Paste or type one above, or use the example."))
else:
    tokens = drawn.tokens_of(text, chosen)
    drawn.show(page, text, chosen, tokens)
    with shell.on_screen("downloads"):
        if downloads := shell.folded(page, _("Downloads")):
            with downloads:
                drawn.offer_files(chosen, tokens)
