"""The widget for choosing a tokenizer: the learner's training, one opened from files, or a pretrained one."""

from collections.abc import Callable
from contextlib import nullcontext

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError, Tokenizer, load_pretrained
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.streamlit_internals.run_context import is_embedded
from ui.base.tokenizer_choices import CUSTOM, OPENED, TRAINED, TokenizerName, available_tokenizers, not_open_message
from ui.components.notice import show_alert, show_error
from ui.pages.common import current_training as chosen
from ui.pages.common import own_tokenizer
from ui.state import session
from ui.state.session import PageState
from ui.state.training_request import lesson_key


def choose_tokenizer(
    page: PageState,
    parameter: str,
    label: str,
    on_change: Callable[[], None] | None = None,
    *,
    notices: DeltaGenerator | None = None,
    in_line: bool = False,
    own: Callable[[], Tokenizer] | None = None,
    opens: bool = True,
) -> tuple[TokenizerName, Tokenizer]:
    """Show a select box, and return the tokenizer to use with its name. Stops the page if it cannot be loaded.

    A tokenizer that is temporarily unavailable stays selected, and a notice says what is shown instead: in the
    container `notices`, by default below the box. `in_line` is for a line of choices, where the label is only read out.
    `own` builds a tokenizer from the learner's own tokens, on pages that offer this; `opens` offers to open files.
    """
    if opens:
        own_tokenizer.begin_choice(page, parameter, on_change)
    training = chosen.finished_training()
    steps = training.summary.steps if training else None
    requested: TokenizerName = page[parameter]
    shown = requested
    problem = ""
    try:
        opened = session.opened_tokenizer()
        if requested.name == TRAINED and steps is None:
            problem = _("Training isn’t finished yet, so GPT-2 is shown instead of your tokenizer.")
            shown = TokenizerName("gpt2")
        elif requested.name == OPENED and opened is None:
            problem = not_open_message()
            shown = TokenizerName("gpt2")
        elif requested.step is not None and steps is not None and requested.step > steps:
            problem = _("The training has no step {step}, so the last one is shown.").format(
                step=localized_number(requested.step)
            )
            shown = TokenizerName(TRAINED)
        if problem:
            with notices or nullcontext():
                show_alert(problem)
        train = session.training_state()
        step = train.start_step(lesson_key(chosen.task(train)))
        st.selectbox(
            label,
            available_tokenizers(
                step,
                steps,
                requested=requested,
                opened=own_tokenizer.is_available(),
                own=own is not None,
                opens=opens and not is_embedded(),
            ),
            format_func=_choice_title,
            on_change=own_tokenizer.choose_or_ask,
            args=(page, parameter, on_change),
            label_visibility="collapsed" if in_line else "visible",
            width=210 if in_line else "stretch",
            **page.widget_options(parameter),
        )
        if shown.name == TRAINED and training is not None:
            return shown, training.tokenizer(training.summary.steps if shown.step is None else shown.step)
        if shown.name == OPENED and opened is not None:
            return shown, opened.tokenizer
        if own is not None and shown.name == CUSTOM:
            return shown, own()
        return shown, load_pretrained(shown.name)
    except EngineError as error:
        with notices or nullcontext():
            show_error(error)
        st.stop()


def _choice_title(name: TokenizerName) -> str:
    # Streamlit also passes labels of options that are no longer offered, as str. A str has no `name`, and the exception
    # tells Streamlit so; `name.title` alone would return a method.
    return TokenizerName(name.name, name.step).title
