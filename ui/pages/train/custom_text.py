"""The learner's own training text: typed, uploaded, or a file on the server."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.streamlit_internals.appearance import uploader_translations
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES
from ui.base.visible_text import visible_message
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.pages.common import current_training as chosen
from ui.pages.train.messages import link_note as left_out_note
from ui.pages.train.messages import remedies
from ui.state import session
from ui.state.session import PageState
from ui.tokenization.scenarios import CUSTOM_TEXT, EXAMPLE
from ui.tokenization.tasks import server_texts
from ui.tokenization.tasks.task import MAX_PASTED_TEXT

_UPLOADS = "train.uploads"  # number of files uploaded


def choose_text(page: PageState) -> None:
    """Show the box for a text, and the uploader for a file instead."""
    left, right = st.columns([3, 2])
    text = left.text_area(
        _("Your text"),
        height=132,
        placeholder=_("Paste or type some text here, then press “Train on this text”."),
        **page.widget_options("text"),
    )
    left.button(_("Train on this text"), type="primary", on_click=_prefer_box)
    _choose_file(right)
    _choose_server_file(page)
    if chosen.uploaded_source() and text:
        show_alert(_("Using the uploaded file. Remove it to use the text in the box."))


def require_text(page: PageState) -> None:
    """Stop the page if the learner's own text is missing or too long."""
    if page["scenario"] != CUSTOM_TEXT or chosen.uploaded_source() or chosen.server_source(page):
        return
    if page["stored"]:
        show_alert(
            _("The file {name} isn’t on this server. Press “{choices}” above and choose another one.").format(
                name=page["stored"], choices=chosen.summary(page)
            )
        )
        st.stop()
    text = page["text"]
    file = session.uploaded_file("train")
    if file and file.text is None:
        show_alert(
            _(
                "{name} was too long for the browser to keep when the page was reloaded or the server restarted. "
                "Choose it again."
            ).format(name=file.name)
        )
        if not text:
            st.stop()
    if len(text) > MAX_PASTED_TEXT:
        show_alert(
            _(
                "The text has {length} characters, but the box takes only {limit}. Save it as a .txt file and upload "
                "that: up to {size} MB."
            ).format(
                length=localized_number(len(text)),
                limit=localized_number(MAX_PASTED_TEXT),
                size=localized_number(chosen.TEXT_MEGABYTES),
            )
        )
        st.stop()
    elif not text:
        st.write(
            _("No text yet. Press “{choices}” above to paste some or upload a file, or start with an example.").format(
                choices=chosen.summary(page)
            )
        )
        st.button(_("Use an example"), on_click=lambda: page.set(text=EXAMPLE))
        st.stop()


def _choose_file(place: DeltaGenerator) -> None:
    """Show an uploader that empties itself once the file is read; the file is kept until removed."""
    place.html(uploader_translations())
    upload = place.file_uploader(
        _("… or a text file (.txt, UTF-8; training takes up to {size} MB)").format(
            size=localized_number(chosen.TEXT_MEGABYTES)
        ),
        type="txt",
        key=f"upload{session_state.get(_UPLOADS, 0)}",
        max_upload_size=MAX_UPLOAD_MEGABYTES,
    )
    if upload is not None:
        try:
            _accept_upload(upload.name, upload.getvalue())
        except EngineError as error:
            show_error(error)
            part = chosen.trainable_prefix(error, upload.getvalue())
            if part:
                st.button(
                    _("Train on its first {size} MB").format(size=localized_number(chosen.TEXT_MEGABYTES)),
                    on_click=_accept_upload,
                    args=(upload.name, part),
                )
        else:
            st.rerun()
    file = session.uploaded_file("train")
    if file and file.text:
        with place.container(horizontal=True, vertical_alignment="center"):
            size = _("{name}, {count} characters").format(name=file.name, count=localized_number(len(file.text)))
            show_paragraphs(size, status=True)
            st.button(_("Remove the file"), on_click=session.store_file, args=("train", None))


def _accept_upload(name: str, data: bytes) -> None:
    session.store_file("train", chosen.parse_upload(name, data))
    session_state.put(_UPLOADS, session_state.get(_UPLOADS, 0) + 1)


def _choose_server_file(page: PageState) -> None:
    """Choose one of the files that the server's administrator offers; shows nothing if there are none."""
    names = dict.fromkeys(["", *server_texts.server_texts(), page["stored"]])  # the chosen one may no longer exist
    if len(names) == 1:
        return
    st.selectbox(
        _("… or a file on this server"),
        list(names),
        format_func=lambda name: visible_message(name) if name else _("none"),
        **page.widget_options("stored"),
    )
    if page["stored"]:
        settings = chosen.settings(page)
        template = (
            _("At most the first {limit} characters of the file are used.")
            if settings.corpus_pre_tokenizer == "none"
            else _(
                "The whole file is counted. Of its different words, the most frequent are used, up to {limit} "
                "characters in total."
            )
        )
        st.caption(template.format(limit=localized_number(settings.max_characters)))


def _prefer_box() -> None:
    """Use the text in the box: deselect the server's file, and drop a file that is missing."""
    session.training_state().set(stored="")
    if not chosen.uploaded_source():
        session.store_file("train", None)


def link_note(page: PageState) -> str:
    """Return a note on what a link to this page omits; empty if it omits nothing."""
    if page["scenario"] == CUSTOM_TEXT and chosen.uploaded_source():
        return _("A link can’t carry an uploaded file: send the file along, to be uploaded there.")
    return left_out_note(page.query().omitted)


def show_remedies(page: PageState, error: EngineError) -> None:
    """Show an error, with buttons for remedies: another number, or a shorter text."""
    show_error(error)
    for text, values in remedies(error, chosen.custom_text(page)):
        st.button(text, on_click=_change, args=(page, values))
    if error in chosen.failures().values():
        st.button(_("Try again"), on_click=chosen.failures().clear)


def _change(page: PageState, values: dict[str, Any]) -> None:
    if "text" in values:
        chosen.set_text(page, values["text"])
    else:
        page.set(**values)
