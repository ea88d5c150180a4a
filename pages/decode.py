"""Decode: watch ids become tokens, bytes and text, one at a time."""

import streamlit as st

from bpe_engine import EngineError
from ui import shell
from ui.components.notice import notice, show_error
from ui.decode import choices
from ui.decode import frames as decode
from ui.decode.ids import MOST_IDS, read_ids
from ui.i18n import gettext as _
from ui.player.component import player
from ui.player.contract import Unlabelled

page, stage, line = shell.stage("decode", _("Decode ids"))
with line:
    typed, tokenizer = choices.choose(page, stage)
with stage:
    try:
        ids = read_ids(typed)
    except EngineError as error:
        show_error(error)
        st.stop()
    if not ids:
        st.write(
            _(
                "Nothing to decode yet. Type ids above, numbers with spaces or commas between them. Or begin with the "
                "ids of one of these:"
            )
        )
        choices.offer_examples(page, tokenizer, "first")
        st.stop()
    if len(ids) > MOST_IDS:
        notice(
            _("There are {count} ids. Here, where each id is a step, {limit} are the most. Leave some out.").format(
                count=len(ids), limit=MOST_IDS
            )
        )
        st.stop()
    if choices.tell_of_missing(page, tokenizer, ids):
        st.stop()
    try:
        payload = decode.payload(tokenizer, ids)
    except EngineError as error:
        show_error(error)
        st.stop()
    lesson = f"{page['with']} {ids}"
    shown: Unlabelled = {
        **payload,
        "id": lesson,
        "corpus": lesson,
        "step": page.place(lesson),
        "legend": "",
        "language": "",
        "linkNote": "",
        "rules": [],
        "curves": None,
    }
    beyond = _("Step {step} was asked for, but this decoding ends at step {last}.")
    player(shown, {**decode.labels(), "beyond": beyond}, key="decoder")
st.header(_("Why a � appears and is gone again"), anchor=False)
st.write(
    _(
        "A language model gives one id at a time, and a character may be spread over several of them. A program that "
        'shows each at once, as `errors="replace"` in Python does, writes � for the part that is there, until the '
        "rest comes. A program that holds incomplete bytes back shows nothing for that moment. The two lines of text "
        "above show both."
    )
)
