"""The widgets of Tokenizer check-up, and what a session keeps of its check-ups."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from bpe_engine import Tokenizer
from bpe_engine.checkup import Result, Subject, run_checks
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.tokenizer_choices import OPENED, SHIPPED, TokenizerName
from ui.jobs.checkups import Order
from ui.pages.checkup.spec import MAX_ROWS, NOTHING
from ui.pages.common import shell
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.state import session
from ui.state.session import PageState

REQUESTED = "checkup.asked"  # the key of the check-up that the learner started
_RESULTS = "checkup.kept"  # that key, and the results


class CheckUp(NamedTuple):
    """What is checked."""

    name: TokenizerName
    subject: Subject
    against: str  # the name of an included tokenizer; empty if there is nothing to compare with

    @property
    def title(self) -> str:
        """The name on screen."""
        return self.name.title

    @property
    def key(self) -> tuple[object, ...]:
        """The identity of this check-up."""
        return self.subject.tokenizer, self.against, *self.subject.texts.values(), self.subject.embedding

    @property
    def order(self) -> Order:
        """The arguments for a worker."""
        is_included = self.name.name in SHIPPED and not self.subject.texts and self.subject.embedding is None
        return (self.name.name if is_included else self.title), None if is_included else self.subject, self.against


def subject_of(name: TokenizerName, tokenizer: Tokenizer) -> Subject:
    """Return a tokenizer with what is known of its files."""
    opened = session.opened_tokenizer()
    if name.name != OPENED or opened is None:
        return Subject(tokenizer, name.title)
    template = {"chat_template": opened.config.chat_template, **opened.config.template_tokens}
    return Subject(tokenizer, name.title, opened.format, content=opened.outline, config=template, notes=opened.notes)


def choose(page: PageState) -> CheckUp:
    """Choose what to check, and what to compare it with."""
    name, tokenizer = choose_tokenizer(page, "of", _("Tokenizer"))
    against = st.selectbox(
        _("Compare with"),
        [NOTHING, *SHIPPED],
        format_func=lambda other: _("nothing") if other == NOTHING else TokenizerName(other).title,
        **page.widget_options("against"),
    )
    subject = subject_of(name, tokenizer)
    subject.texts = {_("Your text"): page["sample"]} if page["sample"] else {}
    subject.embedding = page["rows"] or None
    return CheckUp(name, subject, "" if against == NOTHING else against)


def choose_more(page: PageState) -> None:
    """Take a text to try, and what is known of the model. They hold from the next run on."""
    if place := shell.expander(page, _("Try a text of yours, and give the rows of the embedding"), "sample", "rows"):
        with place:
            st.text_area(_("Your text"), height=120, **page.widget_options("sample"))
            st.number_input(
                _("Rows of the model’s embedding"),
                min_value=0,
                max_value=MAX_ROWS,
                step=1,
                help=_("In a model’s config.json, it is vocab_size. 0 means that you don’t know it."),
                **page.widget_options("rows"),
            )


def quick_results(checkup: CheckUp) -> tuple[Result, ...]:
    """Return the results that take no time; none of opened files, which a process of its own checks."""
    if checkup.name.name == OPENED:
        return ()
    return _quick_results(checkup.subject.tokenizer, checkup.subject.embedding or 0)


@cached(lambda _results, *_arguments: 20_000)
def _quick_results(tokenizer: Tokenizer, embedding: int) -> tuple[Result, ...]:
    return tuple(run_checks(Subject(tokenizer, embedding=embedding or None), only_quick=True))


def start(checkup: CheckUp) -> None:
    """Check this one from the next run on. For callbacks."""
    session_state.put(REQUESTED, checkup.key)


def cancel() -> None:
    """End the check-up, or forget it. For callbacks: the run that waits for it then ends."""
    session_state.pop(REQUESTED, None)


def store_results(checkup: CheckUp, results: Sequence[Result]) -> None:
    """Keep the results of a check-up, instead of those before."""
    session_state.put(_RESULTS, (checkup.key, results))


def stored_results(checkup: CheckUp) -> list[Result] | None:
    """Return the results of a check-up; None if they are not kept."""
    stored = session_state.get(_RESULTS)
    return stored[1] if stored is not None and stored[0] == checkup.key else None
