"""Which tokens of a vocabulary can occur in an encoded text, and why the others cannot.

A token is most often what its own text is encoded to. Where it is not, three things can be the reason. Its bytes may be
a part of a character: then no text is this token alone, and it stands in a longer one. The pre-tokenizer may cut its
text: then it may still stand in a longer text that is cut elsewhere. Or the merges take another way.

The last is told by the token alone. Where a text has the token, none of the merges around it crossed its ends, so those
inside went on as if there was nothing else; and they go by rank, so alone they go the same way. Hence a token that the
merges do not make of its own symbols is in no text.

Land and Bartolo, "Fishing for Magikarp" (2024), look at each token alone, and tell unreachable ones from those of
partial characters; here a text with the token is searched for besides.
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
"""How many texts are tried for a token."""

INVALID_UTF8_BYTES = frozenset((0xC0, 0xC1, *range(0xF5, 0x100)))
"""The bytes that UTF-8 never has (RFC 3629)."""

_CONTINUING = range(0x80, 0xC0)
_LEADING = {2: range(0xC2, 0xE0), 3: range(0xE0, 0xF0), 4: range(0xF0, 0xF5)}

Kind = Literal["alone", "inside", "bytes", "merges", "untold"]
"""How a text comes to a token:

- `alone`: its own text is encoded to it;
- `inside`: a longer text is, and its own is not;
- `bytes`: never, since it has a byte that no text has;
- `merges`: never, since the merges take another way;
- `untold`: no text was found that has it, of all that were tried.
"""


class Reachability(NamedTuple):
    """Whether a text can have a token."""

    token_id: int
    kind: Kind
    partial: bool  # whether its bytes are no whole characters
    text: str = ""  # one that has it
    tried: int = 0  # how many longer texts were tried

    @property
    def reached(self) -> bool:
        """Whether a text is known that has it."""
        return self.kind in ("alone", "inside")


def text_of_token(tokenizer: BPETokenizer, token_id: int) -> str | None:
    """Return the text that a token stands for; None if its bytes are incomplete characters. A mark at a word's end is
    none.

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
    """Return the symbols that a token is made of, before any merge.

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
    """Return whether the merges make the token of its own symbols. Where they do not, no text has it."""
    symbols = symbols_of_token(tokenizer, token_id)
    numbers = merge_all(symbols, tokenizer.table)
    return len(numbers) == 1 and tokenizer.table.id_of(numbers[0]) == token_id


def find_text(tokenizer: BPETokenizer, token_id: int, most: int = MAX_ATTEMPTS) -> Reachability:
    """How a text comes to a token that merges make, or that is a first symbol.

    Raises EngineError for an id that is not in the vocabulary.

    >>> from bpe_engine import load_pretrained
    >>> find_text(load_pretrained("gpt2"), 262).kind, find_text(load_pretrained("gpt2"), 187).kind
    ('alone', 'bytes')
    >>> found = find_text(load_pretrained("o200k_base"), 147008)
    >>> found.kind, found.text
    ('inside', '无码AVa')
    """
    own = text_of_token(tokenizer, token_id)
    if own is not None and tokenizer._ids(own) == [token_id]:
        return Reachability(token_id, "alone", False, own)
    partial = own is None
    if partial and not INVALID_UTF8_BYTES.isdisjoint(tokenizer.token_bytes(token_id)):
        return Reachability(token_id, "bytes", partial)
    if not merges_lead_to(tokenizer, token_id):
        return Reachability(token_id, "merges", partial)
    tried = 0
    for text in surrounding_texts(tokenizer, token_id, most):
        tried += 1
        if token_id in tokenizer._ids(text):
            return Reachability(token_id, "inside", partial, text, tried)
    return Reachability(token_id, "untold", partial, "", tried)


def not_self_encoding(tokenizer: BPETokenizer, most: int = MAX_ATTEMPTS) -> Iterator[Reachability]:
    """What there is to tell of each token that its own text is not encoded to, by id; special tokens are left out.

    For each, `most` longer texts are tried.
    """
    named = set(tokenizer.tokens_by_name.values())
    for token_id in sorted(set(tokenizer.vocabulary.values()) - named - {tokenizer.unk_id, NO_ID}):
        found = find_text(tokenizer, token_id, most)
        if found.kind != "alone":
            yield found


def surrounding_texts(tokenizer: BPETokenizer, token_id: int, most: int = MAX_ATTEMPTS) -> Iterator[str]:
    """Texts that have the bytes of a token, in a fixed order, `most` at most.

    Of a part of a character: with each character that it can be a part of, if there are no more than `most`, else
    with some of them. Of a whole one: with signs and letters around it.
    """
    own = text_of_token(tokenizer, token_id)
    if own is None:
        return islice(_completions(tokenizer.token_bytes(token_id), most), most)
    before, after = _contexts(tokenizer)
    return islice((f"{left}{own}{right}" for left, right in product(before, after) if left or right), most)


@cache
def _characters() -> tuple[str, ...]:
    return tuple(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum())


def _contexts(tokenizer: BPETokenizer) -> tuple[list[str], list[str]]:
    """What is put before a text and after it. Of a small vocabulary its own characters are."""
    first = () if tokenizer.complete else islice((token for token in tokenizer.vocabulary if len(token) == 1), 100)
    letters = dict.fromkeys(("a", "m", "D", "é", "\u6771", *first))
    return ["", *_characters(), *letters], ["", *letters, " ", "\n", "\u0301", *_characters()]


def _completions(data: bytes, most: int) -> Iterator[str]:
    """Texts that have these bytes, with the rest of the characters that begin or end outside of them."""
    starts = next((place for place, byte in enumerate(data) if byte not in _CONTINUING), len(data))
    before, after = _leading_bytes(starts), _trailing_bytes(_missing_bytes(data))
    if len(before) * len(after) <= most:
        around: Iterator[tuple[bytes, bytes]] = product(before, after)
    else:
        chosen = random.Random(0)  # a fixed order, so that others find the same
        around = ((chosen.choice(before), chosen.choice(after)) for _ in range(most))
    for left, right in around:
        try:
            yield (left + data + right).decode("utf-8")
        except UnicodeDecodeError:  # half a surrogate, or a character written longer than it is
            continue


@cache
def _leading_bytes(continuing: int) -> tuple[bytes, ...]:
    """What may stand before so many bytes that continue a character, mixed."""
    if not continuing:
        return (b"",)
    return _shuffled(
        bytes(rest)
        for length, leading in _LEADING.items()
        if length > continuing
        for rest in product(leading, *[_CONTINUING] * (length - continuing - 1))
    )


@cache
def _trailing_bytes(missing: int) -> tuple[bytes, ...]:
    """What may stand after a character that lacks so many bytes, mixed."""
    return _shuffled(bytes(rest) for rest in product(_CONTINUING, repeat=missing))


def _shuffled(parts: Iterable[bytes]) -> tuple[bytes, ...]:
    mixed = [*parts]
    random.Random(0).shuffle(mixed)  # the same each time
    return tuple(mixed)


def _missing_bytes(data: bytes) -> int:
    """Return how many bytes the last character lacks."""
    for back, byte in enumerate(reversed(data[-3:]), start=1):
        for length, leading in _LEADING.items():
            if byte in leading:
                return max(0, length - back)
        if byte not in _CONTINUING:
            return 0
    return 0
