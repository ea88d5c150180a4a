"""The end of a prompt: a text typed character by character, and the tokens that could stand at its end."""

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.typed import merges_by_rank
from ui.base.i18n import gettext as _
from ui.base.tokenizers import TokenizerName
from ui.common import shell
from ui.common.around import can_take, offer
from ui.common.tokenizer_choice import choose_tokenizer
from ui.components.notice import notice, paragraphs, show_error
from ui.components.token_table import token_table
from ui.pages.prompt import shown
from ui.player.component import player
from ui.ways.prompt import LONGEST_TEXT

page, stage, line = shell.stage("prompt", _("The end of a prompt"))
with line:
    sample = st.text_input(_("Your text"), label_visibility="collapsed", width=220, **page.widget("sample"))
    with st.popover(page["with"].title, key="prompt.choices", wrap=True):
        st.caption(_("A text is typed character by character: watch which tokens at its end become others."))
        offer(page, "prompt", {title: {"sample": text} for title, text in shown.examples().items()})
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), told=stage)
with stage:
    if not can_take(sample, LONGEST_TEXT):
        st.stop()
    if not merges_by_rank(tokenizer):
        notice(shown.no_ranks(name))
        st.button(_("Try it with GPT-2"), key="try_gpt2", on_click=page.set, kwargs={"with": TokenizerName("gpt2")})
        st.stop()
    try:
        player(shown.lesson_of(name, tokenizer, sample, page.place), key="typing")
    except EngineError as error:
        show_error(error)
        st.stop()
paragraphs(
    _(
        "A row for each character says how many tokens at the end became how many: 2 → 1 where two became one. A row "
        "with ↩ names an end of the text that can be taken back, how many tokens of the vocabulary begin with it, and "
        "the first of them."
    ),
    _(
        "A prompt that stops within a word ends in tokens that are gone once the word goes on. The simplest case is a "
        "space at the end: in many vocabularies the token of a word begins with the space before it. Some programs "
        "heal that: they take the last token back, and let the model begin with a token that begins with its text. "
        "Where a longer token reaches over several at the end, they have to take back more. No model is asked here: "
        "these are the tokens that the vocabulary has."
    ),
)
if numbers := shell.folded(page, _("Character by character, with what was looked up")):
    with numbers:
        st.write(
            _(
                "Of each beginning of a word, its last token is kept. With a new character, the ends of the word are "
                "looked up in the vocabulary. One of those that are tokens fits to the last token of what stands "
                "before it: merging the two from their symbols on gives the same two again, which a few pairs tell. "
                "All tokens before it are known already. Encoding anew looks up all pairs of neighbours, and again "
                "those around each merge."
            )
        )
        token_table(shown.table(tokenizer, sample), key="typed_table")
