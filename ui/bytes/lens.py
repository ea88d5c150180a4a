"""The path of a short text for the lens: characters, code points, bytes, symbols, tokens and ids, linked by place."""

from collections.abc import Sequence

from bpe_engine import BPETokenizer, TextPath, follow
from bpe_engine.lens import CharacterView, TokenView
from bpe_engine.notebook import hue
from ui.components.contract import Lens, LensItem
from ui.i18n import gettext as _
from ui.show import token_as_text, visible

LONGEST_TEXT = 200
EXAMPLE = "Hi 東 é 👩\u200d👧"


def lens(tokenizer: BPETokenizer, text: str) -> Lens:
    """What the lens draws of a text. Special tokens are read as plain text.

    An item stands over the bytes from `start` to `end`; its `cells` are [row, text, small text]. Items belong
    together where their bytes overlap. Lines break at `breaks` only, and rather at `good` ones. Raises EngineError
    for a lone surrogate.
    """
    path = follow(tokenizer, text, "none")
    characters, tokens = list(path.characters()), list(path.tokens())
    items = [*_characters(characters), *_bytes(characters), *_tokens(tokens)]
    for item in items:
        item["say"] = _say(characters, tokens, item["start"], item["end"])
    ends = [character.byte_start for character in characters[1:]] + [len(path.utf8)]
    return {
        "rows": [_("Character"), _("Code point"), _("UTF-8 byte"), _("Byte symbol"), _("Token"), _("Id")],
        "columns": len(path.utf8),
        "items": items,
        "breaks": ends,
        "good": [group.byte_end for group in path.groups()],
        "summary": _summary(path),
    }


def _characters(characters: Sequence[CharacterView]) -> list[LensItem]:
    return [
        {
            "start": character.byte_start,
            "end": character.byte_start + len(character.bytes),
            "hue": None,
            "cells": [(0, visible(character.character), ""), (1, character.code_point, "")],
            "say": "",
        }
        for character in characters
    ]


def _bytes(characters: Sequence[CharacterView]) -> list[LensItem]:
    return [
        {
            "start": place,
            "end": place + 1,
            "hue": None,
            "cells": [(2, f"{byte.value:02X}", str(byte.value)), (3, byte.symbol, "")],
            "say": "",
        }
        for character in characters
        for place, byte in enumerate(character.bytes, character.byte_start)
    ]


def _tokens(tokens: Sequence[TokenView]) -> list[LensItem]:
    return [
        {
            "start": token.byte_start,
            "end": token.byte_end,
            "hue": None if token.id is None else hue(token.id),
            "cells": [(4, token_as_text(token.token), ""), (5, str(token.id), "")],
            "say": "",
        }
        for token in tokens
    ]


def _say(characters: Sequence[CharacterView], tokens: Sequence[TokenView], start: int, end: int) -> str:
    """All that belongs to some bytes, in a line."""
    over = [one for one in characters if one.byte_start < end and one.byte_start + len(one.bytes) > start]
    inside = [
        byte
        for character in over
        for place, byte in enumerate(character.bytes, character.byte_start)
        if start <= place < end
    ]
    made = [token for token in tokens if token.byte_start < end and token.byte_end > start]
    return " → ".join(
        (
            " ".join(f"{visible(one.character)} {one.code_point}" for one in over),
            _("bytes {hex}").format(hex=" ".join(f"{byte.value:02X}" for byte in inside)),
            _("symbols {symbols}").format(symbols=" ".join(byte.symbol for byte in inside)),
            _("tokens {tokens}").format(tokens=" | ".join(token_as_text(token.token) for token in made)),
            _("ids {ids}").format(ids=" ".join(str(token.id) for token in made)),
        )
    )


def _summary(path: TextPath) -> str:
    return _("Characters: {characters:,}. Bytes: {bytes:,}. Tokens: {tokens:,}.").format(
        characters=len(path.text), bytes=len(path.utf8), tokens=path.number_of_tokens
    )
