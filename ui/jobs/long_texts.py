"""Long texts are cut into tokens by a worker process, so that nobody else waits for a learner's megabyte."""

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
MEMORY = 2 * 2**30  # bytes, for each worker
MAX_QUEUE = 60
CACHE_BYTES = 100_000_000
REPORT_SECONDS = 0.2
ABANDONED_SECONDS = 10.0
"""Who has not asked for so long has left: a page asks twice a second."""

# Others are run by libraries, which have processes of their own.
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
    """A text on its way through a tokenizer. It goes on as long as someone asks for it."""

    def __init__(self) -> None:
        self.future: Future[TokenOffsets]
        self._share = 0.0
        self._asked = time.monotonic()

    def share(self) -> float:
        """How much is done. Asking says that someone still waits."""
        self._asked = time.monotonic()
        return self._share

    def report(self, share: float) -> None:
        """How far the worker is."""
        self._share = share

    def is_wanted(self) -> bool:
        """Whether anyone waits for it still."""
        return time.monotonic() - self._asked <= ABANDONED_SECONDS

    def is_done(self) -> bool:
        """Whether there is nothing more to wait for: it is read, or could not be."""
        return self.future.done()

    def is_abandoned(self) -> bool:
        """Whether it ended because nobody asked for so long; one who comes back has it begun again."""
        return self.is_done() and isinstance(self.future.exception(), CancelledError)


class EncodingJobs:
    """All long texts of this server: those on their way, and what came of the last ones."""

    def __init__(self, cache_bytes: int = CACHE_BYTES) -> None:
        self._workers = Pool(WORKERS, memory=MEMORY)
        self._ahead: dict[Key, EncodingJob] = {}
        # One that is larger than all room is kept alone.
        self._kept: LRUCache[Key, TokenOffsets] = LRUCache(cache_bytes, lambda places: min(_size(places), cache_bytes))
        self._lock = threading.Lock()

    def get(self, tokenizer: Tokenizer, text: str, special: Special = "none") -> TokenOffsets | EncodingJob:
        """Where the tokens of a text stand, or that it is on its way.

        Raises EngineError where it cannot be read.
        """
        # Not the tokenizer itself: what a learner opened goes when the learner goes.
        key = (weakref.ref(tokenizer), sha256(text.encode("utf-8", "surrogatepass")).digest(), special)
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                return kept
            waiting = self._ahead.get(key)
            if waiting is None or waiting.is_abandoned():
                waiting = self._ahead[key] = self._begin(tokenizer, text, special)
            elif waiting.is_done():
                return self._finish(key, waiting)
        waiting.share()  # says that it is wanted
        return waiting

    def queue_position(self, text: EncodingJob) -> int:
        """How many texts are read before this one."""
        with self._lock:
            texts = list(self._ahead.values())
        first = texts[: texts.index(text)] if text in texts else []
        return sum(other.is_wanted() and not other.is_done() for other in first)

    def _begin(self, tokenizer: Tokenizer, text: str, special: Special) -> EncodingJob:
        for key in [key for key, waiting in self._ahead.items() if waiting.is_done()]:
            del self._ahead[key]  # done, and nobody came for it
        if len(self._ahead) >= MAX_QUEUE:
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
        for gone in [key for key in self._kept if key[0]() is None]:
            del self._kept[gone]
        self._kept[key] = places
        return places


@cache
def long_texts() -> EncodingJobs:
    """Those of this server, shared by all sessions."""
    return EncodingJobs()


def _size(places: TokenOffsets) -> int:
    return 12 * len(places.ids) + 100 * len(places.unknown)


# In the worker.


def encode_with_progress(
    report: Callable[[float], object], tokenizer: Tokenizer | str, text: str, special: Special
) -> TokenOffsets:
    """Find the tokens of a text, and say how far it is. Errors as `token_offsets`."""
    reported = 0.0

    def now_and_then(share: float) -> None:
        nonlocal reported
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            report(share)

    known = load_pretrained(tokenizer) if isinstance(tokenizer, str) else tokenizer
    return token_offsets(known, text, special, now_and_then)
