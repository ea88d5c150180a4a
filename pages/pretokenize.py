"""Pre-tokenize: how a pattern cuts a text into chunks, before anything is merged."""

from html import escape

import streamlit as st

from bpe_engine import EngineError
from ui import shell
from ui.components.chunks import chunks
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.i18n import number
from ui.pretokenize import choices as pretokenize_choices
from ui.pretokenize import cuts as pretokenize

page = shell.begin("pretokenize", _("Cut a text into chunks"))
st.write(
    _(
        "Before any merge, a pattern cuts the text into chunks, also called pre-tokens. The pattern is a regular "
        "expression, or regex: a rule that says which characters belong together."
    )
)
text = pretokenize_choices.choose_text(page)
patterns = pretokenize_choices.choose_patterns(page)
part = pretokenize_choices.choose_part(page, text)
shell.tell_of_link(page)
if not text:
    st.write(_("Nothing to cut yet. Type a text above, or click one of the examples."))
    st.stop()
if len(text) > pretokenize.LONGEST_TEXT:
    notice(
        _("The text has {length} characters, and this page takes {limit}. Shorten it; nothing of it is lost.").format(
            length=number(len(text)), limit=number(pretokenize.LONGEST_TEXT)
        )
    )
    st.stop()

cuts = []
for pattern in patterns:
    try:
        with st.spinner(_("Cutting …")):
            cuts.append(pretokenize.cut(pattern, text, page["regex"]))
    except EngineError as error:
        show_error(error)
if not cuts:
    st.stop()
if len(cuts) == 2:
    st.write(pretokenize.difference(*cuts))
chunks(pretokenize.payload(cuts, part), key="chunks")
st.header(_("Why does no merge cross a boundary?"), anchor=False)
st.html(f"<p>{escape(pretokenize.why_no_merge_crosses(cuts[0]))}</p>")
