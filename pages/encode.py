"""Encode: watch the learned merges being applied to a word, one at a time."""

from contextlib import suppress
from functools import partial
from html import escape

import streamlit as st

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, EngineError, Tokenizer, load_pretrained
from ui import encoding, session, shell
from ui.components.notice import notice, show_error
from ui.encoding import examples
from ui.encoding.dropout import LARGEST_SEED
from ui.i18n import current_language, number
from ui.i18n import gettext as _
from ui.lessons.encoding import page_of_encoding
from ui.lessons.training import training_title
from ui.player.component import player, usual_labels
from ui.player.contract import Unlabelled
from ui.session import Page
from ui.show import visible, visible_message
from ui.tasks.scenarios import SCENARIOS
from ui.tokenizer_choice import choose_tokenizer
from ui.tokenizers import SHIPPED, TRAINED, TokenizerName, longest_match
from ui.train import chosen

LESSON = "encode.lesson"  # whose word was put into the box
GIVEN = "encode.given"  # that word
NAMED = "encode.named"  # the tokenizer that was shown last


def begin_with_lesson() -> None:
    """Put a word of the lesson into the box, in place of one of another lesson, where no address names a word."""
    train, held = Page("train"), st.session_state
    lesson = train["scenario"]
    if held.get(LESSON) == lesson or page["with"].name != TRAINED:
        return
    held[LESSON] = lesson
    first = examples.first_word(lesson, chosen.source(train))
    if first and "word" not in st.query_params and page["word"] == held.get(GIVEN, page.usual("word")):
        page.set(word=first)
        held[GIVEN] = first
        st.rerun()  # the address was written before


def offer_examples(name: TokenizerName, tokenizer: Tokenizer) -> None:
    """Words for a tokenizer, and one that it cuts otherwise than the longest match does."""
    train = Page("train")
    words = examples.words(name, train["scenario"], chosen.source(train))
    apart = examples.cut_apart(name, tokenizer)
    with st.container(horizontal=True):
        for word in dict.fromkeys((*words, *([apart.word] if apart else []))):
            st.button(visible(word), key=f"example_{word}", on_click=page.set, kwargs={"word": word})
    st.html(f"<p>{escape(visible_message(examples.told(apart, tokenizer)))}</p>")


def begin_with_tokens() -> None:
    """Do what takes a second the first time before anything is drawn: a tokenizer's name is shown with its tokens."""
    if st.session_state.get(NAMED) == page["with"]:
        return
    st.session_state[NAMED] = page["with"]
    word = page["word"]
    if page["with"].name in SHIPPED and word and len(word) <= encoding.LONGEST_TEXT:
        with suppress(EngineError):  # told below
            encoding.payload(load_pretrained(page["with"].name), word)


page, stage, line = shell.stage("encode", _("Encode a word"))
compared: Tokenizer | None = None
begin_with_lesson()
begin_with_tokens()
with line:
    word = st.text_input(_("A word or a sentence"), label_visibility="collapsed", width=280, **page.widget("word"))
    with st.popover(page["with"].title, key="encode.choices", wrap=True):
        st.caption(_("Training learned a vocabulary. Encoding applies it to new text: watch how each word is cut."))
        offered = st.container()
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), told=stage)
        with offered:
            offer_examples(name, tokenizer)
        if isinstance(tokenizer, BPETokenizer):
            ways = {
                "merges": (_("the order of the merges"), _("as GPT does it")),
                "longest": (_("the longest match"), _("as the classic description does it")),
                "dropout": (_("the order of the merges, with dropout"), _("some merges are left out by chance")),
            }
            in_bytes = tokenizer.byte_level or tokenizer.byte_of_token
            if in_bytes:  # which the longest match is not for
                del ways["longest"]
                if page["by"] == "longest":
                    page.set(by="merges")
            by = st.radio(
                _("Cut words by"),
                list(ways),
                format_func=lambda way: ways[way][0],
                captions=[caption for _name, caption in ways.values()],
                horizontal=True,
                **page.widget("by"),
            )
            if by == "dropout":
                with st.container(horizontal=True):
                    st.number_input(
                        _("Dropped, in percent"),
                        0,
                        100,
                        help=_("0 is byte-pair encoding as it is; with 100 nothing merges. The paper takes 10."),
                        **page.widget("dropout"),
                    )
                    st.number_input(
                        _("Seed"),
                        0,
                        LARGEST_SEED,
                        help=_("The number that the draws begin from: the same seed gives the same tokens."),
                        **page.widget("seed"),
                    )
                compared = tokenizer
                tokenizer = BPEDropoutTokenizer(tokenizer, dropout=page["dropout"] / 100, seed=page["seed"])
            elif not in_bytes:
                compared = longest_match(tokenizer)
                if by == "longest":
                    tokenizer, compared = compared, tokenizer
    if isinstance(tokenizer, BPEDropoutTokenizer):
        another = {"seed": (page["seed"] + 1) % (LARGEST_SEED + 1)}
        st.button(_("Another draw"), key="another_draw", on_click=page.set, kwargs=another)

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
drawn = f" {page['dropout']} {page['seed']}" if isinstance(tokenizer, BPEDropoutTokenizer) else ""
lesson = f"{name} {word}{drawn}"
train = session.Page("train")
is_trained = name.name == TRAINED
language = SCENARIOS[train["scenario"]].language if is_trained else ""
shown: Unlabelled = {
    **payload,
    "id": f"{lesson} {page['by']}",
    "corpus": lesson,
    "step": page.place(lesson),
    "legend": "",
    "language": language,
    "linkNote": "",
    "rules": [],
    "curves": None,
}
beyond = _("Step {step} was asked for, but this encoding ends at step {last}.")
with stage:
    if encoding.is_unknown(tokenizer, word):
        st.button(_("Try it with GPT-2"), key="try_gpt2", on_click=page.set, kwargs={"with": TokenizerName("gpt2")})
    player(shown, {**encoding.labels(tokenizer), "beyond": beyond}, key="encoder")
if session.alone():
    st.stop()
if compared is not None:
    st.html(f"<p>{escape(encoding.other_way(tokenizer, compared, word))}</p>")
title = training_title(train["scenario"], train["algorithm"]) if is_trained else name.title
st.download_button(
    _("Take it home: this lesson as one file (HTML)"),
    partial(page_of_encoding, tokenizer, word, title, usual_labels(), current_language(), language),
    "encode.html",
    "text/html",
    key="file_lesson",
    on_click="ignore",
)
