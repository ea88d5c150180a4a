"""The widgets of the page Project above its numbers: a text, and up to three attempts side by side."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import number
from ui.components.notice import notice
from ui.course.article_costs import ATTRIBUTION, articles, costs
from ui.jobs.training_job import Job
from ui.pages.common import current_training as chosen
from ui.pages.common.text_controls import can_take
from ui.pages.compare import methods as compare
from ui.pages.project import held_out_text
from ui.pages.project.normal_forms import FORMS, title
from ui.pages.project.spec import COURSE, METHODS, SIZE, USUAL
from ui.pages.train.player_area import wait
from ui.state.session import Page
from ui.tokenization.scenarios import OWN_TEXT
from ui.tokenization.tasks.task import LARGEST_VOCABULARY, Source, Task


class Text(NamedTuple):
    """What is trained on, what is held back, and what is to be said of both."""

    training: str
    held_back: str
    about: tuple[str, ...]


class Attempt(NamedTuple):
    """What was chosen, and the tokenizer that came of it."""

    number: int
    form: str
    method: str
    tokenizer: Tokenizer

    @property
    def title(self) -> str:
        """What it is called in the table."""
        return _("{number}. {method}, {form}").format(
            number=number(self.number), method=METHODS[self.method].name, form=title(self.form)
        )


def choose_text(page: Page) -> Text:
    """The text to train on, and the part that is held back. Stops the page where there is too little of it."""

    def named(corpus: str) -> str:
        if corpus in articles():
            return _("Article 1: {language}").format(language=costs()[corpus].language)
        return {COURSE: _("The text of this course, in your language"), OWN_TEXT: _("Your text")}[corpus]

    st.selectbox(
        _("Text"), [COURSE, OWN_TEXT, *sorted(articles(), key=named)], format_func=named, **page.widget("corpus")
    )
    if page["corpus"] == OWN_TEXT:
        st.text_area(_("Your text"), height=132, label_visibility="collapsed", **page.widget("text"))
    text = held_out_text.text_of(page)
    if not can_take(text, held_out_text.LONGEST):
        st.stop()
    if len(text.strip()) < held_out_text.LEAST:
        notice(
            _("The text has {length} characters. Holding part of it back takes at least {least}.").format(
                length=number(len(text.strip())), least=number(held_out_text.LEAST)
            )
        )
        st.stop()
    training, held_back = held_out_text.parts(text)
    told = _("{train} characters to train on; the last {held} are held back to measure on.")
    about = [told.format(train=number(len(training)), held=number(len(held_back)))]
    if page["corpus"] in articles():
        about += [
            _("This is very little: treat the numbers as an example. Your own text tells you more."),
            _(ATTRIBUTION),
        ]
    st.caption("  \n".join(about))
    return Text(training, held_back, (_("Text: {text}").format(text=named(page["corpus"])), *about))


def make(page: Page, text: str) -> list[Attempt]:
    """The attempts that are trained; in the place of the others stands how far they are, or why there is none."""
    there = range(1, page["attempts"] + 1)
    places = st.columns(len(USUAL))
    for number_, place in zip(there, places, strict=False):
        with place:
            _choose(page, number_)
    _more_or_less(page)
    tasks = {number_: _task(page, number_, text) for number_ in there}
    chosen.show_only(page, tasks.values())
    made = []
    for number_, task in tasks.items():
        form, method = page[f"form{number_}"], page[f"method{number_}"]
        with places[number_ - 1]:
            try:
                found = chosen.made(page, task)
                if isinstance(found, Job):
                    wait(found)
                    continue
                made.append(Attempt(number_, form, method, compare.finished(found, METHODS[method])))
            except EngineError as error:
                _tell(page, number_, error)
    return made


def _choose(page: Page, attempt: int) -> None:
    values = {"number": number(attempt)}
    st.selectbox(
        _("{number}. Normalization").format(**values),
        list(FORMS),
        format_func=title,
        **page.widget(f"form{attempt}"),
    )
    st.selectbox(
        _("{number}. Method").format(**values),
        list(METHODS),
        format_func=lambda key: METHODS[key].name,
        **page.widget(f"method{attempt}"),
    )
    label = _("{number}. Maximum vocabulary size").format(**values)
    st.number_input(label, 1, LARGEST_VOCABULARY, **page.widget(f"size{attempt}"))


def _more_or_less(page: Page) -> None:
    """Another attempt beside those that there are, or one less."""
    count = page["attempts"]

    def offer(label: str, attempts: int) -> None:
        values = {"attempts": attempts, "chosen": min(attempts, page["chosen"])}
        st.button(label, key=f"attempts_{attempts}", on_click=page.set, kwargs=values)

    with st.container(horizontal=True):
        if count < len(USUAL):
            offer(_("Add an attempt"), count + 1)
        if count > 1:
            offer(_("Remove the last one"), count - 1)


def _task(page: Page, attempt: int, text: str) -> Task:
    method, form = METHODS[page[f"method{attempt}"]], FORMS[page[f"form{attempt}"]]
    return compare.task(method, Source.of_texts(form(text)), page[f"size{attempt}"])


def _tell(page: Page, attempt: int, error: EngineError) -> None:
    """Why an attempt could not be trained, with a way out."""
    name = f"size{attempt}"
    notice(METHODS[page[f"method{attempt}"]].problem(page[name], error))

    def offer(label: str, go: Callable[[], None]) -> None:
        st.button(label, key=f"way_out_{attempt}", on_click=go)

    enough = compare.size_with_room(error, SIZE)
    if enough:
        offer(_("Use a vocabulary of {size}").format(size=number(enough)), lambda: page.set(**{name: enough}))
    elif error in chosen.failed().values():
        offer(_("Try again"), chosen.failed().clear)
