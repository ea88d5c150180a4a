"""Opens files for sessions: the same files give one tokenizer, shared by all sessions that have them open."""

from collections.abc import Mapping
from hashlib import sha256
from threading import Lock
from typing import NamedTuple
from weakref import WeakValueDictionary

from bpe_engine.files import OpenedTokenizer, read
from ui.base.fair_queue import yield_slot
from ui.jobs.uploaded_files import POLL_INTERVAL, QueueCallback, read_in_worker

_open: "WeakValueDictionary[UploadedFiles, OpenedTokenizer]" = WeakValueDictionary()
_locks: "WeakValueDictionary[UploadedFiles, Lock]" = WeakValueDictionary()  # held while files are read
_one_at_a_time = Lock()


class UploadedFiles(NamedTuple):
    """A learner's files, identified by their content."""

    digest: str
    pattern: str | None  # pre-tokenizer for files that do not name one


def identify_files(files: Mapping[str, bytes], pattern: str | None) -> UploadedFiles:
    """Return what identifies these files."""
    parts = [part for name, data in sorted(files.items()) for part in (name.encode(errors="surrogatepass"), data)]
    sums = b"".join(sha256(part).digest() for part in parts)
    return UploadedFiles(sha256(sums).hexdigest(), pattern)


def open_tokenizer(uploads: UploadedFiles, files: Mapping[str, bytes], report: QueueCallback) -> OpenedTokenizer:
    """Return the tokenizer of some files, shared as long as anybody uses it. `report` is called while waiting.

    Errors as in `read_in_worker` and `bpe_engine.files.read`.
    """
    with _one_at_a_time:
        lock = _locks.setdefault(uploads, Lock())
    yield_slot()
    while not lock.acquire(timeout=POLL_INTERVAL):  # a class that opens the teacher's file waits for a single read
        report(0)
    try:
        tokenizer = _open.get(uploads)
        if tokenizer is None:
            tokenizer = _open[uploads] = read_in_worker(
                " + ".join(files), report, read, files, pre_tokenizer=uploads.pattern
            )
    finally:
        lock.release()
    return tokenizer
