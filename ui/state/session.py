"""The one owner of what a learner has chosen: the values of each page, in Streamlit's session state.

A widget takes its key from here (`page.widget`), so that what it holds is the value itself. A value has a key for each
value of the parameters that it lies within: the settings of another scenario are other settings, with widgets of their
own, and what a browser still says of the former ones does no harm. Other code changes values only before the widgets
are drawn, which is where callbacks run.

The address is read when something else than this page has put it there: at the start of a session, after a link, and
when the browser goes back. It is written by the browser (`ui.state.address_bar`), so choices make no history.

What is chosen is the learner's: the browser keeps it (`ui.state.persistence`), and gives it back to a session that
begins where another was, because the server was started anew or the page was loaded again.
"""

import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import streamlit as st

from bpe_engine.files import OpenedTokenizer
from ui.base import query_parameters, session_state
from ui.base.i18n import COOKIE, best_language, language_tag, preferred_languages, use_language
from ui.base.i18n import gettext as _
from ui.base.reachable_hosts import reachable_hosts
from ui.base.streamlit_internals.run_context import came_from_history, is_connected, session_id
from ui.components.contract import AddressBar, StateToStore
from ui.jobs.opened_tokenizers import identify_files, open_tokenizer
from ui.jobs.training_job import Waiter
from ui.jobs.trainings import TrainingService
from ui.jobs.uploaded_files import QueueCallback
from ui.state import browser_storage
from ui.state.address_bar import address_bar
from ui.state.browser_storage import MAX_STEPS, UploadedFile
from ui.state.page_spec import PageSpec, page_family
from ui.state.persistence import browser_persistence
from ui.state.shared_parameters import GLOBAL_PARAMETERS

_PAGE = "bpe_lab_page"
_BEGUN = "bpe_lab_begun"  # that app.py runs the page
_OPENED = "bpe_lab_opened"
_one_at_a_time = Lock()
_FILES = "bpe_lab_files"  # page -> the file that was given there
_NAME = "bpe_lab_session"
_PLACES = "bpe_lab_places"  # page -> lesson -> the step where it was left
_TAKEN = "bpe_lab_taken"  # that the browser has given back what it had kept
_LANGUAGE = "bpe_lab_language_chosen"  # that was chosen in this session
_SENT = "bpe_lab_sent"  # the digests of the long texts that the browser was given to keep
FILES = Path(__file__).parents[2] / "pages"


_NONE = object()


class _RunState:
    """What the session holds in a run, which asks for hundreds of values, and Streamlit takes long for each."""

    def __init__(self) -> None:
        self.state = session_state.snapshot()  # and what was chosen since
        self.values: dict[str, _PageSnapshot] = {}  # of pages, until a widget of theirs is drawn
        self.drawn: set[str] = set()  # the keys of those that were since


@dataclass(frozen=True)
class _PageSnapshot:
    """The values of a page, as they are for a while."""

    parameters: Collection[query_parameters.Parameter]
    now: Mapping[str, Any]

    @cached_property
    def written(self) -> query_parameters.BuiltQuery:
        return query_parameters.build_query(self.parameters, self.now)


_run: ContextVar[_RunState | None] = ContextVar("run", default=None)


def _state() -> Mapping[Any, Any]:
    run = _run.get()
    if run is None:
        return session_state.snapshot()
    run.state |= {key: session_state.get(key) for key in run.drawn}
    run.drawn.clear()
    return run.state


_pages: dict[str, PageSpec] = {}  # that `script_run` was given; the same for all sessions


class PageState(Mapping[str, Any]):
    """The values of a page, by the names that they have in its address."""

    def __init__(self, name: str) -> None:
        self.name = name
        parameters = _pages[name].parameters if name else GLOBAL_PARAMETERS
        self._parameters = {parameter.name: parameter for parameter in parameters}

    def __getitem__(self, name: str) -> Any:
        run = _run.get()
        if run and self.name in run.values:
            return run.values[self.name].now[name]
        state = _state() if run else session_state.raw_state()
        return _valid_value(state.get(self.key(name), _NONE), self._parameters[name], self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def snapshot(self) -> Mapping[str, Any]:
        """All values at once, which asks less of the session state than one after the other."""
        return self._values().now

    def _values(self) -> _PageSnapshot:
        run = _run.get()
        known = run.values if run else {}
        if self.name not in known:
            state = _state()
            now: dict[str, Any] = {}
            for name, parameter in self._parameters.items():
                now[name] = _valid_value(
                    state.get(browser_storage.value_key(self.name, parameter, now), _NONE), parameter, now
                )
            known[self.name] = _PageSnapshot(self._parameters.values(), now)
        return known[self.name]

    def default(self, name: str) -> Any:
        """The value that is there before anything is chosen."""
        return self._parameters[name].default_for(self)

    def key(self, name: str) -> str:
        """The key of a value in the session state, and of its widget."""
        return browser_storage.value_key(self.name, self._parameters[name], self)

    def widget_options(self, name: str) -> dict[str, Any]:
        """What a widget needs to hold a value: to be given to it as keywords, without a value of its own."""
        key = self.key(name)
        value = session_state.get(key, _NONE)
        if value is _NONE or not self._parameters[name].type.accepts(value):
            session_state.put(key, self.default(name))
        if (run := _run.get()) is not None:
            run.drawn.add(key)
            run.values.pop(self.name, None)
        return {"key": key, "persist_state": "session"}

    def set(self, **values: Any) -> None:
        """Change values, outer ones first. For callbacks, and before the widgets are drawn."""
        run = _run.get()
        for name, value in values.items():
            key = self.key(name)
            session_state.put(key, value)
            if run is not None:
                run.state[key] = value
                run.values.pop(self.name, None)

    def reset(self, *names: str) -> None:
        """Go back to the usual values. For callbacks, as `set`."""
        self.set(**{name: self.default(name) for name in names})

    @property
    def steps(self) -> dict[str, int]:
        """Lesson -> the step where it was left."""
        places: dict[str, dict[str, int]] = session_state.get_or_create(_PLACES, dict)
        return places.setdefault(self.name, {})

    def start_step(self, lesson: str, first: int = 0) -> int:
        """The step to show a lesson at: where the player was left, or what the address says, or `first`."""
        step: int = self.steps.get(lesson, self["step"] or first)
        return step

    def remember_step(self, lesson: str, step: int) -> None:
        """A player on this page was left."""
        self.steps.pop(lesson, None)
        self.steps[lesson] = step
        if len(self.steps) > MAX_STEPS:
            del self.steps[next(iter(self.steps))]

    @property
    def problems(self) -> list[str]:
        """What in the address could not be understood, as long as nothing else was chosen."""
        told, shown_with = session_state.get(self._problems, ([], None))
        return told if told and shown_with == self.query().query else []

    @property
    def _problems(self) -> str:
        return f"bpe_lab_problems_{self.name}"

    def query(self) -> query_parameters.BuiltQuery:
        """What the address says of this page."""
        return self._values().written

    def apply_query(self, query: Mapping[str, str]) -> None:
        """Take over what an address says. What it could not say stays: a long text, one of another scenario."""
        found = query_parameters.parse_query(self._parameters.values(), query)
        for name, parameter in self._parameters.items():
            if not parameter.applies(found.values):
                continue
            if name in query or query_parameters.fits_in_url(parameter.type.format(self[name])):
                self.set(**{name: found.values[name]})
        self.steps.clear()
        session_state.put(self._problems, (found.problems, self.query().query))

    def add_problems(self, problems: list[str]) -> None:
        """Tell more of what could not be understood."""
        session_state.put(self._problems, (self.problems + problems, self.query().query))


def _valid_value(value: Any, parameter: query_parameters.Parameter, values: Mapping[str, Any]) -> Any:
    """What the session holds, or the usual value where that is none that fits."""
    return value if value is not _NONE and parameter.type.accepts(value) else parameter.default_for(values)


@contextmanager
def script_run(pages: Mapping[str, PageSpec]) -> Iterator[None]:
    """A run: the pages are known, and what holds on all of them, before they are named. Called by app.py."""
    _pages.update(pages)
    before = _run.set(_RunState())
    try:
        if not session_state.has(_PAGE) or came_from_history():
            _read_everywhere()
        use_language(language())
        yield
    finally:  # a callback comes before the next run, in the same thread
        _run.reset(before)


def open_page(spec: PageSpec) -> None:
    """A page begins: what its address says is taken over where that is news, and it is written. Called by app.py."""
    name = spec.name
    is_first = not session_state.has(_PAGE)
    arrived = session_state.get(_PAGE) != name
    session_state.put(_PAGE, name)
    session_state.put(_BEGUN, True)
    query = st.query_params.to_dict()
    if arrived and not is_first:  # else that was the beginning
        _read_everywhere()
    if arrived or came_from_history():
        _read(PageState(name), query, bare=is_first or came_from_history())
    _persist(_state())
    _update_address_bar(PageState(name), spec)


def _read(shown: PageState, query: Mapping[str, str], *, bare: bool) -> None:
    """Take over what an address says of the page that it leads to; `bare`: also where it says nothing of it."""
    query = query_parameters.with_current_names(_pages[shown.name].parameters, query)
    if bare or query.keys() & shown.keys():
        shown.apply_query(query)
    # A link to a tokenizer of the learner's own carries its training. The step there is that of this page.
    others = {key: value for key, value in query.items() if key not in shown}
    if _pages[shown.name].may_need_training and others.keys() & training_state().keys():
        training_state().apply_query(others)


def _read_everywhere() -> None:
    shared = global_state()
    shared.apply_query(shared.query().query | st.query_params.to_dict())  # what is left out stays as it is


def _update_address_bar(shown: PageState, spec: PageSpec) -> None:
    """Have the browser write what is chosen into the address, and say its language."""
    query = {**global_state().query().query}
    if spec.needs_training(shown.snapshot()):
        query |= training_state().query().query
    query |= shown.query().query
    played = [parameter.name for parameter in spec.parameters if parameter.played]
    within = sibling_pages(shown)[0]
    # Who comes from another machine has an address that works.
    others = [] if st.context.ip_address else reachable_hosts()
    data: AddressBar = {
        "page": shown.name,
        "group": within.group and _(within.group),
        "within": spec.parent,
        "query": query,
        "played": played,
        "own": list(global_state()),
        "hosts": others,
        "language": {"tag": language_tag(), "cookie": COOKIE, "chosen": session_state.get(_LANGUAGE, "")},
    }
    address_bar(data, on_left=shown.remember_step)


def _persist(state: Mapping[Any, Any]) -> None:
    """Have the browser keep what is chosen, and take over what it has kept of the session before this one."""
    texts = dict(
        sorted(browser_storage.values_to_store(_pages, ((str(key), value) for key, value in state.items())).items())
    )
    files: dict[str, UploadedFile] = state.get(_FILES, {})
    long = {key: text for key, text in texts.items() if not query_parameters.fits_in_url(text)}
    long |= {browser_storage.upload_key(page): file.text for page, file in files.items() if file.text is not None}
    digests = {key: browser_storage.digest(text) for key, text in long.items()}
    sent: set[str] = state.get(_SENT, set())
    data: StateToStore = {
        "session": session_name(),
        "taken": _TAKEN in state,
        "values": {key: text for key, text in texts.items() if key not in long},
        "long": digests,
        "send": {digests[key]: text for key, text in long.items() if digests[key] not in {"", *sent}},
        "files": {page: file.name for page, file in files.items()},
        "places": {page: places for page, places in state.get(_PLACES, {}).items() if places},
        "away": _("The server isn’t answering. Stepping still works; all else waits until it is back."),
    }
    sent = set(digests.values())
    session_state.put(_SENT, sent)
    browser_persistence(data, on_given=_restore, on_missing=sent.difference_update)


def _restore(told: object) -> bool:
    """Begin where a browser was in another session; its address wins, for what it says. Whether that is news."""
    state = session_state.raw_state()
    if _TAKEN in state or not isinstance(told, dict) or told.get("session") == session_name():
        return False
    state[_TAKEN] = True
    _run.set(None)  # nothing is as it was, and the page runs again
    use_language(language())  # a callback comes before the run that would set it, and this tells of problems
    found = browser_storage.restore(_pages, told)
    shown = PageState(state[_PAGE])
    for key in [key for key in state if browser_storage.is_value_key(_pages, str(key))]:
        del state[key]
    state.update(found.values)
    state[_FILES] = found.files
    _read(shown, found.query, bare=True)
    for page, places in found.places.items():
        if page != shown.name or found.place:  # else the step in the address is that of a lesson not yet known
            PageState(page).steps.update(places)
    if found.place:
        shown.remember_step(*found.place)
    shown.add_problems(found.problems)
    return True


def page(name: str) -> PageState:
    """The values of a page. To be called first by every page, with its name."""
    if not session_state.pop(_BEGUN, False):
        # As long as app.py has not run once on a server, Streamlit takes the folder pages/ for the whole app
        # and runs a page that is opened by its own address alone. Any st.navigation ends that.
        st.navigation(
            [st.Page(file, default=file.stem == "home") for file in sorted(FILES.glob("*.py"))], position="hidden"
        )
        st.rerun()
    return PageState(name)


def sibling_pages(shown: PageState) -> list[PageSpec]:
    """What stands in one place of the navigation with a page, itself included."""
    return page_family(_pages, shown.name)


def pages() -> Mapping[str, PageSpec]:
    """The pages that there are, by their names."""
    return _pages


def global_state() -> PageState:
    """The values that all pages have in common."""
    return PageState("")


def training_state() -> PageState:
    """The values of the page on which a learner trains a tokenizer."""
    return PageState(next(name for name, spec in _pages.items() if spec.defines_training))


def language() -> str:
    """The language of the interface: of the address, else what was chosen on an earlier visit, else the browser's."""
    told = st.context.headers.get("Accept-Language", "") or st.context.locale or ""
    wishes = (global_state()["lang"], st.context.cookies.get(COOKIE), *preferred_languages(told))
    return best_language(wish for wish in wishes if isinstance(wish, str))


def choose_language(code: str) -> None:
    """Another language from now on, which a link then has, and which the browser keeps. For callbacks."""
    global_state().set(lang=code)
    session_state.put(_LANGUAGE, code)


def session_name() -> str:
    """A name for this session: in the key of a widget that is to know nothing of what was told to another session."""
    return session_state.get_or_create(_NAME, lambda: secrets.token_hex(8))


def uploaded_file(page: str) -> UploadedFile | None:
    """The file that was given on a page; in a session that follows another perhaps only its name."""
    files: dict[str, UploadedFile] = session_state.get(_FILES, {})
    return files.get(page)


def store_file(page: str, file: UploadedFile | None) -> None:
    """Keep what was given on a page as a file, in the place of the one before."""
    files = {**session_state.get(_FILES, {}), page: file}
    session_state.put(_FILES, {page: one for page, one in files.items() if one is not None})


def opened_tokenizer() -> OpenedTokenizer | None:
    """The tokenizer that was opened from files, for all pages of this session; None where there is none."""
    found: OpenedTokenizer | None = session_state.get(_OPENED)
    return found


def open_tokenizer_files(files: Mapping[str, bytes], pattern: str | None, told: QueueCallback) -> None:
    """Open files in the place of those before, which stay where this raises EngineError."""
    session_state.put(_OPENED, open_tokenizer(identify_files(files, pattern), files, told))


def trainings() -> TrainingService:
    """The trainings of this server, shared by all sessions."""
    # Not in a cache of Streamlit's, which any client may have emptied.
    with _one_at_a_time:
        return _trainings()


@cache
def _trainings() -> TrainingService:
    return TrainingService(is_connected)


def training_waiter(page: str) -> Waiter:
    """Who waits for a training that a page of this session shows."""
    return Waiter(session_id(), page)
