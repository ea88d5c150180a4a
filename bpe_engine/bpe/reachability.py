"""Which tokens of a vocabulary can occur in an encoded text, and why the others cannot.

The text of most tokens encodes to the token itself. If it does not, there are three possible reasons. The token's bytes
may be part of a character: then no text is this token alone, but it can occur in a longer one. The pre-tokenizer may
cut its text: then it may still occur in a longer text that is cut elsewhere. Or the merges produce different tokens.

The last can be decided from the token alone. If a text contains the token, no merge crossed its ends, so the merges
inside it were made as if nothing surrounded it; they depend only on ranks, so the same merges are made for the token on
its own. Hence, if merging a token's own symbols does not yield the token, no text contains it.

Land and Bartolo, "Fishing for Magikarp" (2024), encode each token on its own, and distinguish unreachable tokens from
partial characters; here, longer texts are searched for the token as well.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, product
from typing import Literal, NamedTuple

from bpe_engine.bpe.encoding import merge_all
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.tokenizer import NO_ID

MAX_ATTEMPTS = 30_000
"""The number of texts to try for a token."""

INVALID_UTF8_BYTES = frozenset((0xC0, 0xC1, *range(0xF5, 0x100)))
"""The bytes that never occur in UTF-8 (RFC 3629)."""

_CONTINUING = range(0x80, 0xC0)
_LEADING = {2: range(0xC2, 0xE0), 3: range(0xE0, 0xF0), 4: range(0xF0, 0xF5)}

Kind = Literal["alone", "inside", "bytes", "merges", "not-found"]
"""Which text encodes to a token:

- `alone`: the token's own text becomes the token alone;
- `inside`: its own text does not, but a longer one contains the token;
- `bytes`: none, because the token contains a byte that never occurs in UTF-8;
- `merges`: none, because merging the token's symbols does not yield the token;
- `not-found`: none of the texts that were tried.
"""


class Reachability(NamedTuple):
    """Whether a token can occur in an encoded text."""

    token_id: int
    kind: Kind
    partial: bool  # whether its bytes are incomplete characters
    text: str = ""  # a text that contains the token
    tried: int = 0  # number of longer texts tried

    @property
    def reached(self) -> bool:
        """Whether a text with the token is known."""
        return self.kind in ("alone", "inside")


def text_of_token(tokenizer: BPETokenizer, token_id: int) -> str | None:
    """Return a token's text, without an end-of-word mark; None if its bytes are incomplete characters.

    >>> from bpe_engine import load_pretrained
    >>> text_of_token(load_pretrained("gpt2"), 262), text_of_token(load_pretrained("gpt2"), 128)
    (' the', None)
    """
    token = tokenizer.token(token_id)
    if not tokenizer.byte_level or token in tokenizer.tokens_by_name:
        return token.removesuffix(tokenizer.end_of_word) if tokenizer.end_of_word else token
    try:
        return symbols_to_bytes(token).decode("utf-8")
    except UnicodeDecodeError:
        return None


def symbols_of_token(tokenizer: BPETokenizer, token_id: int) -> list[str]:
    """Return the base symbols of a token, before any merge.

    >>> from bpe_engine import load_pretrained
    >>> symbols_of_token(load_pretrained("gpt2"), 262)
    ['Ġ', 't', 'h', 'e']
    """
    token = tokenizer.token(token_id)
    end = tokenizer.end_of_word
    if not end or not token.endswith(end):
        return list(token)
    symbols = list(token[: -len(end)])
    if tokenizer.end_of_word_symbol:
        return [*symbols, end]
    return [*symbols[:-1], symbols[-1] + end] if symbols else [end]


def merges_lead_to(tokenizer: BPETokenizer, token_id: int) -> bool:
    """Return whether merging the token's own symbols yields the token. If not, no text contains it."""
    symbols = symbols_of_token(tokenizer, token_id)
    numbers = merge_all(symbols, tokenizer.table)
    return len(numbers) == 1 and tokenizer.table.id_of(numbers[0]) == token_id


def find_text(tokenizer: BPETokenizer, token_id: int, most: int = MAX_ATTEMPTS) -> Reachability:
    """Search for a text that contains a token, which must be a base symbol or made by merges.

    Raises EngineError if the id is not in the vocabulary.

    >>> from bpe_engine import load_pretrained
    >>> find_text(load_pretrained("gpt2"), 262).kind, find_text(load_pretrained("gpt2"), 187).kind
    ('alone', 'bytes')
    >>> found = find_text(load_pretrained("o200k_base"), 147008)
    >>> found.kind, found.text
    ('inside', '无码AVa')
    """
    own_text = text_of_token(tokenizer, token_id)
    if own_text is not None and tokenizer._ids(own_text) == [token_id]:
        return Reachability(token_id, "alone", False, own_text)
    partial = own_text is None
    if partial and not INVALID_UTF8_BYTES.isdisjoint(tokenizer.token_bytes(token_id)):
        return Reachability(token_id, "bytes", partial)
    if not merges_lead_to(tokenizer, token_id):
        return Reachability(token_id, "merges", partial)
    tried = 0
    for text in surrounding_texts(tokenizer, token_id, most):
        tried += 1
        if token_id in tokenizer._ids(text):
            return Reachability(token_id, "inside", partial, text, tried)
    return Reachability(token_id, "not-found", partial, "", tried)


def not_self_encoding(tokenizer: BPETokenizer, most: int = MAX_ATTEMPTS) -> Iterator[Reachability]:
    """Yield, by id, each token whose own text does not encode to that token alone. Special tokens are skipped.

    Up to `most` longer texts are tried for each.
    """
    named_ids = set(tokenizer.tokens_by_name.values())
    for token_id in sorted(set(tokenizer.vocabulary.values()) - named_ids - {tokenizer.unk_id, NO_ID}):
        result = find_text(tokenizer, token_id, most)
        if result.kind != "alone":
            yield result


def surrounding_texts(tokenizer: BPETokenizer, token_id: int, most: int = MAX_ATTEMPTS) -> Iterator[str]:
    """Yield up to `most` texts that contain the bytes of a token, in a fixed order.

    A partial character is completed to every character that it can be part of, or to `most` of them. Whole characters
    are surrounded by punctuation and letters.
    """
    own_text = text_of_token(tokenizer, token_id)
    if own_text is None:
        return islice(_completions(tokenizer.token_bytes(token_id), most), most)
    before, after = _contexts(tokenizer)
    return islice((f"{left}{own_text}{right}" for left, right in product(before, after) if left or right), most)


@cache
def _characters() -> tuple[str, ...]:
    return tuple(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum())


def _contexts(tokenizer: BPETokenizer) -> tuple[list[str], list[str]]:
    """Return the contexts to put before and after a text. For a small vocabulary, they include its own characters."""
    first = () if tokenizer.complete else islice((token for token in tokenizer.vocabulary if len(token) == 1), 100)
    letters = dict.fromkeys(("a", "m", "D", "é", "\u6771", *first))
    return ["", *_characters(), *letters], ["", *letters, " ", "\n", "\u0301", *_characters()]


def _completions(data: bytes, most: int) -> Iterator[str]:
    """Yield texts with these bytes, completing the characters that begin or end outside them."""
    starts = next((place for place, byte in enumerate(data) if byte not in _CONTINUING), len(data))
    before, after = _leading_bytes(starts), _trailing_bytes(_missing_bytes(data))
    if len(before) * len(after) <= most:
        around: Iterator[tuple[bytes, bytes]] = product(before, after)
    else:
        draw = random.Random(0)  # a fixed seed makes the search reproducible
        around = ((draw.choice(before), draw.choice(after)) for _ in range(most))
    for left, right in around:
        try:
            yield (left + data + right).decode("utf-8")
        except UnicodeDecodeError:  # a surrogate or an overlong encoding
            continue


@cache
def _leading_bytes(continuing: int) -> tuple[bytes, ...]:
    """Return the byte sequences that can precede this many continuation bytes, shuffled."""
    if not continuing:
        return (b"",)
    return _shuffled(
        bytes(trailing)
        for length, leading in _LEADING.items()
        if length > continuing
        for trailing in product(leading, *[_CONTINUING] * (length - continuing - 1))
    )


@cache
def _trailing_bytes(missing: int) -> tuple[bytes, ...]:
    """Return the byte sequences that can complete a character that lacks this many bytes, shuffled."""
    return _shuffled(bytes(trailing) for trailing in product(_CONTINUING, repeat=missing))


def _shuffled(parts: Iterable[bytes]) -> tuple[bytes, ...]:
    mixed = [*parts]
    random.Random(0).shuffle(mixed)  # the same order each time
    return tuple(mixed)


def _missing_bytes(data: bytes) -> int:
    """Return the number of bytes that the last character lacks."""
    for distance, byte in enumerate(reversed(data[-3:]), start=1):
        for length, leading in _LEADING.items():
            if byte in leading:
                return max(0, length - distance)
        if byte not in _CONTINUING:
            return 0
    return 0
