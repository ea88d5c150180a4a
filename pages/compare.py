"""Compare methods: the same corpus and vocabulary size for every method."""

from html import escape

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.word_spacing import spacing_unit
from ui.components.lazy_section import is_visible
from ui.components.method_matrix import method_matrix
from ui.pages.common import shell
from ui.pages.compare import charts, controls, metrics_tables
from ui.pages.compare.corpora import beginning, corpus_unit, measured_sample, sample_note, words_to_cut
from ui.pages.compare.curves import curves, curves_table, notes_on_curves
from ui.pages.compare.methods import advice
from ui.pages.compare.segmentations import matrix

page, stage, line = shell.start_player_page("compare")
with line:
    controls.choose_scenario(page)
    methods = controls.choose_methods(page, stage)
    size = controls.choose_size(page)
    unseen = controls.new_text_input(page, stage)
with stage:
    shell.warn_about_link(page)
    source = controls.corpus(page)
    trained = controls.train(page, methods, source, size)

trainings = {method: training for method, (training, _tokenizer) in trained.items()}
tokenizers = {method: tokenizer for method, (_training, tokenizer) in trained.items()}
rows = metrics_tables.metrics(tokenizers, source, unseen)
part = measured_sample(source)
with st.container(key="bpe_lab_fill"):
    method_matrix(matrix(rows, tokenizers, words_to_cut(source), unseen, is_part=part != source), key="method_matrix")
with st.container():  # where all stands as far apart as on pages without a stage
    controls.show_facts(page, methods)
    for method in tokenizers:
        if note := method.words_note(source):
            st.caption(note)

    st.header(_("The numbers"), anchor=False)
    is_seen = is_visible("compare")
    of_corpus, of_unseen = corpus_unit(source), spacing_unit(unseen)
    controls.show_numbers(metrics_tables.metrics_table(rows, of_corpus), is_seen=is_seen)
    for note in (
        sample_note(part, source),
        metrics_tables.early_stop_note(rows, size),
        metrics_tables.unit_note(of_corpus),
    ):
        if note:
            st.caption(note)
    st.caption(
        _(
            "All characters of the text count: spaces too, though some methods make no tokens of them. An unknown "
            "token counts as one, however much it stands for. Used tokens are those in the vocabulary that the corpus "
            "is cut into."
        )
    )
    st.header(_("The numbers on the new text"), anchor=False)
    if unseen.split():
        controls.show_numbers(metrics_tables.new_text_table(rows, of_unseen), is_seen=is_seen)
        if of_unseen != of_corpus:
            st.caption(metrics_tables.unit_note(of_unseen))
        st.caption(
            _(
                "Decoded exactly: whether the ids decode to the same text, spaces included. A method that leaves out "
                "spaces or has unknown tokens can’t do that."
            )
        )
    elif not page["unseen"].split():
        st.write(_("No new text yet. Type one above to see how each method does on it."))
    if is_seen:
        points = charts.chart_points(rows)
        if unseen.split():
            st.caption(_("Filled bars: the corpus. Outlined bars: the new text."))
        bars = charts.bar_charts(points, of_corpus, of_unseen)
        for column, (chart, said) in zip(st.columns(2, gap="large"), bars, strict=True):
            column.altair_chart(chart, alt=said)

        st.header(_("How the numbers change with vocabulary size"), anchor=False)
        note = sample_note(beginning(source), source)
        if note:
            st.caption(note)
        st.html(charts.legend_html(trainings))
        points = curves(trainings, source)
        drawn = charts.curve_charts(points, of_corpus)
        for pair in (drawn[:2], drawn[2:]):  # one row per pair: keeps their order on narrow screens
            for column, (curve, said) in zip(st.columns(2, gap="large"), pair, strict=False):  # the last may be alone
                column.altair_chart(curve, alt=said)
        for note in notes_on_curves(trainings):
            st.caption(note)
        table = st.expander(_("The numbers as a table"), key="numbers", on_change="rerun")
        if table.open:
            with table:
                controls.show_numbers(curves_table(points, of_corpus))

    st.header(_("When to use which"), anchor=False)
    reasons = (f"<p><strong>{escape(name)}</strong><br>{escape(reason)}</p>" for name, reason in advice())
    st.html(f'<div style="display: grid; gap: 1rem">{"".join(reasons)}</div>')
