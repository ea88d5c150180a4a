"""Choosing a tokenizer: the one just trained, one opened from files, or a pretrained one."""

from collections.abc import Callable

import streamlit as st

from bpe_engine import EngineError, Tokenizer, load_pretrained
from ui import session
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.session import Page
from ui.tokenizers import OPENED, TRAINED, TokenizerName, on_offer
from ui.train import chosen


def choose_tokenizer(
    page: Page, parameter: str, label: str, on_change: Callable[[], None] | None = None
) -> tuple[TokenizerName, Tokenizer]:
    """A box to choose from, and what was chosen. Stops the page where a vocabulary cannot be loaded."""
    training = chosen.finished()
    steps = training.summary.steps if training else None
    opened = session.opened_tokenizer()
    wanted: TokenizerName = page[parameter]
    if wanted.name == TRAINED and steps is None:
        notice(_("The training is not done yet, so GPT-2 is shown in place of the tokenizer that you train."))
        wanted = TokenizerName("gpt2")
    elif wanted.name == OPENED and opened is None:
        notice(_("No file is open here, so GPT-2 is shown. Open the file on the page Files."))
        wanted = TokenizerName("gpt2")
    elif wanted.step is not None and steps is not None and wanted.step > steps:
        wanted = TokenizerName(TRAINED)
    if wanted != page[parameter]:
        page.set(**{parameter: wanted})
    train = Page("train")
    step = train.place(chosen.lesson_of(chosen.task(train)))
    st.selectbox(
        label,
        on_offer(step, steps, wanted=wanted, opened=opened is not None),
        format_func=lambda name: name.title,
        on_change=on_change,
        **page.widget(parameter),
    )
    try:
        if wanted.name == TRAINED and training is not None:
            return wanted, training.tokenizer(training.summary.steps if wanted.step is None else wanted.step)
        if wanted.name == OPENED and opened is not None:
            return wanted, opened.tokenizer
        return wanted, load_pretrained(wanted.name)
    except EngineError as error:
        show_error(error)
        st.stop()
