"""A vocabulary of your own: type tokens, and see step by step how they cut a text."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import CUSTOM, TokenizerName
from ui.pages.common import shell
from ui.pages.encode import player_area
from ui.pages.encode.controls import EncodeChoice
from ui.pages.own import controls
from ui.pages.own.custom_vocabulary import list_title

page, player, line = shell.start_player_page("own")
with line:
    sample = st.text_input(_("Your text"), label_visibility="collapsed", width=280, **page.widget_options("sample"))
    with st.popover(list_title(page), key="own.choices", wrap=True):
        tokenizer = controls.choose(page, player)
chosen = EncodeChoice(sample, TokenizerName(CUSTOM), tokenizer)
with player:
    player_area.play(page, chosen, line)
player_area.show_more(page, chosen)
shell.warn_about_link(page)
