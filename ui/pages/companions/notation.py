"""Results in the notations of texts as parts: tokens, and what stands between them.

Texts write tokens in many ways: ["un", "hug"], ('h', 'ug') 15, e+s, "h" "##u". What is in quotes is a token, unless it
is a longer text or bytes. Without quotes, a word is one if the tokenizer on the linked page has it.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from bpe_engine import EngineError
from bpe_engine.notebook import token_hue
from ui.base.visible_text import SPACE, make_visible
from ui.pages.companions.catalog import computed_result
from ui.pages.companions.entries import Entry
from ui.pages.lessons.lesson_at import IMMEDIATE, lesson_address, tokenizer_at

_QUOTED = re.compile(r"""((?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))""")
_BYTES_OR_ERROR = re.compile(r"""(?:^|[\s(\[{,:])b['"]|Error""")
_WORD = re.compile(r"(\[[A-Z]+\]|[^\s,+:|()\[\]{}]+)")
_OPEN_BRACKET = re.compile(r"([(\[{][^()\[\]{}]*[)\]}])|[()\[\]{}]")
_LONGEST = 24  # characters of a token


class Part(NamedTuple):
    """A token with its hue, which one that is in no vocabulary has not, or what stands between tokens."""

    text: str
    is_token: bool
    hue: int | None = None
    differs: bool = False  # from the same place in the other line


@cache
def entry_parts(entry: Entry) -> tuple[list[Part], list[Part]]:
    """Return what the text prints and what is computed, with their differences. A result without tokens is one part."""
    ids = _ids(entry)
    printed, computed = (result_parts(value, ids) for value in (entry.printed, computed_result(entry)))
    if printed and any(part.is_token for part in computed):
        for kind, *ends in SequenceMatcher(None, printed, computed, autojunk=False).get_opcodes():
            for line, (start, end) in zip((printed, computed), (ends[:2], ends[2:]), strict=True):
                line[start:end] = [part._replace(differs=kind != "equal") for part in line[start:end]]
    return printed, computed


def _ids(entry: Entry) -> Mapping[str, int]:
    """Return the ids of the tokenizer that an entry's link opens, by token; none if it opens none."""
    query = entry.query
    name = query.get("with") or query.get("first") or query.get("of")
    if not name and entry.page not in ("train", "compare", "own"):
        return {}
    is_own = entry.page == "own"
    address = lesson_address("own" if is_own else "encode", query if is_own else {**query, "with": name or "trained"})
    try:
        tokenizer = tokenizer_at(address.tokenizer_name, address, IMMEDIATE)
    except EngineError:  # the page shows why
        tokenizer = None
    return {} if tokenizer is None else tokenizer.vocabulary


def result_parts(value: str, ids: Mapping[str, int]) -> list[Part]:
    """Return a result as parts, given the ids of a tokenizer's tokens."""
    pieces = _QUOTED.split(value)
    if len(pieces) == 1:
        found = _unquoted(value, ids)
    else:
        found = [] if _BYTES_OR_ERROR.search(value) else _quoted(pieces, ids)
    return found if any(part.is_token for part in found) else [Part(value, is_token=False)] * bool(value)


def _quoted(pieces: Sequence[str], ids: Mapping[str, int]) -> list[Part]:
    parts: list[Part] = []
    is_alone = "".join(pieces[::2]) == ""
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            parts += _between(piece)
            continue
        token = str(ast.literal_eval(piece))
        words = token.split(" ") if is_alone else [token]
        is_text = len(token) > _LONGEST or " " in token.strip(" ") or is_alone
        if not token or (is_text and not ids.keys() >= {*words}):
            parts.append(Part(piece, is_token=False))
        else:
            parts += [_token(word, ids) for word in words]
    return parts


def _unquoted(value: str, ids: Mapping[str, int]) -> list[Part]:
    pieces = _WORD.split(value)
    words = {word for word in pieces[1::2] if any(map(str.isalpha, word)) or word == "▁"}
    if sum(word in ids for word in words) * 2 < len(words):
        return []
    parts: list[Part] = []
    between = ""
    for piece in pieces:
        if piece in words:
            parts += [*_between(between, is_list=" " in between), _token(piece, ids)]
            between = ""
        else:
            between += piece
    return parts + _between(between)


def _between(text: str, *, is_list: bool = False) -> list[Part]:
    """Return what stands between tokens, without the brackets of a list, and of its commas those between groups."""
    left = _OPEN_BRACKET.sub(r"\1", text).strip()
    if not is_list:
        is_list = bool(re.search(r"[)\]}],|,\s*[(\[{]", text))
        left = left.removeprefix(",").strip()
    return [Part(left or ",", is_token=False)] if left or (is_list and "," in text) else []


def _token(token: str, ids: Mapping[str, int]) -> Part:
    name = token if token in ids else token.replace(" ", "Ġ")
    label = make_visible(token).replace(" ", SPACE)
    return Part(label, is_token=True, hue=token_hue(ids[name]) if name in ids else None)
