"""Choosing a tokenizer: the one just trained, or a pretrained one."""

import streamlit as st

from bpe_engine import EngineError, Tokenizer, load_pretrained
from ui import state
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.state import Fields
from ui.tokenizers import OPENED, TRAINED, TokenizerName, on_offer


def choose_tokenizer(fields: Fields, parameter: str, label: str) -> tuple[TokenizerName, Tokenizer]:
    """A box to choose from, and what was chosen. Stops the page where a vocabulary cannot be loaded."""
    lesson = state.finished_lesson()
    steps = lesson.summary.steps if lesson else None
    opened = state.opened_tokenizer()
    wanted = TokenizerName.parse(fields.values[parameter])
    problem = None
    if wanted is None:
        problem = _("The address says {parameter}={value}, which is no tokenizer here. GPT-2 is shown in its place.")
        wanted = TokenizerName("gpt2")
    elif wanted.name == TRAINED and steps is None:
        problem = _("The training is not done yet, so GPT-2 is shown in place of the tokenizer that you train.")
        wanted = TokenizerName("gpt2")
    elif wanted.name == OPENED and opened is None:
        problem = _("No file is open here, so GPT-2 is shown. Open the file on the page Files.")
        wanted = TokenizerName("gpt2")
    elif wanted.step is not None and steps is not None and wanted.step > steps:
        wanted = TokenizerName(TRAINED)
    if problem:
        notice(problem.format(parameter=parameter, value=fields.values[parameter][:40]))
    offer = on_offer(state.place(state.TRAINING_PLAYER).rest, steps, wanted=wanted, opened=opened is not None)
    chosen = st.selectbox(
        label,
        offer,
        offer.index(wanted),
        format_func=lambda name: name.title,
        key=f"{parameter}{fields.version}",
        on_change=state.touch,
    )
    fields.take(**{parameter: str(chosen)})
    try:
        if chosen.name == TRAINED and lesson is not None:
            step = lesson.summary.steps if chosen.step is None else chosen.step
            return chosen, lesson.tokenizer(step)
        if chosen.name == OPENED and opened is not None:
            return chosen, opened.tokenizer
        return chosen, load_pretrained(chosen.name)
    except EngineError as error:
        show_error(error)
        st.stop()


def uses_training(*names: TokenizerName) -> bool:
    """Whether one of these tokenizers is the one just trained, so that a link needs the training too."""
    return any(name.name == TRAINED for name in names)
