"""The widgets of the page Vocabulary size: a vocabulary, a text, a width, and the shape of a batch."""

import streamlit as st
from babel import Locale

from bpe_engine import Tokenizer
from ui.i18n import gettext as _
from ui.i18n import number
from ui.session import Page
from ui.size.measured import LARGEST_WIDTH, MOST_PLACES, MOST_ROWS, TEXT, WIDTHS
from ui.stumble.answers import ATTRIBUTION, articles
from ui.tokenizer_choice import choose_tokenizer
from ui.tokenizers import TokenizerName

_ARTICLES = ("eng", "rus", "vie", "cmn_hans")


def _own_name(code: str) -> str:
    """A language's own name for itself, which its readers look for."""
    return Locale.parse(code, sep="-").get_display_name() or code


def choose(page: Page) -> tuple[TokenizerName, Tokenizer, str]:
    """The vocabulary, and the text."""
    with st.container(horizontal=True):
        st.button(_("The example"), key="size_example", on_click=page.set, kwargs={"sample": TEXT})
        for code in _ARTICLES:
            article = articles()[code]
            st.button(
                _("Article 1: {language}").format(language=_own_name(article["bcp47"])),
                key=f"size_{code}",
                on_click=page.set,
                kwargs={"sample": article["text"]},
            )
    text: str = st.text_area(_("Your text"), height=120, **page.widget("sample"))
    if text in (article["text"] for article in articles().values()):
        st.caption(_(ATTRIBUTION))
    name, tokenizer = choose_tokenizer(page, "of", _("Vocabulary"))
    return name, tokenizer, text


def choose_width(page: Page) -> int:
    """How many numbers stand for a token, typed or as a known model has it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        width: int = st.number_input(
            _("Width of the embedding: numbers for each token"), 1, LARGEST_WIDTH, width=320, **page.widget("width")
        )
        for model, known in WIDTHS.items():
            st.button(f"{model}: {number(known)}", key=f"width_{model}", on_click=page.set, kwargs={"width": known})
    return width


def choose_batch(page: Page) -> tuple[int, int]:
    """How many rows, and how many ids in each."""
    left, right = st.columns(2)
    rows: int = left.number_input(_("B: texts, a row each"), 1, MOST_ROWS, **page.widget("rows"))
    places: int = right.number_input(_("T: ids in each row"), 1, MOST_PLACES, **page.widget("places"))
    return rows, places
