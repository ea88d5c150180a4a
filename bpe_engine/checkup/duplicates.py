"""Tokens with the same text, ids without a token, and ids without an embedding."""

from collections.abc import Iterator

from bpe_engine.checkup.finding import Finding, fault, fine, listed, note, warn
from bpe_engine.checkup.subject import Subject
from bpe_engine.errors import EngineError


def check_duplicates(subject: Subject) -> Iterator[Finding]:
    """Find tokens with the same bytes or the same text under two ids."""
    tokenizer = subject.tokenizer
    first: dict[bytes, str] = {}
    pairs: list[tuple[str, str]] = []
    for token_id, token in sorted(tokenizer.token_of_id.items()):
        if token in tokenizer.byte_of_token or token == tokenizer.unk_token:
            continue
        try:
            data = tokenizer.token_bytes(token_id)
        except EngineError:
            data = token.encode("utf-8", "surrogatepass")
        data = data.replace(tokenizer.space.encode(), b" ") if tokenizer.space else data
        original = first.setdefault(data, token)
        if original != token:
            pairs.append((original, token))
    if pairs:
        yield warn(
            "Tokens that stand for the same text as another token: {count:,} ({tokens}). A model has to learn both.",
            tokenizer.token_bytes(tokenizer.vocabulary[pairs[0][1]]).decode("utf-8", "replace"),
            count=len(pairs),
            tokens=listed([f"{original} = {duplicate}" for original, duplicate in pairs]),
        )
    else:
        yield fine("No two tokens stand for the same text.")


def check_ids(subject: Subject) -> Iterator[Finding]:
    """Find ids without a token, and tokens whose ids are outside the embedding."""
    ids = subject.tokenizer.token_of_id
    last = max(ids, default=-1)
    outside = [token_id for token_id in ids if subject.embedding is not None and token_id >= subject.embedding]
    if outside:
        yield fault(
            "Tokens whose ids are outside the model’s embedding of {rows:,} rows: {count:,} ({tokens}). A model that "
            "gets one stops with an error.",
            ids[outside[0]],
            rows=subject.embedding,
            count=len(outside),
            tokens=listed([ids[token_id] for token_id in sorted(outside)]),
        )
    free = last + 1 - len(ids)
    if free:
        example = next(token_id for token_id in range(last) if token_id not in ids)
        yield note(
            "Ids that no token has, below the last one: {count:,}, from {first:,}. A model that outputs one adds no "
            "text.",
            count=free,
            first=example,
        )
    if subject.embedding is not None and subject.embedding > last + 1:
        yield note(
            "The embedding has {count:,} more rows than there are ids. Such padding is common.",
            count=subject.embedding - last - 1,
        )
    if not outside and not free:
        yield fine("The ids go from 0 to {last:,} without gaps.", last=last)
