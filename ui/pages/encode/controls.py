"""What is chosen on the page Encode: a text, a tokenizer, and by what it cuts."""

from contextlib import suppress
from functools import partial
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import BPETokenizer, EngineError, Tokenizer, load_pretrained
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.query_parameters import renamed
from ui.base.tokenizer_choices import OWN, SHIPPED, TRAINED, TokenizerName
from ui.base.visible_text import in_markdown, visible
from ui.components.notice import paragraphs
from ui.pages.common import current_training as chosen
from ui.pages.common.text_controls import offer
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.encode.spec import PAGE
from ui.pages.encode.view import in_bytes, put_to_use
from ui.pages.own import controls
from ui.state import session
from ui.state.session import Page
from ui.tokenization import encoding
from ui.tokenization.encoding import examples
from ui.tokenization.encoding.dropout import LARGEST_SEED

_SCENARIO = "encode.scenario"  # whose word was put into the box
_GIVEN = "encode.given"  # that word
_NAMED = "encode.named"  # the tokenizer that was shown last


class Chosen(NamedTuple):
    """A text and what cuts it; `other` cuts it in another way, where there is one to tell of."""

    sample: str
    name: TokenizerName
    tokenizer: Tokenizer
    other: Tokenizer | None = None


def begin(page: Page) -> None:
    """What is done before anything is drawn."""
    _begin_with_scenario(page)
    _begin_with_tokens(page)


def _begin_with_scenario(page: Page) -> None:
    """Put a word of the scenario into the box, in place of one of another, where no address has a text."""
    train = session.trained()
    scenario = train["scenario"]
    if session_state.value(_SCENARIO) == scenario or page["with"].name != TRAINED:
        return
    session_state.put(_SCENARIO, scenario)
    first = examples.first_word(scenario, chosen.source(train))
    said = renamed(PAGE.parameters, st.query_params).keys()
    before = page["sample"]
    if first and "sample" not in said and before == session_state.value(_GIVEN, page.usual("sample")):
        session_state.put(_GIVEN, first)
        if first != before:
            page.set(sample=first)
            st.rerun()  # the address was written before


def _begin_with_tokens(page: Page) -> None:
    """Do what takes a second the first time before anything is drawn: a tokenizer's name is shown with its tokens."""
    if session_state.value(_NAMED) == page["with"]:
        return
    session_state.put(_NAMED, page["with"])
    sample = page["sample"]
    if page["with"].name in SHIPPED and sample and len(sample) <= encoding.LONGEST_TEXT:
        with suppress(EngineError):  # told where the lesson is shown
            encoding.payload(load_pretrained(page["with"].name), sample)


def choose(page: Page, stage: DeltaGenerator) -> Chosen:
    """The word, and what cuts it. What is not there for the moment is told on the stage."""
    sample = st.text_input(_("A word or a sentence"), label_visibility="collapsed", width=280, **page.widget("sample"))
    with st.popover(page["with"].title, key="encode.choices", wrap=True):
        st.caption(_("Training learned a vocabulary. Encoding applies it to new text: watch how each word is cut."))
        offered = st.container()
        own = partial(controls.choose, page, stage)
        name, tokenizer = choose_tokenizer(page, "with", _("Tokenizer"), told=stage, own=own)
        if name.name == OWN:
            return Chosen(sample, name, tokenizer)
        with offered:
            _offer_examples(page, name, tokenizer)
        if not isinstance(tokenizer, BPETokenizer):
            return Chosen(sample, name, tokenizer)
        way = _choose_way(page, tokenizer)
        if way == "dropout":
            _choose_draws(page)
    if way == "dropout":
        another = {"seed": (page["seed"] + 1) % (LARGEST_SEED + 1)}
        st.button(_("Draw again"), key="another_draw", on_click=page.set, kwargs=another)
    return Chosen(sample, name, *put_to_use(page, tokenizer))


def _offer_examples(page: Page, name: TokenizerName, tokenizer: Tokenizer) -> None:
    """Words for a tokenizer, and one that it cuts otherwise than the longest match does."""
    train = session.trained()
    words = examples.words(name, train["scenario"], chosen.source(train))
    apart = examples.cut_apart(name, tokenizer)
    apart_words = [apart.word] if apart else []
    offer(page, "example", {in_markdown(visible(word)): {"sample": word} for word in (*words, *apart_words)})
    paragraphs(examples.told(apart, tokenizer))


def _choose_way(page: Page, tokenizer: BPETokenizer) -> str:
    ways = {
        "merges": (_("the order of the merges"), _("as GPT does it")),
        "longest": (_("the longest match"), _("as in the classic description")),
        "dropout": (_("the order of the merges, with dropout"), _("some merges are left out at random")),
    }
    if in_bytes(tokenizer):
        del ways["longest"]
        if page["by"] == "longest":
            page.set(by="merges")
    way: str = st.radio(
        _("Cut words by"),
        list(ways),
        format_func=lambda way: ways[way][0],
        captions=[caption for _name, caption in ways.values()],
        horizontal=True,
        **page.widget("by"),
    )
    return way


def _choose_draws(page: Page) -> None:
    with st.container(horizontal=True):
        st.number_input(
            _("Dropout, in percent"),
            0,
            100,
            help=_("0 is plain byte-pair encoding; at 100 nothing merges. The paper uses 10."),
            **page.widget("dropout"),
        )
        st.number_input(
            _("Seed"),
            0,
            LARGEST_SEED,
            help=_("The number that the draws start from: the same seed gives the same tokens."),
            **page.widget("seed"),
        )
