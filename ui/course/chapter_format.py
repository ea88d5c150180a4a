"""The chapter file format, described in docs/CHAPTERS.md, and its reader."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from ui.base.i18n import current_language
from ui.base.visible_text import visible_line
from ui.components.contract import Picture
from ui.course import toml_schema
from ui.course.answer_kinds import ANSWER_KINDS
from ui.course.chapter import AnswerOption, AppLink, Chapter, Exercise, ExerciseValues
from ui.course.chapter_values import ChapterValues
from ui.course.course_parts import PART_KEYS
from ui.course.pictures import (  # noqa: F401  # registers them in PICTURES
    bills,
    bits_of_texts,
    broken_copies,
    built_from,
    byte_signs,
    character_bits,
    counted_pairs,
    family,
    halved_tokens,
    hidden_letters,
    huffman_tree,
    language_boxes,
    language_turns,
    lattice,
    longest_match,
    looked_up,
    made_and_left,
    merge_orders,
    messages,
    next_id,
    pair_heap,
    pair_scores,
    patch_starts,
    picky_places,
    prompt_ends,
    pruning,
    random_draws,
    readings,
    tie_rules,
    token_bits,
    trained_rows,
    two_cuts,
    word_cuts,
)
from ui.course.pictures.answer_cards import with_answers
from ui.course.random_values import MAX_RANGE, draw_values, is_random
from ui.course.toml_schema import (
    MARKED_TEXT,
    SWITCH,
    TEXT,
    TEXTS,
    AuthorError,
    SchemaField,
    call_named,
    required,
    shorten,
    table_list,
)
from ui.course.values import (  # noqa: F401  # registers them in VALUES and TABLES
    broken,
    fates,
    next_token,
    overviews,
    patches,
    pattern_changes,
    text_values,
    tokenizer_values,
    training_values,
    ways,
)
from ui.course.values.app_links import PLAYABLE_PAGES, parse_link
from ui.course.values.value_registry import FORMS, PICTURES, TABLES, VALUES

PAGES = {path.stem for path in (Path(__file__).parents[2] / "pages").glob("*.py")}
CHARTS = ("languages",)

T = TypeVar("T")

MARKUP = "*_`[]<>#$\\~|@:{}"
"""Characters that Markdown interprets in labels; titles and link texts are labels."""

_LITERAL = (str, int, float)
_GIVEN = SchemaField(_LITERAL)
_SHORT = replace(MARKED_TEXT, most=100)
_PARAGRAPHS = SchemaField((list,), each=MARKED_TEXT)
_VALUES = SchemaField(
    (dict,), each=SchemaField((*_LITERAL, list, dict), each=SchemaField((*_LITERAL, list), each=_GIVEN))
)
_EXERCISE: toml_schema.Fields = {
    "kind": required(TEXT),
    "text": required(MARKED_TEXT),
    "hint": required(MARKED_TEXT),
    "solution": required(MARKED_TEXT),
    "values": _VALUES,
}

CHAPTER_FIELDS: toml_schema.Fields = {
    "title": required(_SHORT),
    "place": SchemaField((int, float)),
    "part": TEXT,
    "essential": SWITCH,
    "why": MARKED_TEXT,
    "idea": _PARAGRAPHS,
    "given": TEXTS,
    "text": TEXT,
    "question": required(MARKED_TEXT),
    "explanation": required(_PARAGRAPHS),
    "terms": _PARAGRAPHS,
    "aside": _PARAGRAPHS,
    "watch": MARKED_TEXT,
    "play": TEXT,
    "step": SchemaField((int,)),
    "sign": replace(TEXT, most=40),
    "table": SchemaField((list,), each=_GIVEN),
    "overview": SchemaField((list,), each=_GIVEN),
    "picture": SchemaField((list,), each=SchemaField((*_LITERAL, list), each=_GIVEN)),
    "sample": TEXT,
    "chart": TEXT,
    "remember": _PARAGRAPHS,
    "option": required(
        table_list({"text": required(MARKED_TEXT), "why": MARKED_TEXT, "right": SWITCH, "tokens": TEXTS})
    ),
    "exercise": replace(table_list(_EXERCISE), kinds=(list, dict), fields=_EXERCISE),  # a single one may be [exercise]
    "row": table_list(
        {
            "name": TEXT,
            "tokenizer": SchemaField((str, list), needed=True, each=TEXT),
            "text": SchemaField((str, list), needed=True, each=TEXT),
            "title": _SHORT,
            "about": _SHORT,
            "special": SWITCH,
            "drawn": SWITCH,
        }
    ),
    "link": table_list({"to": required(TEXT), "text": required(_SHORT)}),
    "values": _VALUES,
}


def _parse_step(place: str, written: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", written):
        raise AuthorError(f"{place}: “play” has the step “{shorten(written)}”. Write a whole number.")
    return int(written)


def read_chapter(key: str, written: str) -> Chapter:
    """Read a chapter from the text of its file. Raises AuthorError; computing its values later may raise it too."""
    place = f"{key}.toml"
    table = toml_schema.read(place, written, CHAPTER_FIELDS)
    rows, written_once = table.get("row", []), table.get("exercise", [])
    if isinstance(written_once, dict):
        table["exercise"] = [written_once]
    _check_values(place, table.get("values", {}))
    found = ChapterValues(place, table.get("values", {}), rows)
    _check(place, table, found)
    page, query = _parse_app_link(place, found, table["play"], PLAYABLE_PAGES) if "play" in table else ("", {})
    texts = {row["name"]: found.substitute(row["text"]) for row in rows if "name" in row}
    facts = _per_language(found.formatted)
    return Chapter(
        key,
        table["title"],
        table["question"],
        tuple(AnswerOption(option["text"], option.get("why", "")) for option in table["option"]),
        next(at for at, option in enumerate(table["option"]) if option.get("right")),
        tuple(table["explanation"]),
        values=facts,
        idea=(*([table["why"]] if "why" in table else ()), *table.get("idea", ())),
        question_texts=tuple(texts[name] for name in table.get("given", ())),
        text=found.substitute(table.get("text", "")),
        terms=tuple(table.get("terms", ())),
        aside=tuple(table.get("aside", ())),
        watch=table.get("watch", ""),
        lesson=(lambda make: found.compute("play", make, page, query)) if page else None,
        step=_parse_step(place, query.get("step", "0")),
        answer_step=table.get("step", _parse_step(place, query.get("step", "0"))),
        sign=table.get("sign", ""),
        exercises=tuple(
            _exercise(place_in, found, facts, asked)
            for place_in, asked in _located_exercises(place, table.get("exercise", ()))
        ),
        key_points=tuple(table.get("remember", ())),
        links=tuple(_app_link(place, found, link) for link in table.get("link", ())),
        rows=_per_language(found.token_rows) if rows else None,
        chart=table.get("chart", ""),
        table=partial(found.compute_on_text, "table", _call_registered, found, "table", TABLES, table["table"])
        if "table" in table
        else None,
        overview=partial(found.compute, "overview", _call_registered, found, "overview", TABLES, table["overview"], "")
        if "overview" in table
        else None,
        pictures=tuple(
            partial(found.compute_on_text, "picture", _draw, found, table["option"], asked, not at)
            for at, asked in enumerate(_pictures(table))
        ),
        sample=found.substitute(table.get("sample", "")),
        part=table.get("part", ""),
        order=table.get("place"),
        essential=table.get("essential", False),
    )


def _per_language(compute: Callable[[], T]) -> Callable[[], T]:
    """Cache a function's result for each reader's language."""
    kept = lru_cache(maxsize=16)(lambda _language: compute())
    return lambda: kept(current_language())


def _located_exercises(place: str, exercises: Sequence[Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """Return each exercise with its location in the file, for messages."""
    return [(f"{place}, exercise {number}", asked) for number, asked in enumerate(exercises, 1)]


def _exercise_values(place: str, found: ChapterValues, asked: Mapping[str, Any], seed: int) -> ChapterValues:
    """Return the values of an exercise for a seed. They may refer to those of its chapter."""
    return ChapterValues(place, draw_values(asked.get("values", {}), place, seed), around=found)


def _exercise(
    place: str, found: ChapterValues, facts: Callable[[], Mapping[str, str]], asked: Mapping[str, Any]
) -> Exercise:
    def draw_exercise(seed: int) -> ExerciseValues:
        values = _exercise_values(place, found, asked, seed)
        return ExerciseValues({**facts(), **values.formatted()}, values.answer(asked["kind"]))

    varies = any(map(is_random, asked.get("values", {}).values()))
    return Exercise(asked["text"], asked["kind"], asked["hint"], asked["solution"], draw_exercise, varies)


def _pictures(table: Mapping[str, Any]) -> list[list[Any]]:
    """Return a chapter's pictures, each as its name and arguments. The file may have one picture or a list of them."""
    asked = table.get("picture", [])
    return asked if asked and isinstance(asked[0], list) else [asked] * bool(asked)


def _call_registered(
    found: ChapterValues, what: str, functions: Mapping[str, Callable[..., Any]], asked: Sequence[Any], text: str
) -> Any:
    """Call the function of a table or picture, named by the first item of `asked`, with a text."""
    function, *given = asked
    return call_named(f"{found.place}, {what}", functions, [function, text, *map(found.substitute, given)])


def _tokens(found: ChapterValues, name: str) -> list[str]:
    """Return a value as the tokens of a card; a text is a single token. Raises ValueError if it is neither."""
    value = found.value(name)
    tokens = [value] if isinstance(value, str) else value
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f"“{name}” is {value!r}. Name a text or tokens for a card.")
    return tokens


def _draw(
    found: ChapterValues, options: Sequence[Mapping[str, Any]], asked: Sequence[Any], is_first: bool, text: str
) -> Picture:
    """Draw a picture of a text. If options have tokens, the first picture starts with these."""
    picture: Picture = _call_registered(found, "picture", PICTURES, asked, text)
    answers = {shape["answers"] for shape in picture["frames"][0] if "answers" in shape}
    if answers and answers != {*range(len(options))}:
        raise ValueError(f"{len(answers)} answers to click, but {len(options)} options")
    if is_first and "tokens" in options[0]:
        return with_answers(picture, [[_tokens(found, name) for name in option["tokens"]] for option in options])
    return picture


def _parse_app_link(
    place: str, found: ChapterValues, address: str, pages: Collection[str] = PAGES
) -> tuple[str, dict[str, str]]:
    """Return the page and the query values of an app link. Raises AuthorError if the page does not exist."""
    page = address.partition("?")[0]
    if page not in pages:
        raise AuthorError(f"{place}: “{shorten(address)}” is no page. Write one of {', '.join(sorted(pages))}.")
    return page, parse_link(found.substitute(address)) if "?" in address else {}


def _app_link(place: str, found: ChapterValues, link: Mapping[str, str]) -> AppLink:
    return AppLink(
        _parse_app_link(place, found, link["to"])[0], link["text"], _parse_app_link(place, found, link["to"])[1]
    )


def _check_values(place: str, values: Mapping[str, Any], *, may_be_drawn: bool = False) -> None:
    for name, asked in values.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise AuthorError(f"{place}: “{shorten(name)}” is no name. Write small letters, digits and _.")
        if is_random(asked):
            _check_random(f"{place}, {name}", asked, may_be_drawn)
            continue
        if isinstance(asked, dict):
            if asked.keys() != {"of", "as"}:
                raise AuthorError(f"{place}, {name}: a table has “of” and “as”. Write both.")
            _check_one_of(f"{place}, {name}", "as", asked["as"], FORMS)
        of = asked["of"] if isinstance(asked, dict) else asked
        if isinstance(of, list):
            _check_one_of(f"{place}, {name}", "what is computed", of[0], VALUES)


def _check_random(place: str, asked: Mapping[str, Any], may_be: bool) -> None:
    if not may_be:
        raise AuthorError(f"{place}: only values of an exercise are drawn. Write it below [exercise.values].")
    if asked.keys() - {"as"} not in ({"one_of"}, {"between"}):
        raise AuthorError(f"{place}: what is drawn has “one_of” or “between”, and may have “as”. Write one of the two.")
    if "as" in asked:
        _check_one_of(place, "as", asked["as"], FORMS)
    if "one_of" in asked:
        if not isinstance(asked["one_of"], list) or len(asked["one_of"]) < 2:
            raise AuthorError(f"{place}: “one_of” is a list of what is drawn from. Write two or more in [ ].")
        return
    ends = asked["between"]
    if not isinstance(ends, list) or [type(end) for end in ends] != [int, int] or not 0 < ends[1] - ends[0] < MAX_RANGE:
        raise AuthorError(
            f"{place}: “between” is {shorten(repr(ends))}. Write two whole numbers, the smaller one first, as in "
            f"[2, 9], that are less than {MAX_RANGE} apart."
        )


def _check_exercises(place: str, exercises: Sequence[Mapping[str, Any]], found: ChapterValues) -> None:
    for place_in, asked in _located_exercises(place, exercises):
        values = asked.get("values", {})
        _check_values(place_in, values, may_be_drawn=True)
        _check_one_of(place_in, "kind", asked["kind"], ANSWER_KINDS)
        for name in values:
            if name in found.names and name != "answer":
                raise AuthorError(f"{place_in}: “{name}” is a value of the chapter too. Give one of them another name.")
        of_it = _exercise_values(place_in, found, asked, 0)
        if "answer" not in (of_it.names if len(exercises) == 1 else values):
            raise AuthorError(f"{place_in}: an exercise needs its answer. Write “answer” below [exercise.values].")
        for text in toml_schema.translatable_texts(asked, _EXERCISE):
            _check_braces(place_in, text, of_it.names)


def _check(place: str, table: Mapping[str, Any], found: ChapterValues) -> None:
    """Check what the schema does not cover. Raises AuthorError."""
    _check_exercises(place, table.get("exercise", ()), found)
    for name, value in table.items():
        if name == "exercise":
            continue
        # A row drawn for several tokenizers has its number in {number}.
        names = found.names | {"number"} if name == "row" else found.names
        for text in toml_schema.translatable_texts({name: value}, CHAPTER_FIELDS):
            _check_braces(place, text, names)
    for label in (table["title"], *(link["text"] for link in table.get("link", ()))):
        # "Topic: what happens" is a valid title and not a URL.
        markup = not set(label.replace(": ", " ")).isdisjoint(MARKUP)
        if markup or "www." in label.lower() or visible_line(label) != label:
            raise AuthorError(
                f"{place}: “{shorten(label)}” is a label, and has no markup. Write it without any of {MARKUP}, "
                "addresses, and signs that cannot be seen."
            )
    right = [option for option in table["option"] if option.get("right")]
    if len(right) != 1 or len(table["option"]) < 2:
        raise AuthorError(f"{place}: {len(right)} of the options are right. Write “right = true” below one of several.")
    for option in table["option"]:
        if "right" in option and "why" in option:
            raise AuthorError(f"{place}: “why” says why an option is wrong. Leave it out below the one that is right.")
    drawn = [option["tokens"] for option in table["option"] if "tokens" in option]
    if drawn and (len(drawn) < len(table["option"]) or not _pictures(table)):
        raise AuthorError(
            f"{place}: “tokens” says what the first picture shows of an option. Name a picture and write "
            "“tokens” below each option, or leave them out."
        )
    for name in chain.from_iterable(drawn):
        _check_one_of(place, "tokens", name, table.get("values", {}))
    if "part" in table:
        _check_one_of(place, "part", table["part"], PART_KEYS)
    for name in ("table", "overview"):
        if name in table:
            _check_one_of(place, name, table[name][0], TABLES)
    for asked in _pictures(table):
        _check_one_of(place, "picture", asked[0] if isinstance(asked, list) and asked else asked, PICTURES)
    if "chart" in table:
        _check_one_of(place, "chart", table["chart"], CHARTS)
    if bool("play" in table) != bool("watch" in table):
        raise AuthorError(f"{place}: “watch” says what to look for in what “play” shows. Write both or none.")
    named = {row["name"] for row in table.get("row", ()) if "name" in row}
    if any("name" in row and not type(row["text"]) is type(row["tokenizer"]) is str for row in table.get("row", ())):
        raise AuthorError(
            f"{place}: a row with a name is one text and one tokenizer. Leave out its name, or make it so."
        )
    text = re.sub(r"\{\w+\}", "", "\n".join((table.get("why", ""), *table.get("idea", ()), *table["explanation"])))
    for term in table.get("terms", ()):
        if term not in text:
            raise AuthorError(
                f"{place}, terms: “{shorten(term)}” does not occur in “why”, “idea” or “explanation”. Copy it from "
                "there, or leave it out."
            )
    for name in table.get("given", ()):
        _check_one_of(place, "given", name, named)


def _check_one_of(place: str, name: str, value: object, known: Collection[str]) -> None:
    if value not in known:
        nearest = ", ".join(get_close_matches(str(value), known, 5, 0))
        raise AuthorError(f"{place}: “{name}” is {shorten(repr(value))}. Write one of what there is, as {nearest}.")


def _check_braces(place: str, text: str, names: Collection[str]) -> None:
    """Raise AuthorError unless everything in braces in a text is just the name of a value."""
    try:
        fields = [(name, form, kind) for _text, name, form, kind in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise AuthorError(f"{place}: “{shorten(text)}”: {error}. Write {{{{ and }}}} for braces.") from None
    for name, form, kind in fields:
        if name not in names or form or kind:
            known = ", ".join(sorted(names))
            raise AuthorError(
                f"{place}: “{shorten(text)}” has “{shorten(name)}” in braces, which is no value. Write one of "
                f"{known}; or {{{{ and }}}} for braces."
            )
