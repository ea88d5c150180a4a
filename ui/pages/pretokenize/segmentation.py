"""A text split by patterns: chunks by the alternative that matched, skipped text, and differences of patterns."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from bpe_engine.notebook import token_hue
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, Alternative, PreToken
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name as in_a_sentence
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import ChunkedText, Chunks, PatternAlternative
from ui.jobs.learner_patterns import find_matches

PatternName = Literal["gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "qwen", "deepseek", "bert", "whitespace", "own"]

LONGEST_TEXT = 20_000
PART = 1_000
"""Characters whose chunks are drawn at once: two patterns make at most 2,000 chunks of them."""

EXAMPLE = "Hello've world123 how's are you!!!?"
OWN_EXAMPLE = r"\w+|[^\w\s]+"

# The same kind of chunk has the same colour in each pattern.
_KINDS = {
    kind: number
    for number, kind in enumerate(
        dict.fromkeys(
            alternative.name for pre_tokenizer in PRE_TOKENIZERS.values() for alternative in pre_tokenizer.alternatives
        )
    )
}


def pattern_title(name: PatternName | Literal["nothing"]) -> str:
    """Return the pattern's name on screen."""
    return {
        "gpt2": _("GPT-2"),
        "gpt4": _("GPT-3.5 and GPT-4 (cl100k)"),
        "gpt4-minbpe": _("GPT-4, as in minbpe"),
        "gpt4o": _("GPT-4o (o200k)"),
        "qwen": "Qwen",
        "deepseek": "DeepSeek V3",
        "bert": _("BERT"),
        "whitespace": _("White space"),
        "own": _("Your own regex"),
        "nothing": _("No second pattern"),
    }[name]


def examples() -> dict[str, str]:
    """Return texts worth splitting, by title."""
    return {
        _("A bit of everything"): EXAMPLE,
        _("Numbers, capitals"): "In 2024, 1234567 people said DON'T.",
        _("Code"): "def f(x):\n    if x:\n        return x + 1\n",
        _("Other scripts"): "camelCase, ÜBER, 東京, e\u0301té, привет  мир  ",
    }


class TextSegment(NamedTuple):
    """A segment of the text: a chunk, or text that the pattern skips (`row` is None)."""

    text: str
    start: int
    row: int | None  # index in the legend


@dataclass(frozen=True)
class Segmentation:
    """A text split by a pattern."""

    pattern: PatternName
    text: str
    alternatives: tuple[Alternative, ...]
    pre_tokens: Sequence[PreToken]

    @cached_property
    def segments(self) -> tuple[TextSegment, ...]:
        """The whole text in order: chunks, and what is between them."""
        return tuple(self._pieces())

    def _pieces(self) -> Iterator[TextSegment]:
        place = 0
        for text, start, alternative in self.pre_tokens:
            if start > place:
                yield TextSegment(self.text[place:start], place, None)
            yield TextSegment(text, start, alternative or 0)
            place = start + len(text)
        if place < len(self.text):
            yield TextSegment(self.text[place:], place, None)

    @cached_property
    def boundaries(self) -> frozenset[int]:
        """The positions, in characters, where the text is split."""
        return frozenset(piece.start for piece in self.segments if piece.start)


def segment(pattern: PatternName, text: str, regex: str = "") -> Segmentation:
    """Split a text; `regex` is the pattern of "own". Raises EngineError if it does not work."""
    if pattern == "own":
        alternative = Alternative(_("your regex"), regex, _("Whatever your regex matches."))
        pieces = tuple(PreToken(text[start:end], start, None) for start, end in find_matches(regex, text))
        return Segmentation(pattern, text, (alternative,), pieces)
    pre_tokenizer = PRE_TOKENIZERS[pattern]
    return Segmentation(pattern, text, pre_tokenizer.alternatives, pre_tokenizer.pre_tokens(text))


def offsets(cut: Segmentation, part: int) -> str:
    """Return the chunks that begin in a part (from 1), as `pre_tokenize_str` lists them: with character positions.

    >>> offsets(segment("gpt2", "a b"), 1)
    "[('a', (0, 1)), (' b', (1, 3))]"
    """
    drawn = range((part - 1) * PART, part * PART)
    return repr([(text, (at, at + len(text))) for text, at, _row in cut.pre_tokens if at in drawn])


def part_count(text: str) -> int:
    """Return the number of parts in which a text is drawn.

    >>> part_count("a" * 1_000), part_count("a" * 1_001)
    (1, 2)
    """
    return max(1, -(-len(text) // PART))


def payload(segmentations: Sequence[Segmentation], part: int) -> Chunks:
    """Return the component's data for one or two splits of a text: the chunks of a part (from 1), and legends."""
    first, last = (part - 1) * PART, part * PART
    return {
        "panels": [
            _panel(
                segmentation,
                next((other for other in segmentations if other is not segmentation), None),
                range(first, last),
            )
            for segmentation in segmentations
        ]
    }


def _panel(segmentation: Segmentation, other: Segmentation | None, part: range) -> ChunkedText:
    only_here = segmentation.boundaries - other.boundaries if other else frozenset()
    segments = [piece for piece in segmentation.segments if piece.start in part]
    left_out = len(segmentation.alternatives)  # the last row of the legend
    goes_on = (segments[0].start if segments else part.stop) > part.start
    return {
        "title": pattern_title(segmentation.pattern),
        "summary": summary(segmentation),
        "legend": legend(segmentation),
        "before": _("The first chunk of this part starts in the previous part and is shown there.") if goes_on else "",
        "pieces": [
            (make_visible(piece.text), left_out if piece.row is None else piece.row, int(piece.start in only_here))
            for piece in segments
        ],
    }


def legend(segmentation: Segmentation) -> list[PatternAlternative]:
    """Return the alternatives of a pattern in order, with their numbers of chunks; last, the skipped text."""
    counts = Counter(piece.row for piece in segmentation.segments)
    rows: list[PatternAlternative] = [
        {
            "number": str(number + 1),
            "name": _(alternative.name),
            "regex": make_visible(alternative.pattern),
            "about": _(alternative.explanation),
            "count": _chunks(counts[number]),
            "hue": token_hue(_KINDS.get(alternative.name, 1)),
        }
        for number, alternative in enumerate(segmentation.alternatives)
    ]
    if counts[None]:
        rows.append(
            {
                "number": "–",
                "name": _("left out"),
                "regex": "",
                "about": _("No alternative matches here. This text gets no tokens: it is lost."),
                "count": ngettext("{count} piece", "{count} pieces", counts[None]).format(
                    count=localized_number(counts[None])
                ),
                "hue": None,
            }
        )
    return rows


def _chunks(count: int) -> str:
    return ngettext("{count} chunk", "{count} chunks", count).format(count=localized_number(count))


def summary(segmentation: Segmentation) -> str:
    """Return the number of chunks, and the amount of skipped text."""
    lost = sum(len(piece.text) for piece in segmentation.segments if piece.row is None)
    chunks = _chunks(len(segmentation.pre_tokens))
    if not lost:
        return _("{chunks}; nothing is left out.").format(chunks=chunks)
    return ngettext("{chunks}; {count} character left out.", "{chunks}; {count} characters left out.", lost).format(
        chunks=chunks, count=localized_number(lost)
    )


def difference_text(first: Segmentation, second: Segmentation) -> str:
    """Return where two patterns split, with numbers."""
    common = len(first.boundaries & second.boundaries)
    only_one, only_other = len(first.boundaries - second.boundaries), len(second.boundaries - first.boundaries)
    if not only_one and not only_other:
        return _("Both patterns cut this text at the same places.")
    sentences = [
        ngettext("Both patterns cut at {count} place.", "Both patterns cut at {count} places.", common),
        ngettext("Only {first}: {count} place.", "Only {first}: {count} places.", only_one),
        ngettext("Only {second}: {count} place.", "Only {second}: {count} places.", only_other),
        _("A thick bar marks a place where the other pattern doesn’t cut."),
    ]
    titles = {"first": pattern_title(first.pattern), "second": pattern_title(second.pattern)}
    counts = (common, only_one, only_other, 0)
    return join_sentences(
        *(text.format(count=localized_number(count), **titles) for text, count in zip(sentences, counts, strict=True))
    )


def why_no_merge_crosses(segmentation: Segmentation) -> str:
    """Explain why no token crosses a boundary: two sentences, the second with an example from the text."""
    rule = _(
        "Pairs are counted and merged inside one chunk at a time, in training and encoding alike, so no token ever "
        "spans the end of one chunk and the start of the next."
    )
    for left, right in zip(segmentation.pre_tokens, segmentation.pre_tokens[1:], strict=False):
        if left.start + len(left.text) == right.start:
            return join_sentences(
                rule,
                _(
                    "Here “{left}” and “{right}” are neighbours, but “{last}” + “{first}” is never merged across the "
                    "boundary, however often the two meet."
                ).format(
                    left=in_a_sentence(left.text),
                    right=in_a_sentence(right.text),
                    last=in_a_sentence(left.text[-1]),
                    first=in_a_sentence(right.text[0]),
                ),
            )
    return join_sentences(rule, _("No two chunks touch in this text, so it has no such pair."))
