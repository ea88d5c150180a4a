"""Bytes: GPT-2's symbol for each byte, and how characters become bytes, symbols and ids."""

from html import escape

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.components.notice import show_error, show_paragraphs
from ui.components.text_path import show_text_path
from ui.pages.bytes import byte_table
from ui.pages.bytes.controls import choose_byte, choose_tokenizer
from ui.pages.bytes.faq import faq
from ui.pages.bytes.text_path import LONGEST_TEXT, normalized, normalized_note, text_path_view
from ui.pages.common import shell
from ui.pages.common.text_controls import is_usable

page, stage, line = shell.start_player_page("bytes")
with line:
    sample = st.text_input(_("Your text"), label_visibility="collapsed", width=320, **page.widget_options("sample"))
    tokenizer, bpe = choose_tokenizer(page, stage)
with stage:
    shell.warn_about_link(page)
    if is_usable(sample, LONGEST_TEXT):
        try:
            changed = normalized(tokenizer, sample)
            show_text_path(text_path_view(bpe, changed), key="lens")
            show_paragraphs(normalized_note(sample, changed))
        except EngineError as error:
            show_error(error)
st.write(
    _(
        "Computers store text as bytes, numbers from 0 to 255: one for an English letter, two to four for most other "
        "characters. GPT-2 and its successors merge bytes, so no text is ever unknown to them."
    )
)
if symbols := shell.expander(page, _("A symbol for each byte"), "byte", "table"):
    with symbols:
        rows = byte_table.byte_rows()
        st.write(
            _(
                "To make bytes readable in a file, GPT-2 gives each a symbol. {kept} bytes keep their Latin-1 "
                "character; the {moved} that can’t be seen are moved to other characters, marked here by a tint and a "
                "dot in the corner. Choose a byte, or type its number."
            ).format(kept=sum(not row.moved for row in rows), moved=sum(row.moved for row in rows))
        )
        choose_byte(page, rows)
        if same := shell.expander(page, _("As a table"), "table"):
            same.html(byte_table.as_html(rows))
with st.expander(_("Common questions")):
    for answer in faq():
        st.html(f"<h2>{escape(answer.question)}</h2>" + "".join(f"<p>{escape(part)}</p>" for part in answer.paragraphs))
