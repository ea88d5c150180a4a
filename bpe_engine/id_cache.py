"""Words that a tokenizer has looked up before, with their ids."""

from array import array
from collections.abc import Callable, Sequence

CACHED_WORDS = 50_000
CACHED_LENGTH = 32  # characters; what is longer hardly comes a second time, and memory stays bounded


class IdCache(dict[str, bytes]):
    """Word -> its ids, computed when first asked for. Bounded; threads may share one.

    Ids are kept as bytes, four each: joining those of 600,000 words takes half the time that joining lists takes.
    Where it is full, what it has becomes `before`, and a word of that comes back when it is asked for: so the words
    that come all the time are never forgotten, though of a long text's words most come once.
    """

    def __init__(self, compute: Callable[[str], Sequence[int]]) -> None:
        self.compute = compute
        self.before: dict[str, bytes] = {}

    def __missing__(self, word: str) -> bytes:
        packed = self.before.get(word)
        if packed is None:
            packed = array("i", self.compute(word)).tobytes()
        if len(word) <= CACHED_LENGTH:
            if len(self) >= CACHED_WORDS:
                self.before = dict(self)
                self.clear()
            self[word] = packed
        return packed
