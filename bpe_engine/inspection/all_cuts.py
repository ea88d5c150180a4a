"""In how many ways the tokens of a vocabulary can spell a text. One of them is the tokenizer's own: the canonical one.

This is Viterbi's method with a sum instead of the maximum, like the forward algorithm (Rabiner 1989, "A Tutorial on
Hidden Markov Models", section III A): each way to a position ends in some token, so the number of ways is the sum, over
all tokens that end there, of the ways to the token's start.
"""

from collections.abc import Container
from typing import NamedTuple

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.unigram.viterbi import edges_in_word


class WaysToPosition(NamedTuple):
    """The ways to spell a text up to a position."""

    end: int  # in characters of the given text
    last_tokens: tuple[str, ...]  # reachable tokens that end here, the shortest first
    added: tuple[int, ...]  # the number of ways to the start of each
    ways: int


def ways_to_each_position(text: str, tokens: Container[str], longest: int) -> list[WaysToPosition]:
    """Return the ways to spell a text up to each of its positions. `longest` is the length of the longest token.

    >>> [position.ways for position in ways_to_each_position("hug", {"h", "u", "g", "ug", "hug"}, 3)]
    [1, 1, 3]
    >>> ways_to_each_position("hug", {"h", "u", "g", "ug", "hug"}, 3)[-1].added
    (1, 1, 1)
    """
    counts = [1] + [0] * len(text)
    lasts: list[list[tuple[str, int]]] = [[] for _ in counts]
    # In order of start, so that the ways to a token's start are complete before the token is counted.
    for start, end, token in edges_in_word(text, tokens, longest):
        if counts[start]:
            counts[end] += counts[start]
            lasts[end].append((token, counts[start]))
    return [
        WaysToPosition(
            end, tuple(token for token, _ in found[::-1]), tuple(count for _, count in found[::-1]), counts[end]
        )
        for end, found in enumerate(lasts)
        if end
    ]


def ways_to_spell(tokenizer: BPETokenizer, text: str) -> list[WaysToPosition]:
    """Return the ways in which the tokens of a byte-level vocabulary can spell a text, up to each of its bytes.

    Special and added tokens are skipped: they spell no text. The text is not cut into chunks first, because a model may
    output any token after any other.

    >>> from bpe_engine import load_pretrained
    >>> ways_to_spell(load_pretrained("gpt2"), "hug")[-1].ways
    3
    """
    tokens = tokenizer.vocabulary.keys() - tokenizer.tokens_by_name.keys()
    return ways_to_each_position(to_byte_symbols(text), tokens, max(map(len, tokens), default=0))
