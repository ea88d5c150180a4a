"""Pre-tokenize: how a pattern cuts a text into chunks, before anything is merged."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.visible_text import reading_order_note
from ui.components.chunks import chunks
from ui.components.notice import show_error, show_paragraphs
from ui.pages.common import shell
from ui.pages.common.text_controls import is_usable
from ui.pages.pretokenize import controls
from ui.pages.pretokenize import segmentation as pretokenize

page, stage, line = shell.start_player_page("pretokenize")
with line:
    patterns = controls.choose_patterns(page)
with stage, st.container(key="bpe_lab_bench"):
    with st.container(key="pretokenize_choices"):
        sample = controls.choose_text(page, patterns)
        part = controls.choose_part(page, sample)
    results = st.container(key="pretokenize_results")
with results:
    shell.warn_about_link(page)
    if not is_usable(sample, pretokenize.LONGEST_TEXT):
        st.stop()
    cuts = []
    for pattern in patterns:
        try:
            with st.spinner(_("Cutting …")):
                cuts.append(pretokenize.segment(pattern, sample, page["regex"]))
        except EngineError as error:
            show_error(error)
    if not cuts:
        st.stop()
    if len(cuts) == 2:
        st.write(pretokenize.difference_text(*cuts))
    chunks(pretokenize.payload(cuts, part), key="chunks")
    show_paragraphs(reading_order_note(sample))
with st.expander(_("The chunks as a list, with their places")):
    for cut in cuts:
        st.caption(pretokenize.pattern_title(cut.pattern))
        st.code(pretokenize.offsets(cut, part), "python", wrap_lines=True)
with st.expander(_("Why does no merge cross a boundary?")):
    st.write(
        _(
            "Before any merge, a pattern cuts the text into chunks, also called pre-tokens. The pattern is a regular "
            "expression, or regex: a rule that says which characters belong together."
        )
    )
    show_paragraphs(pretokenize.why_no_merge_crosses(cuts[0]))
