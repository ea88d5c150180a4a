"""Playground: paste a text, and see its tokens at once."""

from functools import partial
from html import escape

import streamlit as st

from bpe_engine import EngineError
from ui import session, shell
from ui import tokens as token_frames
from ui.components.notice import notice, show_error
from ui.components.token_view import token_view
from ui.components.typing import followed
from ui.i18n import gettext as _
from ui.i18n import ngettext, use_language
from ui.jobs.long_texts import LongText
from ui.playground import reading
from ui.playground import texts as playground
from ui.playground.exports import tokens_csv, tokens_json
from ui.show import visible_message
from ui.tokenizer_choice import choose_tokenizer
from ui.tokenizers import TokenizerName

VIEW = "playground_tokens"
COMPARE = "playground_compare"
POLL_SECONDS = 0.5
IN_BOX = "playground_in_box"  # whether a long text is in the box, to be changed

# What the boxes hold says what they are. On a phone half of the screen is left by its keyboard: room for the box and
# its button.
STYLE = """<style>
.st-key-playground_tokenizers label { position: absolute; clip-path: inset(50%); }
@media (max-width: 46rem) {
  .stMainBlockContainer { padding-top: 3.75rem; }
  .stMainBlockContainer h1 { position: absolute; clip-path: inset(50%); }
}
</style>"""


def first_page() -> None:
    """What is counted in pages is another text, or cut otherwise."""
    page.reset("page")


def close_box() -> None:
    st.session_state[IN_BOX] = False


def take_text() -> None:
    first_page()
    close_box()


def open_box() -> None:
    st.session_state[IN_BOX] = True


def turn_page() -> None:
    asked = st.session_state[VIEW].page
    if isinstance(asked, int):
        page.set(page=asked)


def compare_or_not() -> None:
    first_page()
    other = "o200k_base" if page["first"].name != "o200k_base" else "gpt2"
    page.set(second=TokenizerName(other) if st.session_state[COMPARE] else None)


@st.fragment(run_every=POLL_SECONDS)
def wait(texts: list[LongText]) -> None:
    """Show how far the tokens of a text are, until all are there."""
    use_language(session.language())
    if all(text.is_done() for text in texts):
        st.rerun()
    share = sum(text.share() for text in texts) / len(texts)
    before = min(reading.before(text) for text in texts)
    if before:
        told = ngettext(
            "Waiting: {count} long text is before yours.", "Waiting: {count} long texts are before yours.", before
        ).format(count=before)
    else:
        told = _("Finding the tokens of all of your text …")
    st.progress(min(share, 1.0), told)


page = shell.begin("playground", _("Playground"))
st.html(STYLE)
text: str = page["sample"]
problem = playground.too_long(text)
is_put_away = len(text) > playground.LONG_TEXT and not problem and not st.session_state.get(IN_BOX)
if is_put_away:
    st.html(playground.beginning_html(text))
else:
    followed("playground_box", playground.FOLLOWED).text_area(
        _("Your text"),
        height=120,
        placeholder=_("Paste a text and see the tokens that a model would get."),
        label_visibility="collapsed",
        on_change=take_text,
        **page.widget("sample"),
    )
with st.container(horizontal=True, vertical_alignment="bottom"):
    if is_put_away:
        st.button(_("Change the text"), on_click=open_box)
    else:
        st.button(_("Show its tokens"), type="primary", on_click=close_box)
    if text != playground.EXAMPLE:
        st.button(_("Use the example"), on_click=page.reset, args=("sample", "page"))
    st.session_state[COMPARE] = page["second"] is not None
    st.toggle(_("Compare with a second tokenizer"), key=COMPARE, on_change=compare_or_not)
with st.container(key="playground_tokenizers"):
    left, right = st.columns(2)
with left:
    choices = [choose_tokenizer(page, "first", _("Tokenizer"))]
if page["second"] is not None:
    with right:
        choices.append(choose_tokenizer(page, "second", _("Second tokenizer")))
names = [name for name, _tokenizer in choices]
tokenizers = [tokenizer for _name, tokenizer in choices]
titles = [name.title for name in names]
special = playground.special_names(text, tokenizers)
with st.container():  # one part, however much there is to say: the tokens below keep their place, and how they look
    if special:
        st.radio(
            _("Special tokens in the text are read as"),
            ["text", "token"],
            format_func=lambda kind: {"text": _("plain text"), "token": _("special tokens")}[kind],
            horizontal=True,
            **page.widget("special"),
        )
        st.html(f"<p>{escape(visible_message(playground.special_note(special)))}</p>")

if not text or problem:
    if problem:
        notice(problem)
    else:
        st.write(_("No text yet. Paste or type one above, or use the example."))
    st.stop()
read_as: token_frames.Special = "all" if special and page["special"] == "token" else "none"
try:
    found = [reading.tokens_or_wait(tokenizer, text, read_as) for tokenizer in tokenizers]
    if any(isinstance(one, LongText) for one in found):
        wait([one for one in found if isinstance(one, LongText)])
        first_screen = reading.first_screen(titles, tokenizers, text, read_as)
        if first_screen:
            token_view(first_screen, key=VIEW)
        st.html(playground.counts_html(text))
        st.stop()
except EngineError as error:
    show_error(error)
    if len(text) > playground.LONG_TEXT:  # what is amiss is often the worker, and another run asks for another one
        st.button(_("Try again"), key="again")
    st.stop()
read = [one for one in found if not isinstance(one, LongText)]
data = token_frames.view(titles, read, page["page"])
page.set(page=data["page"])

too_long = _("Your text is too long for a link, so the link carries everything else. Send the text along with it.")
token_view({**data, "linkNote": too_long if page.written().left_out else ""}, key=VIEW, on_page=turn_page)

remarks = [
    *(playground.unknown_text(*pair) for pair in zip(titles, read, strict=True)),
    *(playground.left_out_text(*pair) for pair in zip(titles, read, strict=True)),
]
if len(read) == 2 and names[0] == names[1]:
    remarks.append(_("Both are the same tokenizer. Choose another one to compare."))
elif len(read) == 2:
    remarks.append(playground.agreement_text(titles, *read))
st.html(playground.counts_html(text))
st.html("".join(f"<p>{escape(visible_message(remark))}</p>" for remark in remarks if remark) or "<span></span>")
st.header(_("Downloads"), anchor=False)
for name, (title, tokens) in dict(zip(names, zip(titles, read, strict=True), strict=True)).items():
    with st.container(horizontal=True):
        st.download_button(
            _("Tokens as CSV: {tokenizer}").format(tokenizer=title),
            partial(tokens_csv, tokens),
            f"tokens-{name}.csv",
            "text/csv",
            key=f"csv_{name}",
            on_click="ignore",
        )
        st.download_button(
            _("Tokens as JSON: {tokenizer}").format(tokenizer=title),
            partial(tokens_json, str(name), tokens),
            f"tokens-{name}.json",
            "application/json",
            key=f"json_{name}",
            on_click="ignore",
        )
