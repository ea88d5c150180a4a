"""What a learner's browser keeps of a session: what was chosen, and the texts.

A value goes by its key in the session, `page.outer values.name`, and is as an address writes it. What a browser gives
back is read as an address is, and trusted as little.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl

from ui.base.i18n import gettext as _
from ui.base.query_parameters import Parameter, Values, renamed
from ui.state.page_spec import Spec
from ui.tokenization.tasks.task import LARGEST_VOCABULARY

LONGEST_KEPT = 2**20
"""Characters of a text that a browser keeps: some have room for a few millions."""

MOST_QUERIED = 1_000  # parameters of an address; the server answers no page that has more
MOST_PLACES = 200
LONGEST_LESSON = 10_000  # characters; the name of a lesson may hold the word that it is about

LONGEST_NAME = 300  # of a file

FILE = "file"
"""In the place of a parameter's name: the text of a file that was given on a page."""

Pages = Mapping[str, Spec]


@dataclass(frozen=True)
class GivenFile:
    """What a learner gave as a file: its name, and its text where the browser can keep that."""

    name: str
    text: str | None = None


@dataclass
class Returned:
    """What a browser has kept, and what of it could not be taken over."""

    query: dict[str, str] = field(default_factory=dict)  # the address that the browser shows
    values: dict[str, Any] = field(default_factory=dict)  # by their keys
    files: dict[str, GivenFile] = field(default_factory=dict)  # by their pages
    places: dict[str, dict[str, int]] = field(default_factory=dict)  # page -> lesson -> step
    place: tuple[str, int] | None = None  # where the player stands that is shown
    problems: list[str] = field(default_factory=list)


def key_of(page: str, parameter: Parameter, values: Values) -> str:
    """The key of a value, those that it lies within being as they are in `values`."""
    return ".".join((page, *(str(values[outer]) for outer in parameter.within), parameter.name))


def is_value(pages: Pages, key: str) -> bool:
    """Whether a key of the session is that of a value of a page."""
    return _parameter(pages, key) is not None


def file_key(page: str) -> str:
    """The key of the text of a file that was given on a page."""
    return f"{page}.{FILE}"


def digest(text: str) -> str:
    """The same for the same text; empty for one that is too long to be kept."""
    if len(text) > LONGEST_KEPT:
        return ""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def write(pages: Pages, held: Iterable[tuple[str, Any]]) -> dict[str, str]:
    """The values of a session by their keys, as an address writes them. What is usual is left out."""
    texts = {}
    for key, value in held:
        found = _parameter(pages, key)
        if found is None or found[0].played:  # what a player writes, it has in the address
            continue
        parameter, outer = found
        text = parameter.reading.write(value)
        if text != parameter.reading.write(parameter.usual_in(outer)):
            texts[key] = text
    return texts


def read(pages: Pages, told: object) -> Returned:
    """What a browser tells that it has kept."""
    found = Returned()
    given = _of_strings(told)
    search = given.get("search")
    is_strange = not isinstance(told, dict)
    if isinstance(search, str):
        try:
            found.query = dict(parse_qsl(search.removeprefix("?"), keep_blank_values=True, max_num_fields=MOST_QUERIED))
        except ValueError:
            is_strange = True
    names = _of_strings(given.get("files"))
    for page, name in names.items():
        if page in pages and isinstance(name, str):
            found.files[page] = GivenFile(name[:LONGEST_NAME])
    for key, text in _of_strings(given.get("values")).items():
        page, _dot, rest = key.partition(".")
        is_file = rest == FILE and page in found.files
        if text is None:
            if not is_file:  # a page says itself which file it needs again
                found.problems.append(_("A text was too long for the browser to keep. Paste it again."))
        elif not isinstance(text, str) or len(text) > LONGEST_KEPT:
            is_strange = True
        elif is_file:
            found.files[page] = GivenFile(found.files[page].name, text)
        else:
            parameter = _parameter(pages, key)
            try:
                if parameter is None:
                    raise ValueError(key)
                found.values[key_of(page, *parameter)] = parameter[0].reading.read(text)
            except ValueError:
                is_strange = True
    for page, steps in _of_strings(given.get("places")).items():
        places = {lesson: step for lesson, step in _of_strings(steps).items() if _is_place(lesson, step)}
        if page in pages:
            found.places[page] = dict(list(places.items())[-MOST_PLACES:])
    place = _of_strings(given.get("place"))
    if _is_place(place.get("lesson"), place.get("step")):
        found.place = place["lesson"], place["step"]
    if is_strange:
        found.problems.append(
            _("Some of what the browser kept for you couldn’t be read. The defaults are shown instead.")
        )
    return found


def _of_strings(value: object) -> dict[str, Any]:
    """A dictionary; empty where it is none."""
    return {key: one for key, one in value.items() if isinstance(key, str)} if isinstance(value, dict) else {}


def _is_place(lesson: object, step: object) -> bool:
    is_lesson = isinstance(lesson, str) and len(lesson) <= LONGEST_LESSON
    return is_lesson and isinstance(step, int) and 0 <= step <= LARGEST_VOCABULARY


def _parameter(pages: Pages, key: str) -> tuple[Parameter, Values] | None:
    """The parameter that a key names, and the values that it lies within; None where it names none."""
    page, *within = key.split(".")
    if page not in pages or not within:
        return None
    parameters = pages[page].named
    (name,) = renamed(pages[page].parameters, {within.pop(): ""})
    parameter = parameters.get(name)
    if parameter is None or len(within) != len(parameter.within):
        return None
    outer = {}
    for one, text in zip(parameter.within, within, strict=True):
        try:
            outer[one] = parameters[one].reading.read(text)
        except ValueError:
            return None
    return (parameter, outer) if not outer or parameter.applies(outer) else None
