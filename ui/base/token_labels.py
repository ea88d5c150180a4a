"""A token of a vocabulary as it is drawn and named, in each notation."""

from bpe_engine import Tokenizer
from bpe_engine.tokenizer import NO_ID
from ui.base.notation import Notation, written
from ui.base.visible_text import LONGEST_NAME, name, token_as_text, visible

LONGEST_TEXT = 160
"""Characters of a token, and bytes, that are drawn."""


def token_text(tokenizer: Tokenizer, token: str) -> str:
    """A token of a vocabulary as it is drawn: the text that it stands for, or its bytes where that is no text."""
    if len(token) > LONGEST_TEXT:
        return name(token)
    if token in tokenizer.named_tokens:
        return visible(token)
    if tokenizer.space:
        return visible(token.replace(tokenizer.space, " "))
    return token_as_text(token) if tokenizer.byte_level else visible(token)


def text_of_id(tokenizer: Tokenizer, token_id: int) -> str:
    """The token of an id as it is drawn; the unknown one where the id is none."""
    token = tokenizer.unk_token if token_id == NO_ID else tokenizer.token(token_id)
    as_bytes = tokenizer.byte_level and token not in tokenizer.named_tokens
    return token_as_text(token) if as_bytes else visible(token)


def in_notations(tokenizer: Tokenizer, token: str, *, short: bool = False) -> dict[Notation, str]:
    """A token in each notation that there is; `short`, as a sentence names it."""
    token_id = tokenizer.vocabulary.get(token)
    text = token_name(tokenizer, token) if short else token_text(tokenizer, token)
    found: dict[Notation, str] = {"text": text, "ids": text if token_id is None else str(token_id)}
    if tokenizer.byte_level and token not in tokenizer.named_tokens:
        shortest = short or len(token) > LONGEST_TEXT
        symbols = written(token, of_bytes=True, short=shortest)
        return {**found, "symbols": symbols.symbols, "hex": symbols.hex}
    return {**found, "symbols": text, "hex": text} if tokenizer.byte_level else found


def token_name(tokenizer: Tokenizer, token: str) -> str:
    """The same, short enough for a sentence."""
    text = token_text(tokenizer, token)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 8]}…{text[-7:]}"
