"""The widgets of From chat to ids: messages, a template, and how names in messages are read."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.pages.chat.conversation import (
    CUSTOM,
    TEMPLATES_WITH_IDS,
    TITLES,
    idea,
    injection_examples,
    source_note,
    title,
    typed_title,
)
from ui.pages.common import own_tokenizer
from ui.pages.common.text_controls import example_buttons
from ui.state.session import PageState


def choose(page: PageState) -> None:
    """Show the choices, in a line above the player."""
    with st.popover(title(page["template"]), key="chat.choices", wrap=True):
        st.caption(idea())
        own_tokenizer.begin_choice(page, "template")
        st.selectbox(
            _("Template"),
            [*TITLES, CUSTOM, *own_tokenizer.entries(page["template"])],
            format_func=lambda name: own_tokenizer.entry_title(name) or title(name),
            on_change=own_tokenizer.choose_or_ask,
            args=(page, "template"),
            **page.widget_options("template"),
        )
        if page["template"] == CUSTOM:
            st.text_area(
                _("The template in Jinja, as transformers uses it"), height=200, **page.widget_options("jinja")
            )
            st.caption(
                _(
                    "Each message has a role and a content, and an answer is asked for. Tools, documents, images and "
                    "options such as enable_thinking are left out."
                )
            )
            st.selectbox(
                _("Special tokens and ids as in"), TEMPLATES_WITH_IDS, format_func=title, **page.widget_options("ids")
            )
        elif text := source_note(page["template"]):
            st.caption(text)
        st.text_area(
            _("Messages: start each with system:, user: or assistant:"), height=140, **page.widget_options("messages")
        )
        examples = injection_examples(page["ids"] if page["template"] == CUSTOM else page["template"])
        example_buttons(page, "chat", {name: {"messages": text} for name, text in examples.items()})
    st.segmented_control(
        _("What a special token’s name in a message becomes"),
        ["special", "text", "refused"],
        format_func=typed_title,
        required=True,
        label_visibility="collapsed",
        **page.widget_options("typed"),
    )
