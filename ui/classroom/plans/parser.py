"""Read a plan from its file; errors name the line, the rule and a way out.

docs/LESSON_PLANS.md describes the file's format.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, cast

from bpe_engine import EngineError
from ui.base.tokenizer_choices import SHIPPED
from ui.classroom.plans import plan as bounds
from ui.classroom.plans.plan import ENCODE_PAGE, KINDS, PLANS_PAGE, Kind, Plan, Slide, SlideQuestion
from ui.classroom.plans.slide_links import normalize_link, page_and_query
from ui.classroom.plans.toml_lines import Path, line_of, lines_of
from ui.state.shared_parameters import MOST_PLACES

MAX_FILE_BYTES = 4_000_000  # 60 slides with all texts at their limits are 1.8 MB in Chinese

PLAN_KEYS = ("title", "about", "place")
SLIDE_KEYS = ("title", "link", "text", "minutes", "note", "question")
QUESTION_KEYS: Mapping[Kind, tuple[str, ...]] = {
    "pair": ("kind", "text", "solution"),
    "choice": ("kind", "text", "answers", "right", "solution"),
    "cut": ("kind", "text", "word", "with", "solution"),
}


def parse_file(content: bytes) -> Plan:
    """Read a plan from the bytes of its file. Raises EngineError."""
    if len(content) > MAX_FILE_BYTES:
        raise EngineError(
            "The file is {size:,} bytes, but a plan can have at most {most:,}. Split it into two plans.",
            size=len(content),
            most=MAX_FILE_BYTES,
        )
    try:
        return parse_text(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise EngineError(
            "Line {line}: this isn’t UTF-8 text. Save the file again as UTF-8.",
            line=content.count(b"\n", 0, error.start) + 1,
        ) from None


def parse_text(toml_text: str) -> Plan:
    """Read a plan from the text of its file. Raises EngineError."""
    toml_text = toml_text.replace("\r\n", "\n")
    try:
        table = tomllib.loads(toml_text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        raise EngineError(
            "Line {line}: this isn’t TOML: {told}. See https://toml.io for the syntax, or save a plan here and edit "
            "that file.",
            line=int(at[1]) if at else toml_text.count("\n") + 1,
            told=str(error)[: at.start()] if at else str(error),
        ) from None
    except (RecursionError, ValueError, OverflowError):  # arrays nested too deeply; a number with ten thousand digits
        raise EngineError("The file isn’t a plan. Save a plan here and edit that file.") from None
    return parse_table(table, lines_of(toml_text))


def parse_table(table: Mapping[str, Any], lines: dict[Path, int]) -> Plan:
    """Read a plan from the values of its file, given their line numbers. Raises EngineError."""
    reader = _PlanParser(lines)
    reader.reject_unknown_keys((), table, PLAN_KEYS)
    places = table.get("place", [])
    if not isinstance(places, list) or not all(isinstance(place, dict) for place in places):
        raise EngineError(
            "Line {line}: write a slide as [[place]], with what belongs to it below.",
            line=line_of(lines, ("place",)),
        )
    if len(places) > MOST_PLACES:
        raise EngineError(
            "Line {line}: this is slide {count}, but a plan can have at most {most}. Split it into two plans.",
            line=line_of(lines, ("place", MOST_PLACES)),
            count=MOST_PLACES + 1,
            most=MOST_PLACES,
        )
    return Plan(
        reader.text((), table, "title", bounds.MAX_TITLE),
        reader.text((), table, "about", bounds.MAX_NOTE),
        tuple(reader.parse_slide(("place", number), place) for number, place in enumerate(places)),
    )


class _PlanParser:
    """Reads values from tables, and raises EngineErrors that name their lines."""

    def __init__(self, lines: dict[Path, int]) -> None:
        self._lines = lines

    def parse_slide(self, path: Path, table: Mapping[str, Any]) -> Slide:
        """Read a slide."""
        self.reject_unknown_keys(path, table, SLIDE_KEYS)
        link = self.text(path, table, "link", bounds.MAX_LINK)
        text = self.text(path, table, "text", bounds.MAX_TEXT)
        if bool(link) == bool(text):
            raise EngineError(
                "Line {line}: a slide needs a “link” or a “text”. Write one of the two.", line=self._line_of(path)
            )
        if link:
            try:
                link = normalize_link(link)
            except ValueError:
                raise EngineError(
                    "Line {line}: “{link}” isn’t a link to this app. Write a page and what follows it in its address, "
                    "as in train?scenario=hug&step=3.",
                    line=self._line_of((*path, "link")),
                    link=link[:80],
                ) from None
            if page_and_query(link)[0] == PLANS_PAGE:
                raise EngineError(
                    "Line {line}: a slide can’t be the Lesson plans page, which would lead back to itself. Write the "
                    "slides of that plan here, or leave this one out.",
                    line=self._line_of((*path, "link")),
                )
        return Slide(
            link,
            text,
            self.text(path, table, "title", bounds.MAX_TITLE),
            self.text(path, table, "note", bounds.MAX_NOTE),
            self.number(path, table, "minutes", *bounds.MINUTES) if "minutes" in table else 0,
            self.parse_question((*path, "question"), table["question"], link) if "question" in table else None,
        )

    def parse_question(self, path: Path, table: Any, link: str) -> SlideQuestion:
        """Read the question of a slide."""
        if not isinstance(table, dict):
            raise EngineError(
                "Line {line}: write “question” as [place.question], with its kind below.",
                line=self._line_of(path),
            )
        if table.get("kind") not in KINDS:
            raise EngineError(
                "Line {line}: “{name}” must be one of {known}.",
                line=self._line_of((*path, "kind")),
                name="kind",
                known=", ".join(f'"{kind}"' for kind in KINDS),
            )
        kind = cast("Kind", table["kind"])
        self.reject_unknown_keys(path, table, QUESTION_KEYS[kind])
        text, solution, word = (
            self.text(path, table, name, bounds.MAX_QUESTION) for name in ("text", "solution", "word")
        )
        answers: tuple[str, ...] = ()
        right, tokenizer = 0, ""
        if kind == "pair" and not link:
            raise EngineError(
                "Line {line}: you can ask which pair comes next only at a step of a lesson. Write a link instead of "
                "the text, or use another kind.",
                line=self._line_of(path),
            )
        if kind == "choice":
            if not text:
                raise EngineError("Line {line}: “{name}” is missing. Add it.", line=self._line_of(path), name="text")
            answers = self._answers(path, table)
            right = self.number(path, table, "right", 1, len(answers)) if "right" in table else 0
        if kind == "cut" and ({"word", "with"} & table.keys() or page_and_query(link)[0] != ENCODE_PAGE):
            least, most = bounds.WORD
            if not least <= len(word) <= most:
                raise EngineError(
                    "Line {line}: a word to cut needs {least} to {most} characters, but this one has {length}. With a "
                    "link to Encode you can leave out both “word” and “with”.",
                    line=self._line_of((*path, "word")),
                    least=least,
                    most=most,
                    length=len(word),
                )
            tokenizer = self.text(path, table, "with", bounds.MAX_TITLE)
            if tokenizer not in SHIPPED:
                raise EngineError(
                    "Line {line}: “{name}” must be one of {known}.",
                    line=self._line_of((*path, "with")),
                    name="with",
                    known=", ".join(f'"{name}"' for name in SHIPPED),
                )
        return SlideQuestion(kind, text, answers, right, solution, word, tokenizer)

    def _answers(self, path: Path, table: Mapping[str, Any]) -> tuple[str, ...]:
        answers = table.get("answers")
        least, most = bounds.ANSWER_LIMITS
        is_list = isinstance(answers, list) and all(isinstance(answer, str) and answer.strip() for answer in answers)
        if not is_list or not least <= len(answers or ()) <= most:
            raise EngineError(
                "Line {line}: “answers” must be a list of {least} to {most} texts.",
                line=self._line_of((*path, "answers")),
                least=least,
                most=most,
            )
        return tuple(
            self.text((*path, "answers"), {"answers": answer}, "answers", bounds.MAX_QUESTION)
            for answer in answers or ()
        )

    def reject_unknown_keys(self, path: Path, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        """Raise EngineError for a name that is not in `known`."""
        for name in table:
            if name not in known:
                raise EngineError(
                    "Line {line}: “{name}” isn’t supported here. Write one of {known}, or leave it out.",
                    line=self._line_of((*path, name)),
                    name=name[:80],
                    known=", ".join(known),
                )

    def text(self, path: Path, table: Mapping[str, Any], name: str, most: int) -> str:
        """Read a text; empty if there is none."""
        value = table.get(name, "")
        path = (*path, name) if path[-1:] != (name,) else path
        if not isinstance(value, str):
            raise EngineError(
                "Line {line}: “{name}” must be text in quotation marks, but it is {value}.",
                line=self._line_of(path),
                name=name,
                value=_display_value(value),
            )
        if len(value) > most:
            raise EngineError(
                "Line {line}: “{name}” has {length:,} characters, but the limit is {most:,}. Shorten it.",
                line=self._line_of(path),
                name=name,
                length=len(value),
                most=most,
            )
        return value.strip()

    def number(self, path: Path, table: Mapping[str, Any], name: str, least: int, most: int) -> int:
        """Read a whole number."""
        value = table[name]
        if type(value) is not int or not least <= value <= most:
            raise EngineError(
                "Line {line}: “{name}” must be a whole number from {least} to {most}, but it is {value}.",
                line=self._line_of((*path, name)),
                name=name,
                least=least,
                most=most,
                value=_display_value(value),
            )
        return value

    def _line_of(self, path: Path) -> int:
        return line_of(self._lines, path)


def _display_value(value: object) -> str:
    try:
        return str(value)[:80]
    except ValueError:  # too many digits
        return "…"
