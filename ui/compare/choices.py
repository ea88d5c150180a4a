"""The widgets of the page Compare."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from bpe_engine import EngineError, Tokenizer
from ui.algorithms.base import Method
from ui.compare import methods as compare
from ui.compare import numbers
from ui.compare.corpora import SIZES
from ui.compare.methods import METHODS
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.i18n import number
from ui.jobs.finished import FinishedTraining
from ui.jobs.job import Job
from ui.session import Page
from ui.tables import localized
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS, in_order
from ui.tasks.settings import LONGEST_PASTE, Source, smaller_part
from ui.train import chosen
from ui.train.lesson import wait


def choose_corpus(page: Page) -> Source:
    """One corpus for all. Stops the page where there is nothing to train on."""
    st.pills(
        _("Corpus"),
        in_order(),
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        **page.widget("corpus"),
    )
    if page["corpus"] != OWN_TEXT:
        return SCENARIOS[page["corpus"]].source
    text: str = st.text_area(_("Your text"), height=132, **page.widget("text"))
    if len(text) > LONGEST_PASTE:
        notice(
            _("The text has {length} characters, and the box takes {limit}. Shorten it; nothing of it is lost.").format(
                length=number(len(text)), limit=number(LONGEST_PASTE)
            )
        )
        st.stop()
    if not text.split():
        st.write(_("No text yet. Paste one above."))
        st.stop()
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
    told = compare.explanations(picked)
    if page["corpus"] == OWN_TEXT:
        told += compare.limits(picked)
    if told:
        st.caption("\n".join(f"- {sentence}" for sentence in told))
    return picked


def about_size() -> str:
    """What the size counts that it does not count on the page Train."""
    return _(
        "The unknown token, [UNK], is one of them, for each method but BPE on bytes. On Train, BPE has none unless it "
        "is added: there a size that is smaller by one gives the same tokens."
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
    corpus = page["corpus"]
    enough = compare.size_with_room(error, SIZES[corpus])
    text = page["text"] if corpus == OWN_TEXT else ""
    others = [other.key for other in methods if other != method]
    ways: list[tuple[str, str, Callable[[], None]]] = []
    if enough:
        ways.append(
            ("size", _("Use a vocabulary of {size}").format(size=number(enough)), lambda: page.set(size=enough))
        )
    if smaller_part(text, error):
        fit = partial(compare.part_with_room, method, text, size)
        ways.append(("part", _("Use as much of the text as fits"), lambda: page.set(text=fit())))
    if error in chosen.failed().values():
        ways.append(("again", _("Try again"), chosen.failed().clear))
    if others:
        ways.append(("out", _("Leave out {method}").format(method=method.name), lambda: page.set(methods=others)))
    with st.container(horizontal=True):
        for key, label, go in ways:
            st.button(label, key=f"{key}_{method.key}", on_click=go)


def show_numbers(table: pd.DataFrame, written: Mapping[str, Callable[[Any], str]] | None = None) -> None:
    """A table of numbers: one row a method, whose name stays in sight. `written` says how a column's numbers are."""
    columns = {_("Method"): st.column_config.TextColumn(pinned=True)}
    st.dataframe(localized(table, written or numbers.ways_to_write()), hide_index=True, column_config=columns)
