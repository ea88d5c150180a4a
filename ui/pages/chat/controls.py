"""The widgets of the page Chat: messages, a template, and what becomes of names in messages."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.pages.chat.conversation import OWN, TITLES, WITH_IDS, about, attacks, idea, title, typed_title
from ui.pages.common.text_controls import offer
from ui.state.session import Page


def choose(page: Page) -> None:
    """What there is to choose, in a line above the player."""
    with st.popover(title(page["template"]), key="chat.choices", wrap=True):
        st.caption(idea())
        st.selectbox(_("Template"), [*TITLES, OWN], format_func=title, **page.widget("template"))
        if page["template"] == OWN:
            st.text_area(_("The template in Jinja, as transformers uses it"), height=200, **page.widget("jinja"))
            st.selectbox(_("Special tokens and ids as in"), WITH_IDS, format_func=title, **page.widget("ids"))
        else:
            st.caption(about(page["template"]))
        st.text_area(_("Messages: begin each with system:, user: or assistant:"), height=140, **page.widget("messages"))
        examples = attacks(page["ids"] if page["template"] == OWN else page["template"])
        offer(page, "chat", {name: {"messages": text} for name, text in examples.items()})
    st.segmented_control(
        _("What a special token’s name in a message becomes"),
        ["special", "text", "refused"],
        format_func=typed_title,
        required=True,
        label_visibility="collapsed",
        **page.widget("typed"),
    )
