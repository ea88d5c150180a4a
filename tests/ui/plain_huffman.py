"""Huffman's total bits by the definition, to check the course's numbers."""

from collections import Counter
from heapq import heapify, heappop, heappush


def joined(text: str) -> int:
    """Return the total bits without building codes: the sum of all joined weights."""
    waiting = [*Counter(text).values()]
    heapify(waiting)
    bits = 0
    while len(waiting) > 1:
        both = heappop(waiting) + heappop(waiting)
        bits += both
        heappush(waiting, both)
    return bits
