"""Your own tokens: a vocabulary that was typed, and how it cuts a text, step by step."""

from html import escape

import streamlit as st

from bpe_engine import EngineError, Tokenizer
from ui import encoding, shell
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.own import choices
from ui.own import vocabulary as own
from ui.player.component import player
from ui.player.contract import Unlabelled

page = shell.begin("own", _("A vocabulary of your own"))
st.write(
    _("Type tokens and watch how a text is cut by them. Nothing is trained here: the vocabulary is what you write.")
)
by, typed, text = choices.choose(page)
shell.tell_of_link(page)
tokens: list[str] = []
try:
    if by == "merges":
        merges = own.read_merges(typed)
        tokenizer: Tokenizer = own.by_merges(merges, text)
    else:
        tokens = own.read_tokens(typed)
        tokenizer = own.by_longest_match(tokens, from_left=by == "left")
except EngineError as error:
    show_error(error)
    st.stop()
if not typed.strip():
    st.write(_("No tokens yet. Type some above, or choose one of the examples."))
    st.stop()
if not text.strip():
    st.write(_("Nothing to cut yet. Type a text above, or choose one of the examples."))
    st.stop()
if len(text) > encoding.LONGEST_TEXT:
    notice(
        _(
            "The text has {length} characters. Here, where each token is a step, {limit} are the most. Shorten it."
        ).format(length=len(text), limit=encoding.LONGEST_TEXT)
    )
    st.stop()
lesson = f"{by} {typed} {text}"
shown: Unlabelled = {
    **encoding.payload(tokenizer, text),
    "id": lesson,
    "corpus": lesson,
    "step": page.place(lesson),
    "legend": "",
    "language": "",
    "linkNote": "",
    "rules": [],
    "curves": None,
}
beyond = _("Step {step} was asked for, but this encoding ends at step {last}.")
player(shown, {**encoding.labels(tokenizer), "beyond": beyond}, key="own_player")
said = [own.the_other_way(tokens, text, by), own.never_found(tokens)] if tokens else []
st.html("".join(f"<p>{escape(sentence)}</p>" for sentence in said if sentence) or "<span></span>")
