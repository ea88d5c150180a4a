"""Reading a file of TOML that people write texts in, by its format: what is wrong is told with the place, the rule and
a way out. The same format says which of the texts are translated.
"""

import inspect
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from ui.base.visible_text import visible_line

LONGEST = 4_000  # characters of a text
NAMED = 60  # characters of what a message names
MOST = 100  # items of a list
LARGEST_FILE = 200_000  # bytes

WAYS_OUT = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table in { }",
}


class FileError(ValueError):
    """A file that cannot be read. Its message is for who wrote the file."""


def shortened(text: str) -> str:
    """What somebody wrote, as a message names it."""
    return visible_line(text if len(text) <= NAMED else f"{text[:NAMED]}…")


@dataclass(frozen=True)
class Field:
    """What is written under a name: one of some kinds; in a list, or a table of any names, `each` of a kind too."""

    kinds: tuple[type, ...]
    needed: bool = False
    translated: bool = False
    each: "Field | None" = None
    fields: "Mapping[str, Field]" = field(default_factory=dict)  # of a table
    most: int = LONGEST  # characters
    empty: bool = False  # whether it may be


Fields = Mapping[str, Field]

TEXT = Field((str,))
SAID = Field((str,), translated=True)
SWITCH = Field((bool,))
TEXTS = Field((list,), each=TEXT)


def needed(found: Field) -> Field:
    """The same, but it cannot be left out."""
    return replace(found, needed=True)


def tables(fields: Fields) -> Field:
    """A list of tables, `[[name]]` each."""
    return Field((list,), each=Field((dict,), fields=fields))


def read(file: str, written: str, fields: Fields) -> dict[str, Any]:
    """The table that is written in a file by its name. Raises FileError."""
    if len(written.encode()) > LARGEST_FILE:
        raise FileError(f"{file}: it has more than {LARGEST_FILE} bytes. Cut it in two.")
    try:
        table = tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file}: {error}. See https://toml.io for how it is written.") from error
    _check_table(file, table, fields)
    return table


def _check_table(place: str, table: Mapping[str, Any], fields: Fields) -> None:
    for name, value in table.items():
        if name not in fields:
            raise FileError(f"{place}: there is no “{shortened(name)}”. Write one of {', '.join(fields)}.")
        _check(place, name, value, fields[name])
    for name, wanted in fields.items():
        if wanted.needed and name not in table:
            raise FileError(f"{place}: “{name}” is missing. Write it.")


def _check(place: str, name: str, value: Any, wanted: Field) -> None:
    if type(value) not in wanted.kinds or (value in ("", [], {}) and not wanted.empty):
        kinds = " or ".join(WAYS_OUT[kind] for kind in wanted.kinds)
        raise FileError(f"{place}: “{name}” is {shortened(repr(value))}. Write {kinds}, or leave it out.")
    if isinstance(value, str) and len(value) > wanted.most:
        raise FileError(f"{place}: “{name}” has more than {wanted.most} characters. Write a shorter one.")
    if isinstance(value, list | dict) and len(value) > MOST:
        raise FileError(f"{place}: “{name}” has more than {MOST} items. Write fewer.")
    if wanted.fields and isinstance(value, dict):
        _check_table(f"{place}, {name}", value, wanted.fields)
    elif wanted.each and isinstance(value, dict):
        for key, one in value.items():
            _check(f"{place}, {name}", shortened(key), one, wanted.each)
    elif wanted.each and isinstance(value, list):
        for number, one in enumerate(value, 1):
            if wanted.each.fields and isinstance(one, dict):
                _check_table(f"{place}, {name} {number}", one, wanted.each.fields)
            else:
                _check(place, f"{name} {number}", one, wanted.each)


def texts(table: Mapping[str, Any], fields: Fields) -> Iterator[str]:
    """The texts of a table that are translated, in their order."""
    for name, value in table.items():
        yield from _texts(value, fields[name])


def _texts(value: Any, found: Field) -> Iterator[str]:
    if found.translated and isinstance(value, str):
        yield value
    elif found.fields and isinstance(value, dict):
        yield from texts(value, found.fields)
    elif found.each and isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one, found.each)


def call(place: str, functions: Mapping[str, Callable[..., Any]], asked: list[Any]) -> Any:
    """What one of these functions gives, by its name and what it is to be given. Raises FileError."""
    name, *given = asked
    function = functions.get(name) if isinstance(name, str) else None
    if function is None:
        nearest = ", ".join(get_close_matches(str(name), functions, 3, 0))
        raise FileError(f"{place}: there is no “{shortened(str(name))}” to compute. Write one of what is: {nearest}, …")
    told = shortened(str(given))
    try:
        bound = inspect.signature(function).bind(*given)
    except TypeError as error:
        raise FileError(f"{place}: “{name}” cannot be called with {told}: {error}.") from None
    for parameter, value in bound.arguments.items():
        kind = inspect.signature(function).parameters[parameter]
        for one in value if kind.kind is kind.VAR_POSITIONAL else [value]:
            if kind.annotation in WAYS_OUT and type(one) is not kind.annotation:
                wanted = WAYS_OUT[kind.annotation]
                raise FileError(f"{place}: “{name}” cannot be called with {told}: “{parameter}” is {wanted}.")
    return function(*given)
