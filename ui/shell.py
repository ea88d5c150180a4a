"""What every page has: its title, the switch for large type, and the language where there is a choice."""

from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import session
from ui.address import EVERYWHERE
from ui.components.notice import notice
from ui.i18n import SOURCE_LANGUAGE, current_language, languages
from ui.i18n import gettext as _
from ui.session import Page
from ui.show import in_style_sheet

_LANGUAGE = "language"
# Less room above the title; and on primary buttons, which Streamlit writes in white, a text that can be read in dark.
_STYLE = """<style>
.st-key-bpe_lab_address_bar { display: none; } /* it draws nothing, and takes no room */
.st-key-bpe_lab_kept { position: absolute; } /* it draws at the end of the screen, and takes no room here */
/* That the server does not answer is said there; Streamlit's own words would cover the page, and take the keys. */
body:has([data-testid="stApp"]:not([data-test-connection-state="CONNECTED"])) > [data-testid="stDialog"] {
  display: none;
}
/* In the navigation bar, which Streamlit lets no widget into. */
.st-key-bpe_lab_language { position: fixed; z-index: 999991; top: 0.45rem; right: 3.2rem; width: 8.5rem; }
[data-testid="stTopNav"] { margin-right: 12rem; } /* which leaves the room for it */
:has(> .st-key-bpe_lab_language) { position: absolute; } /* and takes no room where it stands in the document */
[data-testid="stTopNavSection"][aria-current] { text-decoration: underline 0.15em; text-underline-offset: 0.35em; }
.stMainBlockContainer { padding-top: 4.2rem; padding-bottom: 3rem; }
.stMainBlockContainer h1 { padding: 0.2rem 0; }
.stMainBlockContainer h2 { padding: 0.5rem 0 0.2rem; }
.stMainBlockContainer h3 { font-size: 1.1rem; }
/* A table's buttons stand above it: there is room for them, so that they cover nothing. */
[data-testid="stFullScreenFrame"]:has([data-testid="stDataFrame"]) { padding-top: 2.75rem; }
/* A phone enlarges the page where a text field has smaller type. */
input, textarea { font-size: max(1rem, 16px) !important; }
[data-testid="stBaseButton-primary"] { color: light-dark(#ffffff, #12171e); }
/* Where the system sets the colours, what is chosen and a switch would be told by nothing else. */
@media (forced-colors: active) {
  [data-variant][data-selected="true"] { forced-color-adjust: none; background: Highlight !important; }
  [data-variant][data-selected="true"] * { color: HighlightText !important; }
  label:has([role="switch"]) > span + div { outline: 1px solid CanvasText; }
  label:has([role="switch"]) > span + div > div { forced-color-adjust: none; background: CanvasText !important; }
  label:has([role="switch"]:checked) > span + div { forced-color-adjust: none; background: Highlight !important; }
}
/* Large enough to be hit; all around it stays where it is. */
[data-testid="stTooltipIcon"] button { padding: 4px; margin: -4px; }
</style>"""

# Title, choices and switches share a line above the player, which comes before them in the document: so the keyboard
# reaches it first. What opens, opens over it.
_STAGE_STYLE = """<style>
.stMainBlockContainer { padding: 4rem 2rem 3rem; }
.stMainBlockContainer > .stVerticalBlock { gap: 0.5rem; }
.st-key-bpe_lab_stage { flex-flow: row wrap; align-items: center; gap: 0.3rem 1.2rem; }
.st-key-bpe_lab_stage > * { flex: 0 1 auto; width: auto; }
.st-key-bpe_lab_stage > :has(> .st-key-bpe_lab_player) { order: 2; flex: 0 0 100%; width: 100%; }
.st-key-bpe_lab_stage > :has(> .st-key-bpe_lab_line) { flex: 1 1 20rem; order: 1; min-width: 0; }
.st-key-bpe_lab_stage h1 { font-size: 1.3rem; padding: 0; }
.st-key-bpe_lab_stage [data-testid="stMarkdownContainer"]:has(h1) { margin: 0; }
.st-key-bpe_lab_line, .st-key-bpe_lab_choices { gap: 0.3rem 1rem; }
[data-testid="stPopoverBody"] { width: min(46rem, calc(100vw - 2rem)); max-width: none; max-height: 82vh; }
/* Where choices are open while a training goes on, how far it is and the way out stand below them. */
body:has(.st-key-bpe_lab_waiting) [data-testid="stPopoverBody"] { max-height: calc(100dvh - 17rem) !important; }
body:has([data-testid="stPopoverBody"]) .st-key-bpe_lab_waiting {
  position: fixed; z-index: 1000080; inset: auto 0 0 0; padding: 0.5rem 2rem 1rem;
  background: light-dark(#ffffff, #12171e); border-top: 1px solid #7d8896;
}
@media (max-width: 46rem) {
  .stMainBlockContainer { padding: 3.75rem 1rem 1rem; }
  .st-key-bpe_lab_stage { column-gap: 0; }
  .st-key-bpe_lab_stage h1 { position: absolute; clip-path: inset(50%); }
  /* Two lines in a button as high as one of one line: what stands below it stays on the screen. */
  .st-key-bpe_lab_choices [data-testid="stPopoverButton"] { padding: 0 0.5rem; text-align: start; }
  .st-key-bpe_lab_choices [data-testid="stPopoverButton"] p { font-size: 0.8rem; line-height: 1.2; }
}
</style>"""

# A player alone: what is around it is not shown, so that a frame has room for it.
_ALONE_STYLE = """<style>
.stMainBlockContainer { padding: 0; }
.stMainBlockContainer > .stVerticalBlock { gap: 0; }
[data-testid="stHeader"], .st-key-bpe_lab_stage > :has(h1), .st-key-bpe_lab_stage > :has(> .st-key-bpe_lab_line) {
  display: none;
}
</style>"""


class Stage(NamedTuple):
    """A page that is a stage: its values, the place of the player, and the line of choices above it."""

    page: Page
    player: DeltaGenerator
    choices: DeltaGenerator


def begin(name: str, title: str) -> Page:
    """Begin a page: its title, what all pages have, and what in its address could not be understood. Its values."""
    page = session.page(name)
    left, right = st.columns([3, 1], vertical_alignment="center")
    with left:
        _title(page, title)
    with right, st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        _choose_everywhere()
    st.html(_STYLE + _words())
    return page


def stage(name: str, title: str) -> Stage:
    """Begin a page whose player comes first, below a line with its title and its choices."""
    page = session.page(name)
    st.html(_STYLE + _words() + _STAGE_STYLE + (_ALONE_STYLE if session.alone() else ""))
    with st.container(key="bpe_lab_stage"):
        with st.container():
            _title(page, title)
        player = st.container(key="bpe_lab_player")
        with st.container(key="bpe_lab_line", horizontal=True, vertical_alignment="center"):
            choices = st.container(key="bpe_lab_choices", horizontal=True, vertical_alignment="center")
            with st.container(key="bpe_lab_everywhere", horizontal=True, width="content"):
                _choose_everywhere()
    return Stage(page, player, choices)


def _words() -> str:
    """Streamlit's own words on every page, which are English, in the reader's language.

    They are the link that comes first for the keyboard, the button for pages that find no room in the navigation bar,
    what a field says while something is typed into it, and what the buttons above a table do.
    """
    if current_language() == SOURCE_LANGUAGE:
        return ""
    typed = '[data-testid="InputInstructions"]'
    buttons, told = '[data-testid="stElementToolbar"]', '[data-testid="stTooltipContent"]'
    words = {
        '[data-testid="stSkipToContent"]': _("Skip to main content"),
        '.rc-overflow-item-rest [data-testid="stTopNavSection"] p': _("More"),
        f"{typed} > :first-child": _("Press Enter to apply"),
        f".stTextArea {typed} > :first-child": _("Press Ctrl+Enter to apply"),
    }
    for own, text in {
        "Show/hide columns": _("Show or hide columns"),
        "Download as CSV": _("Download as CSV"),
        "Search": _("Search"),
        "Fullscreen": _("Full screen"),
        "Close fullscreen": _("Close full screen"),
    }.items():
        words[f'body:has({buttons} [aria-label="{own}"]:is(:hover, :focus-visible)) {told}'] = text
    rules = [
        f"{place}, {place} * {{ font-size: 0 !important; }} "
        f"{place}::after {{ content: {in_style_sheet(text)}; font-size: 0.8rem; }}"
        for place, text in words.items()
    ]
    return f"<style>{' '.join(rules)}</style>"


def _title(page: Page, title: str) -> None:
    st.title(title, anchor=False)
    for problem in session.Page(EVERYWHERE).problems + page.problems:
        notice(problem)


def _choose_everywhere() -> None:
    """Large type, and the language."""
    everywhere = session.Page(EVERYWHERE)
    large = st.toggle(
        _("Large type"),
        help=_("For a projector: everything on the page becomes larger."),
        **everywhere.widget("large"),
    )
    known = languages()
    if len(known) > 1:
        st.session_state[_LANGUAGE] = session.language()
        with st.container(key="bpe_lab_language"):
            st.selectbox(
                _("Language"),
                list(known),
                format_func=known.__getitem__,
                key=_LANGUAGE,
                on_change=lambda: session.choose_language(st.session_state[_LANGUAGE]),
                label_visibility="collapsed",
            )
    if large:
        # Streamlit measures in rem: the root's size scales widgets, tables and components alike.
        st.html("<style>html { font-size: 135% !important; }</style>")


def tell_of_link(page: Page) -> None:
    """Say so where a text is too long for an address."""
    if page.written().left_out:
        notice(_("The text is too long for an address: a link to this page leaves it out."))
