"""The widgets of the page Compare."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from bpe_engine import EngineError
from ui import state
from ui.address import LARGEST_VOCABULARY
from ui.compare import methods as compare
from ui.compare.methods import LONGEST_UNSEEN, METHODS, SIZES, UNSEEN, USUAL, Method, lesson_titles, method_name
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.state import Fields
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS
from ui.tasks.settings import Source, smaller_part
from ui.train.choices import EXAMPLE, LONGEST_PASTE

USUAL_UNSEEN = "\n"
"""Stands for the new text that goes with the corpus. No one can type it into a line, so an empty line stays one."""

USUAL_FIELDS = {"corpus": "hug", "size": "", "methods": "-".join(USUAL), "unseen": USUAL_UNSEEN, "text": ""}


def choose_corpus(fields: Fields) -> Source:
    """One corpus for all. Stops the page where there is nothing to train on."""
    titles = lesson_titles()
    if fields.values["corpus"] not in titles:
        notice(
            _("The address says corpus={value}, which is no corpus here. The first is shown in its place.").format(
                value=fields.values["corpus"][:40]
            )
        )
        fields.take(corpus="hug")
    before = fields.values["corpus"]
    picked = st.pills(
        _("Corpus"),
        list(titles),
        default=before,
        format_func=titles.__getitem__,
        required=True,
        key=f"corpus{fields.version}",
        on_change=state.touch,
    )
    if picked and picked != before:
        fields.set(corpus=picked, size="", unseen=USUAL_UNSEEN)
        st.rerun()
    if before != OWN_TEXT:
        return SCENARIOS[before].source
    text = st.text_area(
        _("Your text"),
        fields.values["text"] or EXAMPLE,
        height=132,
        key=f"text{fields.version}",
        on_change=state.touch,
    )
    text = text or ""
    fields.take(text="" if text == EXAMPLE else text)
    if len(text) > LONGEST_PASTE:
        notice(
            _(
                "The text has {length:,} characters, and the box takes {limit:,}. Shorten it; nothing of it is lost."
            ).format(length=len(text), limit=LONGEST_PASTE)
        )
        st.stop()
    if not text.split():
        st.write(_("No text yet. Paste one above."))
        st.stop()
    return Source.of_texts(text)


def choose_size(fields: Fields) -> int:
    """The most tokens that a vocabulary may have, the same for all."""
    usual = SIZES[fields.values["corpus"]]
    wanted = fields.values["size"]
    size = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 8 else usual
    picked = st.number_input(
        _("Vocabulary size, at most"),
        1,
        LARGEST_VOCABULARY,
        min(max(size, 1), LARGEST_VOCABULARY),
        key=f"size{fields.version}",
        on_change=state.touch,
    )
    fields.take(size="" if int(picked) == usual else str(int(picked)))
    return int(picked)


def choose_methods(fields: Fields) -> list[Method]:
    """The algorithms side by side. Stops the page where none is chosen."""
    asked = fields.values["methods"].split("-")
    chosen = [method for method in METHODS if method in asked] or list(USUAL)
    picked = st.pills(
        _("Side by side"),
        METHODS,
        selection_mode="multi",
        default=chosen,
        format_func=method_name,
        key=f"methods{fields.version}",
        on_change=state.touch,
    )
    picked = [method for method in METHODS if method in picked]
    if not picked:
        st.write(_("Choose at least one method."))
        st.stop()
    fields.take(methods="-".join(picked))
    told = compare.explanations(picked)
    if fields.values["corpus"] == OWN_TEXT:
        told += compare.limits(picked)
    if told:
        st.caption("\n".join(f"- {sentence}" for sentence in told))
    return picked


def choose_unseen(fields: Fields) -> str:
    """A text that the corpus may not have had."""
    usual = UNSEEN[fields.values["corpus"]]
    asked = fields.values["unseen"]
    text = st.text_input(
        _("A new text, to be cut by each"),
        usual if asked == USUAL_UNSEEN else asked,
        max_chars=LONGEST_UNSEEN,
        key=f"unseen{fields.version}",
        on_change=state.touch,
    )
    text = text or ""
    fields.take(unseen=USUAL_UNSEEN if text == usual else text)
    return text


def show_way_out(fields: Fields, method: Method, methods: Sequence[Method], size: int, error: EngineError) -> None:
    """Tell why a method could not be trained, with a button for each way out."""
    notice(compare.problem_text(method, size, error))
    corpus = fields.values["corpus"]
    enough = compare.size_with_room(error, SIZES[corpus])
    text = fields.values["text"] if corpus == OWN_TEXT else ""
    others = [other for other in methods if other != method]
    with st.container(horizontal=True):
        if enough and _button(fields, _("Use a vocabulary of {size:,}").format(size=enough), f"size_{method}"):
            fields.set(size=str(enough))
            st.rerun()
        if smaller_part(text, error) and _button(fields, _("Use as much of the text as fits"), f"part_{method}"):
            with st.spinner(_("Looking for the part that fits …")):
                fields.set(text=compare.part_with_room(method, text, size))
            st.rerun()
        if others and _button(fields, _("Leave out {method}").format(method=method_name(method)), f"out_{method}"):
            fields.set(methods="-".join(others))
            st.rerun()


def _button(fields: Fields, label: str, key: str) -> bool:
    return st.button(label, key=key, on_click=state.touch)


def show_numbers(table: pd.DataFrame) -> None:
    """A table of numbers: one row a method, whose name stays in sight."""
    columns = {_("Method"): st.column_config.TextColumn(pinned=True)}
    for title, form in compare.number_formats().items():
        columns[title] = st.column_config.NumberColumn(format=form)
    st.dataframe(table, hide_index=True, column_config=columns)
