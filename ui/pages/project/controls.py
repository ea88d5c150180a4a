"""The widgets above the numbers of the project page: a text, and up to three attempts side by side."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.components.notice import show_alert
from ui.course.values.article_costs import ATTRIBUTION, articles, language_costs
from ui.jobs.training_job import TrainingJob
from ui.pages.common import current_training as chosen
from ui.pages.common.text_controls import is_usable
from ui.pages.compare import methods as compare
from ui.pages.project import held_out_text
from ui.pages.project.normal_forms import FORMS, title
from ui.pages.project.spec import COURSE, DEFAULT_ATTEMPTS, METHODS, SIZE
from ui.pages.train.player_area import show_progress
from ui.state.session import PageState
from ui.tokenization.scenarios import CUSTOM_TEXT
from ui.tokenization.tasks.task import MAX_VOCABULARY, Task, TextSource


class ProjectText(NamedTuple):
    """The text to train on, the held-out part, and notes on both."""

    training: str
    held_back: str
    about: tuple[str, ...]


class Attempt(NamedTuple):
    """An attempt: its choices, and the resulting tokenizer."""

    number: int
    form: str
    method: str
    tokenizer: Tokenizer

    @property
    def title(self) -> str:
        """Its title in the table."""
        return _("{number}. {method}, {form}").format(
            number=localized_number(self.number), method=METHODS[self.method].name, form=title(self.form)
        )


def choose_text(page: PageState) -> ProjectText:
    """Choose the text to train on, and its held-out part. Stops the page if the text is too short."""

    def corpus_title(corpus: str) -> str:
        if corpus in articles():
            return _("Article 1: {language}").format(language=language_costs()[corpus].language)
        return {COURSE: _("The text of this course, in your language"), CUSTOM_TEXT: _("Your text")}[corpus]

    st.selectbox(
        _("Text"),
        [COURSE, CUSTOM_TEXT, *sorted(articles(), key=corpus_title)],
        format_func=corpus_title,
        **page.widget_options("corpus"),
    )
    if page["corpus"] == CUSTOM_TEXT:
        st.text_area(_("Your text"), height=132, label_visibility="collapsed", **page.widget_options("text"))
    text = held_out_text.text_of(page)
    if not is_usable(text, held_out_text.LONGEST):
        st.stop()
    if len(text.strip()) < held_out_text.MIN_CHARACTERS:
        show_alert(
            _("The text has {length} characters. Holding part of it back takes at least {least}.").format(
                length=localized_number(len(text.strip())), least=localized_number(held_out_text.MIN_CHARACTERS)
            )
        )
        st.stop()
    training, held_back = held_out_text.split_held_out(text)
    template = _("{train} characters to train on; the last {held} are held back to measure on.")
    about = [template.format(train=localized_number(len(training)), held=localized_number(len(held_back)))]
    if page["corpus"] in articles():
        about += [
            _("This is very little: treat the numbers as an example. Your own text tells you more."),
            _(ATTRIBUTION),
        ]
    st.caption("  \n".join(about))
    return ProjectText(training, held_back, (_("Text: {text}").format(text=corpus_title(page["corpus"])), *about))


def train_attempts(page: PageState, text: str) -> list[Attempt]:
    """Return the attempts that are trained. Shows the progress or the error of the others."""
    numbers = range(1, page["attempts"] + 1)
    places = [st.container(border=True) for _attempt in numbers]
    for number_, place in zip(numbers, places, strict=True):
        with place:
            _choose(page, number_)
    _attempt_buttons(page)
    tasks = {number_: _task(page, number_, text) for number_ in numbers}
    chosen.watch_only(page, tasks.values())
    attempts = []
    for number_, task in tasks.items():
        form, method = page[f"form{number_}"], page[f"method{number_}"]
        with places[number_ - 1]:
            try:
                training = chosen.get_training(page, task)
                if isinstance(training, TrainingJob):
                    show_progress(training)
                    continue
                attempts.append(Attempt(number_, form, method, compare.final_tokenizer(training, METHODS[method])))
            except EngineError as error:
                _show_problem(page, number_, error)
    return attempts


def _choose(page: PageState, attempt: int) -> None:
    labels: tuple[str, ...] = (_("Normalization"), _("Method"), _("Maximum vocabulary size"))
    if page["attempts"] > 1:
        numbered = _("{number}. Normalization"), _("{number}. Method"), _("{number}. Maximum vocabulary size")
        labels = tuple(label.format(number=localized_number(attempt)) for label in numbered)
    form, method, size = labels
    st.selectbox(form, list(FORMS), format_func=title, **page.widget_options(f"form{attempt}"))
    st.selectbox(
        method, list(METHODS), format_func=lambda key: METHODS[key].name, **page.widget_options(f"method{attempt}")
    )
    st.number_input(size, 1, MAX_VOCABULARY, **page.widget_options(f"size{attempt}"))


def _attempt_buttons(page: PageState) -> None:
    """Offer one more attempt, or one fewer."""
    count = page["attempts"]

    def offer(label: str, attempts: int) -> None:
        values = {"attempts": attempts, "chosen": min(attempts, page["chosen"])}
        st.button(label, key=f"attempts_{attempts}", on_click=page.set, kwargs=values)

    with st.container(horizontal=True):
        if count < len(DEFAULT_ATTEMPTS):
            offer(_("Add an attempt"), count + 1)
        if count > 1:
            offer(_("Remove the last one"), count - 1)


def _task(page: PageState, attempt: int, text: str) -> Task:
    method, form = METHODS[page[f"method{attempt}"]], FORMS[page[f"form{attempt}"]]
    return compare.task(method, TextSource.from_texts(form(text)), page[f"size{attempt}"])


def _show_problem(page: PageState, attempt: int, error: EngineError) -> None:
    """Show why an attempt could not be trained, with a remedy."""
    name = f"size{attempt}"
    show_alert(METHODS[page[f"method{attempt}"]].problem(page[name], error))

    def offer(label: str, go: Callable[[], None]) -> None:
        st.button(label, key=f"way_out_{attempt}", on_click=go)

    enough = compare.feasible_size(error, SIZE)
    if enough:
        offer(_("Use a vocabulary of {size}").format(size=localized_number(enough)), lambda: page.set(**{name: enough}))
    elif error in chosen.failures().values():
        offer(_("Try again"), chosen.failures().clear)
