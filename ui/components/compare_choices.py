"""The widgets of the page Compare."""

import streamlit as st

from ui.address import LARGEST_VOCABULARY
from ui.compare import LONGEST_UNSEEN, METHODS, SIZES, UNSEEN, USUAL, Method, lesson_titles, method_name
from ui.components.choices import EXAMPLE, LONGEST_PASTE
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.scenarios import OWN_TEXT, SCENARIOS
from ui.settings import Source
from ui.state import Fields

USUAL_FIELDS = {"corpus": "hug", "size": "", "methods": "-".join(USUAL), "unseen": "", "text": ""}


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
        on_change=fields.touch,
    )
    if picked and picked != before:
        fields.set(corpus=picked, size="", unseen="")
        st.rerun()
    if before != OWN_TEXT:
        return SCENARIOS[before].source
    text = st.text_area(
        _("Your text"),
        fields.values["text"] or EXAMPLE,
        height=132,
        key=f"text{fields.version}",
        on_change=fields.touch,
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
    """The vocabulary size, the same for all."""
    usual = SIZES[fields.values["corpus"]]
    wanted = fields.values["size"]
    size = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 8 else usual
    picked = st.number_input(
        _("Vocabulary size, the same for all"),
        1,
        LARGEST_VOCABULARY,
        min(max(size, 1), LARGEST_VOCABULARY),
        key=f"size{fields.version}",
        on_change=fields.touch,
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
        on_change=fields.touch,
    )
    picked = [method for method in METHODS if method in picked]
    if not picked:
        st.write(_("Choose at least one method."))
        st.stop()
    fields.take(methods="-".join(picked))
    return picked


def choose_unseen(fields: Fields) -> str:
    """A text that the corpus may not have had."""
    usual = UNSEEN[fields.values["corpus"]]
    text = st.text_input(
        _("A new text, to be cut by each"),
        fields.values["unseen"] or usual,
        max_chars=LONGEST_UNSEEN,
        key=f"unseen{fields.version}",
        on_change=fields.touch,
    )
    text = text or ""
    fields.take(unseen="" if text == usual else text)
    return text
