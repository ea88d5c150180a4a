"""How each library reads a message with a special token's name: by default, and if told to read it as text."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bpe_engine import EngineError, Tokenizer
from bpe_engine.chat_templates import TemplatePart, TypedNames, encode_conversation, split_off_special_names
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import ids_in_row
from ui.components.contract import TableCell, TableRow, TokenTable


class LibraryResult(NamedTuple):
    """How a library is called, and the ids that it returns for the message; None if it raises an error."""

    call: str
    ids: list[int] | None


class Library(NamedTuple):
    """A library: its default, and its behaviour if told to read names as text; None if it always does."""

    name: str
    default: LibraryResult
    safe: LibraryResult | None


def compare_libraries(tokenizer: Tokenizer, parts: Sequence[TemplatePart], message: int) -> Iterator[Library]:
    """Yield the libraries for such a tokenizer. Some get only the message, others the whole conversation.

    Raises EngineError if the message cannot be encoded.
    """
    text = "".join(part.text for part in parts if part.message == message)
    plain = tokenizer.encode(text, "none")
    if not tokenizer.byte_level:
        yield Library("SentencePiece", LibraryResult("encode(text)", plain), None)
        yield Library(
            "mistral-common",
            LibraryResult("encode_chat_completion(request)", _ids(tokenizer, parts, message, "text")),
            None,
        )
        return
    special = tokenizer.encode(text, "all")
    try:
        refusing: list[int] | None = tokenizer.encode(text)
    except EngineError:
        refusing = None
    yield Library(
        "tiktoken", LibraryResult("encode(text)", refusing), LibraryResult("encode(text, disallowed_special=())", plain)
    )
    yield Library(
        "tokenizers", LibraryResult("encode(text)", special), LibraryResult("encode_special_tokens = True", plain)
    )
    separated = list(split_off_special_names(tokenizer.special_tokens, parts))
    yield Library(
        "transformers",
        LibraryResult("apply_chat_template(messages)", _ids(tokenizer, parts, message, "special")),
        LibraryResult(
            "apply_chat_template(messages, sanitize_control_tokens=True)", _ids(tokenizer, separated, message, "text")
        ),
    )


def _ids(tokenizer: Tokenizer, parts: Sequence[TemplatePart], message: int, typed: TypedNames) -> list[int]:
    tokens = encode_conversation(tokenizer, parts, typed)
    return [token.id for token in tokens if parts[token.part].message == message and token.id is not None]


def title() -> str:
    """Return the heading of the table."""
    return _("What libraries do with a name that a user types")


def safety_advice() -> str:
    """Return the advice for programmers that follows from it."""
    return _(
        "To be safe, encode what users type with names as plain text, and put the template’s special tokens around it "
        "as ids. A program that joins everything into one text first, and then encodes that, can no longer tell who "
        "wrote what: apply_chat_template in transformers does so unless you ask for sanitize_control_tokens (seen in "
        "version 5.23), which encodes each name separately, so that the ids around it may differ. Refusing names is "
        "safe too, but then nobody can ask about them."
    )


def table(tokenizer: Tokenizer, parts: Sequence[TemplatePart], message: int) -> TokenTable:
    """Return the comparison as a table of tokens. Errors as in `compare_libraries`."""
    return {
        "caption": _("What each library makes of the message"),
        "columns": [_("Library"), _("By default"), _("Told to read names as text")],
        "rows": [_row(tokenizer, each) for each in compare_libraries(tokenizer, parts, message)],
    }


def _row(tokenizer: Tokenizer, library: Library) -> TableRow:
    special = set(tokenizer.special_tokens.values())
    takes = not special.isdisjoint(library.default.ids or ())
    cells = [_cell(tokenizer, library.default, differs=takes)]
    if library.safe is None:
        cells.append({"tokens": [], "count": _("It always does."), "differs": False})
    else:
        cells.append(_cell(tokenizer, library.safe, differs=False))
    return {"title": library.name, "note": _("The name became a token") if takes else "", "cells": cells}


def _cell(tokenizer: Tokenizer, read: LibraryResult, *, differs: bool) -> TableCell:
    if read.ids is None:
        result = _("ValueError: nothing is encoded.")
    else:
        result = ngettext("{count} id: {ids}", "{count} ids: {ids}", len(read.ids)).format(
            count=localized_number(len(read.ids)), ids=ids_in_row(read.ids)
        )
    return {
        "tokens": [(id_label(tokenizer, token_id), token_id, token_hue(token_id)) for token_id in read.ids or ()],
        "count": f"{read.call}\n{result}",
        "differs": differs,
    }
