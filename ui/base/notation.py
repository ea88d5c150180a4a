"""How a token is written: as text, in byte symbols, as bytes in hex, or as its id. Decided here, chosen in the browser.

A sentence names tokens by marks (`name_token`, `name_pair`, `name_text`). A player's table of tokens numbers them, and
the player writes each in the notation that the reader has chosen.
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

FREQUENT = 0.1  # the share of characters outside of ASCII from which a text is hard to read in byte symbols
MIN_READABLE = 10_000  # characters that tell it
MAX_BYTES = 10  # in a sentence

_OPEN, _CLOSE = "\ue000", "\ue001"  # `make_visible` writes them otherwise, so nothing that is shown has them
_MARK = re.compile(f"{_OPEN}([0-9a-f.]*)([tw]){_CLOSE}")


class NotatedToken(NamedTuple):
    """A token in each notation but ids; `said` is how it is read out where its text does not tell, as a space."""

    symbols: str
    text: str
    hex: str  # empty where a token is none of bytes
    said: str


def notations(*, of_bytes: bool) -> list[Notation]:
    """The notations that mean something: characters have no byte symbols."""
    return list(NOTATIONS) if of_bytes else ["text", "ids"]


def suggested_notation(words: Iterable[str], *, of_bytes: bool) -> Notation:
    """What suits a corpus of these words best: byte symbols as far as they are letters that can be read.

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
    """A token in each notation; `short`, as a sentence names one that is very long.

    >>> notate("Ġis", of_bytes=True)
    NotatedToken(symbols='Ġis', text='·is', hex='20 69 73', said='space is')
    >>> notate("ä½", of_bytes=True).text, notate("</w>", of_bytes=False).hex
    ('E4 BD', '')
    """
    shown = shortened if short else make_visible
    if not of_bytes:
        return NotatedToken(shown(token), shown(token), "", spoken_text(token))
    data = symbols_to_bytes(token)
    in_hex = data.hex(" ").upper() if not short or len(data) <= MAX_BYTES else _ends(data)
    text = byte_text(token)
    if text is None:
        return NotatedToken(shown(token), in_hex, in_hex, in_hex)
    said = spoken_text(text) or (text if text != token else "")
    return NotatedToken(shown(token), shown(text), in_hex, said)


def _ends(data: bytes) -> str:
    return f"{data[: MAX_BYTES - 2].hex(' ').upper()} … {data[-2:].hex(' ').upper()}"


def name_token(token: str) -> str:
    """A token as it is named in a sentence of a player."""
    return _mark("t", token)


def name_text(text: str) -> str:
    """A word or another text that is no token, as it is named in a sentence of a player: it has no id."""
    return _mark("w", text)


def name_pair(pair: Pair) -> str:
    """A pair as it is named in a sentence of a player."""
    return _mark("t", *pair)


def quote_tokens(tokens: Iterable[str]) -> list[str]:
    """Tokens as each stands in a sentence of a player: “ug”."""
    return [_("“{token}”").format(token=name_token(token)) for token in tokens]


def _mark(kind: Literal["t", "w"], *parts: str) -> str:
    coded = ".".join(part.encode("utf-8", "surrogatepass").hex() for part in parts)
    return f"{_OPEN}{coded}{kind}{_CLOSE}"


def number_names(text: str, number_of: Callable[[str, bool], int]) -> str:
    """A sentence with numbers in its marks. `number_of` is given a part, and whether it is a token."""

    def number(found: re.Match[str]) -> str:
        return f"{_OPEN}{' '.join(str(number_of(part, found[2] == 't')) for part in _parts(found))}{_CLOSE}"

    return _MARK.sub(number, text) if _OPEN in text else text


def notation_labels() -> dict[Any, str]:
    """The texts of the switch, to be put among those of whatever has one."""
    return {
        "notation": _("Show tokens as"),
        "text": _("Text"),
        "symbols": _("Byte symbols"),
        "hex": _("Hex"),
        "ids": _("Ids"),
    }


def pair_form() -> str:
    """How the two tokens of a pair stand in a sentence."""
    return _("“{left}” + “{right}”")


def _parts(found: re.Match[str]) -> list[str]:
    return [bytes.fromhex(part).decode("utf-8", "surrogatepass") for part in found[1].split(".")]
