"""A text cut into visible tokens."""

from dataclasses import dataclass
from typing import NamedTuple

_SHOWN = {" ": "·", "\n": "↵", "\t": "→"}


def make_visible(text: str) -> str:
    """Return a text with white space, control characters and lone surrogates replaced by visible symbols.

    >>> make_visible("a b\\x1b")
    'a·b\\\\x1b'
    """
    return "".join(
        _SHOWN.get(character)
        or (character if character.isprintable() else character.encode("unicode_escape").decode("ascii"))
        for character in text
    )


class VisibleToken(NamedTuple):
    """A token of a text as displayed."""

    text: str  # the token as text; as hex bytes if it is part of a character
    token: str  # as the vocabulary writes it
    id: int | None  # None if it is unknown and there is no unknown token


@dataclass(frozen=True)
class TokenizedText:
    """A tokenized text, shown in colour in a notebook. Made by `Tokenizer.show`."""

    tokens: tuple[VisibleToken, ...]

    @property
    def ids(self) -> list[int | None]:
        """The ids of the tokens."""
        return [token.id for token in self.tokens]

    def __str__(self) -> str:
        return "|".join(make_visible(token.text) for token in self.tokens)


def visible_bytes(data: bytes) -> str:
    """Return bytes as visible text, or in hex if they are incomplete characters.

    >>> visible_bytes(b"the"), visible_bytes(b"\\xc3")
    ('the', '<C3>')
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(f"<{byte:02X}>" for byte in data)
