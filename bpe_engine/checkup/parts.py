"""What a tokenizer is: what happens to a text on its way, part by part."""

from collections.abc import Iterator, Mapping
from typing import Any

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.checkup.finding import Finding, Table, note
from bpe_engine.checkup.subject import Subject
from bpe_engine.files.library_tokenizer import LibraryTokenizer
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.tokenizers.whole_units import UnitTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

COLUMNS = ("part", "kind", "detail")
MODELS: tuple[tuple[type, str], ...] = (
    (SentencePieceBPE, "BPE"),
    (BPETokenizer, "BPE"),
    (UnigramTokenizer, "Unigram"),
    (WordPieceTokenizer, "WordPiece"),
    (UnitTokenizer, "WordLevel"),
)


def check_parts(subject: Subject) -> Iterator[Finding]:
    """Describe the normalizer, the pre-tokenizer, the model and the decoder."""
    content, tokenizer = subject.content, subject.tokenizer
    base = tokenizer.base_tokenizer
    table = Table(
        COLUMNS,
        (
            ("normalizer", *(_of_file(content, "normalizer") if content else _of_normalizer(tokenizer))),
            ("pre-tokenizer", *(_of_file(content, "pre_tokenizer") if content else _of_pattern(base))),
            ("model", *_of_model(subject)),
            ("decoder", *(_of_file(content, "decoder") if content else _of_decoder(tokenizer))),
        ),
    )
    kinds = {part: kind for part, kind, _ in table.rows}
    yield note(
        "A text passes through four parts: normalizer ({normalizer}), pre-tokenizer ({pre_tokenizer}), model "
        "({model}), and, on the way back, decoder ({decoder}).",
        "Hello world",
        table,
        normalizer=kinds["normalizer"],
        pre_tokenizer=kinds["pre-tokenizer"],
        model=kinds["model"],
        decoder=kinds["decoder"],
    )
    special, added = len(tokenizer.special_tokens), len(tokenizer.added_tokens)
    yield note(
        "The vocabulary has {size:,} tokens, with ids up to {last:,}. Special: {special:,}; others that are matched by "
        "name: {added:,}; from the model: {ordinary:,}.",
        size=tokenizer.vocab_size,
        last=max(tokenizer.token_of_id, default=0),
        special=special,
        added=added,
        ordinary=tokenizer.vocab_size - special - added,
    )
    for known in subject.notes:
        yield Finding("note", known.template, values=known.values)
    if isinstance(tokenizer, LibraryTokenizer):
        yield note(
            "The library {library} runs this tokenizer, so its merges and scores cannot be checked one by one.",
            library=tokenizer.library,
        )


def _of_file(content: Mapping[str, Any], key: str) -> tuple[str, str]:
    """Return the types of a part in a tokenizer.json, in order, and their patterns."""
    steps = [*_steps(content.get(key))]
    kinds = [str(step.get("type")) for step in steps] or ["none"]
    patterns = [
        str(next(iter(step["pattern"].values()), "")) for step in steps if isinstance(step.get("pattern"), dict)
    ]
    return " → ".join(kinds), "  ".join(patterns)


def _steps(part: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, dict):
        inner = next((part[key] for key in ("normalizers", "pretokenizers", "decoders") if key in part), None)
        if isinstance(inner, list):
            for step in inner:
                yield from _steps(step)
        else:
            yield part


def _of_normalizer(tokenizer: Any) -> tuple[str, str]:
    normalizer = getattr(tokenizer, "normalizer", None) or getattr(tokenizer.base_tokenizer, "normalizer", None)
    if normalizer is None:
        return ("SentencePiece" if hasattr(tokenizer.base_tokenizer, "normalize") else "none"), ""
    return type(normalizer).__name__, ""


def _of_pattern(base: Any) -> tuple[str, str]:
    pre_tokenizer = getattr(base, "pre_tokenizer", None)
    if pre_tokenizer is None:
        return "none", ""
    return pre_tokenizer.name or "pattern", pre_tokenizer.pattern


def _of_model(subject: Subject) -> tuple[str, str]:
    base = subject.tokenizer.base_tokenizer
    written = subject.content.get("model")
    kind = next((name for known, name in MODELS if isinstance(base, known)), "")
    if isinstance(written, dict):
        kind = kind or str(written.get("type"))
    merges = f"{len(base.table.pairs):,} merges" if type(base) is BPETokenizer else ""
    units = "bytes" if base.byte_level else "characters, else bytes" if base.byte_of_token else "characters"
    return kind or type(base).__name__, f"{units}, {merges}".removesuffix(", ")


def _of_decoder(tokenizer: Any) -> tuple[str, str]:
    if tokenizer.byte_level:
        return "ByteLevel", ""
    if prefix := getattr(tokenizer.base_tokenizer, "prefix", ""):
        return "WordPiece", f"{prefix} joins a token to the one before it"
    return ("spaces", f"{tokenizer.space} becomes a space") if tokenizer.space else ("joined", "")
