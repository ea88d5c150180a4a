"""Cut a text in several passes, each within the pieces of the one before, as in the tokenizers library.

Its pre-tokenizers all work alike: a pattern is matched in the text, and a `behavior` decides what happens to the
matches and to the text between them.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from bpe_engine.pre_tokenizers import PreToken, PreTokenizer
from bpe_engine.text import custom_patterns

Behavior = Literal["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"]
BEHAVIORS: tuple[str, ...] = get_args(Behavior)


class Segment(NamedTuple):
    """A part of a text, and whether the pattern matched it."""

    start: int
    end: int
    matched: bool


class Split(NamedTuple):
    """A pattern and what to do with its matches. With `invert`, the text between the matches counts as the matches."""

    pattern: PreTokenizer
    behavior: Behavior
    invert: bool = False

    def _segments(self, text: str, matches: list[tuple[int, int]]) -> list[Segment]:
        """Return the matches and the segments between them, in order, including empty matches."""
        segments: list[Segment] = []
        place = 0
        for start, end in matches:
            if start == end == place and segments:
                continue  # an empty match right after a match does not count
            if start > place:
                segments.append(Segment(place, start, self.invert))
            segments.append(Segment(start, end, not self.invert))
            place = end
        if place < len(text):
            segments.append(Segment(place, len(text), self.invert))
        return segments

    def find_spans(self, texts: list[str], until: float) -> list[list[tuple[int, int]]]:
        """Return (start, end) of the pieces of each text."""
        matches = custom_patterns.find_matches_like_oniguruma(self.pattern.pattern, texts, until - time.monotonic())
        return [self._pieces(self._segments(text, places)) for text, places in zip(texts, matches, strict=True)]

    def _pieces(self, segments: list[Segment]) -> list[tuple[int, int]]:
        match self.behavior:
            case "isolated":
                places = [(start, end) for start, end, _ in segments]
            case "removed":
                places = [(start, end) for start, end, matched in segments if not matched]
            case "contiguous":
                places = _join_segments(segments, lambda segment, before: segment.matched == before.matched)
            case "merged_with_previous":
                places = _join_segments(segments, lambda segment, before: segment.matched and not before.matched)
            case "merged_with_next":
                turned = [Segment(-end, -start, matched) for start, end, matched in reversed(segments)]
                joined = _join_segments(turned, lambda segment, before: segment.matched and not before.matched)
                places = [(-end, -start) for start, end in reversed(joined)]
        return [(start, end) for start, end in places if end > start]


def _join_segments(segments: list[Segment], joins: Callable[[Segment, Segment], bool]) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    before: Segment | None = None
    for segment in segments:
        if before is not None and joins(segment, before):
            places[-1] = (places[-1][0], segment.end)
        else:
            places.append((segment.start, segment.end))
        before = segment
    return places


@dataclass(frozen=True)
class SplitSequence(PreTokenizer):
    """Cuts a text by the first split, the pieces by the second, and so on. `pattern` is for display only.

    >>> digits = Split(PreTokenizer(r"\\p{N}"), "isolated")
    >>> spaces = Split(PreTokenizer(r"\\s"), "removed")
    >>> split_sequence(digits, spaces).split("in 1994 or so")
    ['in', '1', '9', '9', '4', 'or', 'so']
    """

    splits: tuple[Split, ...] = ()

    def split(self, text: str) -> list[str]:
        """Return the pieces as strings. Raises EngineError if the patterns take longer than MATCH_TIMEOUT allows."""
        return [text[start:end] for start, end in self._spans(text)]

    def pre_tokens(self, text: str) -> list[PreToken]:
        """Return the pieces with their positions. Raises the errors of `split`."""
        return [PreToken(text[start:end], start, None) for start, end in self._spans(text)]

    def count(self, texts: Iterable[str]) -> dict[str, int]:
        """Return how often each piece occurs in some texts, in order of first appearance.

        Raises the errors of `split`.
        """
        counts: dict[str, int] = {}
        for text in texts:
            for piece in self.split(text):
                counts[piece] = counts.get(piece, 0) + 1
        return counts

    def split_each(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the pieces of each text. Raises the errors of `split`."""
        return [
            [text[start:end] for start, end in places]
            for text, places in zip(texts, self._spans_of_each(texts), strict=True)
        ]

    def _spans(self, text: str) -> list[tuple[int, int]]:
        return self._spans_of_each([text])[0]

    def _spans_of_each(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        until = time.monotonic() + custom_patterns.time_limit(texts)
        places = [[(0, len(text))] if text else [] for text in texts]
        for split in self.splits:
            cut = [text[start:end] for text, spans in zip(texts, places, strict=True) for start, end in spans]
            pieces = iter(split.find_spans(cut, until))
            places = [
                [(start + first, start + last) for start, _end in spans for first, last in next(pieces)]
                for spans in places
            ]
        return places


def split_sequence(*splits: Split) -> SplitSequence:
    """Return the `SplitSequence` of these splits."""
    return SplitSequence(pattern=" ⟶ ".join(split.pattern.pattern for split in splits), splits=splits)
