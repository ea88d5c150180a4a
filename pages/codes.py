"""In bits: how many bits a corpus's tokens take in a Huffman code, for each method."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.components.number_table import show_number_table
from ui.pages.codes import view
from ui.pages.codes.code_lengths import encode_corpus
from ui.pages.common import shell
from ui.pages.compare import controls as compare
from ui.pages.compare.corpora import measured_sample, sample_note

page, stage, line = shell.start_player_page("codes")
with line:
    compare.choose_scenario(page)
    methods = compare.choose_methods(page, stage)
    size = compare.choose_size(page)
with stage:
    shell.warn_about_link(page)
    source = compare.corpus(page)
    trained = compare.train(page, methods, source, size)
rows = [encode_corpus(tokenizer, method, source) for method, (_training, tokenizer) in trained.items()]
names = {method.key: method.name for method in methods}
if page["of"] not in names:
    page.set(of=methods[0].key)
with st.container(key="bpe_lab_bench"):
    st.html(view.codes_html(rows, [tokenizer for _training, tokenizer in trained.values()]))
    with st.container(key="codes_tree"):
        st.segmented_control(
            _("Method"),
            list(names),
            format_func=names.__getitem__,
            required=True,
            label_visibility="collapsed",
            **page.widget_options("of"),
        )
        for row, (_training, tokenizer) in zip(rows, trained.values(), strict=True):
            if row.method.key == page["of"]:
                tree = view.tree_of(row, tokenizer)
                view.draw_tree(tree)
                st.caption(view.about_tree(row, tree))
st.write(
    _(
        "A Huffman code gives each token a string of bits: the more often it occurs, the shorter. So every method "
        "gives a text a length in bits."
    )
)
compare.show_facts(page, methods)
if note := sample_note(measured_sample(source), source):
    st.caption(note)
with st.expander(_("The numbers")):
    compare.show_numbers(view.methods_table(rows), view.number_formats())
if codes := shell.expander(page, _("Each token’s code"), "of"):
    with codes:
        for row in rows:
            if row.method.key == page["of"]:
                if view.has_points(row):
                    st.altair_chart(view.points(row), alt=view.points_alt())
                    st.caption(view.about_points())
                show_number_table(view.tokens_table(row), view.number_formats())
                if len(row.counts) > view.MAX_ROWS:
                    st.caption(_("The {count} most frequent.").format(count=localized_number(view.MAX_ROWS)))
with st.expander(_("Huffman and BPE")):
    st.caption(
        _(
            "Entropy is the mean of −log₂ p, where p is a token’s share of all tokens. On average, no code that gives "
            "each token its own bits can be shorter. A Huffman code comes within one bit of it, as it uses only whole "
            "bits. The bits that say which token has which code aren’t counted; a larger vocabulary needs more of "
            "them. A method that leaves out spaces or ends of words, or has unknown tokens, says less with its bits."
        )
    )
    st.write(
        _(
            "A Huffman code takes tokens as they are and gives them bits. BPE makes the tokens: it joins frequent "
            "neighbours, which a code for one token at a time can’t see. Both make what is frequent short, so they are "
            "often compared. Used one after the other, they can shorten a text more than a Huffman code alone."
        )
    )
