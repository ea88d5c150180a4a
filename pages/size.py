"""Vocabulary size: what a larger vocabulary costs and gains, for a text and a real vocabulary."""

import streamlit as st

from bpe_engine import BPETokenizer, EngineError
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import join_sentences
from ui.components.notice import show_alert, show_error
from ui.components.token_rows import token_rows
from ui.course.values import vocabulary_sizes as measured
from ui.pages.common import shell
from ui.pages.common.text_controls import is_usable
from ui.pages.size import controls, view

page, stage, line = shell.start_player_page("size")
with line:
    name, tokenizer, sample, width = controls.choose(page, stage)
shell.warn_about_link(page)
if not is_usable(sample, measured.LONGEST_TEXT):
    st.stop()
if not isinstance(tokenizer.base_tokenizer, BPETokenizer):
    show_alert(
        _(
            "The first tokens of this vocabulary aren’t a smaller vocabulary, because it wasn’t built merge by merge. "
            "Choose a BPE vocabulary, such as GPT-2’s."
        )
    )
    st.stop()
try:
    normalized = tokenizer.normalized(sample).text
    found = measured.measure_sizes(tokenizer.base_tokenizer, normalized)
    ids = tokenizer.encode(sample, "none")
except EngineError as error:
    show_error(error)
    st.stop()
if not found[0].tokens:
    st.write(_("This tokenizer leaves out white space, and the text contains nothing else."))
    st.stop()
with st.container(key="size_heading"):  # read out only: the handle, which comes later, has a label
    st.header(_("Tokens in the vocabulary"), anchor=False)
with st.container(key="size_sheet"):
    cut = st.container()
    bars = st.container(key="size_bars")
    with st.container(key="size_choice"):
        at = controls.choose_size(page, [row.size for row in found])
with cut:
    token_rows((view.cut_row(tokenizer.base_tokenizer, normalized, found[at]),), key="size_cut")
bars.html(view.range_html(found[0], found[at], width) + view.columns_html(found, width, at))
st.write(
    _(
        "A larger vocabulary makes a text shorter. But it needs more parameters, and more of its tokens are hardly "
        "ever seen. The first tokens of a BPE vocabulary are a smaller vocabulary: what training had learned by then. "
        "So one vocabulary shows every size."
    )
)
st.write(
    join_sentences(
        _("The embedding is a table with a row of numbers for each token: a model works with these instead of the id."),
        view.embedding_text(name, tokenizer, width),
    )
)
if numbers := shell.expander(page, _("The numbers as a table")):
    numbers.html(view.table_html(found, len(sample), width))
if batches := shell.expander(page, _("A batch: the ids as the model gets them"), "rows", "places"):
    with batches:
        rows, places = controls.choose_batch(page)
        batch = measured.batch(ids, rows, places)
        if not batch:
            st.write(_("The text has too few tokens for a row of this length. Ask for fewer ids per row."))
            st.stop()
        st.write(
            join_sentences(
                _(
                    "A tensor of shape ({rows}, {places}): the model reads all rows at once, and at each position "
                    "predicts the next id."
                ).format(rows=localized_number(len(batch)), places=localized_number(places)),
                _("A tensor is a block of numbers, here a table; its shape says how many rows and columns it has."),
            )
        )
        st.html(view.batch_html(tokenizer, batch))
