"""The widgets of the page Train: scenario, algorithm, words or text, and settings."""

from collections.abc import Callable
from html import escape

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError
from ui import session
from ui.algorithms import ALGORITHMS
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.session import Page
from ui.show import visible_message
from ui.tasks import corpora
from ui.tasks.scenarios import EXAMPLE, OWN_TEXT, SCENARIOS, in_order
from ui.tasks.settings import LARGEST_VOCABULARY, LONGEST_PASTE, smaller_part
from ui.train import chosen
from ui.train.options import choose_options
from ui.train.words import FREQUENCY, WORD, read_words, words_table
from ui.uploads import LARGEST_MEGABYTES, words_html

_ALGORITHM = "train.algorithm_shown"
OPENED = "train.drawers"  # the names of those that were open
_UPLOADS = "train.uploads"  # how many files were taken in
_TABLE = "train.tables"  # how many tables of words there were: a new one shows nothing of what was typed into the last


def drawer(page: Page) -> None:
    """What is trained on, and how, in a line; it opens over the player what there is to choose."""
    with st.popover(_summary(page), key="train.choices", wrap=True):
        _choose_scenario(page)
        _choose_algorithm(page)
        _choose_details(page)


def _summary(page: Page) -> str:
    """The lesson, the algorithm, and the size of the vocabulary: as it became, else as it was asked for."""
    training = chosen.finished()
    size = training.summary.points[-1].vocabulary if training else page["vocab"]
    names = {"lesson": SCENARIOS[page["scenario"]].title, "algorithm": ALGORITHMS[page["algorithm"]].name}
    return ngettext("{lesson}, {algorithm}, {count} token", "{lesson}, {algorithm}, {count} tokens", size).format(
        count=number(size), **names
    )


def _choose_scenario(page: Page) -> None:
    """One click each."""

    def keep_algorithm() -> None:  # a scenario that was not there before comes under the algorithm of the one before
        st.session_state.setdefault(page.key("algorithm"), st.session_state[_ALGORITHM])

    st.pills(
        _("What to train on"),
        in_order(),
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        label_visibility="collapsed",
        on_change=keep_algorithm,
        **page.widget("scenario"),
    )
    st.session_state[_ALGORITHM] = page["algorithm"]
    st.caption(ALGORITHMS[page["algorithm"]].blurb_of(SCENARIOS[page["scenario"]]).replace("<", "\\<"))
    if not chosen.is_usual(page):
        own = page["scenario"] == OWN_TEXT
        st.caption(
            _("You have changed the settings.")
            if own
            else _("You have changed the words or the settings of this lesson.")
        )


def _choose_algorithm(page: Page) -> None:
    """How the tokens are made: one click each."""
    st.pills(
        _("Algorithm"),
        list(ALGORITHMS),
        format_func=lambda key: ALGORITHMS[key].name,
        required=True,
        **page.widget("algorithm"),
    )
    algorithm = ALGORITHMS[page["algorithm"]]
    limit = algorithm.limit if page["scenario"] == OWN_TEXT else ""
    st.caption(f"{algorithm.blurb} {limit}".strip())


def _choose_details(page: Page) -> None:
    """The words or the text, and the settings."""
    if page["scenario"] == OWN_TEXT:
        _choose_text(page)
    left, right = st.columns(2)
    if page["words"]:
        _drawer(left, _("Words and frequencies"), "words", lambda: _edit_words(page))
    else:
        right = left
    _drawer(right, _("Settings"), "settings", lambda: _choose_settings(page))


def _drawer(place: DeltaGenerator, title: str, name: str, draw: Callable[[], None]) -> None:
    """What is drawn once it was opened, and stays: a class asks a server for many pages, and opens few drawers."""
    drawer = place.expander(title, key=f"train.drawer_{name}", on_change="rerun")
    opened: set[str] = st.session_state.setdefault(OPENED, set())
    if drawer.open:
        opened.add(name)
    if name in opened:
        with drawer:
            draw()


def _edit_words(page: Page) -> None:
    st.caption(_("Change a word or a number, add a row, delete one: the training follows."))
    key = f"{page.key('words')}.table{st.session_state.get(_TABLE, 0)}.{session.name()}"
    if key not in st.session_state:  # what is typed is kept as changes to the table that the widget began with
        st.session_state[f"{key}.base"] = words_table(dict(page["words"]))
    base: pd.DataFrame = st.session_state[f"{key}.base"]
    table = st.data_editor(
        base,
        num_rows="dynamic",
        hide_index=True,
        key=key,
        column_config={
            WORD: st.column_config.TextColumn(_("Word")),
            FREQUENCY: st.column_config.NumberColumn(_("Frequency"), format="%g"),
        },
    )
    try:
        counts = read_words(table)
    except EngineError as error:
        show_error(error)
        st.caption(_("Until then, the last table that worked is shown."))
        return
    words = tuple(counts.items())
    if words != page["words"]:
        page.set(words=words)
        st.rerun()  # what was drawn before knows nothing of them


def _choose_text(page: Page) -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    text = left.text_area(
        _("Your text"),
        height=132,
        placeholder=_("Paste or type a text here, then press “Train on this text”."),
        **page.widget("text"),
    )
    _choose_file(right)
    right.button(_("Train on this text"), type="primary", on_click=_use_box)
    _choose_server_file(page)
    if chosen.upload() and text:
        notice(_("The uploaded file is used. Remove it to use the text in the box."))


def ask_for_text(page: Page) -> None:
    """Stop the page where a text of one's own is to be trained on, and there is none, or one that is too long."""
    if page["scenario"] != OWN_TEXT or chosen.upload() or chosen.server_file(page):
        return
    if page["stored"]:
        notice(
            _("The file {name} is not on this server. Press “{choices}” above and choose another one.").format(
                name=page["stored"], choices=_summary(page)
            )
        )
        st.stop()
    text = page["text"]
    file = session.given_file("train")
    if file and file.text is None:
        notice(
            _(
                "{name} was too long for the browser to keep when the page was loaded again or the server started "
                "anew. Choose it again."
            ).format(name=file.name)
        )
        if not text:
            st.stop()
    if len(text) > LONGEST_PASTE:
        notice(
            _(
                "The text has {length} characters, and the box takes {limit}. "
                "Save it as a .txt file and upload that: up to {size} MB work."
            ).format(length=number(len(text)), limit=number(LONGEST_PASTE), size=number(chosen.TEXT_MEGABYTES))
        )
        st.stop()
    elif not text:
        st.write(
            _(
                "No text yet. Press “{choices}” above and paste one or upload a file there, or start with an example."
            ).format(choices=_summary(page))
        )
        st.button(_("Use an example"), on_click=lambda: page.set(text=EXAMPLE))
        st.stop()


def _choose_file(place: DeltaGenerator) -> None:
    """The box for a file takes it in and is empty again; what was taken in stays until it is removed."""
    place.html(words_html())
    given = place.file_uploader(
        _("… or a text file (.txt, UTF-8; a training takes up to {size} MB)").format(
            size=number(chosen.TEXT_MEGABYTES)
        ),
        type="txt",
        key=f"upload{st.session_state.get(_UPLOADS, 0)}",
        max_upload_size=LARGEST_MEGABYTES,
    )
    if given is not None:
        try:
            _take_in(given.name, given.getvalue())
        except EngineError as error:
            show_error(error)
            part = chosen.first_part(error, given.getvalue())
            if part:
                st.button(
                    _("Train on its first {size} MB").format(size=number(chosen.TEXT_MEGABYTES)),
                    on_click=_take_in,
                    args=(given.name, part),
                )
        else:
            st.rerun()
    file = session.given_file("train")
    if file and file.text:
        with place.container(horizontal=True, vertical_alignment="center"):
            size = _("{name}, {count} characters").format(name=file.name, count=number(len(file.text)))
            st.html(f"<p role='status' style='overflow-wrap: anywhere'>{escape(visible_message(size))}</p>")
            st.button(_("Remove the file"), on_click=session.keep_file, args=("train", None))


def _take_in(name: str, data: bytes) -> None:
    session.keep_file("train", chosen.read_upload(name, data))
    st.session_state[_UPLOADS] = st.session_state.get(_UPLOADS, 0) + 1


def _choose_server_file(page: Page) -> None:
    """One of the files that who keeps the server has put there; nothing where there is none."""
    names = dict.fromkeys(["", *corpora.files(), page["stored"]])  # the one that is chosen may have gone since
    if len(names) == 1:
        return
    st.selectbox(
        _("… or a file of this server"),
        list(names),
        format_func=lambda name: visible_message(name) if name else _("none"),
        **page.widget("stored"),
    )
    if page["stored"]:
        settings = chosen.settings(page)
        told = (
            _("Of the file, the first {limit} characters at most are taken.")
            if settings.corpus_split == "none"
            else _(
                "All of the file is counted. Of its different words the most frequent are taken, up to {limit} "
                "characters together."
            )
        )
        st.caption(told.format(limit=number(settings.most_characters)))


def _use_box() -> None:
    """What is in the box is wanted: no file of the server, and one that is gone is asked for no more."""
    Page("train").set(stored="")
    if not chosen.upload():
        session.keep_file("train", None)


def link_note(page: Page) -> str:
    """What a link to this page does not carry; empty where it carries all."""
    if page["scenario"] == OWN_TEXT and chosen.upload():
        return _("An uploaded file is not part of a link: send the file along with it, to be uploaded there.")
    left_out = page.written().left_out
    if "text" in left_out:
        return _(
            "Your text is too long for a link. The link carries the settings only: send the text as a file along with "
            "it, to be uploaded there (“Downloads” below has it)."
        )
    if "words" in left_out:
        return _("Your words are too many for a link. The link carries the settings, with the words of the lesson.")
    return ""


def _choose_settings(page: Page) -> None:
    """All settings in one place, with a sentence each."""
    choose_options(page)
    if not chosen.is_usual(page):
        st.button(_("Back to the usual settings"), on_click=_reset, args=(page,))


def _reset(page: Page) -> None:
    page.reset(*chosen.changeable(page))
    st.session_state[_TABLE] = st.session_state.get(_TABLE, 0) + 1


def show_way_out(page: Page, error: EngineError) -> None:
    """Tell what could not be done, with a button for the way out where that is a number or a smaller text."""
    show_error(error)
    enough = error.values.get("enough")
    if isinstance(enough, int) and enough <= LARGEST_VOCABULARY:
        st.button(_("Use a vocabulary of {size}").format(size=number(enough)), on_click=lambda: page.set(vocab=enough))
    shorter = smaller_part(chosen.own_text(page), error)
    if shorter:
        st.button(
            _("Train on the first {count} characters").format(count=number(len(shorter))),
            on_click=lambda: chosen.use_text(page, shorter),
        )
    if error in chosen.failed().values():
        st.button(_("Try again"), on_click=chosen.failed().clear)
