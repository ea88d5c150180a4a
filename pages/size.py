"""Vocabulary size: what a larger vocabulary costs and gains, on a text and a real vocabulary."""

import streamlit as st

from bpe_engine import BPETokenizer, EngineError
from ui import shell
from ui.components.notice import notice, show_error
from ui.components.when_seen import when_seen
from ui.i18n import gettext as _
from ui.i18n import number
from ui.show import sentences
from ui.size import choices, measured, shown

page = shell.begin("size", _("What a larger vocabulary costs and gains"))
st.write(
    _(
        "A larger vocabulary makes a text shorter. It also needs more parameters, and has more tokens that are hardly "
        "ever seen. The first tokens of a vocabulary of byte-pair encoding are a smaller vocabulary: what its "
        "training had so far. So one vocabulary shows every size."
    )
)
name, tokenizer, text = choices.choose(page)
shell.tell_of_link(page)
if not text:
    st.write(_("No text yet. Type one above, or choose one of the examples."))
    st.stop()
if len(text) > measured.LONGEST_TEXT:
    notice(
        _("The text has {length} characters, and this page takes {limit}. Shorten it; nothing of it is lost.").format(
            length=number(len(text)), limit=number(measured.LONGEST_TEXT)
        )
    )
    st.stop()
if not isinstance(tokenizer.inner, BPETokenizer):
    notice(
        _(
            "The first tokens of this vocabulary are no smaller vocabulary: it was not made by merges, one after the "
            "other. Choose one of byte-pair encoding, such as GPT-2’s."
        )
    )
    st.stop()
try:
    found = measured.measured(tokenizer.inner, tokenizer.normalized(text).text)
    ids = tokenizer.encode(text, "none")
except EngineError as error:
    show_error(error)
    st.stop()
if not found[0].tokens:
    st.write(_("This tokenizer leaves out white space, and there is nothing else in the text."))
    st.stop()
width = choices.choose_width(page)
st.write(
    sentences(
        _(
            "The embedding is a table with a row of numbers for each token: a model works with these in place of the "
            "id."
        ),
        _(
            "{tokenizer}: {size} tokens, special ones included, times {width} numbers each are {parameters} parameters "
            "of the embedding."
        ).format(
            tokenizer=name.title,
            size=number(tokenizer.vocab_size),
            width=number(width),
            parameters=number(measured.parameters(tokenizer.vocab_size, width)),
        ),
    )
)
if when_seen("size"):
    left, right = st.columns(2)
    left.altair_chart(
        shown.curve(found, "tokens", _("Tokens in the text"), width),
        alt=_("The larger the vocabulary, the fewer tokens the text has; the same is below as a table."),
    )
    right.altair_chart(
        shown.curve(found, "parameters", _("Parameters of the embedding"), width),
        alt=_("The parameters of the embedding grow as the vocabulary does; the same is below as a table."),
    )
st.html(shown.table_html(found, len(text), width))
st.header(_("A batch: the ids as the model gets them"), anchor=False)
rows, places = choices.choose_batch(page)
batch = measured.batch(ids, rows, places)
if not batch:
    st.write(_("The text has too few tokens for a row of this length. Ask for fewer ids in each row."))
    st.stop()
st.write(
    sentences(
        _(
            "A tensor of shape ({rows}, {places}): the model reads all rows at once, and at each place foretells the "
            "id that comes next."
        ).format(rows=number(len(batch)), places=number(places)),
        _("A tensor is a block of numbers, here a table; its shape says how many rows it has, and how many columns."),
    )
)
st.html(shown.batch_html(tokenizer, batch))
