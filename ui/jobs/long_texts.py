"""Encodes long texts in a worker process, so that nobody else waits for a learner's megabyte."""

import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import cache
from hashlib import sha256

from cachetools import LRUCache

from bpe_engine import (
    BPETokenizer,
    EngineError,
    PickyBPETokenizer,
    SentencePieceBPE,
    Tokenizer,
    UnigramTokenizer,
    WordPieceTokenizer,
    load_pretrained,
)
from bpe_engine.inspection.token_offsets import Special, TokenOffsets, token_offsets
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from bpe_engine.tokenizers.whole_units import UnitTokenizer
from bpe_engine.vocabularies.pretrained import CUSTOM_LOADERS
from ui.jobs.process_pool import Pool, ProcessDiedError

WORKERS = 1
MEMORY = 2 * 2**30  # bytes per worker
MAX_QUEUE = 60
CACHE_BYTES = 100_000_000
REPORT_SECONDS = 0.2
ABANDONED_SECONDS = 10.0
"""A text that nobody has asked about for this long is abandoned: a page asks twice a second."""

# Other tokenizers are run by libraries, in processes of their own.
TOKENIZER_CLASSES = (
    BPETokenizer,
    NormalizingTokenizer,
    PickyBPETokenizer,
    SentencePieceBPE,
    WordPieceTokenizer,
    UnigramTokenizer,
    UnitTokenizer,
)

Key = tuple[weakref.ref[Tokenizer], bytes, Special]


class EncodingJob:
    """A text that is being encoded. The job continues as long as somebody asks about it."""

    def __init__(self) -> None:
        self.future: Future[TokenOffsets]
        self._share = 0.0
        self._last_asked = time.monotonic()

    def share(self) -> float:
        """Return the share that is done. Asking keeps the job alive."""
        self._last_asked = time.monotonic()
        return self._share

    def report(self, share: float) -> None:
        """Record the worker's progress."""
        self._share = share

    def is_wanted(self) -> bool:
        """Return whether anybody still waits for it."""
        return time.monotonic() - self._last_asked <= ABANDONED_SECONDS

    def is_done(self) -> bool:
        """Return whether it has ended, successfully or not."""
        return self.future.done()

    def is_abandoned(self) -> bool:
        """Return whether it was abandoned because nobody asked for it for a while. Asking again restarts it."""
        return self.is_done() and isinstance(self.future.exception(), CancelledError)


class EncodingJobs:
    """All long texts of this server: running jobs, and the latest results."""

    def __init__(
        self, cache_bytes: int = CACHE_BYTES, *, workers: Pool | None = None, max_queue: int = MAX_QUEUE
    ) -> None:
        self._workers = workers or Pool(WORKERS, memory=MEMORY)
        self._max_queue = max_queue
        self._ahead: dict[Key, EncodingJob] = {}
        # A single result larger than the cache is kept on its own.
        self._cached: LRUCache[Key, TokenOffsets] = LRUCache(
            cache_bytes, lambda places: min(_size(places), cache_bytes)
        )
        self._lock = threading.Lock()

    def get(self, tokenizer: Tokenizer, text: str, special: Special = "none") -> TokenOffsets | EncodingJob:
        """Return the tokens of a text, or the job that is computing them.

        Raises EngineError if the text cannot be encoded.
        """
        # A weak reference: a tokenizer that a learner opened must be freed when the learner leaves.
        key = (weakref.ref(tokenizer), sha256(text.encode("utf-8", "surrogatepass")).digest(), special)
        with self._lock:
            if (offsets := self._cached.get(key)) is not None:
                return offsets
            waiting = self._ahead.get(key)
            if waiting is None or waiting.is_abandoned():
                waiting = self._ahead[key] = self._begin(tokenizer, text, special)
            elif waiting.is_done():
                return self._finish(key, waiting)
        waiting.share()  # marks it as wanted
        return waiting

    def queue_position(self, text: EncodingJob) -> int:
        """Return the number of texts to be encoded before this one."""
        with self._lock:
            texts = list(self._ahead.values())
        first = texts[: texts.index(text)] if text in texts else []
        return sum(job.is_wanted() and not job.is_done() for job in first)

    def _begin(self, tokenizer: Tokenizer, text: str, special: Special) -> EncodingJob:
        for key in [key for key, waiting in self._ahead.items() if waiting.is_done()]:
            del self._ahead[key]  # done, and nobody fetched the result
        if len(self._ahead) >= self._max_queue:
            raise EngineError(
                "{count} long texts are already waiting, which is all this server takes. Your text is kept: try again "
                "in a minute, or use a shorter one.",
                count=len(self._ahead),
            )
        waiting = EncodingJob()
        is_shipped = tokenizer.name in CUSTOM_LOADERS and load_pretrained(tokenizer.name) is tokenizer
        waiting.future = self._workers.submit_watched(
            waiting.is_wanted,
            waiting.report,
            encode_with_progress,
            tokenizer.name if is_shipped else tokenizer,
            text,
            special,
        )
        return waiting

    def _finish(self, key: Key, waiting: EncodingJob) -> TokenOffsets:
        del self._ahead[key]
        try:
            places = waiting.future.result()
        except (ProcessDiedError, MemoryError):
            raise EngineError(
                "Not all tokens could be counted: the process counting them ended. Your text is kept. Try again, or "
                "use a shorter text."
            ) from None
        for unreachable in [key for key in self._cached if key[0]() is None]:
            del self._cached[unreachable]
        self._cached[key] = places
        return places


@cache
def long_texts() -> EncodingJobs:
    """Return the jobs of this server, shared by all sessions."""
    return EncodingJobs()


def _size(places: TokenOffsets) -> int:
    return 12 * len(places.ids) + 100 * len(places.unknown)


# In the worker:


def encode_with_progress(
    report: Callable[[float], object], tokenizer: Tokenizer | str, text: str, special: Special
) -> TokenOffsets:
    """Find the tokens of a text and report progress. Errors as in `token_offsets`."""
    reported = 0.0

    def now_and_then(share: float) -> None:
        nonlocal reported
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            report(share)

    loaded = load_pretrained(tokenizer) if isinstance(tokenizer, str) else tokenizer
    return token_offsets(loaded, text, special, now_and_then)
