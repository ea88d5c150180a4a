"""Decode: watch ids become tokens, bytes and text, one at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.components.notice import show_alert, show_error
from ui.pages.common import shell
from ui.pages.decode import controls
from ui.pages.decode.id_input import MAX_IDS, no_ids_message, parse_ids, too_many_ids_message
from ui.pages.decode.view import lesson_of
from ui.player.component import player

page, stage, line = shell.start_player_page("decode")
with line:
    typed, tokenizer = controls.choose(page, stage)
with stage:
    try:
        ids = parse_ids(typed)
    except EngineError as error:
        show_error(error)
        st.stop()
    if not ids:
        st.write(no_ids_message())
        controls.offer_examples(page, tokenizer, "first")
        st.stop()
    if len(ids) > MAX_IDS:
        show_alert(too_many_ids_message(ids))
        st.stop()
    if controls.report_unknown_ids(page, tokenizer, ids):
        st.stop()
    try:
        shown = lesson_of(page["with"], tokenizer, ids, page.start_step)
    except EngineError as error:
        show_error(error)
        st.stop()
    player(shown, key="decoder")
st.header(_("Why � appears, then disappears"), anchor=False)
st.write(
    _(
        "A language model outputs one id at a time, and a character may be spread over several. A program that shows "
        'each at once, as `errors="replace"` in Python does, writes � for the part it has until the rest arrives. A '
        "program that holds incomplete bytes back shows nothing in the meantime. The two lines of text above show both."
    )
)
