"""Read a TOML file written by authors, by a schema. Errors name the place, the rule and a way out.

The schema also defines which texts are translated.
"""

import inspect
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from ui.base.visible_text import visible_line

LONGEST = 4_000  # characters of a text
MAX_NAME = 60  # characters of a text quoted in a message
MAX_ITEMS = 100  # items of a list
LARGEST_FILE = 200_000  # bytes

REMEDIES = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table in { }",
}


class AuthorError(ValueError):
    """Raised if a file cannot be read. The message is for its author."""


def shorten(text: str, limit: int = MAX_NAME) -> str:
    """Shorten an author's text for use in a message."""
    return visible_line(text if len(text) <= limit else f"{text[:limit]}…")


@dataclass(frozen=True)
class SchemaField:
    """The schema of a value: its possible types; `each` is the schema of items of a list, or of a table's values."""

    kinds: tuple[type, ...]
    needed: bool = False
    translated: bool = False
    each: "SchemaField | None" = None
    fields: "Mapping[str, SchemaField]" = field(default_factory=dict)  # of a table with fixed names
    most: int = LONGEST  # characters
    empty: bool = False  # whether it may be empty


Fields = Mapping[str, SchemaField]

TEXT = SchemaField((str,))
MARKED_TEXT = SchemaField((str,), translated=True)
SWITCH = SchemaField((bool,))
TEXTS = SchemaField((list,), each=TEXT)


def required(found: SchemaField) -> SchemaField:
    """Return the same field, made required."""
    return replace(found, needed=True)


def table_list(fields: Fields) -> SchemaField:
    """Return the field for a list of tables, each written `[[name]]`."""
    return SchemaField((list,), each=SchemaField((dict,), fields=fields))


def read(file: str, written: str, fields: Fields) -> dict[str, Any]:
    """Read a file's text as a table and check it. Raises AuthorError."""
    if len(written.encode()) > LARGEST_FILE:
        raise AuthorError(f"{file}: it has more than {LARGEST_FILE} bytes. Cut it in two.")
    try:
        table = tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        raise AuthorError(f"{file}: {error}. See https://toml.io for how it is written.") from error
    _check_table(file, table, fields)
    return table


def _check_table(place: str, table: Mapping[str, Any], fields: Fields) -> None:
    for name, value in table.items():
        if name not in fields:
            raise AuthorError(f"{place}: there is no “{shorten(name)}”. Write one of {', '.join(fields)}.")
        _check(place, name, value, fields[name])
    for name, wanted in fields.items():
        if wanted.needed and name not in table:
            raise AuthorError(f"{place}: “{name}” is missing. Write it.")


def _check(place: str, name: str, value: Any, wanted: SchemaField) -> None:
    if type(value) not in wanted.kinds or (value in ("", [], {}) and not wanted.empty):
        kinds = " or ".join(REMEDIES[kind] for kind in wanted.kinds)
        raise AuthorError(f"{place}: “{name}” is {shorten(repr(value))}. Write {kinds}, or leave it out.")
    if isinstance(value, str) and len(value) > wanted.most:
        raise AuthorError(f"{place}: “{name}” has more than {wanted.most} characters. Write a shorter one.")
    if isinstance(value, list | dict) and len(value) > MAX_ITEMS:
        raise AuthorError(f"{place}: “{name}” has more than {MAX_ITEMS} items. Write fewer.")
    if wanted.fields and isinstance(value, dict):
        _check_table(f"{place}, {name}", value, wanted.fields)
    elif wanted.each and isinstance(value, dict):
        for key, one in value.items():
            _check(f"{place}, {name}", shorten(key), one, wanted.each)
    elif wanted.each and isinstance(value, list):
        for number, one in enumerate(value, 1):
            if wanted.each.fields and isinstance(one, dict):
                _check_table(f"{place}, {name} {number}", one, wanted.each.fields)
            else:
                _check(place, f"{name} {number}", one, wanted.each)


def translatable_texts(table: Mapping[str, Any], fields: Fields) -> Iterator[str]:
    """Yield the texts of a table to be translated, in order."""
    for name, value in table.items():
        yield from _texts(value, fields[name])


def _texts(value: Any, found: SchemaField) -> Iterator[str]:
    if found.translated and isinstance(value, str):
        yield value
    elif found.fields and isinstance(value, dict):
        yield from translatable_texts(value, found.fields)
    elif found.each and isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one, found.each)


def call_named(place: str, functions: Mapping[str, Callable[..., Any]], asked: list[Any]) -> Any:
    """Call a function by name with the arguments in `asked`. Raises AuthorError if the call does not fit."""
    name, *given = asked
    function = functions.get(name) if isinstance(name, str) else None
    if function is None:
        nearest = ", ".join(get_close_matches(str(name), functions, 3, 0))
        raise AuthorError(f"{place}: there is no “{shorten(str(name))}” to compute. Write one of what is: {nearest}, …")
    shown_arguments = shorten(str(given))
    try:
        bound = inspect.signature(function).bind(*given)
    except TypeError as error:
        raise AuthorError(f"{place}: “{name}” cannot be called with {shown_arguments}: {error}.") from None
    for parameter, value in bound.arguments.items():
        kind = inspect.signature(function).parameters[parameter]
        for one in value if kind.kind is kind.VAR_POSITIONAL else [value]:
            if kind.annotation in REMEDIES and type(one) is not kind.annotation:
                wanted = REMEDIES[kind.annotation]
                raise AuthorError(
                    f"{place}: “{name}” cannot be called with {shown_arguments}: “{parameter}” is {wanted}."
                )
    return function(*given)
