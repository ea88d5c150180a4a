"""A cache of words and their ids."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

MAX_CACHED_WORDS = 50_000
MAX_CACHED_LENGTH = 32  # characters; longer words hardly recur, and memory stays bounded
BATCH_SIZE = 32  # texts whose new words are computed together, to get large batches
MIN_BATCH_WORDS = 300  # words from which computing them together is faster


class IdCache(dict[str, bytes]):
    """Word -> its ids, computed on first use. Bounded; threads may share an instance.

    Ids are stored as bytes, four each: joining those of 600,000 words takes half as long as joining lists. When the
    cache is full, its content becomes `before`, and words are moved back from there on use. So frequent words are never
    evicted, although most words of a long text occur once.
    """

    def __init__(self, compute: Callable[[str], Sequence[int]]) -> None:
        self.compute = compute
        self.before: dict[str, bytes] = {}

    def __missing__(self, word: str) -> bytes:
        packed = self.before.get(word)
        if packed is None:
            packed = array("i", self.compute(word)).tobytes()
        self._store(word, packed)
        return packed

    def _store(self, word: str, packed: bytes) -> None:
        if len(word) <= MAX_CACHED_LENGTH:
            if len(self) >= MAX_CACHED_WORDS:
                self.before = dict(self)
                self.clear()
            self[word] = packed

    def lookup_all(
        self, texts: Iterable[list[str]], compute_all: Callable[[list[str]], Iterable[bytes]]
    ) -> Iterator[bytes]:
        """Yield the ids of texts, given as words. The new words of BATCH_SIZE texts are computed together."""
        texts = iter(texts)
        call_cache = _CallCache(self)
        while packed := [[*map(call_cache.__getitem__, words)] for words in islice(texts, BATCH_SIZE)]:
            short = [
                word for word in call_cache.new if len(word) <= MAX_CACHED_LENGTH
            ]  # long ones would delay all others
            computed = dict(zip(short, compute_all(short), strict=True)) if len(short) >= MIN_BATCH_WORDS else {}
            for word, room in call_cache.new.items():
                if word in computed:
                    self._store(word, computed[word])
                room += computed[word] if word in computed else self[word]
            call_cache.new.clear()
            yield from map(b"".join, packed)
            if len(call_cache) > MAX_CACHED_WORDS:
                call_cache.clear()


class _CallCache(dict[str, bytes | bytearray]):
    """Word -> its ids, or a placeholder if it is new. Local to one call, so no other thread sees it unfilled."""

    def __init__(self, cache: IdCache) -> None:
        self.cache = cache
        self.new: dict[str, bytearray] = {}

    def __missing__(self, word: str) -> bytes | bytearray:
        packed: bytes | bytearray | None = self.cache.get(word) or self.cache.before.get(word)
        if packed is None:
            packed = self.new[word] = bytearray()
        self[word] = packed
        return packed
