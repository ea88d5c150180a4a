"""Edit a vocabulary: remove tokens, add others, and see which tokens no text can have."""

from contextlib import suppress
from functools import partial

import streamlit as st

from bpe_engine import BPETokenizer, EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import translate_error
from ui.base.tokenizer_choices import explain_id_gaps
from ui.components.html_table import html_table
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.components.token_changes import token_changes
from ui.pages.common import shell
from ui.pages.common.text_controls import download_button, example_buttons, is_usable
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.files.view import notes
from ui.pages.knife import reachability, view, vocabulary_edit

CHANGES = "knife_changes"


def pick(tokenizer: BPETokenizer) -> None:
    picked = session_state.component_event(CHANGES, "pick")
    if isinstance(picked, int) and picked in tokenizer.token_of_id:
        with suppress(EngineError):  # for a line that was changed before the press; the page says what is wrong
            page.set(out=vocabulary_edit.with_token_toggled(tokenizer, page["out"], picked))


page, stage, line = shell.start_player_page("knife")
with line:
    name, tokenizer = choose_tokenizer(page, "of", _("Vocabulary"), notices=stage, in_line=True)
bench = stage.container(key="bpe_lab_bench")
with bench.container(key="knife_choices"):
    text = st.text_area(_("Your text"), height=150, **page.widget_options("sample"))
    example_buttons(page, "knife", view.examples())
    out = st.text_input(_("Tokens to remove, separated by spaces"), **page.widget_options("out"))
    st.caption(view.typing_hint())
    add = st.text_input(_("Tokens to add, separated by spaces"), **page.widget_options("add"))
    how: vocabulary_edit.AddMode = st.radio(
        _("How to add them"),
        ("merges", "special"),
        format_func=lambda way: {"merges": _("By merges"), "special": _("As special tokens")}[way],
        horizontal=True,
        label_visibility="collapsed",
        **page.widget_options("how"),
    )
results = bench.container(key="knife_results")
with results:
    shell.warn_about_link(page)
    before = vocabulary_edit.merging_part(tokenizer)
    if before is None:
        show_alert(view.no_merges())
        st.stop()
    if is_usable(text, vocabulary_edit.LONGEST_TEXT):
        try:
            done = vocabulary_edit.edit_vocabulary(
                before, tuple(vocabulary_edit.parse_tokens(out)), tuple(vocabulary_edit.parse_tokens(add)), how
            )
            merged = vocabulary_edit.normalized(tokenizer, text)
            token_changes(
                view.changes(before, done, merged),
                key=CHANGES,
                on_pick=partial(pick, before),
                on_undo=partial(page.set, out=""),
            )
            show_paragraphs(
                view.length_text(before, done.tokenizer, merged), view.normalization_note(text, merged), status=True
            )
            words = view.changed_words(before, done.tokenizer, merged)
        except EngineError as error:
            show_error(error)
        else:
            show_paragraphs(*view.added_tokens_text(done))
            if words and (place := shell.expander(page, view.words_title())):
                place.html(
                    html_table(view.words_title(), view.word_heads(), words[: view.MOST_ROWS], kind="named tall")
                )
                place.caption(view.truncation_note(view.MOST_ROWS, words))
            if done.dead and (place := shell.expander(page, view.broken_merges_title())):
                rows = view.broken_merge_rows(before, done)
                place.html(html_table(view.broken_merges_title(), view.broken_merge_heads(), rows, kind="named tall"))
                place.caption(view.truncation_note(view.MOST_ROWS, done.dead))
            if place := shell.expander(page, view.files_title()):
                with place:
                    show_paragraphs(explain_id_gaps(done.tokenizer), view.id_gaps_text(done.tokenizer))
                    edited = vocabulary_edit.with_merging_part(tokenizer, done.tokenizer)
                    for format_name in view.offered_formats(tokenizer):
                        with st.container(horizontal=True):
                            for file in view.files(format_name):
                                make = partial(view.file, edited, format_name, file)
                                download_button(
                                    f"{format_name}: {file}" if file == "load.py" else file,
                                    make,
                                    file,
                                    key=f"{format_name}_{file}",
                                )
                        show_paragraphs(*map(translate_error, notes(edited, format_name)))
st.write(view.about())
st.header(reachability.title(), anchor=False)
found = reachability.reachability(tokenizer)
if found is None:
    st.write(reachability.unavailable_note(tokenizer))
    st.stop()
show_paragraphs(reachability.summary(found))
if found.others:
    rows_of_found = reachability.rows(before, found.others)[: view.MOST_ROWS]
    st.html(html_table(reachability.title(), reachability.heads(), rows_of_found, kind="named tall"))
    st.caption(view.truncation_note(view.MOST_ROWS, found.others))
