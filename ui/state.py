"""The one owner of session state, and of what the address carries.

A page gets its state by `session()`, which makes it where it is not there yet: a page can be the
first thing of a session that runs.
"""

import gc
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from bpe_engine import EngineError
from bpe_engine.bpe.events import TieBreak
from bpe_engine.files import OpenedTokenizer
from ui import address
from ui.address import Choice
from ui.i18n import SOURCE_LANGUAGE, languages, use_language
from ui.jobs.trainings import Job, Lesson, Trainings
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS, usual_settings
from ui.tasks.settings import Algorithm, Settings, Source, Task

_KEY = "bpe_lab"
_APP = "bpe_lab_app"
_PLACES = "bpe_lab_places"
_PAGE = "bpe_lab_page"
_SHOWN = "bpe_lab_shown"
_OPENED = "bpe_lab_opened"
SEEN = "bpe_lab_seen"
TRAINING_PLAYER = "player"
PAGES = Path(__file__).parent.parent / "pages"


@dataclass(frozen=True)
class Upload:
    """A text file that a learner gave."""

    file_id: str
    source: Source


@dataclass
class PageAddress:
    """What one page has in the address, and whose word counts: the address's, or that of the page's widgets."""

    names: Collection[str]
    written: dict[str, str] = field(default_factory=dict)
    touched: bool = False  # a widget was used in the run that starts now
    taken_over: bool = False  # what the address says was taken over in this run

    def news(self, *, arrived: bool = False) -> dict[str, str] | None:
        """The page's parameters, where something else than this page put them into the address.

        `arrived`: another page was shown before, so what stands there came with a link.
        """
        query = st.query_params.to_dict()
        named = {name: query[name] for name in self.names if name in query}
        touched, self.touched = self.touched, False
        if not named or touched or (named == self.written and not arrived):
            return None
        self.written = named
        self.taken_over = True
        return named

    def write(self, named: dict[str, str], others: Mapping[str, str] = MappingProxyType({})) -> None:
        """Put the page's parameters into the address, and these others, in place of any other page's."""
        query = st.query_params.to_dict()
        wanted = {name: query[name] for name in (*SHARED, *PLAYED) if name in query} | named | dict(others)
        if self.written and named != self.written and not self.taken_over:
            wanted.pop("step", None)  # the player says where it is, once it has the new frames
        self.written, self.taken_over = named, False
        if wanted != query:
            st.query_params.from_dict(wanted)


SHARED = ("large", "lang")  # parameters that mean the same on every page
PLAYED = ("step", "predict", "view")  # that a component writes in the browser


@dataclass
class Fields:
    """The choices of a page that has no more to remember than a few strings, by the name of their parameter."""

    values: dict[str, str]
    usual: dict[str, str]
    address: PageAddress
    version: int = 0  # bumped when something else than widgets changes the values: widgets take their keys from it

    def set(self, **values: str) -> None:
        """Change values from elsewhere than their widgets."""
        self.values |= values
        self.version += 1

    def take(self, **values: str) -> None:
        """Take values over from widgets."""
        self.values |= values

    def write_address(self, *, with_training: bool = False) -> bool:
        """Put what differs from the usual into the address. False where a value is too long for it and was left out.

        With the parameters of the Train page too, where a link needs the tokenizer trained there.
        """
        named = {name: value for name, value in self.values.items() if value != self.usual[name]}
        short = {name: value for name, value in named.items() if address.fits_a_link(value)}
        found = _current()
        if with_training:
            found.address.written = _named(found)
        self.address.write(short, found.address.written if with_training else {})
        return short == named


@dataclass
class Session:
    """What one learner looks at. Every change bumps a version, from which widgets take their keys: they start anew."""

    choice: Choice
    problems: list[str] = field(default_factory=list)
    upload: Upload | None = None
    others: dict[str, Choice] = field(default_factory=dict)  # of the scenarios that were left
    version: int = 0
    pages: int = 0  # bumped when the address brings another scenario
    address: PageAddress = field(default_factory=lambda: PageAddress(address.PARAMETERS))
    window: dict[str, int] = field(default_factory=dict)  # training -> the step whose frames were asked for

    def switch(self, scenario: str) -> None:
        """Go to another scenario, as it was left if it was there before."""
        self.others[self.choice.scenario] = self.choice
        self.choice = self.others.get(scenario) or Choice.of(scenario, self.choice.settings.algorithm)
        self.changed()

    def switch_algorithm(self, algorithm: Algorithm) -> None:
        """Train by another algorithm: with the words as they are, and the settings that suit it."""
        self.choice = replace(self.choice, settings=usual_settings(self.choice.scenario, algorithm))
        self.changed()

    def changed(self) -> None:
        """Widgets show the choice, which something else than they has changed."""
        self.problems = []
        self.version += 1

    def set_settings(self, settings: Settings) -> None:
        """Take over settings from widgets."""
        self.choice = replace(self.choice, settings=settings)

    def set_tie_rule(self, rule: TieBreak) -> None:
        """Train under another tie rule, as asked for in the player."""
        self.set_settings(replace(self.choice.settings, tie_break=rule))
        self.changed()

    def reset(self) -> None:
        """The scenario as it comes; a text of one's own stays."""
        self.choice = replace(self.choice.usual, text=self.choice.text)
        self.changed()

    @property
    def own_text(self) -> str:
        """The learner's own text, typed or uploaded; empty where a lesson's words are used."""
        if self.choice.scenario != OWN_TEXT:
            return ""
        return "".join(self.upload.source.texts) if self.upload else self.choice.text

    def set_own_text(self, text: str) -> None:
        """Put another text in the place of the learner's own."""
        if self.upload:
            self.upload = replace(self.upload, source=Source.of_texts(text))
        else:
            self.choice = replace(self.choice, text=text)
        self.changed()

    @property
    def is_usual(self) -> bool:
        """Whether settings and words are those that the scenario comes with."""
        return replace(self.choice, text="") == self.choice.usual

    def source(self) -> Source:
        """Where the words of the choice come from."""
        if self.choice.scenario == OWN_TEXT:
            return self.upload.source if self.upload else Source.of_texts(self.choice.text)
        if self.choice.counts:
            return Source.of_counts(dict(self.choice.counts))
        return SCENARIOS[self.choice.scenario].source

    def task(self) -> Task:
        """The training that the choice asks for."""
        return Task(self.source(), self.choice.settings)


def begin_app() -> None:
    """To be called by app.py, before it runs a page."""
    use_language(language())
    st.session_state[_APP] = True


def session(page: str) -> Session:
    """This learner's state. To be called first by every page, with its name."""
    if _APP not in st.session_state:
        # As long as app.py has not run once on a server, Streamlit takes the folder pages/ for the whole app
        # and runs a page that is opened by its own address alone. Any st.navigation ends that.
        st.navigation(
            [st.Page(page, default=page.stem == "home") for page in sorted(PAGES.glob("*.py"))], position="hidden"
        )
        st.rerun()
    use_language(language())
    arrived = st.session_state.get(_PAGE) != page
    st.session_state[_PAGE] = page
    if arrived:
        st.session_state[_SHOWN] = PageAddress(())  # until the page says which is its own
    is_new = _KEY not in st.session_state
    if is_new:
        st.session_state[_KEY] = Session(Choice.of("hug"))
    found = _current()
    if page == "train":
        _show(found.address)
    if is_new:
        found.problems = address.read_step(st.query_params.to_dict())[1]
        _adopt(found, found.address.news())
    elif page == "train" and _adopt(found, found.address.news(arrived=arrived)):
        # A link inside the app: the player opens at the step that it names.
        st.session_state.pop(_PLACES, None)
    return found


def _adopt(found: Session, named: dict[str, str] | None) -> bool:
    if named is None:
        return False
    if named == _named(found):
        return True  # what is here already, and perhaps with a text that is too long for an address
    read = address.read(named)
    found.others[found.choice.scenario] = found.choice
    found.choice = read.choice
    found.changed()
    found.pages += 1
    found.problems = address.read_step(st.query_params.to_dict())[1] + read.problems
    return True


def touch() -> None:
    """For all that a learner uses on a page: what the page says goes before what the address said.

    On a slow server the address that comes with a click may be the one of before the click before.
    """
    shown: PageAddress = st.session_state[_SHOWN]
    shown.touched = True


def _show(own: PageAddress) -> None:
    """It is the one of the page that is shown. What was touched when the page was here before counts no more."""
    if st.session_state[_SHOWN] is not own:
        own.touched = False
        st.session_state[_SHOWN] = own


def write_address(found: Session) -> None:
    """Put the choice into the address."""
    found.address.write(_named(found))


def _named(found: Session) -> dict[str, str]:
    return address.write(found.choice if found.upload is None else replace(found.choice, text=""))


def _current() -> Session:
    found: Session = st.session_state[_KEY]
    return found


def fields(page: str, usual: dict[str, str]) -> Fields:
    """The choices of a page, by the names of their parameters, with what the address says taken over."""
    key = f"{_KEY}_{page}"
    found: Fields | None = st.session_state.get(key)
    if found is None:
        found = st.session_state[key] = Fields(dict(usual), usual, PageAddress(usual))
    _show(found.address)
    news = found.address.news()
    if news is not None:
        found.set(**{**usual, **news})
    return found


def language() -> str:
    """The language of the interface: the address's, else the browser's, else English."""
    asked = st.query_params.get("lang") or (st.context.locale or SOURCE_LANGUAGE)
    known = languages()
    return next((code for code in (asked, asked.split("-")[0]) if code in known), SOURCE_LANGUAGE)


@dataclass
class Place:
    """Where a learner is in a player."""

    opened: int  # the step that the player was opened at; it goes to the browser with the frames, so it stays
    rest: int  # the step where the learner rests
    shown: str = ""  # what the player was opened with


def place(player: str) -> Place:
    """The place in the player of that key: at first what the address names, later where it was left."""
    places: dict[str, Place] = st.session_state.setdefault(_PLACES, {})
    if player not in places:
        step = address.read_step(st.query_params.to_dict())[0]
        places[player] = Place(step, step)
    elif player not in st.session_state:  # the page was left, and is here again
        places[player].opened = places[player].rest
        places[player].shown = ""
    return places[player]


def seen_parts() -> set[str]:
    """The parts of pages, drawn only where they are looked at, that this learner has come to."""
    seen: set[str] = st.session_state.setdefault(SEEN, set())
    return seen


def finished_lesson() -> Lesson | None:
    """The training that the Train page shows, where it is done."""
    found = _current()
    try:
        made = trainings().get(found.task())
    except EngineError:
        return None
    return None if isinstance(made, Job) else made


def opened_tokenizer() -> OpenedTokenizer | None:
    """The tokenizer that was opened from files, for all pages of this session; None where there is none."""
    found: OpenedTokenizer | None = st.session_state.get(_OPENED)
    return found


def keep_opened(opened: OpenedTokenizer | None) -> None:
    """Keep a tokenizer that was opened from files, in the place of the one before."""
    st.session_state[_OPENED] = opened


@st.cache_resource(show_spinner=False)
def trainings() -> Trainings:
    """The trainings of this server, shared by all sessions."""
    # What the imports made stays for good: keep the collector from walking through it again and again.
    gc.collect()
    gc.freeze()
    return Trainings()


def read_upload(file_id: str, name: str, data: bytes) -> Upload:
    """A file as text. Raises EngineError where it is not UTF-8, or empty."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EngineError(
            "The file {name} is not UTF-8 text: byte {position:,} is 0x{byte:02X}, which cannot stand there. "
            "Save it with the encoding UTF-8 and upload it again.",
            name=name,
            position=error.start + 1,
            byte=data[error.start],
        ) from None
    if not text:
        raise EngineError("The file {name} is empty. Choose one that has text in it.", name=name)
    return Upload(file_id, Source.of_texts(text))
