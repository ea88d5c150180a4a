"""The way of a text: one scene from letters to ids, and back again."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.visible_text import in_markdown, visible
from ui.components.notice import notice, show_error
from ui.pages.common import shell
from ui.pages.common.text_controls import offer
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.scene.spec import EXAMPLES
from ui.player.journey_component import scene
from ui.player.journey_lesson import problem, shown

page, stage, line = shell.stage("scene", _("A text’s journey"))
with line:
    sample: str = st.text_input(
        _("A word or a sentence"), label_visibility="collapsed", width=200, **page.widget("sample")
    )
    with st.popover(page["with"].title, key="scene.choices", wrap=True):
        offered = st.container()
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), told=stage)
        with offered:
            offer(page, "example", {in_markdown(visible(text)): {"sample": text} for text in EXAMPLES})
with stage:
    if told := problem(sample):
        notice(told)
        st.stop()
    try:
        identity = f"{name} {sample}"
        scene(shown(tokenizer, name.title, sample, identity, page.place(identity)), key="scene")
    except EngineError as error:
        show_error(error)
