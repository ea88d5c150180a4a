"""What a browser stores of a session: choices and texts.

A value is stored under its session key, `page.outer values.name`, in the form that it has in a URL. What a browser
sends back is parsed like a URL, and trusted as little.
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
"""Characters of a text that a browser can store: some have room for a few million."""

MAX_VALUES = 1_000  # parameters in a URL; the server serves no page with more
MAX_STEPS = 200
MAX_LESSON_NAME = 10_000  # characters; a lesson's name may contain the word that it is about

MAX_FILE_NAME = 300  # characters

FILE = "file"
"""Replaces a parameter's name in the key of an uploaded file's text."""

Pages = Mapping[str, PageSpec]


@dataclass(frozen=True)
class UploadedFile:
    """A file from a learner: its name, and its text if the browser can store it."""

    name: str
    text: str | None = None


@dataclass
class RestoredSession:
    """What a browser has stored, and what could not be restored."""

    query: dict[str, str] = field(default_factory=dict)  # of the URL in the address bar
    values: dict[str, Any] = field(default_factory=dict)  # by key
    files: dict[str, UploadedFile] = field(default_factory=dict)  # by page
    places: dict[str, dict[str, int]] = field(default_factory=dict)  # page -> lesson -> step
    place: tuple[str, int] | None = None  # position of the player on the current page
    problems: list[str] = field(default_factory=list)


def value_key(page: str, parameter: Parameter, values: Values) -> str:
    """Return the key of a value, given the outer values that it depends on."""
    return ".".join((page, *(str(values[outer]) for outer in parameter.depends_on), parameter.name))


def is_value_key(pages: Pages, key: str) -> bool:
    """Return whether a session key belongs to a value of a page."""
    return _parameter_of_key(pages, key) is not None


def upload_key(page: str) -> str:
    """Return the key of the text of a file uploaded on a page."""
    return f"{page}.{FILE}"


def digest(text: str) -> str:
    """Return a digest of a text; empty if the text is too long to be stored."""
    if len(text) > MAX_STORED_TEXT:
        return ""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def values_to_store(pages: Pages, items: Iterable[tuple[str, Any]]) -> dict[str, str]:
    """Return the values of a session by key, formatted as in a URL. Defaults are omitted."""
    texts = {}
    for key, value in items:
        stored = _parameter_of_key(pages, key)
        if stored is None or stored[0].played:  # the player writes its own values into the URL
            continue
        parameter, outer = stored
        text = parameter.type.format(value)
        if text != parameter.type.format(parameter.default_for(outer)):
            texts[key] = text
    return texts


def restore(pages: Pages, sent: object) -> RestoredSession:
    """Parse what a browser reports to have stored."""
    restored = RestoredSession()
    texts = _string_dict(sent)
    search = texts.get("search")
    is_strange = not isinstance(sent, dict)
    if isinstance(search, str):
        try:
            restored.query = dict(
                parse_qsl(search.removeprefix("?"), keep_blank_values=True, max_num_fields=MAX_VALUES)
            )
        except ValueError:
            is_strange = True
    names = _string_dict(texts.get("files"))
    for page, name in names.items():
        if page in pages and isinstance(name, str):
            restored.files[page] = UploadedFile(name[:MAX_FILE_NAME])
    for key, text in _string_dict(texts.get("values")).items():
        page, _dot, rest = key.partition(".")
        is_file = rest == FILE and page in restored.files
        if text is None:
            if not is_file:  # for a missing file, the page itself asks again
                restored.problems.append(_("A text was too long for the browser to keep. Paste it again."))
        elif not isinstance(text, str) or len(text) > MAX_STORED_TEXT:
            is_strange = True
        elif is_file:
            restored.files[page] = UploadedFile(restored.files[page].name, text)
        else:
            parameter = _parameter_of_key(pages, key)
            try:
                if parameter is None:
                    raise ValueError(key)
                restored.values[value_key(page, *parameter)] = parameter[0].type.parse(text)
            except ValueError:
                is_strange = True
    for page, steps in _string_dict(texts.get("places")).items():
        places = {lesson: step for lesson, step in _string_dict(steps).items() if _is_player_step(lesson, step)}
        if page in pages:
            restored.places[page] = dict(list(places.items())[-MAX_STEPS:])
    place = _string_dict(texts.get("place"))
    if _is_player_step(place.get("lesson"), place.get("step")):
        restored.place = place["lesson"], place["step"]
    if is_strange:
        restored.problems.append(
            _("Some of what the browser kept for you couldn’t be read. The defaults are shown instead.")
        )
    return restored


def _string_dict(value: object) -> dict[str, Any]:
    """Return the string keys of a dictionary with their values; empty for anything else."""
    return {key: text for key, text in value.items() if isinstance(key, str)} if isinstance(value, dict) else {}


def _is_player_step(lesson: object, step: object) -> bool:
    is_lesson = isinstance(lesson, str) and len(lesson) <= MAX_LESSON_NAME
    return is_lesson and isinstance(step, int) and 0 <= step <= MAX_VOCABULARY


def _parameter_of_key(pages: Pages, key: str) -> tuple[Parameter, Values] | None:
    """Return the parameter of a key, and its outer values; None if the key is not a value's."""
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
