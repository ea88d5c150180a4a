"""The widgets of Compare methods: the corpus, the methods side by side, and their trainings."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.word_spacing import spacing_unit
from ui.components.notice import show_alert
from ui.components.number_table import NumberFormats, Table, show_number_table
from ui.jobs.finished_training import FinishedTraining
from ui.jobs.training_job import TrainingJob
from ui.pages.common import current_training as chosen
from ui.pages.common import text_problems
from ui.pages.compare import corpora, metrics_tables
from ui.pages.compare import methods as compare
from ui.pages.compare.methods import METHODS
from ui.pages.train.player_area import show_progress
from ui.state.session import PageState
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS, offered_scenarios
from ui.tokenization.tasks.task import MAX_PASTED_TEXT, MAX_VOCABULARY, TextSource, shortened_text


def choose_scenario(page: PageState) -> None:
    """Choose what all methods are trained on, by its name."""
    st.selectbox(
        _("Corpus"),
        offered_scenarios(),
        format_func=lambda key: SCENARIOS[key].title,
        label_visibility="collapsed",
        width=230,
        **page.widget_options("scenario"),
    )


def choose_methods(page: PageState, stage: DeltaGenerator) -> list[ComparedMethod]:
    """Choose the methods side by side. Stops the page if none is chosen, and says so on the stage."""
    chosen = page["methods"]
    title = ngettext("{count} method", "{count} methods", len(chosen))
    with st.popover(title.format(count=localized_number(len(chosen))), key=f"{page.name}.choices", wrap=True):
        method_pills(page)
    methods = chosen_methods(page)
    if not methods:
        stage.write(no_method_message())
        st.stop()
    return methods


def method_pills(page: PageState) -> None:
    """Show a button for each method; any number can be chosen."""
    st.pills(
        _("Side by side"),
        list(METHODS),
        selection_mode="multi",
        format_func=lambda key: METHODS[key].name,
        **page.widget_options("methods"),
    )


def chosen_methods(page: PageState) -> list[ComparedMethod]:
    """Return the chosen methods, in the order of their buttons."""
    return [method for key, method in METHODS.items() if key in page["methods"]]


def no_method_message() -> str:
    """Say what to do while no method is chosen."""
    return _("Choose at least one method.")


def choose_size(page: PageState) -> int:
    """Choose the vocabulary size that no method may exceed."""
    title = ngettext("{count} token", "{count} tokens", page["size"])
    with st.popover(title.format(count=localized_number(page["size"])), key=f"{page.name}.limits", wrap=True):
        size: int = st.number_input(_("Maximum vocabulary size"), 1, MAX_VOCABULARY, **page.widget_options("size"))
        st.caption(size_note())
    return size


def size_note() -> str:
    """Explain the difference between vocabulary sizes here and on Train."""
    return _(
        "This includes the unknown token, [UNK], for every method except BPE on bytes. On the Train page, BPE has none "
        "unless you add it: there, a size one smaller has the same tokens."
    )


def new_text_input(page: PageState, stage: DeltaGenerator) -> str:
    """Return a text that no method was trained on; empty if it is too long, which is reported on the stage."""
    label = _("A new text for each to cut")
    unseen: str = st.text_input(
        label, placeholder=label, label_visibility="collapsed", width=240, **page.widget_options("unseen")
    )
    problem = text_problems.too_long_message(unseen, corpora.MAX_NEW_TEXT)
    if problem:
        with stage:
            show_alert(problem)
    return "" if problem else unseen


def corpus(page: PageState) -> TextSource:
    """Return the corpus, typed here if it is the reader's own. Stops the page if there is nothing to train on."""
    if page["scenario"] != CUSTOM_TEXT:
        return SCENARIOS[page["scenario"]].source
    with st.container(key="bpe_lab_own_corpus"):
        text: str = st.text_area(_("Your text"), height=84, label_visibility="collapsed", **page.widget_options("text"))
        if problem := text_problems.too_long_message(text, MAX_PASTED_TEXT):
            show_alert(problem)
            st.stop()
        if not text.split():
            st.write(_("No text yet. Paste one above."))
            st.stop()
        st.toggle(_("Treat punctuation as words"), **page.widget_options("signs"))
    if page["signs"]:
        st.caption(_("Spaces are put around punctuation, and counted."))
        return TextSource.from_texts(corpora.with_spaced_punctuation(text))
    if spacing_unit(text) == "none":
        st.caption(
            _(
                "This text has no spaces between its words, so whatever is between two spaces counts as one “word” "
                "here, perhaps a whole sentence that hardly ever occurs again. Treat punctuation as words: then each "
                "part of a sentence is one."
            )
        )
    return TextSource.from_texts(text)


def show_facts(page: PageState, methods: Sequence[ComparedMethod]) -> None:
    """Say what the methods are whose names do not tell, and what limits they have."""
    if remarks := compare.method_notes(methods, of_own_text=page["scenario"] == CUSTOM_TEXT):
        st.caption("\n".join(f"- {sentence}" for sentence in remarks))


def train(
    page: PageState, methods: Sequence[ComparedMethod], source: TextSource, size: int
) -> dict[ComparedMethod, tuple[FinishedTraining, Tokenizer]]:
    """Return the finished trainings, each with its tokenizer. Shows the progress or the error of the others.

    Stops the page if none is finished.
    """
    tasks = {method: compare.task(method, source, size) for method in methods}
    chosen.watch_only(page, tasks.values())
    trained = {}
    for method, task in tasks.items():
        try:
            training = chosen.get_training(page, task)
            if isinstance(training, TrainingJob):
                st.write(method.name)
                show_progress(training)
                continue
            trained[method] = training, compare.final_tokenizer(training, method)
        except EngineError as error:
            show_remedies(page, method, methods, size, error)
    if not trained:
        st.stop()
    return trained


def show_remedies(
    page: PageState, method: ComparedMethod, methods: Sequence[ComparedMethod], size: int, error: EngineError
) -> None:
    """Show why a method could not be trained, with a button for each remedy."""
    show_alert(compare.error_text(method, size, error))
    scenario = page["scenario"]
    enough = compare.feasible_size(error, SCENARIOS[scenario].compared)
    text = page["text"] if scenario == CUSTOM_TEXT else ""
    others = [other.key for other in methods if other != method]

    def offer(key: str, label: str, go: Callable[[], None]) -> None:
        st.button(label, key=f"{key}_{method.key}", on_click=go)

    with st.container(horizontal=True):
        if enough:
            size_title = _("Use a vocabulary of {size}").format(size=localized_number(enough))
            offer("size", size_title, lambda: page.set(size=enough))
        if shortened_text(text, error):
            fit = partial(compare.feasible_prefix, method, text, size)
            offer("part", _("Use as much of the text as fits"), lambda: page.set(text=fit()))
        if error in chosen.failures().values():
            offer("again", _("Try again"), chosen.failures().clear)
        if others:
            without = _("Leave out {method}").format(method=method.name)
            offer("out", without, lambda: page.set(methods=others))


def show_numbers(table: Table, formats: NumberFormats | None = None, *, is_seen: bool = True) -> None:
    """Show a table of numbers: one row per method, whose name stays visible. Otherwise as `show_number_table`."""
    columns = {_("Method"): st.column_config.TextColumn(pinned=True)}
    show_number_table(table, formats or metrics_tables.number_formats(), is_seen=is_seen, column_config=columns)
