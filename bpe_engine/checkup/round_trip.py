"""Round trips of languages, code, emoji, white space, control characters and every byte."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.checkup.finding import Finding, Terms, fault, fine, warn
from bpe_engine.checkup.subject import Subject, articles
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import N_
from bpe_engine.tokenizer import NO_ID

CODE = 'def f(x):\n    return {"a": x[1:] ** 2}  # it\'s 100%\n\nif (a != b && c) {\n\tputs("\\n");\n}\n'
SAMPLES: Mapping[str, str] = {
    N_("code"): CODE,
    N_("emoji"): "😀 👍🏽 👨‍👩‍👧 🇻🇳 ❤️ 1️⃣",
    N_("spaces"): "a  b    c ",
    N_("spaces at the start"): "  a",
    N_("tabs and line breaks"): "a\tb\n\n\tc\r\nd\re\n",
    N_("other white space"): "a\u00a0b\u2003c\u3000d\u2028e\u200bf",
    N_("control characters"): "".join(
        map(chr, [*range(1, 9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F, *range(0x80, 0xA0)])
    ),
    N_("the null character"): "a\x00b",
    N_("accents"): "é e\u0301 ế ê\u0301 Å Å ﬁ",
    N_("capitals"): "Hello HELLO İstanbul ẞ",
    N_("punctuation and symbols"): "“quoted” – €5 ½ ² ≠ → ∑ ™ …",
    N_("combining marks"): "नमस्ते ที่ ก็ שָׁלוֹם",
}
BYTES = "".join(
    map(
        chr,
        [
            *range(0x800),
            *(lead << 12 for lead in (1, *range(2, 13), 14, 15)),
            0xD000,
            *range(0x10000, 0x110000, 0x30000),
        ],
    )
)
"""A text with every byte that occurs in UTF-8."""


def check_round_trip(subject: Subject) -> Iterator[Finding]:
    """Encode and decode samples of everything."""
    samples = {
        **{article["name"]: article["text"] for article in articles().values()},
        **SAMPLES,
        N_("every byte"): BYTES,
    }
    unknown: dict[str, str] = {}
    changed: dict[str, str] = {}
    for name, text in samples.items():
        decoded = round_trip(subject, text)
        if decoded is None:
            unknown[name] = smallest(text, lambda part: round_trip(subject, part) is None)
        elif decoded != text:
            changed[name] = smallest(text, lambda part: round_trip(subject, part) != part)
    missing = _missing_bytes(subject)
    if missing:
        yield fault(
            "Bytes without a token: {count:,}, from 0x{first:02X}. A text that contains one cannot be encoded.",
            next(iter(unknown.values()), ""),
            count=len(missing),
            first=missing[0],
        )
    elif unknown:
        example = next(iter(unknown.values()))
        yield warn(
            "Samples with characters that are not in the vocabulary, and are lost: {count} of {all} ({names}). For "
            "example: {part!r}.",
            example,
            count=len(unknown),
            all=len(samples),
            names=Terms(unknown),
            part=example,
        )
    if changed:
        example = next(iter(changed.values()))
        lossless = subject.tokenizer.byte_level and not _changes_texts(subject)
        yield (fault if lossless else warn)(
            N_("Samples that come back changed: {count} of {all} ({names}). For example, {part!r} becomes {back!r}."),
            example,
            count=len(changed),
            all=len(samples),
            names=Terms(changed),
            part=example,
            back=round_trip(subject, example) or "",  # a dropped part leaves no tokens
        )
    has_no_decoder = subject.content and subject.tokenizer.byte_level and subject.content.get("decoder") is None
    if has_no_decoder:
        symbols = " ".join(map(subject.tokenizer.token, subject.encode(" a")))
        yield fault(
            "The file has no decoder, so the tokenizers library returns byte symbols instead of text: {part!r} becomes "
            "{back!r}.",
            " a",
            part=" a",
            back=symbols,
        )
    if not unknown and not changed and not missing and not has_no_decoder:
        yield fine(
            "Every sample comes back as it was: {count}, in languages, code, emoji, white space and bytes.",
            count=len(samples),
        )
    dropout = _model(subject).get("dropout")
    if dropout or subject.encode(CODE) != subject.encode(CODE):
        yield fault(
            "The same text can have different tokens each time (dropout={dropout}). Set it to 0 for use.",
            "" if dropout else CODE,
            dropout=dropout,
        )


def round_trip(subject: Subject, text: str) -> str | None:
    """Return a text encoded and decoded; None if a part of it is unknown."""
    tokenizer = subject.tokenizer
    ids = subject.encode(text)
    if (text and not ids and text.strip()) or NO_ID in ids:
        return None
    if any(tokenizer.is_unknown(token_id) for token_id in ids):
        return None
    try:
        return tokenizer.decode(ids)
    except EngineError:
        return None


def smallest(text: str, fails: Callable[[str], bool]) -> str:
    """Return a short part of a text that still fails: a character, a word, a line, or the whole text.

    >>> smallest("a b!", lambda part: "!" in part)
    '!'
    """
    for parts in (dict.fromkeys(text), text.split(), text.splitlines(keepends=True)):
        for part in parts:
            if part and fails(part):
                return part
    return text


def _model(subject: Subject) -> Mapping[str, object]:
    model = subject.content.get("model")
    return model if isinstance(model, dict) else {}


def _changes_texts(subject: Subject) -> bool:
    """Return whether a normalizer or the handling of spaces changes texts on purpose."""
    content, tokenizer = subject.content, subject.tokenizer
    if content:
        return content.get("normalizer") is not None
    return any(getattr(part, "normalizer", None) for part in (tokenizer, tokenizer.base_tokenizer))


def _missing_bytes(subject: Subject) -> list[int]:
    """Return the bytes without a token at byte level, or those missing from an incomplete <0x00> to <0xFF>."""
    tokenizer = subject.tokenizer
    if tokenizer.byte_level:
        return [byte for byte, symbol in enumerate(BYTE_ALPHABET) if symbol not in tokenizer.vocabulary]
    has_token = [f"<0x{byte:02X}>" in tokenizer.vocabulary for byte in range(256)]
    return [byte for byte, is_there in enumerate(has_token) if not is_there] if sum(has_token) > 128 else []


def check_own_texts(subject: Subject) -> Iterator[Finding]:
    """Encode the user's own texts, and decode them."""
    for name, text in subject.texts.items():
        ids = subject.encode(text)
        decoded = round_trip(subject, text)
        values: dict[str, Any] = {"name": name, "tokens": len(ids), "characters": len(text) / max(len(ids), 1)}
        if decoded is None:
            example = smallest(text, lambda part: round_trip(subject, part) is None)
            yield warn(
                "{name}: {tokens:,} tokens, {characters:.2f} characters per token; {part!r} is not in the vocabulary.",
                example,
                **values,
                part=example,
            )
        elif decoded != text:
            example = smallest(text, lambda part: round_trip(subject, part) != part)
            yield warn(
                "{name}: {tokens:,} tokens, {characters:.2f} characters per token; {part!r} comes back changed.",
                example,
                **values,
                part=example,
            )
        else:
            yield fine(
                "{name}: {tokens:,} tokens, {characters:.2f} characters per token; it comes back as it was.",
                text[:200],
                **values,
            )
