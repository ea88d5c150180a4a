"""A vocabulary under the knife: tokens taken out, others put in, and those that no text can have."""

from functools import partial

import streamlit as st

from bpe_engine import BPETokenizer, EngineError
from bpe_engine.files import FORMATS
from ui.base.i18n import error_text, number
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

WRITTEN = ("tokenizer.json", "tiktoken")

page = shell.begin("knife", _("A vocabulary under the knife"))
st.write(
    _(
        "Take tokens out of a vocabulary, or add some: nothing is trained again. See which merges die with a token, "
        "what becomes of a text, and take the new vocabulary away as a file."
    )
)
left, middle, right = st.columns(3)
with left:
    name, tokenizer = choose_tokenizer(page, "of", _("Vocabulary"))
with middle:
    out = st.text_input(_("Tokens to take out, with spaces between them"), **page.widget("out"))
    st.caption(_("Write · for a space in a token, ↵ for a line end, or # and an id, as in #262."))
with right:
    add = st.text_input(_("Tokens to add, with spaces between them"), **page.widget("add"))
    how: operation.How = st.radio(
        _("How they are added"),
        ("merges", "special"),
        format_func=lambda way: {"merges": _("By merges"), "special": _("As special tokens")}[way],
        horizontal=True,
        label_visibility="collapsed",
        **page.widget("how"),
    )
text = st.text_area(_("Your text"), height=80, **page.widget("sample"))
offer(
    page,
    "knife",
    {
        _("Take out a common word"): {"out": operation.OUT, "add": "", "sample": operation.TEXT},
        _("Add a word by merges"): {"out": "", "add": operation.ADD, "how": "merges", "sample": operation.TEXT},
        _("Add a sign between turns"): {"out": "", "add": "<|user|>", "how": "special", "sample": "<|user|>Hi!"},
    },
)
shell.tell_of_link(page)
before = tokenizer
if not isinstance(before, BPETokenizer):
    notice(
        _(
            "A list of merges is needed here, and a text that is cut as it is. This tokenizer has none, or changes a "
            "text first. Choose one of byte-pair encoding, such as GPT-2’s."
        )
    )
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
        if words and (place := shell.folded(page, _("Words of the text that are cut otherwise"))):
            place.html(html_table(_("Words"), shown.word_heads(), words[: shown.MOST_ROWS], kind="named tall"))
            place.caption(shown.told_of_rows(shown.MOST_ROWS, words))
        if done.dead and (place := shell.folded(page, _("Merges that die"))):
            rows = shown.dead_rows(before, done)
            place.html(html_table(_("Merges that die"), shown.dead_heads(), rows, kind="named tall"))
            place.caption(shown.told_of_rows(shown.MOST_ROWS, done.dead))
        if place := shell.folded(page, _("The new vocabulary as files")):
            with place:
                paragraphs(told_of_gaps(done.tokenizer), shown.told_of_ids(done.tokenizer))
                for format_name in WRITTEN:
                    with st.container(horizontal=True):
                        for file in (*FORMATS[format_name].files, "load.py"):
                            make = partial(shown.file, done.tokenizer, format_name, file)
                            take_away(
                                f"{format_name}: {file}" if file == "load.py" else file,
                                make,
                                file,
                                key=f"{format_name}_{file}",
                            )
                    paragraphs(*map(error_text, notes(done.tokenizer, format_name)))
st.header(_("Tokens that no text has, or a longer one only"), anchor=False)
found = reached.reached(before)
if found is None:
    st.write(
        _(
            "Here that is known of the shipped vocabularies, and of others up to {most} tokens that cut a text by a "
            "known pattern."
        ).format(most=number(reached.MOST_TOKENS))
    )
    st.stop()
paragraphs(reached.told(found))
if found.others:
    rows_of_found = reached.rows(before, found.others)[: shown.MOST_ROWS]
    st.html(
        html_table(
            _("Tokens that no text has, or a longer one only"), reached.heads(), rows_of_found, kind="named tall"
        )
    )
    st.caption(shown.told_of_rows(shown.MOST_ROWS, found.others))
