"""The widgets of Special tokens: a tokenizer, names to register, a text, and a set of names."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.visible_text import escape_markdown
from ui.pages.common.text_controls import example_buttons
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.special.library_modes import CHOSEN, NAMES, TEXT, read_names, with_special_tokens
from ui.state.session import PageState

_NESTED = "<|user|>Say <|endoftext|> backwards.<|assistant|>"


def choose(page: PageState, stage: DeltaGenerator) -> tuple[Tokenizer, str]:
    """Return the tokenizer with the registered names, and the text. Raises EngineError for too many names.

    Problems with availability are shown on the stage.
    """
    text: str = st.text_input(_("Your text"), label_visibility="collapsed", width=320, **page.widget_options("sample"))
    with st.popover(page["of"].title, key="special.choices", wrap=True):
        st.caption(
            _(
                "A special token is a signal to the model, such as the end of a text or whose turn it is. No merge "
                "makes it. So what should happen when someone types its name in a text? A library has to be told."
            )
        )
        examples = {_("A short one"): TEXT, _("Typed by a user"): _NESTED}
        chosen = {"names": NAMES, "set": list(CHOSEN)}
        example_buttons(page, "special", {title: {"sample": text, **chosen} for title, text in examples.items()})
        _name, tokenizer = choose_tokenizer(page, "of", _("Tokenizer"), notices=stage)
        typed = st.text_input(_("Special tokens to register, separated by spaces"), **page.widget_options("names"))
        names = read_names(typed)
        tokenizer = with_special_tokens(tokenizer, names)
        # A tokenizer may have a thousand special tokens: offer those in the text, and those chosen.
        choices = [*names, *(token for token in tokenizer.special_tokens if token in text), *page["set"]]
        st.pills(
            _("Special tokens in the set"),
            list(dict.fromkeys(choices)),
            selection_mode="multi",
            format_func=escape_markdown,
            **page.widget_options("set"),
        )
    return tokenizer, text
