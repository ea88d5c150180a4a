"""What a notebook shows of tokens, merges and steps: a little HTML, with everything from a text escaped.

A token's colour is that of its id, and never stands alone: each token has a border and a gap, and its id as a title.
Text has the page's own colour on a thin tint, so that it can be read on light and on dark.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bpe_engine.bpe.encoding import EncodeStep
    from bpe_engine.bpe.events import MergeEvent

_SHOWN = {" ": "·", "\n": "↵", "\t": "→"}
_ROW = '<div style="line-height:2.2;font-family:monospace;overflow-wrap:anywhere" dir="ltr">{}</div>'
LONGEST = 5_000
"""Tokens that a notebook shows of one text."""


def hue(token_id: int) -> int:
    """A token's colour, in degrees: the same wherever the token stands, and far from that of the ids beside it.

    >>> hue(0), hue(1), hue(2)
    (0, 138, 275)
    """
    return round(token_id * 137.508) % 360  # the golden angle


def visible(text: str) -> str:
    """A text with white space, control characters and half characters shown as signs.

    >>> visible("a b\\x1b")
    'a·b\\\\x1b'
    """
    return "".join(
        _SHOWN.get(character)
        or (character if character.isprintable() else character.encode("unicode_escape").decode("ascii"))
        for character in text
    )


def chip(text: str, token_id: int | None = None, *, title: str = "", bold: bool = False) -> str:
    """A token in its colour; dashed and without one where it has no id."""
    if token_id is None:
        look = "border:1px dashed currentColor"
    else:
        degrees = hue(token_id)
        look = f"border:1px solid hsl({degrees} 60% 50%);background:hsl({degrees} 80% 50% / 0.2)"
    weight = ";font-weight:bold;border-width:2px" if bold else ""
    name = title or ("unknown" if token_id is None else f"id {token_id}")
    return (
        f'<span title="{escape(name)}" style="{look}{weight};border-radius:3px;margin:0 2px;padding:1px 3px;'
        f'white-space:pre-wrap;unicode-bidi:isolate">{escape(visible(text))}</span>'
    )


class ShownToken(NamedTuple):
    """A token of a text, as it is shown."""

    text: str  # what it stands for; its bytes in hex where that is a part of a character
    token: str  # as the vocabulary writes it
    id: int | None  # None where it is unknown and nothing stands for that


@dataclass(frozen=True)
class TokenizedText:
    """A text cut into tokens, which a notebook shows in colour. Made by `Tokenizer.show`."""

    tokens: tuple[ShownToken, ...]

    @property
    def ids(self) -> list[int | None]:
        """The ids of the tokens."""
        return [token.id for token in self.tokens]

    def __str__(self) -> str:
        return "|".join(visible(token.text) for token in self.tokens)

    def _repr_html_(self) -> str:
        chips = [
            chip(text, token_id, title=f"{'no id' if token_id is None else f'id {token_id}'}: {visible(token)}")
            for text, token, token_id in self.tokens[:LONGEST]
        ]
        more = len(self.tokens) - LONGEST
        if more > 0:
            chips.append(f"and {more:,} more")
        return _ROW.format("".join(chips))


def shown_bytes(data: bytes) -> str:
    """Bytes as text, or in hex where they are no whole characters.

    >>> shown_bytes(b"the"), shown_bytes(b"\\xc3")
    ('the', '<C3>')
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(f"<{byte:02X}>" for byte in data)


def merge_event_html(event: "MergeEvent") -> str:
    """A merge: the two symbols, and the token that they became."""
    left, right = (chip(symbol, title="symbol") for symbol in event.pair)
    told = f"merge {event.rank:,}, {event.count:,} ×"
    if event.tied:
        told += f", tied with {event.tied:,}"
    return _ROW.format(f"{left} + {right} = {chip(event.token, event.token_id, bold=True)} <small>{told}</small>")


def encode_step_html(step: "EncodeStep") -> str:
    """A word at a step: its symbols, those that have just been merged in bold."""
    fresh = set(step.merged)
    row = _chips(step.symbols, step.ids, fresh)
    told = f"word {step.word:,}"
    if step.rank is not None:
        told += f", after merge {step.rank:,}"
    return _ROW.format(f"{row} <small>{told}</small>")


def _chips(symbols: Sequence[str], ids: Sequence[int | None], bold: set[int]) -> str:
    return "".join(
        chip(symbol, token_id, bold=place in bold)
        for place, (symbol, token_id) in enumerate(zip(symbols, ids, strict=True))
    )
