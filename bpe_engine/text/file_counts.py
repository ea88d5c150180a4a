"""Read text files in parts, and count their pre-tokens in an executor's workers."""

import codecs
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from os import PathLike
from pathlib import Path

from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import WORD_END, PreTokenizer
from bpe_engine.text.added_tokens import text_between_tokens

PART_SIZE = 4_000_000
"""Bytes to read at a time. A part is hardly longer, unless the text has no safe cut."""

MAX_PENDING_PARTS = 8
"""Maximum number of parts queued for the workers."""

_NEAR = 1_000  # characters; most texts have a safe cut within this many

# A single line end between a visible character and a letter or digit always ends a pre-token, too:
# texts without spaces have hardly any other cuts.
_CUT = re.compile(rf"{WORD_END.pattern}|[^\W_](?=\r)|\S\n(?=[^\W_])")

FilePath = str | PathLike[str]
Progress = Callable[[int], object]
"""A callback that receives the number of bytes counted."""


def count_files(
    paths: Iterable[FilePath],
    pre_tokenizer: PreTokenizer,
    executor: Executor | None = None,
    progress: Progress | None = None,
    special_tokens: Sequence[str] = (),
    part_size: int = PART_SIZE,
) -> dict[str, int]:
    """Return how often each pre-token occurs in some files, in order of first appearance. Each file is a separate text.

    See `Corpus.from_files`, which also describes the errors.
    """
    report = progress or (lambda done: None)
    # A token without white space is on one side of each cut.
    may_be_cut = pre_tokenizer.allows_word_splits and not re.search(r"\s", "".join(special_tokens))
    parts = (part for path in paths for part in read_parts(path, may_be_cut, part_size))
    if executor is None:
        return pre_tokenizer.count(
            text for part in _report_progress(parts, report) for text in text_between_tokens(special_tokens, part)
        )
    return _sum_counts(_count_parts(parts, pre_tokenizer, special_tokens, executor), report)


def count_texts(
    texts: Iterable[str], pre_tokenizer: PreTokenizer, executor: Executor, special_tokens: Sequence[str] = ()
) -> dict[str, int]:
    """Return how often each pre-token occurs in some texts, in order of first appearance. Each is cut separately.

    The executor counts several at the same time. Raises EngineError if a worker process ends.
    """
    parts = ((text, 0) for text in texts)
    return _sum_counts(_count_parts(parts, pre_tokenizer, special_tokens, executor), lambda done: None)


def _sum_counts(parts: Iterable[tuple[dict[str, int], int]], report: Progress) -> dict[str, int]:
    counts: dict[str, int] = {}
    done = 0
    for part_counts, size in parts:
        for word, times in part_counts.items():
            counts[word] = counts.get(word, 0) + times
        done += size
        report(done)
    return counts


def read_parts(path: FilePath, may_be_cut: bool, part_size: int = PART_SIZE) -> Iterator[tuple[str, int]]:
    """Yield a file's text in parts, each with its size in bytes. Cuts do not affect any published pre-tokenizer.

    Line ends are unchanged. Raises EngineError, with the position, if the file is not UTF-8.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    text = ""
    position = searched = 0
    with Path(path).open("rb") as file:
        while data := file.read(part_size):
            text += _decoded(decoder, data, position, path)
            position += len(data)
            end = _last_safe_split(text, searched) if may_be_cut else 0
            if end:
                yield text[:end], len(text[:end].encode())
                text = text[end:]
            searched = max(0, len(text) - 2)  # a safe cut is recognized by three characters
    text += _decoded(decoder, b"", position, path)
    if text:
        yield text, len(text.encode())


def _decoded(decoder: codecs.IncrementalDecoder, data: bytes, position: int, path: FilePath) -> str:
    """Decode the bytes at this position of the file; empty `data` ends it."""
    before = decoder.getstate()[0]  # the first bytes of an incomplete character
    try:
        return decoder.decode(data, final=not data)
    except UnicodeDecodeError as error:
        raise EngineError(
            "The file {file} is not UTF-8 text: byte {position:,} is 0x{byte:02X}, which is not valid there. Save it "
            "as UTF-8.",
            file=str(path),
            position=position - len(before) + error.start,
            byte=(before + data)[error.start],
        ) from None


def _last_safe_split(text: str, start: int) -> int:
    """Return the last safe cut after `start`, or 0 if there is none."""
    for first in (max(start, len(text) - _NEAR), start):
        end = 0
        for match in _CUT.finditer(text, first):
            end = match.end()
        if end:
            return end
    return 0


def _report_progress(parts: Iterable[tuple[str, int]], report: Progress) -> Iterator[str]:
    done = 0
    for text, size in parts:
        yield text
        done += size
        report(done)


def _count_parts(
    parts: Iterable[tuple[str, int]], pre_tokenizer: PreTokenizer, special_tokens: Sequence[str], executor: Executor
) -> Iterator[tuple[dict[str, int], int]]:
    """Yield the counts of each part and its size in bytes, in order; the executor works on a few parts at a time."""
    waiting: deque[tuple[Future[dict[str, int]], str, int]] = deque()

    def first() -> tuple[dict[str, int], int]:
        future, text, size = waiting.popleft()
        try:
            return future.result(), size
        except BrokenExecutor:
            raise
        except Exception:
            # A cluster can lose a part with a worker, and each kind raises a different error. What is
            # wrong with the part itself is wrong here too.
            return _count(pre_tokenizer, special_tokens, text), size

    try:
        for text, size in parts:
            waiting.append((executor.submit(_count, pre_tokenizer, special_tokens, text), text, size))
            if len(waiting) == MAX_PENDING_PARTS:
                yield first()
        while waiting:
            yield first()
    except BrokenExecutor as error:
        raise EngineError(
            "A worker process ended while counting words ({reason}). It may have run out of memory: try again with "
            "fewer workers, or without executor=.",
            reason=str(error),
        ) from error
    finally:
        for future, *_ in waiting:
            future.cancel()


def _count(pre_tokenizer: PreTokenizer, special_tokens: Sequence[str], text: str) -> dict[str, int]:
    return pre_tokenizer.count(text_between_tokens(special_tokens, text))
