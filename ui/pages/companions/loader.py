"""Reads a text's entries from its file. An error gives the place, the rule and a way out."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from urllib.parse import parse_qsl

from ui.course import toml_schema
from ui.course.toml_schema import MARKED_TEXT, SWITCH, TEXT, TEXTS, AuthorError, SchemaField, required, table_list
from ui.pages.companions.entries import Companion, CompanionSection, Edition, Entry

FOLDER = Path(__file__).parent / "data"

# ui/pages/companions/entries.py says what each is for.
ENTRY_FIELDS: toml_schema.Fields = {
    "title": required(MARKED_TEXT),
    "of": TEXT,
    "computed": SchemaField((list,)),
    "printed": TEXT,
    "claim": MARKED_TEXT,
    "holds": SWITCH,
    "expected": TEXT,
    "why": MARKED_TEXT,
    "link": TEXT,
    "shown": TEXT,
    "seen": SchemaField((dict,), each=TEXTS),
    "exercise": SWITCH,
    "editions": TEXTS,
    "notes": SchemaField((dict,), each=MARKED_TEXT),
}
SECTION_FIELDS = {
    "heading": SchemaField((str, dict), needed=True, each=TEXT),
    "entry": required(table_list(ENTRY_FIELDS)),
}
COMPANION_FIELDS: toml_schema.Fields = {
    "title": required(TEXT),
    "about": MARKED_TEXT,
    "language": TEXT,
    "address": TEXT,
    "part": required(table_list(SECTION_FIELDS)),
}


def read(key: str) -> Companion:
    """Read the text with a key from its file. Raises FileError."""
    return read_text(key, (FOLDER / f"{key}.toml").read_text("utf-8"))


def read_text(key: str, toml_text: str) -> Companion:
    """Read a text from a file's content. Raises FileError."""
    table = toml_schema.read(f"{key}.toml", toml_text, COMPANION_FIELDS)
    parts: list[CompanionSection] = []
    for number, part in enumerate(table["part"], 1):
        place = f"{key}.toml, part {number}"
        heading = part["heading"] if isinstance(part["heading"], dict) else {"": part["heading"]}
        if parts and heading.keys() != parts[0].headings.keys():
            raise AuthorError(f"{place}: its heading is not in the same editions as that of part 1. Write all of them.")
        entries = [_entry(f"{place}, entry {nth}", entry, heading) for nth, entry in enumerate(part["entry"], 1)]
        parts.append(CompanionSection(heading, tuple(entries)))
    address = table.get("address", "")
    return Companion(
        key,
        table["title"],
        table.get("about", ""),
        table.get("language", ""),
        {edition: address.format(edition=edition) for edition in parts[0].headings} if address else {},
        tuple(parts),
    )


def _entry(place: str, table: Mapping[str, Any], editions: Mapping[Edition, str]) -> Entry:
    place = " ".join(filter(None, (f"{place} ({table['title']}", table.get("of", "")))) + ")"
    printed, claim, call = (table.get(name) for name in ("printed", "claim", "computed"))
    if printed and claim:
        raise AuthorError(f"{place}: a text has “printed” or a “claim” in words. Write one of them.")
    if bool(claim) != ("holds" in table):
        raise AuthorError(f"{place}: “holds” says whether a “claim” is so. Write both or none.")
    if call and not (printed or "expected" in table):
        raise AuthorError(f"{place}: what is computed is compared. Write what is “printed” or “expected”.")
    if not (call or table.get("why")):
        raise AuthorError(f"{place}: nothing is computed. Write “why”, or what is “computed”.")
    if ("link" in table) != ("shown" in table or "seen" in table):
        raise AuthorError(
            f"{place}: a “link” is compared with its page. Write where on it the value is “shown”, or what is “seen” "
            "where; and neither of them without a link."
        )
    if "shown" in table and "seen" in table:
        raise AuthorError(
            f"{place}: “shown” is where the value itself is, “seen” what stands for it. Write one of them."
        )
    for edition in (*table.get("editions", ()), *table.get("notes", ())):
        if edition not in editions:
            raise AuthorError(f"{place}: there is no edition “{edition}”. Write one of {', '.join(editions)}.")
    page, _, query = table.get("link", "").partition("?")
    return Entry(
        **{
            name: table[name] for name in ("title", "of", "claim", "holds", "why", "exercise", "notes") if name in table
        },
        computed=partial(_compute, place, call) if call else None,
        printed=printed or "",
        expected=table.get("expected", printed or ""),
        page=page,
        query=dict(parse_qsl(query, keep_blank_values=True)),
        shown=table.get("shown", ""),
        seen={page_key: tuple(rows) for page_key, rows in table.get("seen", {}).items()},
        editions=tuple(table.get("editions", ())),
    )


def _compute(place: str, call: list[Any]) -> str:
    result: str = toml_schema.call_named(place, functions(), call)
    return result


@cache
def functions() -> dict[str, Callable[..., str]]:
    """Return the functions for `computed`, by FILE.FUNCTION. Imported on first use, since some take long."""
    folder = import_module("ui.pages.companions.computed")
    modules = (import_module(f"{folder.__name__}.{file.name}") for file in iter_modules(folder.__path__))
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": function
        for module in modules
        for name, function in vars(module).items()
        if callable(function) and not name.startswith("_") and function.__module__ == module.__name__
    }
