"""The widgets of Encode: a text, a tokenizer, and the method of encoding."""

from contextlib import suppress
from functools import partial
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import BPETokenizer, EngineError, Tokenizer, load_pretrained
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.query_parameters import with_current_names
from ui.base.tokenizer_choices import CUSTOM, SHIPPED, TRAINED, TokenizerName
from ui.base.visible_text import escape_markdown, make_visible
from ui.components.notice import show_paragraphs
from ui.pages.common import current_training as chosen
from ui.pages.common.text_controls import example_buttons
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.encode.spec import PAGE
from ui.pages.encode.view import encoding_tokenizers, is_byte_level
from ui.pages.own import controls
from ui.state import session
from ui.state.session import PageState
from ui.tokenization import encoding
from ui.tokenization.encoding import examples
from ui.tokenization.encoding.dropout import LARGEST_SEED

_SCENARIO = "encode.scenario"  # the scenario whose word was put into the box
_GIVEN = "encode.given"  # that word
_NAMED = "encode.named"  # the tokenizer that was shown last


class EncodeChoice(NamedTuple):
    """A text and its tokenizer; `alternative` applies the vocabulary differently, if there is such a way to compare."""

    sample: str
    name: TokenizerName
    tokenizer: Tokenizer
    alternative: Tokenizer | None = None


def begin(page: PageState) -> None:
    """Prepare the page, before anything is drawn."""
    _begin_with_scenario(page)
    _begin_with_tokens(page)


def _begin_with_scenario(page: PageState) -> None:
    """Put a word of the scenario into the box, replacing one of another scenario, unless the URL has a text."""
    train = session.training_state()
    scenario = train["scenario"]
    if session_state.get(_SCENARIO) == scenario or page["with"].name != TRAINED:
        return
    session_state.put(_SCENARIO, scenario)
    first = examples.first_word(scenario, chosen.source(train))
    in_url = with_current_names(PAGE.parameters, st.query_params).keys()
    before = page["sample"]
    if first and "sample" not in in_url and before == session_state.get(_GIVEN, page.default("sample")):
        session_state.put(_GIVEN, first)
        if first != before:
            page.set(sample=first)
            st.rerun()  # the address bar has been updated already


def _begin_with_tokens(page: PageState) -> None:
    """Do slow work before drawing: otherwise a tokenizer's name would appear before its tokens."""
    if session_state.get(_NAMED) == page["with"]:
        return
    session_state.put(_NAMED, page["with"])
    sample = page["sample"]
    if page["with"].name in SHIPPED and sample and len(sample) <= encoding.LONGEST_TEXT:
        with suppress(EngineError):  # reported with the lesson
            encoding.payload(load_pretrained(page["with"].name), sample)


def choose(page: PageState, stage: DeltaGenerator) -> EncodeChoice:
    """Choose a word and what encodes it. Problems with availability are shown on the stage."""
    sample = st.text_input(
        _("A word or a sentence"), label_visibility="collapsed", width=280, **page.widget_options("sample")
    )
    with st.popover(page["with"].title, key="encode.choices", wrap=True):
        st.caption(_("Training learned a vocabulary. Encoding applies it to new text: watch how each word is cut."))
        example_area = st.container()
        choose_custom = partial(controls.choose, page, stage)
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), notices=stage, own=choose_custom)
        if name.name == CUSTOM:
            return EncodeChoice(sample, name, tokenizer)
        with example_area:
            _offer_examples(page, name, tokenizer)
        if not isinstance(tokenizer, BPETokenizer):
            return EncodeChoice(sample, name, tokenizer)
        method = _choose_encoding(page, tokenizer)
        if method == "dropout":
            _choose_dropout(page)
    if method == "dropout":
        next_draw = {"seed": (page["seed"] + 1) % (LARGEST_SEED + 1)}
        st.button(_("Draw again"), key="another_draw", on_click=page.set, kwargs=next_draw)
    return EncodeChoice(sample, name, *encoding_tokenizers(page, tokenizer))


def _offer_examples(page: PageState, name: TokenizerName, tokenizer: Tokenizer) -> None:
    """Show words for a tokenizer, and one that it cuts differently from longest match."""
    train = session.training_state()
    words = examples.example_words(name, train["scenario"], chosen.source(train))
    ambiguous = examples.find_ambiguous_word(name, tokenizer)
    ambiguous_words = [ambiguous.word] if ambiguous else []
    example_buttons(
        page, "example", {escape_markdown(make_visible(word)): {"sample": word} for word in (*words, *ambiguous_words)}
    )
    show_paragraphs(examples.ambiguity_text(ambiguous, tokenizer))


def _choose_encoding(page: PageState, tokenizer: BPETokenizer) -> str:
    methods = {
        "merges": (_("the order of the merges"), _("as GPT does it")),
        "longest": (_("the longest match"), _("as in the classic description")),
        "dropout": (_("the order of the merges, with dropout"), _("some merges are left out at random")),
    }
    if is_byte_level(tokenizer):
        del methods["longest"]
        if page["by"] == "longest":
            page.set(by="merges")
    method: str = st.radio(
        _("Cut words by"),
        list(methods),
        format_func=lambda method: methods[method][0],
        captions=[caption for _name, caption in methods.values()],
        horizontal=True,
        **page.widget_options("by"),
    )
    return method


def _choose_dropout(page: PageState) -> None:
    with st.container(horizontal=True):
        st.number_input(
            _("Dropout, in percent"),
            0,
            100,
            help=_("0 is plain byte-pair encoding; at 100 nothing merges. The paper uses 10."),
            **page.widget_options("dropout"),
        )
        st.number_input(
            _("Seed"),
            0,
            LARGEST_SEED,
            help=_("The number that the draws start from: the same seed gives the same tokens."),
            **page.widget_options("seed"),
        )
