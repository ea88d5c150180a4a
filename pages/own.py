"""Your own tokens: a vocabulary that was typed, and how it cuts a text, step by step."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import OWN, TokenizerName
from ui.base.visible_text import in_markdown
from ui.pages.common import shell
from ui.pages.encode import player_area
from ui.pages.encode.controls import Chosen
from ui.pages.own import controls
from ui.pages.own.custom_vocabulary import as_typed

SHOWN = 30  # characters of the tokens, where they are folded away

page, player, line = shell.stage("own", _("A vocabulary of your own"))
with line:
    sample = st.text_input(_("Your text"), label_visibility="collapsed", width=280, **page.widget("sample"))
    listed = as_typed(page)
    shortened = listed if len(listed) <= SHOWN else f"{listed[:SHOWN]}…"
    with st.popover(in_markdown(shortened) or _("Your own tokens"), key="own.choices", wrap=True):
        tokenizer = controls.choose(page, player)
chosen = Chosen(sample, TokenizerName(OWN), tokenizer)
with player:
    player_area.play(page, chosen)
player_area.show_more(page, chosen)
shell.tell_of_link(page)
