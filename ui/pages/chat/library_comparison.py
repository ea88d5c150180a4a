"""What each library makes of a message with a special token's name in it: unasked, and asked to take it for text."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bpe_engine import EngineError, Tokenizer
from bpe_engine.chat_templates import Part, Typed, encode_chat, names_apart
from bpe_engine.notebook import hue
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.token_labels import text_of_id
from ui.base.visible_text import ids_in_row
from ui.components.contract import TableCell, TableRow, TokenTable


class Read(NamedTuple):
    """How a library is called, and the ids that it gives of the message; None where it raises an error."""

    call: str
    ids: list[int] | None


class Library(NamedTuple):
    """A library: what it does unasked, and what if it is asked to take names for text; None where it always does."""

    name: str
    unasked: Read
    asked: Read | None


def libraries(tokenizer: Tokenizer, parts: Sequence[Part], message: int) -> Iterator[Library]:
    """The libraries that are made for such a tokenizer. Some take the message alone, others the whole conversation.

    Raises EngineError for what cannot be encoded.
    """
    text = "".join(part.text for part in parts if part.message == message)
    plain = tokenizer.encode(text, "none")
    if not tokenizer.byte_level:
        yield Library("SentencePiece", Read("encode(text)", plain), None)
        yield Library(
            "mistral-common", Read("encode_chat_completion(request)", _ids(tokenizer, parts, message, "text")), None
        )
        return
    special = tokenizer.encode(text, "all")
    try:
        refusing: list[int] | None = tokenizer.encode(text)
    except EngineError:
        refusing = None
    yield Library("tiktoken", Read("encode(text)", refusing), Read("encode(text, disallowed_special=())", plain))
    yield Library("tokenizers", Read("encode(text)", special), Read("encode_special_tokens = True", plain))
    apart = list(names_apart(tokenizer.special_tokens, parts))
    yield Library(
        "transformers",
        Read("apply_chat_template(messages)", _ids(tokenizer, parts, message, "special")),
        Read("apply_chat_template(messages, sanitize_control_tokens=True)", _ids(tokenizer, apart, message, "text")),
    )


def _ids(tokenizer: Tokenizer, parts: Sequence[Part], message: int, typed: Typed) -> list[int]:
    tokens = encode_chat(tokenizer, parts, typed)
    return [token.id for token in tokens if parts[token.part].message == message and token.id is not None]


def title() -> str:
    """What stands above the table."""
    return _("What libraries do with a name that a user types")


def how_to_be_safe() -> str:
    """What follows from it for who writes a program."""
    return _(
        "To be safe, encode what users type with names as plain text, and put the template’s special tokens around it "
        "as ids. A program that joins everything into one text first, and then encodes that, can no longer tell who "
        "wrote what: apply_chat_template in transformers does so unless you ask for sanitize_control_tokens, which "
        "encodes each name separately, so that the ids around it may differ. Refusing names is safe too, but then "
        "nobody can ask about them."
    )


def table(tokenizer: Tokenizer, parts: Sequence[Part], message: int) -> TokenTable:
    """The same as a table of tokens. Errors as `libraries`."""
    return {
        "caption": _("What each library makes of the message"),
        "columns": [_("Library"), _("By default"), _("Told to read names as text")],
        "rows": [_row(tokenizer, each) for each in libraries(tokenizer, parts, message)],
    }


def _row(tokenizer: Tokenizer, library: Library) -> TableRow:
    special = set(tokenizer.special_tokens.values())
    takes = not special.isdisjoint(library.unasked.ids or ())
    cells = [_cell(tokenizer, library.unasked, differs=takes)]
    if library.asked is None:
        cells.append({"tokens": [], "count": _("It always does."), "differs": False})
    else:
        cells.append(_cell(tokenizer, library.asked, differs=False))
    return {"title": library.name, "note": _("The name became a token") if takes else "", "cells": cells}


def _cell(tokenizer: Tokenizer, read: Read, *, differs: bool) -> TableCell:
    if read.ids is None:
        told = _("ValueError: nothing is encoded.")
    else:
        told = ngettext("{count} id: {ids}", "{count} ids: {ids}", len(read.ids)).format(
            count=number(len(read.ids)), ids=ids_in_row(read.ids)
        )
    return {
        "tokens": [(text_of_id(tokenizer, token_id), token_id, hue(token_id)) for token_id in read.ids or ()],
        "count": f"{read.call}\n{told}",
        "differs": differs,
    }
