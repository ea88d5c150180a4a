"""Playground: paste a text, and see its tokens at once."""

from functools import partial
from html import escape

import streamlit as st

from bpe_engine import EngineError
from ui import state
from ui import tokens as token_frames
from ui.components import shell
from ui.components.notice import notice, show_error
from ui.components.token_view import token_view
from ui.components.tokenizer_choice import choose_tokenizer, uses_training
from ui.i18n import gettext as _
from ui.playground import texts as playground
from ui.playground.exports import tokens_csv, tokens_json
from ui.show import visible_line

VIEW = "playground_tokens"
IN_BOX = "playground_in_box"  # whether a long text is in the box, to be changed


def take_text() -> None:
    fields.take(sample=st.session_state[box] or "", page="1")
    close_box()


def open_box() -> None:
    state.touch()
    st.session_state[IN_BOX] = True


def close_box() -> None:
    state.touch()
    st.session_state[IN_BOX] = False


def turn_page() -> None:
    state.touch()
    page = st.session_state[VIEW].page
    if isinstance(page, int):
        fields.take(page=str(page))


def back_to_start() -> None:
    state.touch()
    fields.take(page="1")


state.session("playground")
fields = state.fields(
    "playground",
    {"sample": playground.EXAMPLE, "first": "gpt2", "second": "", "special": "text", "page": "1"},
)
shell.page(_("Playground"))
st.write(_("Paste a text and see the tokens that a model would get."))
box = f"sample{fields.version}"
text = fields.values["sample"]
problem = playground.too_long(text)
is_put_away = len(text) > playground.LONG_TEXT and not problem and not st.session_state.get(IN_BOX)
if is_put_away:
    st.html(playground.beginning_html(text))
else:
    st.text_area(_("Your text"), text, height=160, key=box, on_change=take_text)
with st.container(horizontal=True, vertical_alignment="bottom"):
    if is_put_away:
        st.button(_("Change the text"), on_click=open_box)
    else:
        st.button(_("Show its tokens"), type="primary", on_click=close_box)
    if text != playground.EXAMPLE and st.button(_("Use the example"), on_click=state.touch):
        fields.set(sample=playground.EXAMPLE, page="1")
        st.rerun()
    compare = st.toggle(
        _("Compare with a second tokenizer"),
        bool(fields.values["second"]),
        key=f"compare{fields.version}",
        on_change=back_to_start,
    )
left, right = st.columns(2)
with left:
    choices = [choose_tokenizer(fields, "first", _("Tokenizer"))]
if not compare:
    fields.take(second="")
else:
    if not fields.values["second"]:
        fields.take(second="o200k_base" if fields.values["first"] != "o200k_base" else "gpt2")
    with right:
        choices.append(choose_tokenizer(fields, "second", _("Second tokenizer")))
names = [name for name, _tokenizer in choices]
tokenizers = [tokenizer for _name, tokenizer in choices]
titles = [name.title for name in names]
page = token_frames.page_number(fields.values["page"])
special = playground.special_names(text, tokenizers)
with st.container():  # one part, however much there is to say: the tokens below keep their place, and how they look
    if page is None:
        notice(
            _("The address says page={value}, which is no page number. The first page is shown in its place.").format(
                value=fields.values["page"][:40]
            )
        )
        page = 1
    if special:
        as_token = st.radio(
            _("Special tokens in the text are read as"),
            ["text", "token"],
            index=int(fields.values["special"] == "token"),
            format_func=lambda kind: {"text": _("plain text"), "token": _("special tokens")}[kind],
            horizontal=True,
            key=f"special{fields.version}",
            on_change=state.touch,
        )
        fields.take(special=as_token or "text")
        st.html(f"<p>{escape(visible_line(playground.special_note(special)))}</p>")

if not text or problem:
    fields.take(page="1")
    fields.write_address(with_training=uses_training(*names))
    if problem:
        notice(problem)
    else:
        st.write(_("No text yet. Paste or type one above, or use the example."))
    st.stop()
try:
    read = [
        token_frames.read_tokens(tokenizer, text, "all" if special and fields.values["special"] == "token" else "none")
        for tokenizer in tokenizers
    ]
except EngineError as error:
    show_error(error)
    st.stop()
data = token_frames.view(titles, read, page)
fields.take(page=str(data["page"]))
link_is_whole = fields.write_address(with_training=uses_training(*names))

st.html(playground.counts_html(read[0]))
remarks = [
    *(playground.unknown_text(*pair) for pair in zip(titles, read, strict=True)),
    *(playground.left_out_text(*pair) for pair in zip(titles, read, strict=True)),
]
if len(read) == 2 and names[0] == names[1]:
    remarks.append(_("Both are the same tokenizer. Choose another one to compare."))
elif len(read) == 2:
    remarks.append(playground.agreement_text(titles, *read))
st.html("".join(f"<p>{escape(visible_line(remark))}</p>" for remark in remarks if remark) or "<span></span>")
token_view({**data, "linkNote": "" if link_is_whole else playground.link_note()}, key=VIEW, on_page=turn_page)

st.subheader(_("Downloads"), anchor=False)
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
