"""The tokens of the page Playground, what is to be said of them, and the tokens as files."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, use_language
from ui.components.notice import paragraphs, show_error
from ui.components.token_view import token_view
from ui.jobs.long_texts import LongText
from ui.pages.common.text_controls import take_away
from ui.pages.playground import background_encoding
from ui.pages.playground import messages as playground
from ui.pages.playground import token_payload as token_frames
from ui.pages.playground.controls import Chosen
from ui.pages.playground.exports import tokens_csv, tokens_json
from ui.pages.playground.token_payload import Tokens
from ui.state import session
from ui.state.session import Page

_POLL_SECONDS = 0.5


def tokens_of(text: str, chosen: Chosen) -> list[Tokens]:
    """The tokens of a text in each tokenizer. Ends the page where there are none, or not yet, which is told."""
    # There in each run: a look that comes late, when the page has ended with an error, finds it.
    waiting = st.container()
    try:
        found = [background_encoding.tokens_or_wait(tokenizer, text, chosen.special) for tokenizer in chosen.tokenizers]
        if any(isinstance(one, LongText) for one in found):
            with waiting:
                _wait([one for one in found if isinstance(one, LongText)])
            first_screen = background_encoding.first_screen(chosen.titles, chosen.tokenizers, text, chosen.special)
            if first_screen:
                token_view(first_screen, key=token_frames.KEY)
            st.html(playground.counts_html(text))
            st.stop()
    except EngineError as error:
        show_error(error)
        if len(text) > playground.LONG_TEXT:  # what is amiss is often the worker, and another run asks for another one
            st.button(_("Try again"), key="again")
        st.stop()
    return [one for one in found if not isinstance(one, LongText)]


@st.fragment(run_every=_POLL_SECONDS)
def _wait(texts: list[LongText]) -> None:
    """Show how far the tokens of a text are, until all are there."""
    use_language(session.language())
    if all(text.is_done() for text in texts):
        st.rerun()
    share = sum(text.share() for text in texts) / len(texts)
    before = min(background_encoding.before(text) for text in texts)
    if before:
        told = ngettext(
            "Waiting: {count} long text is ahead of yours.", "Waiting: {count} long texts are ahead of yours.", before
        ).format(count=before)
    else:
        told = _("Finding the tokens of your whole text …")
    st.progress(min(share, 1.0), told)


def show(page: Page, text: str, chosen: Chosen, read: list[Tokens]) -> None:
    """Draw the tokens, and say what is to be said of them."""
    titles = chosen.titles
    data = token_frames.view(titles, read, page["page"])
    page.set(page=data["page"])

    link_note = playground.left_out_note(page.written().left_out)
    token_view({**data, "linkNote": link_note}, key=token_frames.KEY, on_page=partial(_turn_page, page))

    st.html(playground.counts_html(text))
    paragraphs(*playground.remarks(titles, read))


def _turn_page(page: Page) -> None:
    asked = session_state.told(token_frames.KEY, "page")
    if isinstance(asked, int):
        page.set(page=asked)


def offer_files(chosen: Chosen, read: list[Tokens]) -> None:
    """The tokens to take away."""
    by_name = dict(zip(chosen.names, zip(chosen.titles, read, strict=True), strict=True))
    for name, (title, tokens) in by_name.items():
        with st.container(horizontal=True):
            csv, json = _("Tokens as CSV: {tokenizer}"), _("Tokens as JSON: {tokenizer}")
            take_away(csv.format(tokenizer=title), partial(tokens_csv, tokens), f"tokens-{name}.csv")
            take_away(json.format(tokenizer=title), partial(tokens_json, str(name), tokens), f"tokens-{name}.json")
