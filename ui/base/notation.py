"""How a token is written: as text, in byte symbols, as hex bytes, or as its id. The reader chooses, in the browser.

A sentence refers to tokens by marks (`name_token`, `name_pair`, `name_text`). The player's table numbers these tokens,
and the player writes each in the chosen notation.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, get_args

from bpe_engine import Pair
from bpe_engine.byte_alphabet import symbols_to_bytes
from ui.base.i18n import gettext as _
from ui.base.visible_text import byte_text, make_visible, spoken_text
from ui.base.visible_text import display_name as shortened

Notation = Literal["text", "symbols", "hex", "ids"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

FREQUENT = 0.1  # share of non-ASCII characters above which byte symbols are hard to read
MIN_READABLE = 10_000  # characters to sample
MAX_BYTES = 10  # in a sentence

_OPEN, _CLOSE = "\ue000", "\ue001"  # `make_visible` escapes these, so no shown text contains them
_MARK = re.compile(f"{_OPEN}([0-9a-f.]*)([tw]){_CLOSE}")


class NotatedToken(NamedTuple):
    """A token in all notations but ids; `said` is how to read it aloud if its text does not say it, such as a space."""

    symbols: str
    text: str
    hex: str  # empty if the token does not consist of bytes
    said: str


def notations(*, of_bytes: bool) -> list[Notation]:
    """Return the notations that apply: characters have no byte symbols."""
    return list(NOTATIONS) if of_bytes else ["text", "ids"]


def suggested_notation(words: Iterable[str], *, of_bytes: bool) -> Notation:
    """Return the notation that suits a corpus of these words best: byte symbols if most are readable letters.

    >>> suggested_notation(["Ġhug"], of_bytes=True), suggested_notation(["ÐłÑĥ"], of_bytes=True)
    ('symbols', 'text')
    >>> suggested_notation(["hug"], of_bytes=False)
    'text'
    """
    if not of_bytes:
        return "text"
    characters = beyond = 0
    for word in words:
        text = byte_text(word) or word
        characters += len(text)
        beyond += sum(not character.isascii() for character in text)
        if characters > MIN_READABLE:
            break
    return "text" if beyond > FREQUENT * characters else "symbols"


def notate(token: str, *, of_bytes: bool, short: bool = False) -> NotatedToken:
    """Write a token in each notation; `short` shortens a very long one, as for a sentence.

    >>> notate("Ġis", of_bytes=True)
    NotatedToken(symbols='Ġis', text='·is', hex='20 69 73', said='space is')
    >>> notate("ä½", of_bytes=True).text, notate("</w>", of_bytes=False).hex
    ('E4 BD', '')
    """
    write = shortened if short else make_visible
    if not of_bytes:
        return NotatedToken(write(token), write(token), "", spoken_text(token))
    data = symbols_to_bytes(token)
    in_hex = data.hex(" ").upper() if not short or len(data) <= MAX_BYTES else _ends(data)
    text = byte_text(token)
    if text is None:
        return NotatedToken(write(token), in_hex, in_hex, in_hex)
    spoken = spoken_text(text) or (text if text != token else "")
    return NotatedToken(write(token), write(text), in_hex, spoken)


def _ends(data: bytes) -> str:
    return f"{data[: MAX_BYTES - 2].hex(' ').upper()} … {data[-2:].hex(' ').upper()}"


def name_token(token: str) -> str:
    """Return the mark of a token in a player's sentence."""
    return _mark("t", token)


def name_text(text: str) -> str:
    """Return the mark of a word or another text that is not a token and has no id, in a player's sentence."""
    return _mark("w", text)


def name_pair(pair: Pair) -> str:
    """Return the mark of a pair in a player's sentence."""
    return _mark("t", *pair)


def quote_tokens(tokens: Iterable[str]) -> list[str]:
    """Return the marks of tokens in quotation marks: “ug”."""
    return [_("“{token}”").format(token=name_token(token)) for token in tokens]


def _mark(kind: Literal["t", "w"], *parts: str) -> str:
    coded = ".".join(part.encode("utf-8", "surrogatepass").hex() for part in parts)
    return f"{_OPEN}{coded}{kind}{_CLOSE}"


def number_names(text: str, number_of: Callable[[str, bool], int]) -> str:
    """Number the marks of a sentence. `number_of` receives a text and whether it is a token."""

    def number(match: re.Match[str]) -> str:
        return f"{_OPEN}{' '.join(str(number_of(part, match[2] == 't')) for part in _parts(match))}{_CLOSE}"

    return _MARK.sub(number, text) if _OPEN in text else text


def notation_labels() -> dict[Any, str]:
    """Return the labels of the notation switch, to be merged into those of its component."""
    return {
        "notation": _("Show tokens as"),
        "text": _("Text"),
        "symbols": _("Byte symbols"),
        "hex": _("Hex"),
        "ids": _("Ids"),
    }


def pair_form() -> str:
    """Return the form of a pair in a sentence."""
    return _("“{left}” + “{right}”")


def _parts(match: re.Match[str]) -> list[str]:
    return [bytes.fromhex(part).decode("utf-8", "surrogatepass") for part in match[1].split(".")]
