"""Cut a long text into pieces without changing its tokens, so that a file need not fit in memory."""

import pickle
import re
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import lru_cache

from bpe_engine.errors import EngineError
from bpe_engine.inspection.token_offsets import Special, can_contain_word_end, last_word_end, stable_prefix_length
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.text.input_text import require_text
from bpe_engine.tokenizer import Tokenizer

DEFAULT_CHUNK_SIZE = 1_000_000
"""Approximate length of a piece in characters."""

BYTES_OF_A_CHARACTER = 150
"""Memory per character of a word while it is encoded, or trained on."""

MAX_PENDING = 8
"""Maximum number of pieces queued for the workers, each sent with the tokenizer."""


def pieces_to_encode(
    tokenizer: Tokenizer, texts: Iterable[str], special: Special = "none", size: int = DEFAULT_CHUNK_SIZE
) -> Iterator[str]:
    """Yield the concatenated texts in pieces whose concatenated ids are the ids of the whole.

    A piece is longer if no exact cut is known, and is the whole text if nothing is known about the tokenizer.

    >>> from bpe_engine import load_pretrained
    >>> list(pieces_to_encode(load_pretrained("gpt2"), ["the p", "ug, the ", "  pun"], size=9))
    ['the pug, the', '   pun']
    """
    return _chunks(texts, lambda text: stable_prefix_length(tokenizer, text, len(text), special), size)


def encode_pieces(
    tokenizer: Tokenizer,
    texts: Iterable[str],
    special: Special = "none",
    size: int = DEFAULT_CHUNK_SIZE,
    *,
    executor: Executor | None = None,
    longest_word: int | None = None,
) -> "Iterator[array[int]]":
    """Yield the ids of the concatenated texts, piece by piece, in bounded memory.

    `executor` (of `concurrent.futures`, or one with the same methods) encodes several pieces at the same time. Its
    workers keep the tokenizer and its cache of words. The cost of a word grows with its length, which `longest_word`
    limits.

    Raises EngineError if a word is longer, if a worker process ends, and as `Tokenizer.encode`.

    >>> from bpe_engine import load_pretrained
    >>> [list(ids) for ids in encode_pieces(load_pretrained("gpt2"), ["the p", "ug, the ", "  pun"], size=9)]
    [[1169, 279, 1018, 11, 262], [220, 220, 4000]]
    """
    pieces = pieces_to_encode(tokenizer, texts, special, size)
    if longest_word is not None:
        pieces = (
            check_word_lengths(piece, longest_word, getattr(tokenizer, "pre_tokenizer", None)) for piece in pieces
        )
    if executor is None:
        for piece in pieces:
            yield array("i", tokenizer.encode(piece, special))
        return
    packed = pickle.dumps(tokenizer)
    waiting: deque[Future[array[int]]] = deque()
    try:
        for piece in pieces:
            waiting.append(executor.submit(_encode, packed, piece, special))
            if len(waiting) == MAX_PENDING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor as error:
        raise EngineError(
            "A worker process ended while encoding a text ({reason}). It may have run out of memory: try again with "
            "fewer workers, or without executor=.",
            reason=str(error),
        ) from error
    finally:
        for future in waiting:
            future.cancel()


def check_word_lengths(text: str, longest: int, pre_tokenizer: PreTokenizer | None) -> str:
    """Return the text. Raises EngineError if a word has more characters than `longest`.

    Words are pre-tokens; without a pre-tokenizer, they end at white space.
    """
    if len(text) > longest:
        words = text.split() if pre_tokenizer is None else pre_tokenizer.split(text)
        check_word_length(max(map(len, words), default=0), longest)
    return text


def check_word_length(length: int, longest: int) -> None:
    """Raise EngineError if a word has too many characters."""
    if length > longest:
        raise EngineError(
            "The text has a word of {found:,} characters, which would take {size:,} MB of memory, but the limit is "
            "{longest:,} characters. Add spaces or line breaks, or cut it by lines or with another pre-tokenizer or "
            "pattern.",
            found=length,
            longest=longest,
            size=length * BYTES_OF_A_CHARACTER // 1_000_000,
        )


def _encode(packed: bytes, piece: str, special: Special) -> "array[int]":
    return array("i", _unpickled(packed).encode(piece, special))


@lru_cache(maxsize=1)
def _unpickled(packed: bytes) -> Tokenizer:
    """Return the tokenizer sent to a worker, the same object for each piece."""
    tokenizer: Tokenizer = pickle.loads(packed)
    return tokenizer


def pieces_to_train_on(
    texts: Iterable[str],
    pre_tokenizer: PreTokenizer,
    special_tokens: Sequence[str] = (),
    size: int = DEFAULT_CHUNK_SIZE,
) -> Iterator[str]:
    """Yield the concatenated texts in pieces whose words are the words of the whole.

    Special tokens are skipped, and end a word.

    >>> from bpe_engine.pre_tokenizers import GPT2
    >>> list(pieces_to_train_on(["the pug", "<end>the pun"], GPT2, ["<end>"]))
    ['the pug', 'the pun']
    """
    exact = pre_tokenizer.allows_word_splits and not any(map(can_contain_word_end, special_tokens))
    pieces = _chunks(texts, lambda text: last_word_end(text, len(text)) if exact else 0, size)
    if not special_tokens:
        return pieces
    names = re.compile("|".join(map(re.escape, sorted(special_tokens, key=len, reverse=True))))
    return (part for piece in pieces for part in names.split(piece) if part)


def _chunks(texts: Iterable[str], cut: Callable[[str], int], size: int) -> Iterator[str]:
    waiting: list[str] = []
    characters, target = 0, size
    for text in map(require_text, texts):
        waiting.append(text)
        characters += len(text)
        if characters < target:
            continue
        whole = "".join(waiting)
        end = cut(whole)
        if end:
            yield whole[:end]
        waiting = [whole[end:]]
        characters = len(waiting[0])
        target = characters + size if end else 2 * characters  # so that a text without a cut is searched only rarely
    if characters:
        yield "".join(waiting)
