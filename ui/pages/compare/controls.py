"""What is compared: a corpus, the methods side by side, and their trainings."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import number
from ui.base.word_spacing import unit
from ui.components.notice import notice
from ui.components.number_table import Table, Written, number_table
from ui.jobs.finished_training import FinishedTraining
from ui.jobs.training_job import Job
from ui.pages.common import current_training as chosen
from ui.pages.common import text_problems
from ui.pages.compare import corpora, metrics_tables
from ui.pages.compare import methods as compare
from ui.pages.compare.methods import METHODS
from ui.pages.train.player_area import wait
from ui.state.session import Page
from ui.tokenization.algorithms.base import Method
from ui.tokenization.scenarios import OWN_TEXT, SCENARIOS, in_order
from ui.tokenization.tasks.task import LONGEST_PASTE, Source, smaller_part


def choose_corpus(page: Page) -> Source:
    """One corpus for all. Stops the page where there is nothing to train on."""
    st.pills(
        _("Corpus"),
        in_order(),
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        **page.widget("scenario"),
    )
    if page["scenario"] != OWN_TEXT:
        return SCENARIOS[page["scenario"]].source
    text: str = st.text_area(_("Your text"), height=132, **page.widget("text"))
    if problem := text_problems.too_long(text, LONGEST_PASTE):
        notice(problem)
        st.stop()
    if not text.split():
        st.write(_("No text yet. Paste one above."))
        st.stop()
    st.toggle(_("Treat punctuation as words"), **page.widget("signs"))
    if page["signs"]:
        st.caption(_("Spaces are put around punctuation, and counted."))
        return Source.of_texts(corpora.signs_apart(text))
    if unit(text) == "none":
        st.caption(
            _(
                "This text has no spaces between its words, so whatever is between two spaces counts as one “word” "
                "here, perhaps a whole sentence that hardly ever occurs again. Treat punctuation as words: then each "
                "part of a sentence is one."
            )
        )
    return Source.of_texts(text)


def choose_methods(page: Page) -> list[Method]:
    """The algorithms side by side. Stops the page where none is chosen."""
    st.pills(
        _("Side by side"),
        list(METHODS),
        selection_mode="multi",
        format_func=lambda key: METHODS[key].name,
        **page.widget("methods"),
    )
    picked = [method for key, method in METHODS.items() if key in page["methods"]]
    if not picked:
        st.write(_("Choose at least one method."))
        st.stop()
    if told := compare.about(picked, of_own_text=page["scenario"] == OWN_TEXT):
        st.caption("\n".join(f"- {sentence}" for sentence in told))
    return picked


def write_new_text(page: Page) -> str:
    """A text that no method has seen; none where it is too long, which is told."""
    unseen: str = st.text_input(_("A new text for each to cut"), **page.widget("unseen"))
    problem = text_problems.too_long(unseen, corpora.LONGEST_UNSEEN)
    if problem:
        notice(problem)
    return "" if problem else unseen


def about_size() -> str:
    """What the size counts that it does not count on the page Train."""
    return _(
        "This includes the unknown token, [UNK], for every method except BPE on bytes. On the Train page, BPE has none "
        "unless you add it: there a size one smaller gives the same tokens."
    )


def train(
    page: Page, methods: Sequence[Method], source: Source, size: int
) -> dict[Method, tuple[FinishedTraining, Tokenizer]]:
    """The trainings that are done, with what each cuts by. Of the others it is shown why, or how far they are.

    Stops the page where none is done.
    """
    tasks = {method: compare.task(method, source, size) for method in methods}
    chosen.show_only(page, tasks.values())
    trained = {}
    for method, task in tasks.items():
        try:
            found = chosen.made(page, task)
            if isinstance(found, Job):
                st.write(method.name)
                wait(found)
                continue
            trained[method] = found, compare.finished(found, method)
        except EngineError as error:
            show_way_out(page, method, methods, size, error)
    if not trained:
        st.stop()
    return trained


def show_way_out(page: Page, method: Method, methods: Sequence[Method], size: int, error: EngineError) -> None:
    """Tell why a method could not be trained, with a button for each way out."""
    notice(compare.problem_text(method, size, error))
    scenario = page["scenario"]
    enough = compare.size_with_room(error, SCENARIOS[scenario].compared)
    text = page["text"] if scenario == OWN_TEXT else ""
    others = [other.key for other in methods if other != method]

    def offer(key: str, label: str, go: Callable[[], None]) -> None:
        st.button(label, key=f"{key}_{method.key}", on_click=go)

    with st.container(horizontal=True):
        if enough:
            size_title = _("Use a vocabulary of {size}").format(size=number(enough))
            offer("size", size_title, lambda: page.set(size=enough))
        if smaller_part(text, error):
            fit = partial(compare.part_with_room, method, text, size)
            offer("part", _("Use as much of the text as fits"), lambda: page.set(text=fit()))
        if error in chosen.failed().values():
            offer("again", _("Try again"), chosen.failed().clear)
        if others:
            without = _("Leave out {method}").format(method=method.name)
            offer("out", without, lambda: page.set(methods=others))


def show_numbers(table: Table, written: Written | None = None, *, is_seen: bool = True) -> None:
    """A table of numbers: one row a method, whose name stays in sight. The rest as in `number_table`."""
    columns = {_("Method"): st.column_config.TextColumn(pinned=True)}
    number_table(table, written or metrics_tables.ways_to_write(), is_seen=is_seen, column_config=columns)
