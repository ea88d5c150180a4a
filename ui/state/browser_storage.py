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
from ui.base.query_parameters import Parameter, Values, with_current_names
from ui.state.page_spec import PageSpec
from ui.tokenization.tasks.task import MAX_VOCABULARY

MAX_STORED_TEXT = 2**20
"""Characters of a text that a browser keeps: some have room for a few millions."""

MAX_VALUES = 1_000  # parameters of an address; the server answers no page that has more
MAX_STEPS = 200
MAX_LESSON_NAME = 10_000  # characters; the name of a lesson may hold the word that it is about

MAX_FILE_NAME = 300  # of a file

FILE = "file"
"""In the place of a parameter's name: the text of a file that was given on a page."""

Pages = Mapping[str, PageSpec]


@dataclass(frozen=True)
class UploadedFile:
    """What a learner gave as a file: its name, and its text where the browser can keep that."""

    name: str
    text: str | None = None


@dataclass
class RestoredSession:
    """What a browser has kept, and what of it could not be taken over."""

    query: dict[str, str] = field(default_factory=dict)  # the address that the browser shows
    values: dict[str, Any] = field(default_factory=dict)  # by their keys
    files: dict[str, UploadedFile] = field(default_factory=dict)  # by their pages
    places: dict[str, dict[str, int]] = field(default_factory=dict)  # page -> lesson -> step
    place: tuple[str, int] | None = None  # where the player stands that is shown
    problems: list[str] = field(default_factory=list)


def value_key(page: str, parameter: Parameter, values: Values) -> str:
    """The key of a value, those that it lies within being as they are in `values`."""
    return ".".join((page, *(str(values[outer]) for outer in parameter.depends_on), parameter.name))


def is_value_key(pages: Pages, key: str) -> bool:
    """Whether a key of the session is that of a value of a page."""
    return _parameter_of_key(pages, key) is not None


def upload_key(page: str) -> str:
    """The key of the text of a file that was given on a page."""
    return f"{page}.{FILE}"


def digest(text: str) -> str:
    """The same for the same text; empty for one that is too long to be kept."""
    if len(text) > MAX_STORED_TEXT:
        return ""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def values_to_store(pages: Pages, held: Iterable[tuple[str, Any]]) -> dict[str, str]:
    """The values of a session by their keys, as an address writes them. What is usual is left out."""
    texts = {}
    for key, value in held:
        found = _parameter_of_key(pages, key)
        if found is None or found[0].played:  # what a player writes, it has in the address
            continue
        parameter, outer = found
        text = parameter.type.format(value)
        if text != parameter.type.format(parameter.default_for(outer)):
            texts[key] = text
    return texts


def restore(pages: Pages, told: object) -> RestoredSession:
    """What a browser tells that it has kept."""
    found = RestoredSession()
    given = _string_dict(told)
    search = given.get("search")
    is_strange = not isinstance(told, dict)
    if isinstance(search, str):
        try:
            found.query = dict(parse_qsl(search.removeprefix("?"), keep_blank_values=True, max_num_fields=MAX_VALUES))
        except ValueError:
            is_strange = True
    names = _string_dict(given.get("files"))
    for page, name in names.items():
        if page in pages and isinstance(name, str):
            found.files[page] = UploadedFile(name[:MAX_FILE_NAME])
    for key, text in _string_dict(given.get("values")).items():
        page, _dot, rest = key.partition(".")
        is_file = rest == FILE and page in found.files
        if text is None:
            if not is_file:  # a page says itself which file it needs again
                found.problems.append(_("A text was too long for the browser to keep. Paste it again."))
        elif not isinstance(text, str) or len(text) > MAX_STORED_TEXT:
            is_strange = True
        elif is_file:
            found.files[page] = UploadedFile(found.files[page].name, text)
        else:
            parameter = _parameter_of_key(pages, key)
            try:
                if parameter is None:
                    raise ValueError(key)
                found.values[value_key(page, *parameter)] = parameter[0].type.parse(text)
            except ValueError:
                is_strange = True
    for page, steps in _string_dict(given.get("places")).items():
        places = {lesson: step for lesson, step in _string_dict(steps).items() if _is_player_step(lesson, step)}
        if page in pages:
            found.places[page] = dict(list(places.items())[-MAX_STEPS:])
    place = _string_dict(given.get("place"))
    if _is_player_step(place.get("lesson"), place.get("step")):
        found.place = place["lesson"], place["step"]
    if is_strange:
        found.problems.append(
            _("Some of what the browser kept for you couldn’t be read. The defaults are shown instead.")
        )
    return found


def _string_dict(value: object) -> dict[str, Any]:
    """A dictionary; empty where it is none."""
    return {key: one for key, one in value.items() if isinstance(key, str)} if isinstance(value, dict) else {}


def _is_player_step(lesson: object, step: object) -> bool:
    is_lesson = isinstance(lesson, str) and len(lesson) <= MAX_LESSON_NAME
    return is_lesson and isinstance(step, int) and 0 <= step <= MAX_VOCABULARY


def _parameter_of_key(pages: Pages, key: str) -> tuple[Parameter, Values] | None:
    """The parameter that a key names, and the values that it lies within; None where it names none."""
    page, *within = key.split(".")
    if page not in pages or not within:
        return None
    parameters = pages[page].parameters_by_name
    (name,) = with_current_names(pages[page].parameters, {within.pop(): ""})
    parameter = parameters.get(name)
    if parameter is None or len(within) != len(parameter.depends_on):
        return None
    outer = {}
    for one, text in zip(parameter.depends_on, within, strict=True):
        try:
            outer[one] = parameters[one].type.parse(text)
        except ValueError:
            return None
    return (parameter, outer) if not outer or parameter.applies(outer) else None
