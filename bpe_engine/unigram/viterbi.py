"""Viterbi's algorithm: of all ways to cut a word into tokens, the most probable one.

The tokens of a cut are assumed to be independent, so its probability is the product of theirs, and logarithms add up.
The best cut up to a position ends in some token, preceded by the best cut up to that token's start. So a table filled
from left to right finds the best of 2^(n-1) cuts in about n steps.

After Viterbi (1967), "Error Bounds for Convolutional Codes and an Asymptotically Optimum Decoding Algorithm", as used
by Kudo (2018), "Subword Regularization", and by SentencePiece (unigram_model.cc, EncodeOptimized).
"""

from array import array
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from bpe_engine.errors import EngineError

MIN_TOTAL = -100_000.0
"""In single precision, totals below this restart from zero, to preserve small differences, as in SentencePiece."""


Edge = tuple[int, int, str]
"""An occurrence of a token in a word, part of a cut or not: start, end, token."""


class TokenCandidate(NamedTuple):
    """A token that could be the last one of a cut up to a position."""

    token: str
    start: int  # its start in the word
    score: float  # its log-probability
    total: float  # including the best cut before it


@dataclass(frozen=True, slots=True)
class ViterbiTable:
    """A Viterbi table: for each position of a word, the total of the best cut up to it, and its last token's start.

    `totals[0]` need not be 0 (see `viterbi`); positions where no token ends have -inf.
    """

    word: str
    edges: Sequence[Edge]
    scores: Mapping[str, float]
    totals: "array[float]"
    starts: list[int]  # -1 if no token ends there
    unk_score: float = -inf

    @property
    def total(self) -> float:
        """The log-probability of the best cut; -inf if there is none."""
        return self.totals[-1] - self.totals[0]

    def spans(self) -> list[tuple[int, int]]:
        """Return the best cut as (start, end) of each token, read back from the end of the table.

        Raises EngineError if no tokens cover the word.
        """
        spans = []
        end = len(self.word)
        while end:
            start = self.starts[end]
            if start < 0:
                raise EngineError(
                    "No tokens can spell the word {word!r}. Add its characters to the vocabulary, or give a score for "
                    "unknown characters (unk_score).",
                    word=self.word,
                )
            spans.append((start, end))
            end = start
        spans.reverse()
        return spans

    def tokens(self) -> list[str]:
        """Return the best cut as strings. Raises the errors of `spans`."""
        return [self.word[start:end] for start, end in self.spans()]

    def candidates(self, end: int) -> list[TokenCandidate]:
        """Return all tokens that may end at a position, the best first; empty if no cut reaches it."""
        edges_found = []
        for start, edge_end, token in self.edges:
            if edge_end == end and self.totals[start] > -inf:
                score = self.scores.get(token, self.unk_score)
                edges_found.append(TokenCandidate(token, start, score, self.totals[start] - self.totals[0] + score))
        return sorted(edges_found, key=lambda candidate: (candidate.start != self.starts[end], -candidate.total))


def edges_in_word(word: str, tokens: Container[str], longest: int, *, unknown: bool = False) -> list[Edge]:
    """Return all token occurrences in a word, ordered by start. `longest` is the length of the longest token.

    With `unknown`, a character that is not a token gets an edge too.

    >>> edges_in_word("hug", {"h", "u", "g", "hu", "ug"}, 2)
    [(0, 1, 'h'), (0, 2, 'hu'), (1, 2, 'u'), (1, 3, 'ug'), (2, 3, 'g')]
    """
    length = len(word)
    edges = []
    for start in range(length):
        if unknown and word[start] not in tokens:
            edges.append((start, start + 1, word[start]))
        for end in range(start + 1, min(start + longest, length) + 1):
            token = word[start:end]
            if token in tokens:
                edges.append((start, end, token))
    return edges


def best_path_totals(
    length: int,
    edges: Sequence[Edge],
    scores: Mapping[str, float],
    *,
    unk_score: float = -inf,
    before: float = 0.0,
    single_precision: bool = False,
) -> tuple["array[float]", list[int]]:
    """Return, for each position of a word, the total of the best cut up to it and the start of its last token."""
    totals = array("f" if single_precision else "d", [-inf]) * (length + 1)
    totals[0] = before
    starts = [-1] * (length + 1)
    for start, end, token in edges:
        if single_precision and -inf < totals[start] < MIN_TOTAL:
            _rebase_totals(totals, start)
        total = totals[start] + scores.get(token, unk_score)
        known = totals[end]
        if total > known:
            totals[end] = total  # in single precision, rounding may make it equal to the existing total
            if totals[end] > known:
                starts[end] = start
    return totals, starts


def viterbi(
    word: str,
    scores: Mapping[str, float],
    *,
    longest: int | None = None,
    unk_score: float = -inf,
    before: float = 0.0,
    single_precision: bool = False,
) -> ViterbiTable:
    """Return the table of the best cuts of `word`. `scores` is token -> log-probability.

    If several tokens that end at a position tie, the longest wins. A character that is not a token has `unk_score`;
    without it, no cut can pass it. `longest` is the length of the longest token, to save lookups. `single_precision`
    rounds each total to 32 bits, and `before` is the total of the words before, as in SentencePiece, where rounding
    decides between nearly equal cuts.

    >>> from math import log
    >>> table = viterbi("unhug", {"u": log(36 / 210), "n": log(16 / 210), "h": log(15 / 210), "un": log(16 / 210),
    ...                           "ug": log(20 / 210), "g": log(20 / 210), "hug": log(15 / 210)})
    >>> table.tokens()
    ['un', 'hug']
    >>> [round(total, 2) for total in table.totals]
    [0.0, -1.76, -2.57, -5.21, -6.98, -5.21]
    """
    longest = max(map(len, scores), default=0) if longest is None else longest
    edges = edges_in_word(word, scores, longest, unknown=unk_score > -inf)
    totals, starts = best_path_totals(
        len(word), edges, scores, unk_score=unk_score, before=before, single_precision=single_precision
    )
    return ViterbiTable(word, edges, scores, totals, starts, unk_score)


def _rebase_totals(totals: "array[float]", place: int) -> None:
    """Subtract the total at a position from all totals, so that it becomes 0."""
    offset = totals[place]
    for index, total in enumerate(totals):
        totals[index] = total - offset
