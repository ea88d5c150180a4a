"""A token of a vocabulary as it is drawn and named, in each notation."""

from bpe_engine import Tokenizer
from bpe_engine.tokenizer import NO_ID
from ui.base.notation import Notation, notate
from ui.base.text_direction import isolate
from ui.base.visible_text import MAX_NAME_LENGTH, display_name, make_visible, token_as_text

LONGEST_TEXT = 160
"""Characters of a token, and bytes, that are drawn."""


def token_label(tokenizer: Tokenizer, token: str) -> str:
    """A token of a vocabulary as it is drawn: the text that it stands for, or its bytes where that is no text."""
    if len(token) > LONGEST_TEXT:
        return display_name(token)
    if token in tokenizer.tokens_by_name:
        return make_visible(token)
    if tokenizer.space:
        return make_visible(token.replace(tokenizer.space, " "))
    return token_as_text(token) if tokenizer.byte_level else make_visible(token)


def id_label(tokenizer: Tokenizer, token_id: int) -> str:
    """The token of an id as it is drawn; the unknown one where the id is none."""
    token = tokenizer.unk_token if token_id == NO_ID else tokenizer.token(token_id)
    as_bytes = tokenizer.byte_level and token not in tokenizer.tokens_by_name
    return token_as_text(token) if as_bytes else make_visible(token)


def notations_of(tokenizer: Tokenizer, token: str, *, short: bool = False) -> dict[Notation, str]:
    """A token in each notation that there is; `short`, as a sentence names it."""
    token_id = tokenizer.vocabulary.get(token)
    text = short_token_label(tokenizer, token) if short else token_label(tokenizer, token)
    found: dict[Notation, str] = {"text": text, "ids": text if token_id is None else str(token_id)}
    if tokenizer.byte_level and token not in tokenizer.tokens_by_name:
        shortest = short or len(token) > LONGEST_TEXT
        symbols = notate(token, of_bytes=True, short=shortest)
        return {**found, "symbols": symbols.symbols, "hex": symbols.hex}
    return {**found, "symbols": text, "hex": text} if tokenizer.byte_level else found


def short_token_label(tokenizer: Tokenizer, token: str) -> str:
    """The same, short enough for a sentence, and isolated in it."""
    text = token_label(tokenizer, token)
    return isolate(text if len(text) <= MAX_NAME_LENGTH else f"{text[: MAX_NAME_LENGTH - 8]}…{text[-7:]}")
