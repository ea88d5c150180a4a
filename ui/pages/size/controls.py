"""The widgets of Vocabulary size: a vocabulary, a text, a width, and the shape of a batch."""

from collections.abc import Sequence

import streamlit as st
from babel import Locale
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import Tokenizer
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.tokenizer_choices import TokenizerName
from ui.course.values.article_costs import ATTRIBUTION, articles
from ui.course.values.vocabulary_sizes import MAX_WIDTH, MOST_PLACES, MOST_ROWS, TEXT, WIDTHS
from ui.pages.common.text_controls import example_buttons
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.state.session import PageState

_SIZE = "bpe_lab_size"
_ARTICLES = ("eng", "rus", "vie", "cmn_hans")


def _native_name(code: str) -> str:
    """Return a language's own name for itself, which its readers look for."""
    return Locale.parse(code, sep="-").get_display_name() or code


def choose(page: PageState, stage: DeltaGenerator) -> tuple[TokenizerName, Tokenizer, str, int]:
    """Choose vocabulary, text, and width. Problems with availability are shown on the stage."""
    with st.popover(page["of"].title, key="size.choices", wrap=True):
        samples = [articles()[code] for code in _ARTICLES]
        title = _("Article 1: {language}")
        examples = {
            title.format(language=_native_name(article["bcp47"])): {"sample": article["text"]} for article in samples
        }
        example_buttons(page, "size", {_("Example"): {"sample": TEXT}, **examples})
        text: str = st.text_area(_("Your text"), height=120, **page.widget_options("sample"))
        if text in (article["text"] for article in articles().values()):
            st.caption(_(ATTRIBUTION))
        name, tokenizer = choose_tokenizer(page, "of", _("Vocabulary"), notices=stage)
        width = _choose_width(page)
    return name, tokenizer, text, width


def _choose_width(page: PageState) -> int:
    """Choose the number of values per token, typed or as in a known model."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        width: int = st.number_input(
            _("Embedding width: numbers per token"), 1, MAX_WIDTH, width=320, **page.widget_options("width")
        )
        example_buttons(
            page,
            "width",
            {f"{model}: {localized_number(values)}": {"width": values} for model, values in WIDTHS.items()},
        )
    return width


def choose_size(page: PageState, sizes: Sequence[int]) -> int:
    """Choose one of the sizes measured, at first the whole vocabulary. Returns its place."""
    at = next((place for place, size in enumerate(sizes) if size == page["upto"]), len(sizes) - 1)
    session_state.put(_SIZE, sizes[at])

    def store_size() -> None:
        size = session_state.get(_SIZE)
        page.set(upto=0 if size == sizes[-1] else size)

    st.select_slider(
        _("Tokens in the vocabulary"),
        sizes,
        format_func=localized_number,
        key=_SIZE,
        on_change=store_size,
    )
    return at


def choose_batch(page: PageState) -> tuple[int, int]:
    """Choose the number of rows, and of ids in each."""
    left, right = st.columns(2)
    rows: int = left.number_input(_("B: texts, one per row"), 1, MOST_ROWS, **page.widget_options("rows"))
    places: int = right.number_input(_("T: ids per row"), 1, MOST_PLACES, **page.widget_options("places"))
    return rows, places
