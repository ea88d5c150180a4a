"""The single owner of a learner's choices: each page's values, in Streamlit's session state.

A widget takes its key from here (`page.widget_options`), so its state is the value itself. A value has a separate key
for each combination of the parameters that it depends on: the settings of another scenario are different settings, with
their own widgets, so late messages from the browser about the old ones do no harm. Other code changes values only
before the widgets are drawn, that is, in callbacks.

The URL is read when something other than this page has changed it: at the start of a session, after a link, and after
the browser's Back or Forward. It is written in the browser (`ui.state.address_bar`), so choices add no history entries.

Choices belong to the learner: the browser stores them (`ui.state.persistence`) and hands them to a new session that
continues an earlier one, after the server was restarted or the page reloaded.
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
from ui.state.page_spec import PageSpec, page_views
from ui.state.persistence import browser_persistence
from ui.state.shared_parameters import GLOBAL_PARAMETERS

_PAGE = "bpe_lab_page"
_BEGUN = "bpe_lab_begun"  # set while app.py runs the page
_OPENED = "bpe_lab_opened"
_one_at_a_time = Lock()
_FILES = "bpe_lab_files"  # page -> the file uploaded there
_NAME = "bpe_lab_session"
_PLAYED = "bpe_lab_played"  # page -> the lesson opened last since the URL was read, and whether it was the first
_PLACES = "bpe_lab_places"  # page -> lesson -> the step where it was left
_TAKEN = "bpe_lab_taken"  # set once the browser has restored its stored state
_LANGUAGE = "bpe_lab_language_chosen"  # the language chosen in this session
_SENT = "bpe_lab_sent"  # digests of the long texts sent to the browser to store
FILES = Path(__file__).parents[2] / "pages"


_NONE = object()


class _RunState:
    """A run's copy of the session state: a run reads hundreds of values, and each access through Streamlit is slow."""

    def __init__(self) -> None:
        self.state = session_state.snapshot()  # including later changes
        self.values: dict[str, _PageSnapshot] = {}  # per page, until one of its widgets is drawn
        self.drawn_keys: set[str] = set()  # keys of the widgets drawn since


@dataclass(frozen=True)
class _PageSnapshot:
    """The values of a page at one moment."""

    parameters: Collection[query_parameters.Parameter]
    values: Mapping[str, Any]

    @cached_property
    def written(self) -> query_parameters.BuiltQuery:
        return query_parameters.build_query(self.parameters, self.values)


_run: ContextVar[_RunState | None] = ContextVar("run", default=None)


def _state() -> Mapping[Any, Any]:
    run = _run.get()
    if run is None:
        return session_state.snapshot()
    run.state |= {key: session_state.get(key) for key in run.drawn_keys}
    run.drawn_keys.clear()
    return run.state


_pages: dict[str, PageSpec] = {}  # set by `script_run`; the same for all sessions


class PageState(Mapping[str, Any]):
    """The values of a page, by the names of its query parameters."""

    def __init__(self, name: str) -> None:
        self.name = name
        parameters = _pages[name].parameters if name else GLOBAL_PARAMETERS
        self._parameters = {parameter.name: parameter for parameter in parameters}

    def __getitem__(self, name: str) -> Any:
        run = _run.get()
        if run and self.name in run.values:
            return run.values[self.name].values[name]
        state = _state() if run else session_state.raw_state()
        return _valid_value(state.get(self.key(name), _NONE), self._parameters[name], self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def snapshot(self) -> Mapping[str, Any]:
        """Return all values at once, which is faster than one by one."""
        return self._values().values

    def _values(self) -> _PageSnapshot:
        run = _run.get()
        known = run.values if run else {}
        if self.name not in known:
            state = _state()
            values: dict[str, Any] = {}
            for name, parameter in self._parameters.items():
                values[name] = _valid_value(
                    state.get(browser_storage.value_key(self.name, parameter, values), _NONE), parameter, values
                )
            known[self.name] = _PageSnapshot(self._parameters.values(), values)
        return known[self.name]

    def default(self, name: str) -> Any:
        """Return the default of a value."""
        return self._parameters[name].default_for(self)

    def key(self, name: str) -> str:
        """Return the key of a value in the session state, which is also its widget's."""
        return browser_storage.value_key(self.name, self._parameters[name], self)

    def widget_options(self, name: str) -> dict[str, Any]:
        """Return the keyword arguments that make a widget represent a value. Do not pass it a value as well."""
        key = self.key(name)
        value = session_state.get(key, _NONE)
        if value is _NONE or not self._parameters[name].type.accepts(value):
            session_state.put(key, self.default(name))
        if (run := _run.get()) is not None:
            run.drawn_keys.add(key)
            run.values.pop(self.name, None)
        return {"key": key, "persist_state": "session"}

    def set(self, **values: Any) -> None:
        """Change values; pass outer ones first. For callbacks, and before the widgets are drawn."""
        run = _run.get()
        for name, value in values.items():
            key = self.key(name)
            session_state.put(key, value)
            if run is not None:
                run.state[key] = value
                run.values.pop(self.name, None)

    def reset(self, *names: str) -> None:
        """Restore defaults. For callbacks, like `set`."""
        self.set(**{name: self.default(name) for name in names})

    @property
    def steps(self) -> dict[str, int]:
        """Lesson -> the step where it was left."""
        places: dict[str, dict[str, int]] = session_state.get_or_create(_PLACES, dict)
        return places.setdefault(self.name, {})

    def start_step(self, lesson: str, first: int = 0) -> int:
        """Return the step at which to open a lesson: where it was left, or the URL's, or `first`.

        A lesson that replaces another one starts at `first`.
        """
        played: dict[str, tuple[str, bool]] = session_state.get_or_create(_PLAYED, dict)
        before, is_first = played.get(self.name, (lesson, True))
        if lesson != before:
            is_first = False
            self.steps.pop(lesson, None)
        played[self.name] = lesson, is_first
        step: int = self.steps.get(lesson, (is_first and self["step"]) or first)
        return step

    def forget_played(self) -> None:
        """Forget which lesson was opened last: the next one is that of the URL, or of the page as it was left."""
        played: dict[str, tuple[str, bool]] = session_state.get_or_create(_PLAYED, dict)
        played.pop(self.name, None)

    def remember_step(self, lesson: str, step: int) -> None:
        """Remember the step at which a player on this page was left."""
        self.steps.pop(lesson, None)
        self.steps[lesson] = step
        if len(self.steps) > MAX_STEPS:
            del self.steps[next(iter(self.steps))]

    @property
    def problems(self) -> list[str]:
        """Problems in the URL, as long as nothing has changed since it was read."""
        problems, shown_with = session_state.get(self._problems, ([], None))
        return problems if problems and shown_with == self.query().query else []

    @property
    def _problems(self) -> str:
        return f"bpe_lab_problems_{self.name}"

    def query(self) -> query_parameters.BuiltQuery:
        """Return the query of this page."""
        return self._values().written

    def apply_query(self, query: Mapping[str, str]) -> None:
        """Apply a query. Values that it could not carry stay: a long text, or those of another scenario."""
        parsed = query_parameters.parse_query(self._parameters.values(), query)
        for name, parameter in self._parameters.items():
            if not parameter.applies(parsed.values):
                continue
            if name in query or query_parameters.fits_in_url(parameter.type.format(self[name])):
                self.set(**{name: parsed.values[name]})
        self.steps.clear()
        self.forget_played()
        session_state.put(self._problems, (parsed.problems, self.query().query))

    def add_problems(self, problems: list[str]) -> None:
        """Add problems found in the URL."""
        session_state.put(self._problems, (self.problems + problems, self.query().query))


def _valid_value(value: Any, parameter: query_parameters.Parameter, values: Mapping[str, Any]) -> Any:
    """Return the value in the session, or the default if there is none or it is invalid."""
    return value if value is not _NONE and parameter.type.accepts(value) else parameter.default_for(values)


@contextmanager
def script_run(pages: Mapping[str, PageSpec]) -> Iterator[None]:
    """Run a page: register the pages and read what they share, before the page starts. Called by app.py."""
    _pages.update(pages)
    before = _run.set(_RunState())
    try:
        if not session_state.has(_PAGE) or came_from_history():
            _read_everywhere()
        use_language(language())
        yield
    finally:  # callbacks of the next run come first, in the same thread
        _run.reset(before)


def open_page(spec: PageSpec) -> None:
    """Open a page: apply its query if it is new, and update the address bar. Called by app.py."""
    name = spec.name
    is_first = not session_state.has(_PAGE)
    arrived = session_state.get(_PAGE) != name
    session_state.put(_PAGE, name)
    session_state.put(_BEGUN, True)
    query = st.query_params.to_dict()
    if arrived and not is_first:  # otherwise `script_run` has read it
        _read_everywhere()
    if arrived:
        PageState(name).forget_played()
    if arrived or came_from_history():
        _read(PageState(name), query, bare=is_first or came_from_history())
    _persist(_state())
    _update_address_bar(PageState(name), spec)


def _read(page: PageState, query: Mapping[str, str], *, bare: bool) -> None:
    """Apply the part of a query that concerns a page. `bare`: even if there is none."""
    query = query_parameters.with_current_names(_pages[page.name].parameters, query)
    if bare or query.keys() & page.keys():
        page.apply_query(query)
    # A link to the learner's own tokenizer also carries its training. Its `step` belongs to this page.
    others = {key: value for key, value in query.items() if key not in page}
    if _pages[page.name].may_need_training and others.keys() & training_state().keys():
        training_state().apply_query(others)


def _read_everywhere() -> None:
    shared = global_state()
    shared.apply_query(shared.query().query | st.query_params.to_dict())  # parameters that are absent keep their values


def _update_address_bar(page: PageState, spec: PageSpec) -> None:
    """Have the browser write the choices into its address bar, and set the page's language."""
    query = {**global_state().query().query}
    if spec.needs_training(page.snapshot()):
        query |= training_state().query().query
    query |= page.query().query
    played = [parameter.name for parameter in spec.parameters if parameter.played]
    within = sibling_pages(page)[0]
    # A visitor from another machine already has a URL that works elsewhere.
    others = [] if st.context.ip_address else reachable_hosts()
    data: AddressBar = {
        "page": page.name,
        "group": within.group and _(within.group),
        "within": spec.parent,
        "home": _(next(iter(_pages.values())).title),
        "query": query,
        "played": played,
        "own": list(global_state()),
        "hosts": others,
        "language": {"tag": language_tag(), "cookie": COOKIE, "chosen": session_state.get(_LANGUAGE, "")},
    }
    address_bar(data, on_left=page.remember_step)


def _persist(state: Mapping[Any, Any]) -> None:
    """Have the browser store the choices, and restore those of the session before this one."""
    texts = dict(
        sorted(browser_storage.values_to_store(_pages, ((str(key), value) for key, value in state.items())).items())
    )
    files: dict[str, UploadedFile] = state.get(_FILES, {})
    long = {key: text for key, text in texts.items() if not query_parameters.fits_in_url(text)}
    long |= {browser_storage.upload_key(page): file.text for page, file in files.items() if file.text is not None}
    digests = {key: browser_storage.digest(text) for key, text in long.items()}
    digests_sent: set[str] = state.get(_SENT, set())
    data: StateToStore = {
        "session": session_name(),
        "taken": _TAKEN in state,
        "values": {key: text for key, text in texts.items() if key not in long},
        "long": digests,
        "send": {digests[key]: text for key, text in long.items() if digests[key] not in {"", *digests_sent}},
        "files": {page: file.name for page, file in files.items()},
        "places": {page: places for page, places in state.get(_PLACES, {}).items() if places},
        "away": _("The server isn’t answering. Stepping still works; all else waits until it is back."),
    }
    digests_sent = set(digests.values())
    session_state.put(_SENT, digests_sent)
    browser_persistence(data, on_given=_restore, on_missing=digests_sent.difference_update)


def _restore(sent: object) -> bool:
    """Continue what a browser stored for another session; its URL takes precedence. Returns whether anything is new."""
    state = session_state.raw_state()
    if _TAKEN in state or not isinstance(sent, dict) or sent.get("session") == session_name():
        return False
    state[_TAKEN] = True
    _run.set(None)  # nothing in it is valid any more; the page runs again
    use_language(language())  # callbacks run before the language is set, and this one may report problems
    restored = browser_storage.restore(_pages, sent)
    current = PageState(state[_PAGE])
    for key in [key for key in state if browser_storage.is_value_key(_pages, str(key))]:
        del state[key]
    state.update(restored.values)
    state[_FILES] = restored.files
    _read(current, restored.query, bare=True)
    for page, places in restored.places.items():
        if page != current.name or restored.place:  # otherwise the step in the URL is that of a lesson not known yet
            PageState(page).steps.update(places)
    if restored.place:
        current.remember_step(*restored.place)
    current.add_problems(restored.problems)
    return True


def page(name: str) -> PageState:
    """Return the values of a page. Every page calls this first, with its name."""
    if not session_state.pop(_BEGUN, False):
        # Until app.py has run once on a server, Streamlit treats the folder pages/ as the whole app, and runs only the
        # page whose URL is opened. Any st.navigation ends that.
        st.navigation(
            [st.Page(file, default=file.stem == "home") for file in sorted(FILES.glob("*.py"))], position="hidden"
        )
        st.rerun()
    return PageState(name)


def sibling_pages(page: PageState) -> list[PageSpec]:
    """Return the page in the menu that the given page belongs to, followed by its views."""
    return page_views(_pages, page.name)


def pages() -> Mapping[str, PageSpec]:
    """Return all pages by name."""
    return _pages


def global_state() -> PageState:
    """Return the values that all pages share."""
    return PageState("")


def training_state() -> PageState:
    """Return the values of the page on which a learner trains a tokenizer."""
    return PageState(next(name for name, spec in _pages.items() if spec.defines_training))


def language() -> str:
    """Return the interface language: from the URL, else chosen on an earlier visit, else preferred by the browser."""
    accepted = st.context.headers.get("Accept-Language", "") or st.context.locale or ""
    wishes = (global_state()["lang"], st.context.cookies.get(COOKIE), *preferred_languages(accepted))
    return best_language(tag for tag in wishes if isinstance(tag, str))


def choose_language(code: str) -> None:
    """Switch the language. Links include it from now on, and the browser remembers it. For callbacks."""
    global_state().set(lang=code)
    session_state.put(_LANGUAGE, code)


def session_name() -> str:
    """Return a unique name for this session, for keys of widgets that must not see another session's state."""
    return session_state.get_or_create(_NAME, lambda: secrets.token_hex(8))


def uploaded_file(page: str) -> UploadedFile | None:
    """Return the file uploaded on a page; in a session that continues another, perhaps only its name."""
    files: dict[str, UploadedFile] = session_state.get(_FILES, {})
    return files.get(page)


def store_file(page: str, file: UploadedFile | None) -> None:
    """Store the file uploaded on a page, replacing an earlier one."""
    files = {**session_state.get(_FILES, {}), page: file}
    session_state.put(_FILES, {page: upload for page, upload in files.items() if upload is not None})


def opened_tokenizer() -> OpenedTokenizer | None:
    """Return the tokenizer opened from files in this session; None if there is none."""
    opened: OpenedTokenizer | None = session_state.get(_OPENED)
    return opened


def open_tokenizer_files(files: Mapping[str, bytes], pattern: str | None, report: QueueCallback) -> str:
    """Open files, replacing those before, and return their digest. Raises EngineError, and then keeps those before."""
    uploads = identify_files(files, pattern)
    session_state.put(_OPENED, open_tokenizer(uploads, files, report))
    return uploads.digest


def close_tokenizer() -> None:
    """Close the tokenizer opened in this session, if any. For callbacks."""
    session_state.pop(_OPENED, None)


def trainings() -> TrainingService:
    """Return the trainings of this server, shared by all sessions."""
    # Not in a cache of Streamlit's, which any client could have cleared.
    with _one_at_a_time:
        return _trainings()


@cache
def _trainings() -> TrainingService:
    return TrainingService(is_connected)


def training_waiter(page: str) -> Waiter:
    """Return this session's page as a waiter for trainings."""
    return Waiter(session_id(), page)
