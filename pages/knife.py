"""A vocabulary under the knife: tokens taken out, others put in, and those that no text can have."""

from functools import partial

import streamlit as st

from bpe_engine import BPETokenizer, EngineError
from ui.base.i18n import error_text
from ui.base.i18n import gettext as _
from ui.base.tokenizers import told_of_gaps
from ui.common import shell
from ui.common.around import can_take, offer, take_away
from ui.common.tokenizer_choice import choose_tokenizer
from ui.components.html_table import html_table
from ui.components.notice import notice, paragraphs, show_error
from ui.components.token_table import token_table
from ui.pages.files.writing import notes
from ui.pages.knife import operation, reached, shown

page = shell.begin("knife", _("Edit a vocabulary"))
st.write(shown.about())
left, middle, right = st.columns(3)
with left:
    name, tokenizer = choose_tokenizer(page, "of", _("Vocabulary"))
with middle:
    out = st.text_input(_("Tokens to remove, separated by spaces"), **page.widget("out"))
    st.caption(shown.signs())
with right:
    add = st.text_input(_("Tokens to add, separated by spaces"), **page.widget("add"))
    how: operation.How = st.radio(
        _("How to add them"),
        ("merges", "special"),
        format_func=lambda way: {"merges": _("By merges"), "special": _("As special tokens")}[way],
        horizontal=True,
        label_visibility="collapsed",
        **page.widget("how"),
    )
text = st.text_area(_("Your text"), height=80, **page.widget("sample"))
offer(page, "knife", shown.examples())
shell.tell_of_link(page)
before = tokenizer
if not isinstance(before, BPETokenizer):
    notice(shown.no_merges())
    st.stop()
if can_take(text, operation.LONGEST_TEXT):
    try:
        done = operation.operate(before, tuple(operation.read(out)), tuple(operation.read(add)), how)
        token_table(shown.table(before, done.tokenizer, text), key="knife_table")
        paragraphs(shown.told_of_length(before, done.tokenizer, text), status=True)
        words = shown.changed_words(before, done.tokenizer, text)
    except EngineError as error:
        show_error(error)
    else:
        paragraphs(shown.told_of_dead(before, done), *shown.told_of_added(done))
        if words and (place := shell.folded(page, shown.words_title())):
            place.html(html_table(shown.words_title(), shown.word_heads(), words[: shown.MOST_ROWS], kind="named tall"))
            place.caption(shown.told_of_rows(shown.MOST_ROWS, words))
        if done.dead and (place := shell.folded(page, shown.dead_title())):
            rows = shown.dead_rows(before, done)
            place.html(html_table(shown.dead_title(), shown.dead_heads(), rows, kind="named tall"))
            place.caption(shown.told_of_rows(shown.MOST_ROWS, done.dead))
        if place := shell.folded(page, shown.files_title()):
            with place:
                paragraphs(told_of_gaps(done.tokenizer), shown.told_of_ids(done.tokenizer))
                for format_name in shown.WRITTEN:
                    with st.container(horizontal=True):
                        for file in shown.files(format_name):
                            make = partial(shown.file, done.tokenizer, format_name, file)
                            take_away(
                                f"{format_name}: {file}" if file == "load.py" else file,
                                make,
                                file,
                                key=f"{format_name}_{file}",
                            )
                    paragraphs(*map(error_text, notes(done.tokenizer, format_name)))
st.header(reached.title(), anchor=False)
found = reached.reached(before)
if found is None:
    st.write(reached.not_known())
    st.stop()
paragraphs(reached.told(found))
if found.others:
    rows_of_found = reached.rows(before, found.others)[: shown.MOST_ROWS]
    st.html(html_table(reached.title(), reached.heads(), rows_of_found, kind="named tall"))
    st.caption(shown.told_of_rows(shown.MOST_ROWS, found.others))
