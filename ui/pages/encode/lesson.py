"""The lesson of the page Encode: a word being cut, what another way makes of it, and the lesson as a file."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.tokenizers import TRAINED, TokenizerName
from ui.common import take_home
from ui.components.notice import notice, paragraphs, show_error
from ui.pages.encode import shown
from ui.pages.encode.text_and_tokenizer import Chosen
from ui.player.component import player
from ui.playing.encoding import page_of_encoding
from ui.playing.training import training_title
from ui.scenarios import SCENARIOS
from ui.state import session
from ui.state.session import Page
from ui.ways import encoding


def play(page: Page, chosen: Chosen) -> None:
    """Show the lesson, or why there is none, which ends the page."""
    sample, name, tokenizer, _other = chosen
    if not sample:
        st.write(shown.no_text())
        st.stop()
    if problem := shown.problem(sample, tokenizer):
        notice(problem)
        st.stop()
    try:
        lesson = shown.lesson_of(page, name, tokenizer, page.place, _language(name))
    except EngineError as error:
        show_error(error)
        st.stop()
    if lesson is None:
        st.write(shown.only_white_space())
        st.stop()
    if "with" in page and encoding.is_unknown(tokenizer, sample):
        st.button(_("Try it with GPT-2"), key="try_gpt2", on_click=page.set, kwargs={"with": TokenizerName("gpt2")})
    player(lesson, key="encoder")


def _language(name: TokenizerName) -> str:
    """The language of the text that a tokenizer of the learner's own was trained on."""
    return SCENARIOS[session.trained()["scenario"]].language if name.name == TRAINED else ""


def show_more(page: Page, chosen: Chosen) -> None:
    """What stands below the lesson."""
    sample, name, tokenizer, other = chosen
    paragraphs(*shown.remarks(page, name, tokenizer, other))
    train = session.trained()
    title = training_title(train["scenario"], train["algorithm"]) if name.name == TRAINED else name.title
    st.subheader(_("Keep a copy"), anchor=False)
    with st.container(horizontal=True):
        make = partial(page_of_encoding, tokenizer, sample, title, current_language(), _language(name))
        take_home.files("encode", make)
