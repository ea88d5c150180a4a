"""The end of a prompt: a text typed character by character, and the tokens that could stand at its end."""

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.inspection.prompt_ends import merges_by_rank
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import TokenizerName
from ui.components.notice import notice, paragraphs, show_error
from ui.components.token_table import token_table
from ui.pages.common import shell
from ui.pages.common.text_controls import can_take, offer
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.prompt import view
from ui.player.component import player
from ui.tokenization.prompt_frames import LONGEST_TEXT

page, stage, line = shell.stage("prompt", _("The end of a prompt"))
with line:
    sample = st.text_input(_("Your text"), label_visibility="collapsed", width=220, **page.widget("sample"))
    with st.popover(page["with"].title, key="prompt.choices", wrap=True):
        st.caption(_("Watch a text being typed character by character, and see which tokens at its end change."))
        offer(page, "prompt", {title: {"sample": text} for title, text in view.examples().items()})
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), told=stage)
with stage:
    if not can_take(sample, LONGEST_TEXT):
        st.stop()
    if not merges_by_rank(tokenizer):
        notice(view.no_ranks(name))
        st.button(view.with_gpt2(), key="try_gpt2", on_click=page.set, kwargs={"with": TokenizerName("gpt2")})
        st.stop()
    try:
        player(view.lesson_of(name, tokenizer, sample, page.place), key="typing")
    except EngineError as error:
        show_error(error)
        st.stop()
paragraphs(*view.explained())
if numbers := shell.folded(page, view.table_title()):
    with numbers:
        st.write(view.looked_up())
        token_table(view.table(tokenizer, sample), key="typed_table")
