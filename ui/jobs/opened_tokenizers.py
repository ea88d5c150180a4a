"""Opening files for a session: the same files are one tokenizer for all sessions that have them open."""

from collections.abc import Mapping
from hashlib import sha256
from threading import Lock
from typing import NamedTuple
from weakref import WeakValueDictionary

from bpe_engine.files import OpenedTokenizer, read
from ui.base.fair_queue import give_way
from ui.jobs.uploaded_files import LOOK_SECONDS, Told, read_apart

_open: "WeakValueDictionary[GivenFiles, OpenedTokenizer]" = WeakValueDictionary()
_ahead: "WeakValueDictionary[GivenFiles, Lock]" = WeakValueDictionary()  # held while they are read
_one_at_a_time = Lock()


class GivenFiles(NamedTuple):
    """Files as a learner gave them, told apart by what is in them."""

    digest: str
    pattern: str | None  # that cuts the text, where the files do not say


def given(files: Mapping[str, bytes], pattern: str | None) -> GivenFiles:
    """What tells these files from others."""
    parts = [part for name, data in sorted(files.items()) for part in (name.encode(errors="surrogatepass"), data)]
    sums = b"".join(sha256(part).digest() for part in parts)
    return GivenFiles(sha256(sums).hexdigest(), pattern)


def opened(which: GivenFiles, files: Mapping[str, bytes], told: Told) -> OpenedTokenizer:
    """The tokenizer of some files, as long as anyone has it. Errors as in `read_apart` and `bpe_engine.files.read`."""
    with _one_at_a_time:
        alone = _ahead.setdefault(which, Lock())
    give_way()
    while not alone.acquire(timeout=LOOK_SECONDS):  # a class that opens the teacher's file waits for one reading
        told(0)
    try:
        found = _open.get(which)
        if found is None:
            found = _open[which] = read_apart(" + ".join(files), told, read, files, pre_tokenizer=which.pattern)
    finally:
        alone.release()
    return found
