"""From text to ids: one scene from letters to ids, and back again."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.visible_text import escape_markdown, make_visible
from ui.components.notice import show_alert, show_error
from ui.pages.common import shell
from ui.pages.common.text_controls import example_buttons
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.scene.spec import EXAMPLES
from ui.player.journey_component import journey_player
from ui.player.journey_lesson import journey_lesson, text_problem

page, stage, line = shell.start_player_page("scene")
with line:
    sample: str = st.text_input(
        _("A word or a sentence"), label_visibility="collapsed", width=200, **page.widget_options("sample")
    )
    with st.popover(page["with"].title, key="scene.choices", wrap=True):
        offered = st.container()
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), notices=stage)
        with offered:
            example_buttons(
                page, "example", {escape_markdown(make_visible(text)): {"sample": text} for text in EXAMPLES}
            )
with stage:
    if problem := text_problem(sample):
        show_alert(problem)
        st.stop()
    try:
        identity = f"{name} {sample}"
        journey_player(journey_lesson(tokenizer, name.title, sample, identity, page.start_step(identity)), key="scene")
    except EngineError as error:
        show_error(error)
