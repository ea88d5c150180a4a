"""A text with special tokens in it, under each mode of minbpe and tiktoken."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from bpe_engine import EngineError, RegisteredTokenizer, Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.typed_text import typed_words
from ui.base.visible_text import display_name, ids_in_row
from ui.components.contract import TableCell, TableRow, TokenTable

NAMES = "<|user|> <|assistant|>"
TEXT = "<|user|>Hi!<|endoftext|>"
CHOSEN = ("<|user|>",)
MOST_NAMES = 20
LONGEST_TEXT = 300


def read_names(typed: str) -> list[str]:
    """Split a line into names at spaces. Raises EngineError if there are too many."""
    names = list(dict.fromkeys(typed_words(typed)))
    if len(names) > MOST_NAMES:
        raise EngineError(
            "There are {count} special tokens, but the limit is {most}. Leave some out.",
            count=len(names),
            most=MOST_NAMES,
        )
    return names


def with_special_tokens(tokenizer: Tokenizer, names: Sequence[str]) -> Tokenizer:
    """Return a tokenizer with these additional special tokens."""
    return RegisteredTokenizer(tokenizer, [name for name in names if name not in tokenizer.special_tokens])


class LibraryIds(NamedTuple):
    """The result of a library: ids, or the special token that it refuses."""

    ids: list[int]
    refused: str = ""


def encode_with(
    tokenizer: Tokenizer, text: str, allowed: Literal["none", "all"] | Collection[str], *, raises: bool
) -> LibraryIds:
    """Return the ids of a text; `raises`: whether a special token that is not allowed is an error, or text.

    Raises EngineError if the text cannot be encoded for another reason.
    """
    try:
        return LibraryIds(tokenizer.encode(text, allowed, "all" if raises else ()))
    except EngineError as error:
        if error.values.get("token") not in tokenizer.special_tokens:
            raise
        return LibraryIds([], str(error.values["token"]))


class LibraryMode(NamedTuple):
    """A mode of reading special tokens: how to call each library, and its result."""

    title: str
    minbpe: tuple[str, LibraryIds]
    tiktoken: tuple[str, LibraryIds]


def library_modes(tokenizer: Tokenizer, text: str, chosen: Collection[str]) -> Iterator[LibraryMode]:
    """Yield the four modes in both libraries. Raises EngineError if the text cannot be encoded."""
    python_set = "{" + ", ".join(f'"{token}"' for token in chosen) + "}" if chosen else "set()"
    none = encode_with(tokenizer, text, "none", raises=False)
    default = encode_with(tokenizer, text, (), raises=True)
    every = encode_with(tokenizer, text, "all", raises=True)
    yield LibraryMode(
        _("None: names are plain text"),
        ('encode(text, "none")', none),
        ("encode(text, disallowed_special=())", none),
    )
    yield LibraryMode(
        _("None, and a name is an error: the default in both"), ("encode(text)", default), ("encode(text)", default)
    )
    yield LibraryMode(_("All"), ('encode(text, "all")', every), ('encode(text, allowed_special="all")', every))
    yield LibraryMode(
        _("A set"),
        (f"encode(text, {python_set})", encode_with(tokenizer, text, chosen, raises=False)),
        (f"encode(text, allowed_special={python_set})", encode_with(tokenizer, text, chosen, raises=True)),
    )


def table(tokenizer: Tokenizer, text: str, chosen: Collection[str]) -> TokenTable:
    """Return the modes as a table of tokens. Raises EngineError if the text cannot be encoded."""
    return {
        "caption": _("The text’s tokens, as each library reads them"),
        "columns": [_("What becomes a token"), "minbpe", "tiktoken"],
        "rows": [_row(tokenizer, mode) for mode in library_modes(tokenizer, text, chosen)],
    }


def _row(tokenizer: Tokenizer, mode: LibraryMode) -> TableRow:
    differs = mode.minbpe[1] != mode.tiktoken[1]
    return {
        "title": mode.title,
        "note": _("They differ") if differs else "",
        "cells": [
            _cell(tokenizer, *mode.minbpe, _minbpe_error, differs=False),
            _cell(tokenizer, *mode.tiktoken, _tiktoken_error, differs=differs),
        ],
    }


def _cell(
    tokenizer: Tokenizer,
    call: str,
    result: LibraryIds,
    explain_error: Callable[[str], tuple[str, str]],
    *,
    differs: bool,
) -> TableCell:
    if result.refused:
        error, text = explain_error(result.refused)
        return {"call": call, "tokens": [], "error": error, "count": text, "differs": differs}
    text = ngettext("{count} token: {ids}", "{count} tokens: {ids}", len(result.ids)).format(
        count=localized_number(len(result.ids)), ids=ids_in_row(result.ids)
    )
    tokens: list[tuple[str, int | None, int | None]] = [
        (id_label(tokenizer, token_id), token_id, token_hue(token_id)) for token_id in result.ids
    ]
    return {"call": call, "tokens": tokens, "count": text, "differs": differs}


def _minbpe_error(token: str) -> tuple[str, str]:
    """Return the error that minbpe raises for a special token, and what is known of its reason."""
    text = _("No message says why: the text contains “{token}”.")
    return "AssertionError", text.format(token=display_name(token))


def _tiktoken_error(token: str) -> tuple[str, str]:
    """Return the error that tiktoken raises for a special token, and what its message says."""
    text = _(
        "“{token}” isn’t allowed. If it is meant as a token, pass it in allowed_special; if it is text, pass "
        "disallowed_special=()."
    )
    return "ValueError", text.format(token=display_name(token))


def set_explanation(tokenizer: Tokenizer, text: str, chosen: Collection[str]) -> str:
    """Explain how the two libraries differ for a special token that is not in the set."""
    others = [token for token in tokenizer.special_tokens if token in text and token not in chosen]
    if not others:
        return _(
            "Every special token in this text is in the set, so the two libraries agree. Remove one from the set to "
            "see where they differ."
        )
    return _(
        "“{token}” isn’t in the set. minbpe reads it as plain text; tiktoken raises an error, unless you also pass "
        "disallowed_special=(): then it does the same as minbpe."
    ).format(token=display_name(others[0]))
