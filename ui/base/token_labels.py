"""Labels of a vocabulary's token: as drawn and as named in sentences, in each notation."""

from bpe_engine import Tokenizer
from bpe_engine.tokenizer import NO_ID
from ui.base.notation import Notation, notate
from ui.base.text_direction import isolate
from ui.base.visible_text import MAX_NAME_LENGTH, display_name, make_visible, token_as_text

LONGEST_TEXT = 160
"""Characters, or bytes, of a token that are drawn."""


def token_label(tokenizer: Tokenizer, token: str) -> str:
    """Return a token as drawn: its text, or its bytes if they are not text."""
    if len(token) > LONGEST_TEXT:
        return display_name(token)
    if token in tokenizer.tokens_by_name:
        return make_visible(token)
    if tokenizer.space:
        return make_visible(token.replace(tokenizer.space, " "))
    return token_as_text(token) if tokenizer.byte_level else make_visible(token)


def id_label(tokenizer: Tokenizer, token_id: int) -> str:
    """Return the token of an id as drawn; the unknown token for `NO_ID`."""
    token = tokenizer.unk_token if token_id == NO_ID else tokenizer.token(token_id)
    as_bytes = tokenizer.byte_level and token not in tokenizer.tokens_by_name
    return token_as_text(token) if as_bytes else make_visible(token)


def notations_of(tokenizer: Tokenizer, token: str, *, short: bool = False) -> dict[Notation, str]:
    """Return a token in each available notation; `short` as in a sentence."""
    token_id = tokenizer.vocabulary.get(token)
    text = short_token_label(tokenizer, token) if short else token_label(tokenizer, token)
    labels: dict[Notation, str] = {"text": text, "ids": text if token_id is None else str(token_id)}
    if tokenizer.byte_level and token not in tokenizer.tokens_by_name:
        shortest = short or len(token) > LONGEST_TEXT
        symbols = notate(token, of_bytes=True, short=shortest)
        return {**labels, "symbols": symbols.symbols, "hex": symbols.hex}
    return {**labels, "symbols": text, "hex": text} if tokenizer.byte_level else labels


def short_token_label(tokenizer: Tokenizer, token: str) -> str:
    """Return a token as text, short enough for a sentence, and isolated."""
    text = token_label(tokenizer, token)
    return isolate(text if len(text) <= MAX_NAME_LENGTH else f"{text[: MAX_NAME_LENGTH - 8]}…{text[-7:]}")
