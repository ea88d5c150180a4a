"""The one owner of what a learner has chosen: the values of each page, in Streamlit's session state.

A widget takes its key from here (`page.widget`), so that what it holds is the value itself. A value has a key for each
value of the parameters that it lies within: the settings of another lesson are other settings, with widgets of their
own, and what a browser still says of the former ones does no harm. Other code changes values only before the widgets
are drawn, which is where callbacks run.

The address is read when something else than this page has put it there: at the start of a session, after a link, and
when the browser goes back. It is written by the browser (`ui.components.address_bar`), so choices make no history.

What is chosen is the learner's: the browser keeps it (`ui.components.keeper`), and gives it back to a session that
begins where another was, because the server was started anew or the page was loaded again.
"""

import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx

from bpe_engine.files import OpenedTokenizer
from ui import address, kept
from ui.address import EVERYWHERE, PAGES
from ui.components.address_bar import address_bar
from ui.components.contract import AddressBar, Keep
from ui.components.keeper import keeper
from ui.components.language import COOKIE
from ui.components.language import language as tell_language
from ui.files.opening import given, opened
from ui.i18n import gettext as _
from ui.i18n import language_for, language_tag, use_language
from ui.jobs.job import Waiter
from ui.jobs.trainings import Trainings
from ui.kept import MOST_PLACES, GivenFile
from ui.server.addresses import hosts

_PAGE = "bpe_lab_page"
_BEGUN = "bpe_lab_begun"  # that app.py runs the page
_OPENED = "bpe_lab_opened"
_one_at_a_time = Lock()
_FILES = "bpe_lab_files"  # page -> the file that was given there
_NAME = "bpe_lab_session"
_TAKEN = "bpe_lab_taken"  # that the browser has given back what it had kept
_LANGUAGE = "bpe_lab_language_chosen"  # that was chosen in this session
_SENT = "bpe_lab_sent"  # the digests of the long texts that the browser was given to keep
FILES = Path(__file__).parent.parent / "pages"


class Page(Mapping[str, Any]):
    """The values of a page, by the names that they have in its address."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._parameters = {parameter.name: parameter for parameter in PAGES[name]}

    def __getitem__(self, name: str) -> Any:
        return _held(self.key(name), self._parameters[name], self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def now(self) -> dict[str, Any]:
        """All values at once, which asks less of the session state than one after the other."""
        found: dict[str, Any] = {}
        for name, parameter in self._parameters.items():
            found[name] = _held(kept.key_of(self.name, parameter, found), parameter, found)
        return found

    def usual(self, name: str) -> Any:
        """The value that is there before anything is chosen."""
        return self._parameters[name].usual_in(self)

    def key(self, name: str) -> str:
        """The key of a value in the session state, and of its widget."""
        return kept.key_of(self.name, self._parameters[name], self)

    def widget(self, name: str) -> dict[str, Any]:
        """What a widget needs to hold a value: to be given to it as keywords, without a value of its own."""
        key = self.key(name)
        if key not in st.session_state or not self._parameters[name].reading.fits(st.session_state[key]):
            st.session_state[key] = self.usual(name)
        return {"key": key, "persist_state": "session"}

    def set(self, **values: Any) -> None:
        """Change values, outer ones first. For callbacks, and before the widgets are drawn."""
        for name, value in values.items():
            st.session_state[self.key(name)] = value

    def reset(self, *names: str) -> None:
        """Go back to the usual values. For callbacks, as `set`."""
        self.set(**{name: self.usual(name) for name in names})

    @property
    def places(self) -> dict[str, int]:
        """Lesson -> the step where it was left."""
        places: dict[str, int] = st.session_state.setdefault(f"bpe_lab_places_{self.name}", {})
        return places

    def place(self, lesson: str) -> int:
        """The step to show a lesson at: where the player was left, or what the address says."""
        step: int = self.places.get(lesson, self["step"])
        return step

    def keep_place(self, lesson: str, step: int) -> None:
        """A player on this page was left."""
        self.places.pop(lesson, None)
        self.places[lesson] = step
        if len(self.places) > MOST_PLACES:
            del self.places[next(iter(self.places))]

    @property
    def problems(self) -> list[str]:
        """What in the address could not be understood, as long as nothing else was chosen."""
        told, shown_with = st.session_state.get(self._problems, ([], None))
        return told if shown_with == self.written().query else []

    @property
    def _problems(self) -> str:
        return f"bpe_lab_problems_{self.name}"

    def written(self) -> address.Written:
        """What the address says of this page."""
        return address.write(self.name, self.now())

    def read(self, query: Mapping[str, str]) -> None:
        """Take over what an address says. What it could not say stays: a long text, one of another lesson."""
        found = address.read(self.name, query)
        for name, parameter in self._parameters.items():
            if not parameter.applies(found.values):
                continue
            if name in query or address.fits_a_link(parameter.reading.write(self[name])):
                self.set(**{name: found.values[name]})
        self.places.clear()
        st.session_state[self._problems] = (found.problems, self.written().query)

    def tell(self, problems: list[str]) -> None:
        """Tell more of what could not be understood."""
        st.session_state[self._problems] = (self.problems + problems, self.written().query)


def _held(key: str, parameter: address.Parameter, values: Mapping[str, Any]) -> Any:
    """The value in the session state, or the usual one where there is none that fits."""
    held = st.session_state
    if key in held and parameter.reading.fits(value := held[key]):
        return value
    return parameter.usual_in(values)


def begin() -> None:
    """A run begins: know what holds on every page, before the pages are named. Called by app.py."""
    if _PAGE not in st.session_state or _went_back():
        _read_everywhere()
    use_language(language())


def begin_page(name: str, group: str) -> None:
    """A page begins: take over what its address says where that is news, and have it written. Called by app.py.

    `group` is the name of its group in the navigation, empty where it has none.
    """
    is_first = _PAGE not in st.session_state
    arrived = st.session_state.get(_PAGE) != name
    st.session_state[_PAGE] = name
    st.session_state[_BEGUN] = True
    query = st.query_params.to_dict()
    if arrived:
        _read_everywhere()
    if arrived or _went_back():
        _read(Page(name), query, bare=is_first or _went_back())
    _keep()
    _show_address(Page(name), group)


def _read(shown: Page, query: Mapping[str, str], *, bare: bool) -> None:
    """Take over what an address says of the page that it leads to; `bare`: also where it says nothing of it."""
    if bare or query.keys() & shown.keys():
        shown.read(query)
    # A link to a tokenizer of the learner's own carries its training. The step there is that of this page.
    others = {key: value for key, value in query.items() if key not in shown}
    if shown.name in (*address.TOKENIZERS, address.OF_TRAINING) and others.keys() & Page("train").keys():
        Page("train").read(others)


def _went_back() -> bool:
    """Whether the browser's own way through its history led here."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _read_everywhere() -> None:
    everywhere = Page(EVERYWHERE)
    everywhere.read(everywhere.written().query | st.query_params.to_dict())  # what is left out stays as it is


def _show_address(shown: Page, group: str) -> None:
    """Have the browser write what is chosen into the address."""
    query = Page(EVERYWHERE).written().query
    if address.with_training(shown.name, shown):
        query |= Page("train").written().query
    query |= shown.written().query
    played = [parameter.name for parameter in PAGES[shown.name] if parameter.played]
    with st.container(key="bpe_lab_address_bar"):
        own = [parameter.name for parameter in PAGES[EVERYWHERE]]
        # Who comes from another machine has an address that works.
        others = [] if st.context.ip_address else hosts()
        data: AddressBar = {
            "page": shown.name,
            "group": group,
            "query": query,
            "played": played,
            "own": own,
            "hosts": others,
        }
        address_bar(data, on_left=shown.keep_place)
        tell_language({"tag": language_tag(), "cookie": COOKIE, "chosen": st.session_state.get(_LANGUAGE, "")})


def _keep() -> None:
    """Have the browser keep what is chosen, and take over what it has kept of the session before this one."""
    held = st.session_state
    texts = dict(sorted(kept.write((str(key), value) for key, value in held.items()).items()))
    files: dict[str, GivenFile] = held.get(_FILES, {})
    long = {key: text for key, text in texts.items() if not address.fits_a_link(text)}
    long |= {kept.file_key(page): file.text for page, file in files.items() if file.text is not None}
    digests = {key: kept.digest(text) for key, text in long.items()}
    sent: set[str] = held.get(_SENT, set())
    data: Keep = {
        "session": name(),
        "taken": _TAKEN in held,
        "values": {key: text for key, text in texts.items() if key not in long},
        "long": digests,
        "send": {digests[key]: text for key, text in long.items() if digests[key] not in {"", *sent}},
        "files": {page: file.name for page, file in files.items()},
        "places": {page: Page(page).places for page in PAGES if Page(page).places},
        "away": _("The server does not answer. Stepping goes on; all else waits until it is back."),
    }
    held[_SENT] = set(digests.values())
    keeper(data, on_given=_take_over, on_missing=held[_SENT].difference_update)


def _take_over(told: object) -> bool:
    """Begin where a browser was in another session; its address wins, for what it says. Whether that is news."""
    held = st.session_state
    if _TAKEN in held or not isinstance(told, dict) or told.get("session") == name():
        return False
    held[_TAKEN] = True
    use_language(language())  # a callback comes before the run that would set it, and this tells of problems
    found = kept.read(told)
    shown = Page(held[_PAGE])
    for key in [key for key in held if kept.is_value(str(key))]:
        del held[key]
    held.update(found.values)
    held[_FILES] = found.files
    _read(shown, found.query, bare=True)
    for page, places in found.places.items():
        if page != shown.name or found.place:  # else the step in the address is that of a lesson not yet known
            Page(page).places.update(places)
    if found.place:
        shown.keep_place(*found.place)
    shown.tell(found.problems)
    return True


def alone() -> bool:
    """Whether the address asks for a player alone, as in a frame of another page: `?embed=1`."""
    context = get_script_run_ctx()  # Streamlit hides the parameters that begin with this name
    return context is not None and parse_qs(context.query_string).get("embed") == ["1"]


def page(name: str) -> Page:
    """The values of a page. To be called first by every page, with its name."""
    if not st.session_state.pop(_BEGUN, False):
        # As long as app.py has not run once on a server, Streamlit takes the folder pages/ for the whole app
        # and runs a page that is opened by its own address alone. Any st.navigation ends that.
        st.navigation(
            [st.Page(file, default=file.stem == "home") for file in sorted(FILES.glob("*.py"))], position="hidden"
        )
        st.rerun()
    return Page(name)


def language() -> str:
    """The language of the interface: of the address, else what was chosen on an earlier visit, else the browser's."""
    wishes = (Page(EVERYWHERE)["lang"], st.context.cookies.get(COOKIE), st.context.locale)
    return language_for(wish for wish in wishes if isinstance(wish, str))


def choose_language(code: str) -> None:
    """Another language from now on, which a link then has, and which the browser keeps. For callbacks."""
    Page(EVERYWHERE).set(lang=code)
    st.session_state[_LANGUAGE] = code


def name() -> str:
    """A name for this session: in the key of a widget that is to know nothing of what was told to another session."""
    if _NAME not in st.session_state:
        st.session_state[_NAME] = secrets.token_hex(8)
    found: str = st.session_state[_NAME]
    return found


def given_file(page: str) -> GivenFile | None:
    """The file that was given on a page; in a session that follows another perhaps only its name."""
    files: dict[str, GivenFile] = st.session_state.get(_FILES, {})
    return files.get(page)


def keep_file(page: str, file: GivenFile | None) -> None:
    """Keep what was given on a page as a file, in the place of the one before."""
    files = {**st.session_state.get(_FILES, {}), page: file}
    st.session_state[_FILES] = {page: one for page, one in files.items() if one is not None}


def opened_tokenizer() -> OpenedTokenizer | None:
    """The tokenizer that was opened from files, for all pages of this session; None where there is none."""
    found: OpenedTokenizer | None = st.session_state.get(_OPENED)
    return found


def open_files(files: Mapping[str, bytes], pattern: str | None) -> None:
    """Open files in the place of those before, which stay where this raises EngineError."""
    st.session_state[_OPENED] = opened(given(files, pattern), files)


def trainings() -> Trainings:
    """The trainings of this server, shared by all sessions."""
    # Not in a cache of Streamlit's, which any client may have emptied.
    with _one_at_a_time:
        return _trainings()


@cache
def _trainings() -> Trainings:
    return Trainings(_is_connected)


def waiter(page: str) -> Waiter:
    """Who waits for a training that a page of this session shows."""
    context = get_script_run_ctx()
    return Waiter(context.session_id if context else "", page)


def _is_connected(session: str) -> bool:
    return not runtime.exists() or runtime.get_instance().is_active_session(session)
