"""Bytes: GPT-2's table of symbols for bytes, and the way of a text from characters to ids."""

from html import escape

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.pretrained import load_bpe
from ui import shell
from ui.bytes import answers as bytes_answers
from ui.bytes import choices as bytes_choices
from ui.bytes import lens as bytes_lens
from ui.bytes import table as bytes_table
from ui.components.lens import lens_view
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.i18n import number

page = shell.begin("bytes", _("From characters to bytes to ids"))
st.write(
    _(
        "A computer keeps text as bytes, numbers from 0 to 255: one for an English letter, two to four for most other "
        "characters. GPT-2 and its successors merge bytes, so no text is ever unknown to them."
    )
)

st.header(_("Follow a text"), anchor=False)
name, text = bytes_choices.choose_text(page)
try:
    if len(text) > bytes_lens.LONGEST_TEXT:
        notice(
            _(
                "The text has {length} characters, and the lens shows {limit}. Shorten it; nothing of it is lost."
            ).format(length=number(len(text)), limit=number(bytes_lens.LONGEST_TEXT))
        )
    elif text:
        lens_view(bytes_lens.lens(load_bpe(name), text), key="lens")
    else:
        st.write(_("Nothing to follow yet. Type a text above."))
except EngineError as error:
    show_error(error)

st.header(_("A symbol for each byte"), anchor=False)
rows = bytes_table.byte_rows()
st.write(
    _(
        "So that bytes can be read and written in a file, GPT-2 gives each a symbol. {kept} bytes keep the character "
        "that they have in Latin-1; {moved} that cannot be seen are moved to other characters. A tint and a dot in the "
        "corner mark those. Choose a byte, or type its number."
    ).format(kept=sum(not row.moved for row in rows), moved=sum(row.moved for row in rows))
)
bytes_choices.choose_byte(page, rows)
table = st.expander(_("The same as a table"), key="table", on_change="rerun")
if table.open:
    table.html(bytes_table.html_table(rows))

st.header(_("What people ask"), anchor=False)
for answer in bytes_answers.answers():
    st.html(f"<h3>{escape(answer.question)}</h3>" + "".join(f"<p>{escape(part)}</p>" for part in answer.paragraphs))
shell.tell_of_link(page)
