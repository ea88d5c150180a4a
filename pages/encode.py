"""Encode: watch the learned merges being applied to a word, one at a time."""

from html import escape

import streamlit as st

from bpe_engine import BPETokenizer, EngineError, Tokenizer
from ui import encoding as encode_frames
from ui import state
from ui.components import shell
from ui.components.notice import notice, show_error
from ui.components.tokenizer_choice import choose_tokenizer, uses_training
from ui.i18n import gettext as _
from ui.player import player
from ui.tasks.scenarios import PRESETS
from ui.tokenizers import longest_match

state.session("encode")
fields = state.fields("encode", {"word": "unhug", "with": "trained", "by": "merges"})
shell.page(_("Encode a word"))
st.write(_("Training learned a vocabulary. Encoding applies it to new text: watch how each word is cut, and why."))
with st.container(horizontal=True):
    for preset in PRESETS:
        if st.button(preset.title, key=f"preset_{preset.word}", on_click=state.touch):
            fields.set(word=preset.word, **{"with": preset.tokenizer})
left, right = st.columns(2)
with left:
    word = st.text_input(
        _("A word or a sentence"), fields.values["word"], key=f"word{fields.version}", on_change=state.touch
    )
with right:
    name, tokenizer = choose_tokenizer(fields, "with", _("Tokenizer"))
fields.take(word=word or "")
compared = None
with st.container():  # there or not, the player below keeps its place
    if isinstance(tokenizer, BPETokenizer) and not tokenizer.byte_level:
        by = st.radio(
            _("Cut words by"),
            ["merges", "longest"],
            index=int(fields.values["by"] == "longest"),
            format_func=lambda way: {"merges": _("the order of the merges"), "longest": _("the longest match")}[way],
            captions=[_("as GPT does it"), _("as the classic description does it")],
            horizontal=True,
            key=f"by{fields.version}",
            on_change=state.touch,
        )
        fields.take(by=by or "merges")
        ways: list[Tokenizer] = [tokenizer, longest_match(tokenizer)]
        if by == "longest":
            ways.reverse()
        tokenizer = ways[0]
        compared = ways[1]
fields.write_address(with_training=uses_training(name))

if not word:
    st.write(_("Nothing to encode yet. Type a word above, or click one of the examples."))
    st.stop()
if len(word) > encode_frames.LONGEST_TEXT:
    notice(
        _(
            "The text has {length:,} characters. Here, where each merge is a step, {limit:,} are the most. "
            "Shorten it, or paste it on the page Playground, which shows the result at once."
        ).format(length=len(word), limit=encode_frames.LONGEST_TEXT)
    )
    st.stop()
if not encode_frames.has_steps(tokenizer):
    notice(_("This tokenizer cannot be stepped through here. The page Playground shows the tokens that it makes."))
    st.stop()
try:
    payload = encode_frames.payload(tokenizer, word)
except EngineError as error:
    show_error(error)
    st.stop()
if not payload["frames"][0]["words"]:
    st.write(_("This tokenizer leaves out white space, and there is nothing else in the text."))
    st.stop()
place = state.place("encoder")
told = player(
    {**payload, "id": f"{name} {fields.values['by']} {word}", "corpus": f"{name} {word}", "initialStep": place.opened},
    encode_frames.labels(tokenizer),
    key="encoder",
    on_step=state.touch,
)
if isinstance(told.step, int):
    place.rest = told.step
if compared is not None:
    st.html(f"<p>{escape(encode_frames.other_way(tokenizer, compared, word))}</p>")
