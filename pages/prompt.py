"""How prompts end: a text typed character by character, and the tokens that could end it."""

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.inspection.prompt_ends import is_merge_tokenizer
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import TokenizerName
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.components.token_table import token_table
from ui.pages.common import shell
from ui.pages.common.text_controls import example_buttons, is_usable
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.prompt import view
from ui.player.component import player
from ui.tokenization.prompt_frames import LONGEST_TEXT

page, stage, line = shell.start_player_page("prompt")
with line:
    sample = st.text_input(_("Your text"), label_visibility="collapsed", width=220, **page.widget_options("sample"))
    with st.popover(page["with"].title, key="prompt.choices", wrap=True):
        st.caption(_("Watch a text being typed character by character, and see which tokens at its end change."))
        example_buttons(page, "prompt", {title: {"sample": text} for title, text in view.examples().items()})
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), notices=stage)
with stage:
    if not is_usable(sample, LONGEST_TEXT):
        st.stop()
    if not is_merge_tokenizer(tokenizer):
        show_alert(view.no_ranks(name))
        st.button(view.with_gpt2(), key="try_gpt2", on_click=page.set, kwargs={"with": TokenizerName("gpt2")})
        st.stop()
    try:
        player(view.lesson_of(name, tokenizer, sample, page.start_step), key="typing")
    except EngineError as error:
        show_error(error)
        st.stop()
show_paragraphs(*view.explanations())
if numbers := shell.expander(page, view.table_title()):
    with numbers:
        st.write(view.lookup_explanation())
        token_table(view.table(tokenizer, sample), key="typed_table")
