"""A text with names of special tokens in it, in each way that minbpe and tiktoken can be asked to read them."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from bpe_engine import EngineError, RegisteredTokenizer, Tokenizer
from bpe_engine.notebook import hue
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.token_labels import text_of_id
from ui.base.visible_text import ids_in_row, name
from ui.components.contract import TableCell, TableRow, TokenTable

Way = Literal["none", "none_raise", "all", "set"]

NAMES = "<|user|> <|assistant|>"
TEXT = "<|user|>Hi!<|endoftext|>"
CHOSEN = ("<|user|>",)
MOST_NAMES = 20
LONGEST_TEXT = 300


def read_names(typed: str) -> list[str]:
    """The names, with white space between them. Raises EngineError where there are too many."""
    names = list(dict.fromkeys(typed.split()))
    if len(names) > MOST_NAMES:
        raise EngineError(
            "There are {count} special tokens, but the limit is {most}. Leave some out.",
            count=len(names),
            most=MOST_NAMES,
        )
    return names


def registered(tokenizer: Tokenizer, names: Sequence[str]) -> Tokenizer:
    """A tokenizer with these special tokens besides."""
    return RegisteredTokenizer(tokenizer, [each for each in names if each not in tokenizer.special_tokens])


class Read(NamedTuple):
    """What a library makes of a text: ids, or the special token that it refuses to read."""

    ids: list[int]
    refused: str = ""


def read(tokenizer: Tokenizer, text: str, allowed: Literal["none", "all"] | Collection[str], *, raises: bool) -> Read:
    """The ids of a text; `raises` says whether a special token that is not allowed is an error, or text.

    Raises EngineError for what else cannot be encoded.
    """
    try:
        return Read(tokenizer.encode(text, allowed, "all" if raises else ()))
    except EngineError as error:
        if error.values.get("token") not in tokenizer.special_tokens:
            raise
        return Read([], str(error.values["token"]))


class Asked(NamedTuple):
    """A way to ask for special tokens: how each library is called, and what it makes of the text."""

    title: str
    minbpe: tuple[str, Read]
    tiktoken: tuple[str, Read]


def asked(tokenizer: Tokenizer, text: str, chosen: Collection[str]) -> Iterator[Asked]:
    """The four ways, in both libraries. Raises EngineError for what cannot be encoded."""
    some = "{" + ", ".join(f'"{each}"' for each in chosen) + "}" if chosen else "set()"
    none = read(tokenizer, text, "none", raises=False)
    default = read(tokenizer, text, (), raises=True)
    every = read(tokenizer, text, "all", raises=True)
    yield Asked(
        _("None: names are plain text"),
        ('encode(text, "none")', none),
        ("encode(text, disallowed_special=())", none),
    )
    yield Asked(
        _("None, and a name is an error: the default in both"), ("encode(text)", default), ("encode(text)", default)
    )
    yield Asked(_("All"), ('encode(text, "all")', every), ('encode(text, allowed_special="all")', every))
    yield Asked(
        _("A set"),
        (f"encode(text, {some})", read(tokenizer, text, chosen, raises=False)),
        (f"encode(text, allowed_special={some})", read(tokenizer, text, chosen, raises=True)),
    )


def table(tokenizer: Tokenizer, text: str, chosen: Collection[str]) -> TokenTable:
    """The same as a table of tokens. Raises EngineError for what cannot be encoded."""
    return {
        "caption": _("The text’s tokens, as each library reads them"),
        "columns": [_("What becomes a token"), "minbpe", "tiktoken"],
        "rows": [_row(tokenizer, each) for each in asked(tokenizer, text, chosen)],
    }


def _row(tokenizer: Tokenizer, each: Asked) -> TableRow:
    differs = each.minbpe[1] != each.tiktoken[1]
    return {
        "title": each.title,
        "note": _("They differ") if differs else "",
        "cells": [
            _cell(tokenizer, *each.minbpe, _minbpe_says, differs=False),
            _cell(tokenizer, *each.tiktoken, _tiktoken_says, differs=differs),
        ],
    }


def _cell(tokenizer: Tokenizer, call: str, found: Read, says: Callable[[str], str], *, differs: bool) -> TableCell:
    if found.refused:
        told = says(found.refused)
    else:
        told = ngettext("{count} token: {ids}", "{count} tokens: {ids}", len(found.ids)).format(
            count=number(len(found.ids)), ids=ids_in_row(found.ids)
        )
    return {
        "tokens": [(text_of_id(tokenizer, token_id), token_id, hue(token_id)) for token_id in found.ids],
        "count": f"{call}\n{told}",
        "differs": differs,
    }


def _minbpe_says(token: str) -> str:
    return _(
        "AssertionError, with no message: the text contains the special token “{token}”. Nothing is encoded."
    ).format(token=name(token))


def _tiktoken_says(token: str) -> str:
    return _(
        "ValueError: the text contains “{token}”, a special token that isn’t allowed. The message says to pass it in "
        "allowed_special if it is meant as one, and disallowed_special=() if it is text. Nothing is encoded."
    ).format(token=name(token))


def about_set(tokenizer: Tokenizer, text: str, chosen: Collection[str]) -> str:
    """What the two libraries do with a special token that is not in the set."""
    others = [token for token in tokenizer.special_tokens if token in text and token not in chosen]
    if not others:
        return _(
            "Every special token in this text is in the set, so the two libraries agree. Remove one from the set to "
            "see where they differ."
        )
    return _(
        "“{token}” is not in the set. minbpe reads it as plain text; tiktoken raises an error, unless you also pass "
        "disallowed_special=(): then it gives the same as minbpe."
    ).format(token=name(others[0]))
