"""A short text's path to its tokens: characters, code points, bytes, symbols, tokens and ids, linked by position."""

from collections.abc import Iterator, Sequence

from bpe_engine import BPETokenizer, Tokenizer, trace_text
from bpe_engine.inspection.text_path import CharacterView, TokenView
from bpe_engine.notebook import token_hue
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.text_direction import isolate
from ui.base.visible_text import ids_in_row, make_visible, token_as_text, visible_line
from ui.components.contract import TextPathItem, TextPathView

LONGEST_TEXT = 200
EXAMPLE = "Hi 東 é 👩\u200d👧"


def merges_bytes(tokenizer: Tokenizer) -> bool:
    """Return whether the path of a text leads from its bytes to tokens: only merges of bytes do that."""
    return isinstance(tokenizer.base_tokenizer, BPETokenizer) and tokenizer.byte_level


def normalized(tokenizer: Tokenizer, text: str) -> str:
    """Return the text whose bytes a tokenizer merges: what its normalization makes of the one typed."""
    return tokenizer.normalized(text).text if isinstance(tokenizer, NormalizingTokenizer) else text


def normalized_note(text: str, changed: str) -> str:
    """Return a note that a text is normalized first; empty if that changes nothing."""
    if changed == text:
        return ""
    return _("This tokenizer normalizes the text first. The path is that of “{text}”.").format(
        text=isolate(visible_line(changed))
    )


def text_path_view(tokenizer: BPETokenizer, text: str) -> TextPathView:
    """Return the data of the component that draws a text's path. Special tokens are read as plain text.

    An item covers the bytes from `start` to `end`; its `cells` are [row, text, small text]. Items are related if their
    bytes overlap. Lines break only at `breaks`, preferably at `good` ones. Raises EngineError for a lone surrogate.
    """
    path = trace_text(tokenizer, text, "none")
    characters, tokens = list(path.characters()), list(path.tokens())
    items = list(_items(characters, tokens))
    for item in items:
        item["say"] = _description(characters, tokens, item["start"], item["end"])
    ends = [character.byte_start for character in characters[1:]] + [len(path.utf8)]
    return {
        "rows": [_("Character"), _("Code point"), _("UTF-8 byte"), _("Byte symbol"), _("Token"), _("Id")],
        "columns": len(path.utf8),
        "items": items,
        "breaks": ends,
        "good": [group.byte_end for group in path.groups()],
        "summary": _("Characters: {characters}. Bytes: {bytes}. Tokens: {tokens}.").format(
            characters=localized_number(len(path.text)),
            bytes=localized_number(len(path.utf8)),
            tokens=localized_number(path.number_of_tokens),
        ),
    }


def _item(start: int, end: int, cells: list[tuple[int, str, str]], token_id: int | None = None) -> TextPathItem:
    return {
        "start": start,
        "end": end,
        "hue": None if token_id is None else token_hue(token_id),
        "cells": cells,
        "say": "",
    }


def _items(characters: Sequence[CharacterView], tokens: Sequence[TokenView]) -> Iterator[TextPathItem]:
    for character in characters:
        first = character.byte_start
        cells = [(0, make_visible(character.character), ""), (1, character.code_point, "")]
        yield _item(first, first + len(character.bytes), cells)
    for character in characters:
        for place, byte in enumerate(character.bytes, character.byte_start):
            yield _item(place, place + 1, [(2, f"{byte.value:02X}", str(byte.value)), (3, byte.symbol, "")])
    for token in tokens:
        cells = [(4, token_as_text(token.token), ""), (5, str(token.id), "")]
        yield _item(token.byte_start, token.byte_end, cells, token.id)


def _description(characters: Sequence[CharacterView], tokens: Sequence[TokenView], start: int, end: int) -> str:
    """Return everything related to some bytes, in one line."""
    over = [
        character
        for character in characters
        if character.byte_start < end and character.byte_start + len(character.bytes) > start
    ]
    inside = [
        byte
        for character in over
        for place, byte in enumerate(character.bytes, character.byte_start)
        if start <= place < end
    ]
    related = [token for token in tokens if token.byte_start < end and token.byte_end > start]
    return " → ".join(
        (
            " ".join(f"{isolate(make_visible(character.character))} {character.code_point}" for character in over),
            _("bytes {hex}").format(hex=" ".join(f"{byte.value:02X}" for byte in inside)),
            _("symbols {symbols}").format(symbols=" ".join(byte.symbol for byte in inside)),
            _("tokens {tokens}").format(tokens=" | ".join(isolate(token_as_text(token.token)) for token in related)),
            _("ids {ids}").format(ids=ids_in_row(token.id for token in related)),
        )
    )
