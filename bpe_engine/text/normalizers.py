"""Normalizers: change a text before it is cut into words, and align it to the original.

BERT's is that of google-research/bert (tokenization.py, BasicTokenizer), in the order and with the limits of the
tokenizers library, whose ids are the reference.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import regex

from bpe_engine.byte_alphabet import utf8
from bpe_engine.text.input_text import require_text


class Normalized(NamedTuple):
    """A text after normalization; character n comes from the original's characters `starts[n]` to `ends[n]`."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def identity(cls, text: str) -> "Normalized":
        """Return an unchanged text."""
        text = require_text(text)
        return cls(text, range(len(text)), range(1, len(text) + 1))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the original of a part of the normalized text.

        An empty part follows directly after the text before it.
        """
        if start == end:
            after = self.ends[start - 1] if start else 0
            return after, after
        return self.starts[start], self.ends[end - 1]


class Normalizer(Protocol):
    """The interface of normalizers, which change a text before it is cut into words."""

    def normalize(self, text: str) -> str:
        """Return the text as the tokenizer sees it."""

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it to the original."""


# Chinese characters: the blocks listed in BERT's code, without kana and Hangul. The last block but one
# begins 256 characters later than in the original code, as in the tokenizers library.
_CJK = regex.compile(
    r"[\u4E00-\u9FFF\u3400-\u4DBF\U00020000-\U0002A6DF\U0002A700-\U0002B73F"
    r"\U0002B740-\U0002B81F\U0002B920-\U0002CEAF\uF900-\uFAFF\U0002F800-\U0002FA1F]"
)
_WHITE_SPACE = regex.compile(r"\s")
_INVISIBLE = ("Cc", "Cf", "Cs", "Co")  # control, format, surrogate and private-use characters


class BertNormalizer:
    """The normalization of uncased BERT: clean the text, isolate Chinese characters, strip accents, lower case.

    Character classes are those of Python's `unicodedata`. The tokenizers library uses Unicode 8, in which marks added
    later (mostly of rare scripts) do not count as accents, and stay.

    >>> BertNormalizer().normalize("Ünïted États 東京")
    'united etats  東  京 '
    """

    def normalize(self, text: str) -> str:
        """Return the text as BERT's tokenizer sees it."""
        normalized = "".join([_KNOWN[character] for character in require_text(text)])
        if any(map(unicodedata.combining, normalized)):
            return self.aligned(text).text  # remaining marks may have to be reordered
        return normalized

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it to the original."""
        parts = [(part, place) for place, character in enumerate(require_text(text)) for part in _decomposed(character)]
        kept = [
            (lower, place)
            for part, place in _canonically_ordered(parts)
            if not _is_accent(part)
            for lower in part.lower()
        ]
        starts = [place for _, place in kept]
        return Normalized("".join(lower for lower, _ in kept), starts, [place + 1 for place in starts])


def _decomposed(character: str) -> str:
    """Return a cleaned character: separated if Chinese, split into letter and accents, "" if removed."""
    if character in "\t\n\r":
        return " "
    if character in "\0\ufffd" or unicodedata.category(character) in _INVISIBLE:
        return ""
    if _WHITE_SPACE.match(character):
        return " "
    decomposed = unicodedata.normalize("NFD", character)
    return f" {decomposed} " if _CJK.match(character) else decomposed


def _is_accent(character: str) -> bool:
    return unicodedata.category(character) == "Mn"


def _canonically_ordered(parts: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Sort runs of marks by combining class, as in Unicode's canonical ordering."""
    ordered = list(parts)
    start = 0
    for end in range(len(parts) + 1):
        if end == len(parts) or not unicodedata.combining(parts[end][0]):
            if end - start > 1:
                ordered[start:end] = sorted(parts[start:end], key=lambda part: unicodedata.combining(part[0]))
            start = end + 1
    return ordered


class NFC:
    """Unicode normalization form C, used by Qwen's tokenizers: a letter and its accent become one character.

    >>> NFC().aligned("re\\u0301e")
    Normalized(text='rée', starts=[0, 1, 3], ends=[1, 3, 4])
    """

    def normalize(self, text: str) -> str:
        """Return the text as the tokenizer sees it. Raises EngineError for a lone surrogate."""
        utf8(require_text(text))
        return unicodedata.normalize("NFC", text)

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it: a composed character comes from all its parts.

        Raises the errors of `normalize`.
        """
        utf8(require_text(text))
        if unicodedata.is_normalized("NFC", text):
            return Normalized.identity(text)
        parts = [
            (part, place) for place, character in enumerate(text) for part in unicodedata.normalize("NFD", character)
        ]
        composed: list[tuple[str, int, int]] = []
        starter = -1  # index in `composed` of the last character that marks may compose with
        for part, place in _canonically_ordered(parts):
            mark = unicodedata.combining(part)
            follows = starter == len(composed) - 1  # else there is a mark in between
            if starter >= 0 and (follows or unicodedata.combining(composed[-1][0]) < mark):
                letter, start, end = composed[starter]
                whole = unicodedata.normalize("NFC", letter + part)
                if len(whole) == 1:
                    composed[starter] = whole, min(start, place), max(end, place + 1)
                    continue
            if not mark:
                starter = len(composed)
            composed.append((part, place, place + 1))
        return Normalized(
            "".join(character for character, _, _ in composed),
            [start for _, start, _ in composed],
            [end for _, _, end in composed],
        )


class Rewriting:
    """Replacements and a prefix: how files converted from SentencePiece models handle spaces.

    Each step is (text, replacement); if the text is empty, the replacement is prepended to any non-empty input.

    >>> Rewriting(("", "▁"), (" ", "▁")).aligned("a b")
    Normalized(text='▁a▁b', starts=[0, 0, 1, 2], ends=[1, 1, 2, 3])
    """

    def __init__(self, *steps: tuple[str, str]) -> None:
        self.steps = steps

    def normalize(self, text: str) -> str:
        """Return the text as the tokenizer sees it. Raises EngineError for a lone surrogate."""
        utf8(require_text(text))
        for old, new in self.steps:
            text = text.replace(old, new) if old else new * bool(text) + text
        return text

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it: a replacement comes from the whole replaced text.

        Raises the errors of `normalize`.
        """
        utf8(require_text(text))
        starts, ends = list(range(len(text))), list(range(1, len(text) + 1))
        for old, new in self.steps:
            if old:
                places = [match.start() for match in re.finditer(re.escape(old), text)]
            else:
                places = [0] * bool(text)
            for place in reversed(places):
                after = place + len(old)
                last = max(after, place + 1) - 1  # a prefix is aligned to the first character
                text = text[:place] + new + text[after:]
                starts[place:after], ends[place:after] = [starts[place]] * len(new), [ends[last]] * len(new)
        return Normalized(text, starts, ends)


class _CharacterCache(dict[str, str]):
    """Character -> its normalized form, computed on first use. Unbounded, since the number of characters is limited."""

    def __missing__(self, character: str) -> str:
        lowered = [part.lower() for part in _decomposed(character) if not _is_accent(part)]
        self[character] = "".join(lowered)
        return self[character]


_KNOWN = _CharacterCache()
