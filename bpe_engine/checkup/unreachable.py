"""Tokens that no text produces, and why; tokens that are partial characters."""

from collections.abc import Iterator

from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES, find_text
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.checkup.finding import Finding, fine, listed, note, warn
from bpe_engine.checkup.reachability import Reason, Unreached, unreached_tokens
from bpe_engine.checkup.subject import Subject
from bpe_engine.pre_tokenizers import N_

SENTENCES: dict[Reason, str] = {
    "merges": N_(
        "Tokens that the merges never make of their own symbols, so that no text has them: {count:,} ({tokens})."
    ),
    "score": N_("Tokens that no text has, because others for the same text score higher: {count:,} ({tokens})."),
    "changed": N_(
        "Tokens that were found in no text, because the normalizer changes theirs first: {count:,} ({tokens})."
    ),
    "swallowed": N_(
        "Tokens that were found in no text, because a longer token or a cut comes first: {count:,} ({tokens})."
    ),
    "not-found": N_("Tokens that are in none of the texts that were tried: {count:,} ({tokens})."),
    "bytes": N_("Tokens with a byte that UTF-8 never has, so that no text has them: {count:,} ({tokens})."),
}
"""The sentence for each reason. Tokens cut by the pattern are reported by the check of the pattern."""


def check_unreachable(subject: Subject) -> Iterator[Finding]:
    """Find the tokens that no text produces, by encoding the text of each."""
    single = [token for token in unreached_tokens(subject) if token.reason == "bytes" and _is_byte(subject, token)]
    unreached = [token for token in unreached_tokens(subject) if token not in single]
    has_findings = False
    for reason, sentence in SENTENCES.items():
        tokens = [token for token in unreached if token.reason == reason]
        if tokens:
            has_findings = True
            example = next((token.text for token in tokens if token.text), "")
            yield warn(sentence, example, count=len(tokens), tokens=_listed(subject, tokens))
    if not has_findings:
        yield fine(
            "A text can produce every token, except those below and those that the pattern cuts: {count:,} were tried.",
            count=len(subject.ordinary),
        )
    if single:
        yield note(
            "Single bytes that UTF-8 never has: {count}. Every vocabulary of all 256 bytes has them, and no text uses "
            "them.",
            count=len(single),
        )
    if reserved := [token for token in unreached if token.reason == "reserved"]:
        yield note(
            "Tokens that are kept for later, by their names: {count:,} ({tokens}).",
            count=len(reserved),
            tokens=_listed(subject, reserved),
        )
    if spare := [token for token in unreached if token.reason == "spare"]:
        yield note(
            "Byte tokens that no text needs, because their characters have tokens of their own: {count:,} ({tokens}).",
            count=len(spare),
            tokens=_listed(subject, spare),
        )


def _is_byte(subject: Subject, token: Unreached) -> bool:
    data = subject.tokenizer.token_bytes(token.token_id)
    return len(data) == 1 and data[0] in INVALID_UTF8_BYTES


def _listed(subject: Subject, tokens: list[Unreached]) -> str:
    """Return tokens for display: byte-level tokens as text, others as in the vocabulary."""
    by_text = subject.tokenizer.byte_level
    return listed([token.text if by_text and token.text else token.token for token in tokens])


def check_parts_of_characters(subject: Subject) -> Iterator[Finding]:
    """Count the tokens whose bytes are not whole characters."""
    parts = [token_id for token_id, text in subject.texts_of_tokens.items() if text is None]
    longer = [token_id for token_id in parts if len(subject.tokenizer.token_bytes(token_id)) > 1]
    if not parts or not longer:
        yield fine("No token of more than one byte is a part of a character.")
        return
    base = subject.tokenizer.base_tokenizer
    example = ""
    if isinstance(base, BPETokenizer):
        results = (find_text(base, token_id, 300) for token_id in longer[:20])
        example = next((result.text for result in results if result.reached), "")
    yield note(
        "Tokens of several bytes that begin or end inside a character: {count:,}. A program that shows tokens as they "
        "come shows � for such a token until the next one is there.",
        example,
        count=len(longer),
    )
