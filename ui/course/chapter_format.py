"""The format of a chapter, which docs/CHAPTERS.md describes, and reading a file in it."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache, partial
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from ui.base.i18n import current_language
from ui.base.visible_text import visible_line
from ui.course import text_values, tokenizer_values, toml_schema, training_values  # noqa: F401  # their functions are in VALUES
from ui.course.answer_kinds import KINDS
from ui.course.app_links import PLAYED, play, query_of
from ui.course.chapter import Chapter, Drawn, Exercise, Option, Way
from ui.course.chapter_values import Found
from ui.course.random_values import WIDEST, draw, is_drawn
from ui.course.tables import Table
from ui.course.toml_schema import SAID, SWITCH, TEXT, TEXTS, Field, FileError, call, needed, shortened, tables
from ui.course.value_registry import FORMS, TABLES, VALUES

PAGES = {path.stem for path in (Path(__file__).parents[2] / "pages").glob("*.py")}
CHARTS = ("languages",)

One = TypeVar("One")

MARKUP = "*_`[]<>#$\\~|@:{}"
"""What Markdown reads in a label; a title and the text of a link are labels."""

_LITERAL = (str, int, float)
_GIVEN = Field(_LITERAL)
_SHORT = replace(SAID, most=100)
_PARAGRAPHS = Field((list,), each=SAID)
_VALUES = Field((dict,), each=Field((*_LITERAL, list, dict), each=Field((*_LITERAL, list), each=_GIVEN)))
_EXERCISE: toml_schema.Fields = {
    "kind": needed(TEXT),
    "text": needed(SAID),
    "hint": needed(SAID),
    "solution": needed(SAID),
    "values": _VALUES,
}

OF_A_CHAPTER: toml_schema.Fields = {
    "title": needed(_SHORT),
    "place": Field((int, float)),
    "idea": _PARAGRAPHS,
    "given": TEXTS,
    "question": needed(SAID),
    "explanation": needed(_PARAGRAPHS),
    "watch": SAID,
    "play": TEXT,
    "table": Field((list,), each=_GIVEN),
    "sample": TEXT,
    "chart": TEXT,
    "remember": _PARAGRAPHS,
    "option": needed(tables({"text": needed(SAID), "why": SAID, "right": SWITCH})),
    "exercise": replace(tables(_EXERCISE), kinds=(list, dict), fields=_EXERCISE),  # one alone may be [exercise]
    "row": tables(
        {
            "name": TEXT,
            "tokenizer": Field((str, list), needed=True, each=TEXT),
            "text": Field((str, list), needed=True, each=TEXT),
            "title": _SHORT,
            "about": _SHORT,
            "special": SWITCH,
            "drawn": SWITCH,
        }
    ),
    "link": tables({"to": needed(TEXT), "text": needed(_SHORT)}),
    "values": _VALUES,
}


def _step(place: str, written: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", written):
        raise FileError(f"{place}: “play” has the step “{shortened(written)}”. Write a whole number.")
    return int(written)


def read_chapter(key: str, written: str) -> Chapter:
    """The chapter that is written in a file by its key. Raises FileError; what is computed may raise one later."""
    place = f"{key}.toml"
    table = toml_schema.read(place, written, OF_A_CHAPTER)
    rows, written_once = table.get("row", []), table.get("exercise", [])
    if isinstance(written_once, dict):
        table["exercise"] = [written_once]
    _check_values(place, table.get("values", {}))
    found = Found(place, table.get("values", {}), rows)
    _check(place, table, found)
    page, query = _opened(place, found, table["play"], PLAYED) if "play" in table else ("", {})
    texts = {row["name"]: found.put_in(row["text"]) for row in rows if "name" in row}
    facts = _in_each_language(found.facts)
    return Chapter(
        key,
        table["title"],
        table["question"],
        tuple(Option(option["text"], option.get("why", "")) for option in table["option"]),
        next(at for at, option in enumerate(table["option"]) if option.get("right")),
        tuple(table["explanation"]),
        facts=facts,
        idea=tuple(table.get("idea", ())),
        given=tuple(texts[name] for name in table.get("given", ())),
        watch=table.get("watch", ""),
        play=partial(found.attempt, "play", play, page, query) if page else None,
        step=_step(place, query.get("step", "0")),
        exercises=tuple(
            _exercise(place_in, found, facts, asked) for place_in, asked in _placed(place, table.get("exercise", ()))
        ),
        remember=tuple(table.get("remember", ())),
        ways=tuple(_way(place, found, link) for link in table.get("link", ())),
        rows=_in_each_language(found.drawn) if rows else None,
        chart=table.get("chart", ""),
        table=partial(found.computed, "table", _table, found, table["table"]) if "table" in table else None,
        sample=found.put_in(table.get("sample", "")),
        place=table.get("place"),
    )


def _in_each_language(compute: Callable[[], One]) -> Callable[[], One]:
    """What comes out in the reader's language, kept."""
    kept = lru_cache(maxsize=16)(lambda _language: compute())
    return lambda: kept(current_language())


def _placed(place: str, exercises: Sequence[Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """Each exercise with its place in the file, as messages name it."""
    return [(f"{place}, exercise {number}", asked) for number, asked in enumerate(exercises, 1)]


def _values_of(place: str, found: Found, asked: Mapping[str, Any], seed: int) -> Found:
    """The values of an exercise with a seed, among those of its chapter."""
    return Found(place, draw(asked.get("values", {}), place, seed), around=found)


def _exercise(place: str, found: Found, facts: Callable[[], Mapping[str, str]], asked: Mapping[str, Any]) -> Exercise:
    def drawn(seed: int) -> Drawn:
        values = _values_of(place, found, asked, seed)
        return Drawn({**facts(), **values.facts()}, values.answer(asked["kind"]))

    varies = any(map(is_drawn, asked.get("values", {}).values()))
    return Exercise(asked["text"], asked["kind"], asked["hint"], asked["solution"], drawn, varies)


def _table(found: Found, asked: Sequence[Any], text: str) -> Table:
    function, *given = asked
    made: Table = call(f"{found.place}, table", TABLES, [function, text, *map(found.put_in, given)])
    return made


def _opened(place: str, found: Found, address: str, pages: Collection[str] = PAGES) -> tuple[str, dict[str, str]]:
    """The page and the values of an address."""
    page = address.partition("?")[0]
    if page not in pages:
        raise FileError(f"{place}: “{shortened(address)}” is no page. Write one of {', '.join(sorted(pages))}.")
    return page, query_of(found.put_in(address)) if "?" in address else {}


def _way(place: str, found: Found, link: Mapping[str, str]) -> Way:
    return Way(_opened(place, found, link["to"])[0], link["text"], _opened(place, found, link["to"])[1])


def _check_values(place: str, values: Mapping[str, Any], *, may_be_drawn: bool = False) -> None:
    for name, asked in values.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise FileError(f"{place}: “{shortened(name)}” is no name. Write small letters, digits and _.")
        if is_drawn(asked):
            _check_drawn(f"{place}, {name}", asked, may_be_drawn)
            continue
        if isinstance(asked, dict):
            if asked.keys() != {"of", "as"}:
                raise FileError(f"{place}, {name}: a table has “of” and “as”. Write both.")
            _one_of(f"{place}, {name}", "as", asked["as"], FORMS)
        of = asked["of"] if isinstance(asked, dict) else asked
        if isinstance(of, list):
            _one_of(f"{place}, {name}", "what is computed", of[0], VALUES)


def _check_drawn(place: str, asked: Mapping[str, Any], may_be: bool) -> None:
    if not may_be:
        raise FileError(f"{place}: only values of an exercise are drawn. Write it below [exercise.values].")
    if asked.keys() - {"as"} not in ({"one_of"}, {"between"}):
        raise FileError(f"{place}: what is drawn has “one_of” or “between”, and may have “as”. Write one of the two.")
    if "as" in asked:
        _one_of(place, "as", asked["as"], FORMS)
    if "one_of" in asked:
        if not isinstance(asked["one_of"], list) or len(asked["one_of"]) < 2:
            raise FileError(f"{place}: “one_of” is a list of what is drawn from. Write two or more in [ ].")
        return
    ends = asked["between"]
    if not isinstance(ends, list) or [type(end) for end in ends] != [int, int] or not 0 < ends[1] - ends[0] < WIDEST:
        raise FileError(
            f"{place}: “between” is {shortened(repr(ends))}. Write two whole numbers, the smaller one first, as in "
            f"[2, 9], that are less than {WIDEST} apart."
        )


def _check_exercises(place: str, exercises: Sequence[Mapping[str, Any]], found: Found) -> None:
    for place_in, asked in _placed(place, exercises):
        values = asked.get("values", {})
        _check_values(place_in, values, may_be_drawn=True)
        _one_of(place_in, "kind", asked["kind"], KINDS)
        for name in values:
            if name in found.names and name != "answer":
                raise FileError(f"{place_in}: “{name}” is a value of the chapter too. Give one of them another name.")
        of_it = _values_of(place_in, found, asked, 0)
        if "answer" not in (of_it.names if len(exercises) == 1 else values):
            raise FileError(f"{place_in}: an exercise needs its answer. Write “answer” below [exercise.values].")
        for text in toml_schema.texts(asked, _EXERCISE):
            _check_braces(place_in, text, of_it.names)


def _check(place: str, table: Mapping[str, Any], found: Found) -> None:
    """What goes beyond kinds and sizes."""
    _check_exercises(place, table.get("exercise", ()), found)
    for name, value in table.items():
        if name == "exercise":
            continue
        # A row that is drawn for several tokenizers has a number at each.
        names = found.names | {"number"} if name == "row" else found.names
        for text in toml_schema.texts({name: value}, OF_A_CHAPTER):
            _check_braces(place, text, names)
    for label in (table["title"], *(link["text"] for link in table.get("link", ()))):
        # “Topic: what happens” is a good title, and no address.
        markup = not set(label.replace(": ", " ")).isdisjoint(MARKUP)
        if markup or "www." in label.lower() or visible_line(label) != label:
            raise FileError(
                f"{place}: “{shortened(label)}” is a label, and has no markup. Write it without any of {MARKUP}, "
                "addresses, and signs that cannot be seen."
            )
    right = [option for option in table["option"] if option.get("right")]
    if len(right) != 1 or len(table["option"]) < 2:
        raise FileError(f"{place}: {len(right)} of the options are right. Write “right = true” below one of several.")
    for option in table["option"]:
        if "right" in option and "why" in option:
            raise FileError(f"{place}: “why” says why an option is wrong. Leave it out below the one that is right.")
    if "table" in table:
        _one_of(place, "table", table["table"][0], TABLES)
    if "chart" in table:
        _one_of(place, "chart", table["chart"], CHARTS)
    if bool("play" in table) != bool("watch" in table):
        raise FileError(f"{place}: “watch” says what to look for in what “play” shows. Write both or none.")
    named = {row["name"] for row in table.get("row", ()) if "name" in row}
    if any("name" in row and not type(row["text"]) is type(row["tokenizer"]) is str for row in table.get("row", ())):
        raise FileError(f"{place}: a row with a name is one text and one tokenizer. Leave out its name, or make it so.")
    for name in table.get("given", ()):
        _one_of(place, "given", name, named)


def _one_of(place: str, name: str, value: object, known: Collection[str]) -> None:
    if value not in known:
        nearest = ", ".join(get_close_matches(str(value), known, 5, 0))
        raise FileError(f"{place}: “{name}” is {shortened(repr(value))}. Write one of what there is, as {nearest}.")


def _check_braces(place: str, text: str, names: Collection[str]) -> None:
    """Whether what stands in braces in a text is the name of a value, and nothing but that."""
    try:
        fields = [(name, form, kind) for _text, name, form, kind in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise FileError(f"{place}: “{shortened(text)}”: {error}. Write {{{{ and }}}} for braces.") from None
    for name, form, kind in fields:
        if name not in names or form or kind:
            known = ", ".join(sorted(names))
            raise FileError(
                f"{place}: “{shortened(text)}” has “{shortened(name)}” in braces, which is no value. Write one of "
                f"{known}; or {{{{ and }}}} for braces."
            )
