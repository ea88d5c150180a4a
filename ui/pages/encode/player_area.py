"""The lesson of Encode: a word being cut, what another method makes of it, and the lesson as a file."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import TRAINED, TokenizerName
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.pages.common import lesson_downloads
from ui.pages.encode import view
from ui.pages.encode.controls import EncodeChoice
from ui.player.component import player
from ui.player.encoding_lesson import encoding_file
from ui.player.training_lesson import training_title
from ui.state import session
from ui.state.session import PageState
from ui.tokenization import encoding
from ui.tokenization.scenarios import SCENARIOS


def play(page: PageState, choice: EncodeChoice, line: DeltaGenerator) -> None:
    """Show the lesson, or why there is none, which ends the page. What else to try stands in the line above it."""
    sample, name, tokenizer, _comparison = choice
    if not sample:
        st.write(view.no_text())
        st.stop()
    if problem := view.problem(sample, tokenizer):
        show_alert(problem)
        st.stop()
    try:
        lesson = view.lesson_of(page, name, tokenizer, page.start_step, _language(name))
    except EngineError as error:
        show_error(error)
        st.stop()
    if lesson is None:
        st.write(view.only_white_space())
        st.stop()
    if "with" in page and encoding.is_unknown(tokenizer, sample):
        line.button(_("Try it with GPT-2"), key="try_gpt2", on_click=page.set, kwargs={"with": TokenizerName("gpt2")})
    player(lesson, key="encoder")


def _language(name: TokenizerName) -> str:
    """Return the language of the text that the learner's own tokenizer was trained on."""
    return SCENARIOS[session.training_state()["scenario"]].language if name.name == TRAINED else ""


def show_more(page: PageState, choice: EncodeChoice) -> None:
    """Show what follows the lesson."""
    sample, name, tokenizer, comparison = choice
    show_paragraphs(*view.notes(page, name, tokenizer, comparison))
    train = session.training_state()
    title = training_title(train["scenario"], train["algorithm"]) if name.name == TRAINED else name.title
    st.subheader(_("Keep a copy"), anchor=False)
    with st.container(horizontal=True):
        make = partial(encoding_file, tokenizer, sample, title, current_language(), _language(name))
        lesson_downloads.download_buttons("encode", make)
