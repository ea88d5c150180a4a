"""The initial vocabulary of Unigram: substrings of the corpus's words, with their frequencies."""

from collections import Counter
from collections.abc import Collection, Mapping
from heapq import nsmallest


def seed_counts(
    words: Mapping[str, int], *, max_token_length: int, seed_size: int, without: Collection[str] = ()
) -> dict[str, int]:
    """Return token -> frequency: all characters in code point order, then other substrings, the most useful first.

    A whole word is a token only if it is also part of a longer one. Overlapping occurrences and whole words count too,
    as in the Hugging Face course. If there are more than `seed_size` tokens, those that cover most characters
    (frequency * length) are kept, as in SentencePiece; characters always stay. Ties are in code point order.

    >>> seed_counts({"hug": 10, "hugs": 5}, max_token_length=16, seed_size=9)
    {'g': 15, 'h': 15, 's': 5, 'u': 15, 'hug': 15, 'hu': 15, 'ug': 15, 'ugs': 5, 'gs': 5}
    """
    characters: Counter[str] = Counter()
    for word, frequency in words.items():
        for character in word:
            characters[character] += frequency
    room = max(seed_size - len(characters), 0)
    useful: list[tuple[str, int]] = []
    # Process one length at a time, so that only the useful substrings of most lengths are stored.
    for length in range(2, min(max_token_length, max(map(len, words), default=0)) + 1):
        counts = _frequencies(words, length)
        for token in without:
            counts.pop(token, None)
        useful = nsmallest(room, [*useful, *counts.items()], key=lambda item: (-item[1] * len(item[0]), item[0]))
    return dict(sorted(characters.items())) | dict(useful)


def _frequencies(words: Mapping[str, int], length: int) -> dict[str, int]:
    """Return the frequency of each substring of this length that is part of a longer word."""
    counts: dict[str, int] = {}
    whole: dict[str, int] = {}
    for word, frequency in words.items():
        if len(word) == length:
            whole[word] = frequency
        for start in range(len(word) - length + 1 if len(word) > length else 0):
            token = word[start : start + length]
            counts[token] = counts.get(token, 0) + frequency
    for word in whole.keys() & counts.keys():
        counts[word] += whole[word]
    return counts
