"""Files: download a tokenizer for other libraries, or open one of theirs."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, translate_error
from ui.base.tokenizer_choices import OPENED, TokenizerName
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.pages.checkup import report
from ui.pages.checkup.controls import subject_of
from ui.pages.common import navigation, own_tokenizer, shell
from ui.pages.common.text_controls import download_button
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.files import known_files, model_tokenizers
from ui.pages.files import view as files
from ui.pages.files.contents import contents_html, contents_of
from ui.state import session


def _clear() -> None:
    """Close the opened tokenizer, and show another. For callbacks."""
    own_tokenizer.clear()
    if page["of"].name == OPENED:
        page.set(of=page.default("of"))


page = shell.start_page("files", "checkup")
with st.container(key="bpe_lab_bench"):
    choices = st.container(key="files_choices")
    picture = st.container(key="files_picture")
with choices:
    choice = st.container()
    st.header(_("Open a tokenizer"), anchor=False)
    is_restored = session.opened_tokenizer() is None and own_tokenizer.is_available()
    if own_tokenizer.open_files():
        if not is_restored:
            page.set(of=TokenizerName(OPENED))
        st.rerun()  # what is already drawn does not show it
    opened = session.opened_tokenizer()
    given = session.uploaded_file("files")
    if opened is None and given is not None:
        show_alert(
            _(
                "What you opened is no longer here: the page was reloaded, or the server restarted. Choose {name} "
                "again."
            ).format(name=given.name)
        )
    elif opened is None:
        st.write(_("Nothing is open yet. Choose files above, or drop them anywhere on this page."))
    else:
        show_paragraphs(files.opened_summary(opened), status=True)
        show_paragraphs(*map(translate_error, opened.notes))
        with st.container(horizontal=True):
            if opened.has_steps:
                navigation.page_link("encode", _("Encode with it"), query_params={"with": "opened"})
            navigation.page_link("playground", _("See its tokens in Playground"), query_params={"first": "opened"})
            navigation.page_link("vocabulary", _("Search its vocabulary"), query_params={"of": "opened"})
            navigation.page_link("checkup", _("Give it a check-up"), query_params={"of": "opened"})
            if opened.config.chat_template:
                navigation.page_link("chat", _("See its chat template"), query_params={"template": "opened"})
            st.button(_("Clear it from this browser"), on_click=_clear)
with choice:
    name, tokenizer = choose_tokenizer(page, "of", _("Tokenizer"), opens=False)
with picture:
    st.html(report.picture(subject_of(name, tokenizer)) + contents_html(contents_of(tokenizer)))
with picture, st.container(key="files_download"):
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(_("Download a tokenizer"), anchor=False, width="content")
        chosen = st.segmented_control(
            _("Format"),
            files.writable(),
            format_func=files.title,
            required=True,
            label_visibility="collapsed",
            **page.widget_options("as"),
        )
    try:
        with st.spinner(_("Writing …")):
            made = files.files_of(tokenizer, chosen)
    except EngineError as error:
        made = {}
        show_error(error)
    else:
        with st.container(horizontal=True):
            for file, content in made.items():
                download_button(
                    files.title_with_size(file, len(content)), partial(made.__getitem__, file), file, key=file
                )
            download_button(_("All in one .zip"), partial(files.zipped, made), f"{name}-{chosen}.zip", key="zip")
        st.caption(files.title_with_library(chosen))
        show_paragraphs(*map(translate_error, files.notes(tokenizer, chosen)))
if made:
    st.write(_("Run this code in the files’ folder to load them and encode a text:"))
    st.code(made["load.py"].decode(), language=None)
    if place := shell.expander(page, _("How the files begin and end")):
        with place:
            for file, content in made.items():
                if file != "load.py":
                    st.caption(
                        _("How {file} begins and ends. Size in bytes: {size}").format(
                            file=file, size=localized_number(len(content))
                        )
                    )
                    st.code(files.excerpt(content), language=None)

st.html(model_tokenizers.as_html() + known_files.as_html())
