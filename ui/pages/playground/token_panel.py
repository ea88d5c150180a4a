"""The tokens on Playground, notes on them, and their downloads."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, use_language
from ui.base.visible_text import reading_order_note
from ui.components.html_table import html_table
from ui.components.notice import show_error, show_paragraphs
from ui.components.token_view import token_view
from ui.jobs.long_texts import EncodingJob
from ui.pages.common.text_controls import download_button
from ui.pages.playground import all_counts, background_encoding
from ui.pages.playground import messages as playground
from ui.pages.playground import token_payload as token_frames
from ui.pages.playground.controls import PlaygroundChoice, add_tokenizer, all_tokenizers, remove_tokenizer
from ui.pages.playground.exports import tokens_csv, tokens_json
from ui.pages.playground.spec import column_controls
from ui.pages.playground.token_payload import EncodedText
from ui.state import session
from ui.state.session import PageState

_POLL_SECONDS = 0.5


def tokens_or_stop(text: str, choice: PlaygroundChoice, notices: DeltaGenerator) -> list[EncodedText]:
    """Return the tokens of a text in each tokenizer. If there are none, or not yet, ends the page and says why."""
    # Created in every run, so that a late rerun of the fragment finds it, even if the page has ended with an error.
    waiting = notices.container()
    try:
        results = [
            background_encoding.encode_or_queue(tokenizer, text, choice.special) for tokenizer in choice.tokenizers
        ]
        if any(isinstance(result, EncodingJob) for result in results):
            with waiting:
                _wait([result for result in results if isinstance(result, EncodingJob)])
            first_screen = background_encoding.preview(choice.titles, choice.tokenizers, text, choice.special)
            if first_screen:
                token_view(first_screen, key=token_frames.KEY)
            st.stop()
    except EngineError as error:
        with notices:
            show_error(error)
            if len(text) > playground.LONG_TEXT:  # often the worker has failed, and another run gets a new one
                st.button(_("Try again"), key="again")
        st.stop()
    return [result for result in results if not isinstance(result, EncodingJob)]


@st.fragment(run_every=_POLL_SECONDS)
def _wait(texts: list[EncodingJob]) -> None:
    """Show the progress of encoding until all tokens are there."""
    use_language(session.language())
    if all(text.is_done() for text in texts):
        st.rerun()
    share = sum(text.share() for text in texts) / len(texts)
    before = min(background_encoding.queue_position(text) for text in texts)
    if before:
        message = ngettext(
            "Waiting: {count} long text is ahead of yours.", "Waiting: {count} long texts are ahead of yours.", before
        ).format(count=before)
    else:
        message = _("Finding the tokens of your whole text …")
    st.progress(min(share, 1.0), message)


def show_tokens(page: PageState, choice: PlaygroundChoice, read: list[EncodedText]) -> None:
    """Draw the tokens."""
    data = token_frames.token_view_payload(choice.titles, read, page["page"])
    page.set(page=data["page"])

    link_note = playground.link_note(page.query().omitted)
    token_view(
        {**data, **column_controls(len(read)), "linkNote": link_note},
        key=token_frames.KEY,
        on_page=partial(_on_page_change, page),
        on_add=partial(add_tokenizer, page),
        on_remove=partial(_on_remove, page),
    )


def show_notes(text: str, choice: PlaygroundChoice, read: list[EncodedText]) -> None:
    """Tell what is remarkable about the tokens."""
    show_paragraphs(reading_order_note(text), *playground.token_notes(choice.titles, read))


def _on_page_change(page: PageState) -> None:
    page_number = session_state.component_event(token_frames.KEY, "page")
    if isinstance(page_number, int):
        page.set(page=page_number)


def _on_remove(page: PageState) -> None:
    number = session_state.component_event(token_frames.KEY, "remove")
    if isinstance(number, int):
        remove_tokenizer(page, number)


def show_all_counts(text: str, choice: PlaygroundChoice) -> None:
    """Show how many tokens the text is in each tokenizer, and what they cost at a price that is typed."""
    if len(text) > playground.LONG_TEXT:
        st.write(all_counts.too_long())
        return
    price = st.number_input(
        _("Price per million tokens, in any currency"),
        min_value=0.0,
        value=None,
        format="%.2f",
        width=320,
        key="playground_price",
        persist_state="session",
        placeholder=_("No price"),
    )
    with st.spinner(_("Counting …")):
        named = [(name.title, tokenizer) for name, tokenizer in all_tokenizers(choice)]
        rows = all_counts.rows(named, text, choice.special, price)
    st.html(html_table(all_counts.title(), all_counts.heads(with_cost=price is not None), rows))


def download_buttons(choice: PlaygroundChoice, read: list[EncodedText]) -> None:
    """Offer the tokens as downloads."""
    by_name = dict(zip(choice.names, zip(choice.titles, read, strict=True), strict=True))
    for name, (title, tokens) in by_name.items():
        with st.container(horizontal=True):
            csv, json = _("Tokens as CSV: {tokenizer}"), _("Tokens as JSON: {tokenizer}")
            download_button(csv.format(tokenizer=title), partial(tokens_csv, tokens), f"tokens-{name}.csv")
            download_button(
                json.format(tokenizer=title), partial(tokens_json, str(name), tokens), f"tokens-{name}.json"
            )
