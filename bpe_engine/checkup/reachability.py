"""Which tokens no text produces, found by encoding the text of every token, and why not.

The text of most tokens encodes to the token alone. The others are searched for in longer texts. For a token found in
none of these, the part of the tokenizer that prevents it is reported: `bpe_engine.bpe.reachability` proves it for bytes
and merges.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from operator import itemgetter
from typing import Literal, NamedTuple

from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES, merges_lead_to, surrounding_texts
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.checkup.encoding import cut_each, normalize_each
from bpe_engine.checkup.subject import Subject
from bpe_engine.files.library_tokenizer import LibraryTokenizer
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

Reason = Literal["bytes", "spare", "merges", "score", "changed", "cut", "swallowed", "reserved", "not-found"]
"""Why no text contains a token:

- `bytes`: it contains a byte that never occurs in UTF-8;
- `spare`: it represents the byte of a character that has its own token;
- `merges`: merging its own symbols does not yield it;
- `score`: other tokens for the same text always have a higher score;
- `changed`: the normalizer changes its text first;
- `cut`: the pre-tokenizer cuts its text;
- `swallowed`: a longer token always matches first;
- `reserved`: its name says that it is reserved for later use;
- `not-found`: none of the texts that were tried contains it.
"""

CONTEXTS = (
    *("a{}", "{}a", " {}", "{} ", "x {}", "{} x", "a{}a", "1{}", "{}1", ".{}", "{}.", "\n{}", "{}\n", "東{}", "{}東"),
    *("{0}{0}", "A{}", "{}A"),
)
"""Contexts in which a token's text is tried."""

RESERVED = ("unused", "reserved", "extra_id", "placeholder", "place▁holder", "dummy")
MAX_ATTEMPTS = 100_000
"""Maximum number of longer texts tried for all tokens together, after CONTEXTS."""


class Unreached(NamedTuple):
    """A token for which no text was found."""

    token_id: int
    token: str
    text: str | None  # None for a part of a character
    reason: Reason


@lru_cache(maxsize=1)  # several checks call it
def unreached_tokens(subject: Subject) -> tuple[Unreached, ...]:
    """Return the tokens that no text produces, by id. Partial characters count only if it is proved.

    >>> from bpe_engine import load_pretrained
    >>> [token.token_id for token in unreached_tokens(Subject(load_pretrained("gpt2")))][:3]
    [124, 125, 177]
    """
    texts = {token_id: text for token_id, text in subject.texts_of_tokens.items() if text is not None}
    left = _missing_from_own_text(subject, texts)
    if isinstance(subject.tokenizer.base_tokenizer, WordPieceTokenizer):
        left = _not_inside(subject, left)
    for contexts in (CONTEXTS[:2], CONTEXTS[2:]):  # the first ones suffice for most tokens
        left = _except(left, _reached_in(subject, left, partial(_in_contexts, contexts)))
    changed = _lost_to_normalizer(subject.tokenizer, left)
    left = _except(left, _reached_in_longer_texts(subject, _except(left, changed)))
    whole = [
        Unreached(token_id, subject.tokenizer.token(token_id), text, _reason(subject, token_id, text, changed))
        for token_id, text in left.items()
    ]
    return tuple(sorted([*whole, *_impossible_parts(subject)], key=itemgetter(0)))


def _in_contexts(contexts: Sequence[str], text: str) -> list[str]:
    return [context.format(text) for context in contexts]


def _missing_from_own_text(subject: Subject, texts: dict[int, str]) -> dict[int, str]:
    """Return the tokens that do not occur when their own texts are encoded."""
    encoded = subject.encode_each([*texts.values()])
    return {token_id: text for (token_id, text), ids in zip(texts.items(), encoded, strict=True) if token_id not in ids}


def _reached_in(subject: Subject, left: dict[int, str], around: Callable[[str], Sequence[str]]) -> set[int]:
    attempts = [(token_id, text) for token_id, own_text in left.items() for text in around(own_text)]
    encoded = subject.encode_each([text for _, text in attempts])
    return {token_id for (token_id, _), ids in zip(attempts, encoded, strict=True) if token_id in ids}


def _except(left: dict[int, str], reached: set[int]) -> dict[int, str]:
    return {token_id: text for token_id, text in left.items() if token_id not in reached}


def _reached_in_longer_texts(subject: Subject, left: dict[int, str]) -> set[int]:
    """Return the tokens found in longer texts of all kinds, for byte-pair encoding."""
    base = subject.tokenizer.base_tokenizer
    if not isinstance(base, BPETokenizer) or not left:
        return set()
    mergeable = {token_id: text for token_id, text in left.items() if merges_lead_to(base, token_id)}
    per_token = MAX_ATTEMPTS // max(len(mergeable), 50)
    attempts = [(token_id, text) for token_id in mergeable for text in surrounding_texts(base, token_id, per_token)]
    encoded = subject.encode_each([text for _, text in attempts])
    return {token_id for (token_id, _), ids in zip(attempts, encoded, strict=True) if token_id in ids}


def _not_inside(subject: Subject, left: dict[int, str]) -> dict[int, str]:
    """Return WordPiece tokens that never follow the first token of a word."""
    base = subject.tokenizer.base_tokenizer
    assert isinstance(base, WordPieceTokenizer)
    firsts = [token for token in base.pieces if len(token) == 1]

    def texts_after(own_text: str) -> list[str]:
        fitting = (
            first
            for first in firsts
            if not any(first + own_text[:end] in base.pieces for end in range(1, len(own_text) + 1))
        )
        return [first + own_text for first in islice(fitting, 12)]

    return _except(left, _reached_in(subject, left, texts_after))


def _impossible_parts(subject: Subject) -> Iterator[Unreached]:
    base = subject.tokenizer.base_tokenizer
    if not isinstance(base, BPETokenizer) or not base.byte_level:
        return
    for token, token_id in subject.ordinary.items():
        if subject.texts_of_tokens[token_id] is None:
            if not INVALID_UTF8_BYTES.isdisjoint(base.token_bytes(token_id)):
                yield Unreached(token_id, token, None, "bytes")
            elif not merges_lead_to(base, token_id):
                yield Unreached(token_id, token, None, "merges")


def _lost_to_normalizer(tokenizer: Tokenizer, left: dict[int, str]) -> set[int]:
    """Return the tokens whose text disappears when normalized, in each of several contexts.

    Unknown for tokenizers run by a library.
    """
    if isinstance(tokenizer, LibraryTokenizer):
        return set()
    frames = ("{}", "a{}", "{}a", "x {} x", "東{}")
    normalized = iter(normalize_each(tokenizer, [frame.format(text) for text in left.values() for frame in frames]))
    changed = set()
    for token_id, text in left.items():
        if not any(
            _as_model_text(tokenizer, text) in normalized_text for normalized_text in [next(normalized) for _ in frames]
        ):
            changed.add(token_id)
    return changed


def _as_model_text(tokenizer: Tokenizer, text: str) -> str:
    """Return a text as the model sees it, with the tokenizer's space symbol, if it has one."""
    return text.replace(" ", tokenizer.space) if tokenizer.space else text


def _reason(subject: Subject, token_id: int, text: str, changed: set[int]) -> Reason:
    tokenizer, token = subject.tokenizer, subject.tokenizer.token(token_id)
    base = tokenizer.base_tokenizer
    if any(word in token.lower() for word in RESERVED) and not token.isalpha():
        return "reserved"
    if token in tokenizer.byte_of_token:
        return "spare"
    if isinstance(base, BPETokenizer) and not merges_lead_to(base, token_id) and token not in base.table.whole_words:
        return "merges"
    if token_id in changed:
        return "changed"
    pre_tokenizer = getattr(base, "pre_tokenizer", None)
    if isinstance(pre_tokenizer, PreTokenizer):
        model_text = _as_model_text(tokenizer, text)
        if isinstance(base, WordPieceTokenizer) and base.prefix and token.startswith(base.prefix):
            model_text = "a" + model_text
        if cut_each(pre_tokenizer, [model_text]) != [[model_text]]:
            return "cut"
    if isinstance(base, UnigramTokenizer):
        return "score"
    return "swallowed" if isinstance(base, WordPieceTokenizer) else "not-found"
