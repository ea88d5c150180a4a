"""SentencePiece's handling of spaces, for model files without normalization rules.

After google/sentencepiece, normalizer.cc of version 0.2.3. Rules that replace characters (NFKC and the like) are tables
in the file, which the library itself applies.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from bpe_engine.byte_alphabet import utf8
from bpe_engine.sentencepiece.model_file import SPACE, ModelFile
from bpe_engine.text.input_text import require_text
from bpe_engine.text.normalizers import Normalized


def check_text(text: str) -> str:
    """Return the text. Raises EngineError for what is none, and for a lone surrogate, which UTF-8 cannot write."""
    utf8(require_text(text))
    return text


def from_offsets(text: str, offsets: Sequence[int]) -> Normalized:
    """Return a text aligned as in SentencePiece: a character spans from its original's start to the next one's.

    `offsets` contains the start of each character, followed by the end of the last.
    """
    return Normalized(text, offsets[:-1], offsets[1:])


@dataclass(frozen=True)
class SpaceNormalizer:
    """The handling of spaces in a model without normalization rules (identity).

    >>> SpaceNormalizer().normalize("  a  b ")
    '▁a▁b'
    """

    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True
    space_at_end: bool = False  # of words; the dummy prefix is then a suffix
    symbols: tuple[str, ...] = ()  # user-defined symbols, matched as they are, the longest first

    @classmethod
    def of(cls, model: ModelFile) -> "SpaceNormalizer":
        """Return a model's handling of spaces, ignoring its other normalization rules."""
        return cls(
            model.add_dummy_prefix,
            model.remove_extra_whitespaces,
            model.escape_whitespaces,
            model.space_at_end,
            model.symbols,
        )

    @property
    def space(self) -> str:
        """The character that replaces a space."""
        return SPACE if self.escape_whitespaces else " "

    def normalize(self, text: str) -> str:
        """Return the normalized text. Raises EngineError for a lone surrogate."""
        if self.remove_extra_whitespaces or self.space_at_end or not text:
            return self.aligned(text).text
        return (self.space if self.add_dummy_prefix else "") + check_text(text).replace(" ", self.space)

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it to the original. Raises the errors of `normalize`."""
        check_text(text)
        output: list[str] = []
        offsets: list[int] = []

        def add(characters: Iterable[str]) -> None:
            for character in characters:
                output.append(self.space if character == " " else character)
                offsets.append(place)

        # Spaces at the start of a user-defined symbol are not leading spaces.
        spaces = takewhile(" ".__eq__, self._units(text)) if self.remove_extra_whitespaces else ()
        place = sum(1 for _ in spaces)
        if place == len(text):
            return from_offsets("", [place])
        if self.add_dummy_prefix and not self.space_at_end:
            add(" ")
        after_space = self.remove_extra_whitespaces
        for unit in self._units(text[place:]):
            shortened = unit.lstrip(" ") if after_space else unit
            add(shortened)
            if shortened:
                after_space = self.remove_extra_whitespaces and shortened.endswith(" ")
            place += len(unit)
        if self.remove_extra_whitespaces:
            while output and output[-1] == self.space:
                output.pop()
                place = offsets.pop()
        if self.add_dummy_prefix and self.space_at_end:
            add(" ")
        return from_offsets("".join(output), [*offsets, place])

    def _units(self, text: str) -> Iterator[str]:
        """Yield the characters of a text, with user-defined symbols as units."""
        return (match.group() for match in self._unit.finditer(text))

    @cached_property
    def _unit(self) -> "re.Pattern[str]":
        return re.compile("|".join((*map(re.escape, self.symbols), ".")), re.DOTALL)
