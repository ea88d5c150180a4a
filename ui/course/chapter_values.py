"""The values that a chapter's file defines, each computed once, on first use."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import quote

from bpe_engine import EngineError
from bpe_engine.notebook import token_hue
from ui.base.i18n import current_language, localized_number, translate_error
from ui.base.i18n import gettext as _
from ui.base.token_labels import id_label, token_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import ids_in_row, join_quoted, make_visible
from ui.components.contract import TokenRow
from ui.course.answer_kinds import ANSWER_KINDS, is_typeable
from ui.course.toml_schema import AuthorError, call_named, shorten
from ui.course.values.app_links import tokenizer_at
from ui.course.values.text_values import PART
from ui.course.values.value_registry import VALUES, format_answer, format_value, token_count_text

MAX_NUMBER = 1_000_000_000  # largest number to compute with
MAX_LENGTH = 10_000  # longest text built from other values, in characters

ROW_FIELDS = ("", "_count", "_characters", "_letters", "_text", "_parts", "_ids")
"""Suffixes for what is computed about a named row: in a text, `name` plus a suffix is replaced by it."""

MAX_REASON = 240
"""Most characters of an error that a message repeats."""


class ChapterValues:
    """The values of a chapter. Raises AuthorError if a value cannot be computed."""

    def __init__(
        self,
        place: str,
        values: Mapping[str, Any],
        rows: Sequence[Mapping[str, Any]] = (),
        around: "ChapterValues | None" = None,  # the chapter's, for values of an exercise
    ) -> None:
        self.place = place
        self.rows = rows
        self._around = around
        self._asked = {row["name"]: row["text"] for row in rows if "name" in row} | {
            name: asked["of"] if isinstance(asked, dict) else asked for name, asked in values.items()
        }
        self._forms = {name: asked.get("as", "") for name, asked in values.items() if isinstance(asked, dict)}
        self._values = values
        self._raw: dict[tuple[str, str], Any] = {}
        self._check()

    @property
    def names(self) -> set[str]:
        """The names that a text may use in braces."""
        around = self._around.names if self._around else set()
        rows = (f"{row['name']}{end}" for row in self.rows if "name" in row for end in ROW_FIELDS)
        return {*around, *self._values, *rows}

    @property
    def _available_names(self) -> set[str]:
        """The names that values may refer to."""
        return {*self._asked, *(self._around._available_names if self._around else ())}

    def value(self, name: str) -> Any:
        """Return a value as computed; some are text in the reader's language."""
        if self._around and name not in self._asked:
            return self._around.value(name)
        key = current_language(), name
        if key not in self._raw:
            self._raw[key] = self._compute(name)
        return self._raw[key]

    def _check(self) -> None:
        """Raise AuthorError if a value uses one that does not exist, or itself."""
        made_of = {name: _referenced_names(asked) for name, asked in self._asked.items()}
        for name, others in made_of.items():
            for other in others - self._available_names:
                self._reject_unknown(name, other)
        while free := {name for name, others in made_of.items() if not others & made_of.keys()}:
            made_of = {name: others for name, others in made_of.items() if name not in free}
        if made_of:
            names = ", ".join(map(shorten, sorted(made_of)))
            raise AuthorError(f"{self.place}, values: {names} are made of each other. Write what one of them is.")

    def _reject_unknown(self, where: str, name: str) -> None:
        known = ", ".join(map(shorten, sorted(self._available_names))) or "none yet"
        raise AuthorError(
            f"{self.place}, {shorten(where)}: there is no value “{shorten(name)}”. Write it below [values], or "
            f"one of those that there are: {known}."
        )

    def _compute(self, name: str) -> Any:
        asked = self._asked[name]
        if not isinstance(asked, list):
            return self.substitute(asked)
        function, *given = asked
        given = [self.substitute(argument) for argument in given]
        if any(isinstance(argument, int | float) and abs(argument) > MAX_NUMBER for argument in given):
            raise AuthorError(f"{self.place}, {name}: a number is more than {MAX_NUMBER}. Write a smaller one.")
        return self.compute(name, call_named, f"{self.place}, {name}", VALUES, [function, *given])

    def compute(self, name: str, computing: Callable[..., Any], *given: Any) -> Any:
        """Call a function. Raises AuthorError if it fails, with the reason."""
        try:
            return self.compute_on_text(name, computing, *given)
        except EngineError as error:
            raise AuthorError(f"{self.place}, {name}: {translate_error(error)}") from error

    def compute_on_text(self, name: str, computing: Callable[..., Any], *given: Any) -> Any:
        """Like `compute`, but lets EngineErrors through: they may concern a text that the reader typed."""
        try:
            return computing(*given)
        except (EngineError, AuthorError):
            raise
        except Exception as error:  # value functions do not check their arguments
            reason = shorten(f"{type(error).__name__}: {error}", MAX_REASON)
            raise AuthorError(
                f"{self.place}, {name}: it cannot be computed with what it is given ({reason}). "
                "docs/CHAPTERS.md says what each takes."
            ) from error

    def substitute(self, asked: Any) -> Any:
        """Fill in the values named in a text; if it is only a name, return that value itself."""
        if not isinstance(asked, str):
            return asked
        for name in sorted(_referenced_names(asked) - self._available_names):
            self._reject_unknown("values", name)
        if found := re.fullmatch(r"\{(\w+)\}", asked):
            return self.value(found[1])
        in_address = "=" in asked

        def value(found: re.Match[str]) -> str:
            text = str(self.value(found[1]))
            return quote(text, safe="") if in_address else text

        text = re.sub(r"\{(\w+)\}", value, asked)
        if len(text) > MAX_LENGTH:
            raise AuthorError(f"{self.place}: “{shorten(asked)}” gets too long. Put less into it.")
        return text

    def formatted(self) -> dict[str, str]:
        """Return all values, and what is computed about rows, formatted in the reader's language."""
        facts: dict[str, str] = {}
        for row in self.rows:
            if "name" in row:
                facts |= self.compute(row["name"], self._row_values, row)
        for name in self._values:
            facts[name] = self.compute(name, format_value, self.value(name), self._forms.get(name, ""))
        return facts

    def answer(self, kind: str) -> str:
        """Return the expected answer of an exercise of this kind. Raises AuthorError if it could not be typed."""
        found = format_answer(self.value("answer"))
        if not is_typeable(kind, found):
            raise AuthorError(
                f"{self.place}: the answer is “{shorten(found)}”, which is never right as “{kind}”. Write "
                f"another answer, or another kind: {', '.join(ANSWER_KINDS)}."
            )
        return found

    def _row_values(self, row: Mapping[str, Any]) -> dict[str, str]:
        text, name = self.value(row["name"]), row["name"]
        found = tokenizer_at(row["tokenizer"])
        ids = found.encode(text, _special_mode(row))
        parts = [token_label(found, found.token_of_id[token_id]) for token_id in ids]
        values = (
            token_count_text(len(ids)),
            localized_number(len(ids)),
            localized_number(len(text)),
            token_count_text(len(text)),  # if each character were a token
            make_visible(text),
            PART.join(parts),
            ids_in_row(ids),
        )
        return {f"{name}{end}": one for end, one in zip(ROW_FIELDS, values, strict=True)}

    def token_rows(self) -> tuple[TokenRow, ...]:
        """Return the rows of tokens as a component draws them."""
        facts = self.formatted()
        found: list[TokenRow] = []
        for row in self.rows:
            several = row["tokenizer"] if isinstance(row["tokenizer"], list) else [row["tokenizer"]]
            for count, of in enumerate(several if row.get("drawn", True) else (), 1):
                found.append(self.compute("row", self._row, row, of, {**facts, "number": localized_number(count)}))
        return tuple(found)

    def _is_repeated(self, of: str) -> bool:
        """Return whether several rows have only this tokenizer as their title, so that each also needs its text."""
        plain = [row for row in self.rows if row.get("drawn", True) and not row.get("title") and not row.get("about")]
        return sum(of in ([given] if isinstance(given := row["tokenizer"], str) else given) for row in plain) > 1

    def _row(self, row: Mapping[str, Any], of: str, facts: Mapping[str, str]) -> TokenRow:
        found = tokenizer_at(of)
        given, about = row.get("title"), row.get("about")
        title = _(given).format(**facts) if given else TokenizerName.parse(of).title
        if not given and not about and self._is_repeated(of):
            text = "".join(row["text"])
            title = _("{tokenizer}, {about}").format(tokenizer=title, about=join_quoted([self.substitute(text)]))
        if about:
            title = _("{tokenizer}, {about}").format(tokenizer=title, about=_(about).format(**facts))
        pieces = row["text"] if isinstance(row["text"], list) else [row["text"]]
        ids = [token_id for piece in pieces for token_id in found.encode(self.substitute(piece), _special_mode(row))]
        return {
            "title": title,
            "count": token_count_text(len(ids)),
            "tokens": [
                (
                    id_label(found, token_id),
                    token_id,
                    token_hue(token_id),
                    found.token_bytes(token_id).endswith(b"\n"),
                )
                for token_id in ids
            ],
        }


def _referenced_names(asked: Any) -> set[str]:
    """Return the names of the values that a value refers to."""
    parts = asked if isinstance(asked, list) else [asked]
    return {name for part in parts if isinstance(part, str) for name in re.findall(r"\{(\w+)\}", part)}


def _special_mode(row: Mapping[str, Any]) -> Literal["none", "all"]:
    return "all" if row.get("special") else "none"
