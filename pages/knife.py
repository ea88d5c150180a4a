"""A vocabulary under the knife: tokens taken out, others put in, and those that no text can have."""

from functools import partial

import streamlit as st

from bpe_engine import BPETokenizer, EngineError
from ui.base.i18n import error_text
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import told_of_gaps
from ui.components.html_table import html_table
from ui.components.notice import notice, paragraphs, show_error
from ui.components.token_table import token_table
from ui.pages.common import shell
from ui.pages.common.text_controls import can_take, offer, take_away
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.files.view import notes
from ui.pages.knife import reachability, view, vocabulary_edit

page = shell.begin("knife", _("Edit a vocabulary"))
st.write(view.about())
left, middle, right = st.columns(3)
with left:
    name, tokenizer = choose_tokenizer(page, "of", _("Vocabulary"))
with middle:
    out = st.text_input(_("Tokens to remove, separated by spaces"), **page.widget("out"))
    st.caption(view.signs())
with right:
    add = st.text_input(_("Tokens to add, separated by spaces"), **page.widget("add"))
    how: vocabulary_edit.How = st.radio(
        _("How to add them"),
        ("merges", "special"),
        format_func=lambda way: {"merges": _("By merges"), "special": _("As special tokens")}[way],
        horizontal=True,
        label_visibility="collapsed",
        **page.widget("how"),
    )
text = st.text_area(_("Your text"), height=80, **page.widget("sample"))
offer(page, "knife", view.examples())
shell.tell_of_link(page)
before = tokenizer
if not isinstance(before, BPETokenizer):
    notice(view.no_merges())
    st.stop()
if can_take(text, vocabulary_edit.LONGEST_TEXT):
    try:
        done = vocabulary_edit.operate(before, tuple(vocabulary_edit.read(out)), tuple(vocabulary_edit.read(add)), how)
        token_table(view.table(before, done.tokenizer, text), key="knife_table")
        paragraphs(view.told_of_length(before, done.tokenizer, text), status=True)
        words = view.changed_words(before, done.tokenizer, text)
    except EngineError as error:
        show_error(error)
    else:
        paragraphs(view.told_of_dead(before, done), *view.told_of_added(done))
        if words and (place := shell.folded(page, view.words_title())):
            place.html(html_table(view.words_title(), view.word_heads(), words[: view.MOST_ROWS], kind="named tall"))
            place.caption(view.told_of_rows(view.MOST_ROWS, words))
        if done.dead and (place := shell.folded(page, view.dead_title())):
            rows = view.dead_rows(before, done)
            place.html(html_table(view.dead_title(), view.dead_heads(), rows, kind="named tall"))
            place.caption(view.told_of_rows(view.MOST_ROWS, done.dead))
        if place := shell.folded(page, view.files_title()):
            with place:
                paragraphs(told_of_gaps(done.tokenizer), view.told_of_ids(done.tokenizer))
                for format_name in view.WRITTEN:
                    with st.container(horizontal=True):
                        for file in view.files(format_name):
                            make = partial(view.file, done.tokenizer, format_name, file)
                            take_away(
                                f"{format_name}: {file}" if file == "load.py" else file,
                                make,
                                file,
                                key=f"{format_name}_{file}",
                            )
                    paragraphs(*map(error_text, notes(done.tokenizer, format_name)))
st.header(reachability.title(), anchor=False)
found = reachability.reached(before)
if found is None:
    st.write(reachability.not_known())
    st.stop()
paragraphs(reachability.told(found))
if found.others:
    rows_of_found = reachability.rows(before, found.others)[: view.MOST_ROWS]
    st.html(html_table(reachability.title(), reachability.heads(), rows_of_found, kind="named tall"))
    st.caption(view.told_of_rows(view.MOST_ROWS, found.others))
