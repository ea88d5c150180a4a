"""What a browser is told of the language: what the page is written in, and what to ask for when it comes again."""

import streamlit as st

from ui.components.contract import Language
from ui.components.scripts import script

COOKIE = "bpe-lab-language"

_mount = st.components.v2.component(
    "bpe_lab_language",
    js=script("components/language/language.js"),
    isolate_styles=False,  # it draws nothing
)


def language(data: Language) -> None:
    """Have the page say its language, and the browser keep the one that was chosen."""
    _mount(key="bpe_lab_language_told", data=data)
