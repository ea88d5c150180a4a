"""Compare: one corpus, one vocabulary size, and each way to make tokens."""

import streamlit as st

from bpe_engine import EngineError, Tokenizer
from ui import compare, state
from ui.compare import Method
from ui.components import compare_choices, shell
from ui.components.lesson import wait
from ui.components.notice import notice
from ui.components.token_table import token_table
from ui.components.when_seen import when_seen
from ui.i18n import error_text
from ui.i18n import gettext as _
from ui.trainings import Job, Lesson

state.session("compare")
fields = state.fields("compare", compare_choices.USUAL_FIELDS)
shell.page(_("Compare ways to make tokens"))
st.write(
    _("The same corpus, the same size of vocabulary, and each way to make tokens: see where they cut differently.")
)
source = compare_choices.choose_corpus(fields)
methods = compare_choices.choose_methods(fields)
left, right = st.columns([1, 3])
with left:
    size = compare_choices.choose_size(fields)
with right:
    unseen = compare_choices.choose_unseen(fields)
if not fields.write_address():
    notice(_("The text is too long for an address: a link to this page leaves it out."))

lessons: dict[Method, Lesson] = {}
tokenizers: dict[Method, Tokenizer] = {}
for method in methods:
    try:
        found = state.trainings().get(compare.task(method, source, size))
        if isinstance(found, Job):
            st.write(compare.method_name(method))
            wait(found)
            continue
        tokenizers[method] = compare.as_method(method, found.tokenizer(found.summary.steps))
        lessons[method] = found
    except EngineError as error:
        notice(_("{method}: {problem}").format(method=compare.method_name(method), problem=error_text(error)))
if not tokenizers:
    st.stop()

st.subheader(_("The same words"), anchor=False)
st.caption(
    _("A bar on the left marks a cell that is cut unlike the first column. A dashed token is unknown to the method.")
)
token_table(compare.segmentations(tokenizers, compare.frequent_words(source), unseen), key="segmentations")

st.subheader(_("The numbers"), anchor=False)
rows = compare.metrics(tokenizers, source, unseen)
st.dataframe(compare.metrics_table(rows), hide_index=True)
st.caption(
    _(
        "Words are what stands between white space. Decoded exactly: whether the ids lead back to the same text, "
        "spaces "
        "included; a method that leaves out spaces, or has unknown tokens, cannot do that."
    )
)
if when_seen("compare"):
    points = compare.chart_points(rows)
    left, right = st.columns(2, gap="large")
    left.altair_chart(
        compare.bars(points, "per_word", _("Tokens per word"), ".2f"),
        alt=_("Bars: tokens per word, for each method, on the corpus and on the new text."),
    )
    right.altair_chart(
        compare.bars(points, "unknown", _("Unknown tokens"), ".0%"),
        alt=_("Bars: the share of unknown tokens, for each method, on the corpus and on the new text."),
    )

    st.subheader(_("How the numbers move with the size of the vocabulary"), anchor=False)
    curves = compare.curves(lessons, source)
    columns = st.columns(2, gap="large")
    for number, (chart, said) in enumerate(compare.curve_charts(curves)):
        columns[number % 2].altair_chart(chart, alt=said)
    numbers = st.expander(_("The same numbers as a table"), key="numbers", on_change="rerun")
    if numbers.open:
        numbers.dataframe(compare.curves_table(curves), hide_index=True)

st.subheader(_("When to use which"), anchor=False)
for name, reason in compare.advice():
    st.html(f"<p><strong>{name}.</strong> {reason}</p>")
