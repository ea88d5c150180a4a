"""Encode: watch the learned merges being applied to a word, one at a time."""

from html import escape

import streamlit as st

from bpe_engine import BPETokenizer, EngineError, Tokenizer
from ui import encoding, shell
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.i18n import number
from ui.player.component import player
from ui.player.contract import Unlabelled
from ui.tasks.scenarios import PRESETS
from ui.tokenizer_choice import choose_tokenizer
from ui.tokenizers import TokenizerName, longest_match

page, stage, line = shell.stage("encode", _("Encode a word"))
compared = None
with line:
    word = st.text_input(_("A word or a sentence"), label_visibility="collapsed", width=280, **page.widget("word"))
    with st.popover(page["with"].title, key="encode.choices"):
        st.caption(_("Training learned a vocabulary. Encoding applies it to new text: watch how each word is cut."))
        with st.container(horizontal=True):
            for preset in PRESETS:
                chosen = {"word": preset.word, "with": TokenizerName(preset.tokenizer)}
                st.button(preset.title, key=f"preset_{preset.word}", on_click=page.set, kwargs=chosen)
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), told=stage)
        if isinstance(tokenizer, BPETokenizer) and not tokenizer.byte_level and not tokenizer.byte_of_token:
            by = st.radio(
                _("Cut words by"),
                ["merges", "longest"],
                format_func=lambda way: {"merges": _("the order of the merges"), "longest": _("the longest match")}[
                    way
                ],
                captions=[_("as GPT does it"), _("as the classic description does it")],
                horizontal=True,
                **page.widget("by"),
            )
            ways: list[Tokenizer] = [tokenizer, longest_match(tokenizer)]
            if by == "longest":
                ways.reverse()
            tokenizer, compared = ways

if not word:
    stage.write(_("Nothing to encode yet. Type a word above, or choose one of the examples."))
    st.stop()
with stage:
    if len(word) > encoding.LONGEST_TEXT:
        notice(
            _(
                "The text has {length} characters. Here, where each merge is a step, {limit} are the most. "
                "Shorten it, or paste it on the page Playground, which shows the result at once."
            ).format(length=number(len(word)), limit=number(encoding.LONGEST_TEXT))
        )
        st.stop()
    if not encoding.has_steps(tokenizer):
        notice(_("This tokenizer cannot be stepped through here. The page Playground shows the tokens that it makes."))
        st.stop()
    try:
        payload = encoding.payload(tokenizer, word)
    except EngineError as error:
        show_error(error)
        st.stop()
    if not payload["frames"][0]["words"]:
        st.write(_("This tokenizer leaves out white space, and there is nothing else in the text."))
        st.stop()
lesson = f"{name} {word}"
shown: Unlabelled = {
    **payload,
    "id": f"{lesson} {page['by']}",
    "corpus": lesson,
    "step": page.place(lesson),
    "legend": "",
    "linkNote": "",
    "rules": [],
    "curves": None,
}
beyond = _("Step {step} was asked for, but this encoding ends at step {last}.")
with stage:
    player(shown, {**encoding.labels(tokenizer), "beyond": beyond}, key="encoder")
if compared is not None:
    st.html(f"<p>{escape(encoding.other_way(tokenizer, compared, word))}</p>")
