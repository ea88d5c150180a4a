"""Parsing typed ids, examples of ids, and finding unknown ones."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _

MAX_IDS = 200
"""Each id is a step, so this is enough for a sentence or two."""

EXAMPLE = "15496 3228 12520 97 245"
"""“Hello!! 🤗” as GPT-2's ids: the emoji takes three of them."""

_NUMBER = re.compile(r"-?[0-9]{1,12}")
_BETWEEN = re.compile(r"[\s,;\[\]()]+")


def parse_ids(typed: str) -> list[int]:
    """Parse ids: as Python prints a list, or separated by spaces or commas.

    Raises EngineError for anything that is not a whole number.


    >>> parse_ids("[258, 100, 258]"), parse_ids("258 100")
    ([258, 100, 258], [258, 100])
    """
    parts = list(filter(None, _BETWEEN.split(typed)))
    for part in parts:
        if not _NUMBER.fullmatch(part):
            raise EngineError(
                "“{part}” isn’t an id: an id is a whole number. Separate numbers with spaces or commas, as in 258, "
                "100, 97.",
                part=part[:40],
            )
    return list(map(int, parts))


def format_ids(ids: Sequence[int]) -> str:
    """Format ids for the box.

    >>> format_ids([258, 100])
    '258 100'
    """
    return " ".join(map(str, ids))


def no_ids_message() -> str:
    """Return the message for an empty box, which examples follow."""
    return _(
        "Nothing to decode yet. Type ids above, separated by spaces or commas. Or start with the ids of one of these:"
    )


def too_many_ids_message(ids: Sequence[int]) -> str:
    """Return the message for more than MAX_IDS."""
    return _("There are {count} ids. Here, where each id is a step, the limit is {limit}. Leave some out.").format(
        count=len(ids), limit=MAX_IDS
    )


def unknown_ids(tokenizer: Tokenizer, ids: Sequence[int]) -> list[int]:
    """Return the ids that are not in a vocabulary, each once."""
    return [token_id for token_id in dict.fromkeys(ids) if token_id not in tokenizer.token_of_id]


def unknown_ids_error(tokenizer: Tokenizer, lost: Sequence[int]) -> EngineError:
    """Return the error for ids that are not in a vocabulary."""
    known = tokenizer.token_of_id
    values = {"id": lost[0], "first": min(known), "last": max(known), "count": len(known)}
    if min(known) <= lost[0] <= max(known):
        return EngineError(
            "There is no token with the id {id}. The {count} ids of this vocabulary run from {first} to {last}, with "
            "gaps, and this one is in a gap. Leave it out, or choose the tokenizer that made the ids.",
            **values,
        )
    return EngineError(
        "There is no token with the id {id}. The {count} ids of this vocabulary run from {first} to {last}. Leave it "
        "out, or choose the tokenizer that made the ids.",
        **values,
    )


class IdExample(NamedTuple):
    """Ids worth decoding, and their button label."""

    title: str
    ids: str


_TEXTS = ("Hello world", "🤗", "Привет, мир", "Tiếng Việt", "你好中国")


def examples(tokenizer: Tokenizer) -> list[IdExample]:
    """Return a tokenizer's ids of short texts in several scripts, and of part of a character if possible.

    If it knows none of these texts: its newest tokens.
    """
    offered: list[IdExample] = []
    halves: list[IdExample] = []
    for text in _TEXTS:
        try:
            ids = tokenizer.encode(text, "none")
        except EngineError:
            continue
        if any(map(tokenizer.is_unknown, ids)):
            continue
        offered.append(IdExample(text, format_ids(ids)))
        if not halves and len(text) == 1 and len(ids) > 1:
            halves.append(IdExample(_("Part of a character"), format_ids(ids[:-1])))
    newest = sorted(tokenizer.token_of_id)[-5:]
    return offered + halves or [IdExample(_("The newest tokens"), format_ids(newest))]
