"""Huffman's bits counted by the definition, to hold what the course says of them."""

from collections import Counter
from heapq import heapify, heappop, heappush


def joined(text: str) -> int:
    """Huffman's bits without his codes: the sum of what is joined."""
    waiting = [*Counter(text).values()]
    heapify(waiting)
    bits = 0
    while len(waiting) > 1:
        both = heappop(waiting) + heappop(waiting)
        bits += both
        heappush(waiting, both)
    return bits
