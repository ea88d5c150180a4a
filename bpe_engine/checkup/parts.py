"""The parts of a tokenizer, and what each does to a text."""

from collections.abc import Iterator, Mapping
from typing import Any

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.checkup.finding import Finding, Table, Term, Terms, note
from bpe_engine.checkup.subject import Subject
from bpe_engine.files.library_tokenizer import LibraryTokenizer
from bpe_engine.pre_tokenizers import N_, PRE_TOKENIZERS
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.tokenizers.whole_units import UnitTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

COLUMNS = (N_("part"), N_("kind"), N_("what it does"), N_("detail"))
NORMALIZER, PRE_TOKENIZER, MODEL, DECODER = N_("normalizer"), N_("pre-tokenizer"), N_("model"), N_("decoder")

STEPS: Mapping[str, Mapping[str, str]] = {
    NORMALIZER: {
        "none": N_("leaves a text as it is"),
        "NFC": N_("composes letters and their marks"),
        "NFD": N_("separates letters from their marks"),
        "NFKC": N_("composes letters and their marks, and replaces variants such as ﬁ and ²"),
        "NFKD": N_("separates letters from their marks, and replaces variants such as ﬁ and ²"),
        "Lowercase": N_("turns capitals into lower case"),
        "StripAccents": N_("removes accents"),
        "Strip": N_("removes white space at the ends"),
        "Replace": N_("replaces one text with another"),
        "Prepend": N_("puts a text in front"),
        "BertNormalizer": N_("cleans white space, and removes capitals and accents if it is set to"),
        "Nmt": N_("cleans white space and control characters"),
        "Precompiled": N_("replaces characters by SentencePiece’s table"),
        "SentencePiece": N_("replaces characters by SentencePiece’s table"),
        "SpaceNormalizer": N_("writes ▁ for each space"),
        "ByteLevel": N_("writes each byte as a visible character"),
    },
    PRE_TOKENIZER: {
        "none": N_("does not cut the text"),
        "ByteLevel": N_("writes each byte as a visible character"),
        "Split": N_("cuts by a pattern"),
        "pattern": N_("cuts by a pattern"),
        "Whitespace": N_("cuts at white space and punctuation"),
        "WhitespaceSplit": N_("cuts at white space"),
        "Digits": N_("cuts numbers out"),
        "Punctuation": N_("cuts punctuation out"),
        "Metaspace": N_("writes ▁ for each space, and cuts there"),
        "BertPreTokenizer": N_("cuts at white space and punctuation"),
        "bert": N_("cuts at white space and punctuation"),
        "UnicodeScripts": N_("cuts where the script changes"),
        "CharDelimiterSplit": N_("cuts at one character, and removes it"),
        "FixedLength": N_("cuts into pieces of one length"),
    },
    MODEL: {
        "BPE": N_("joins pairs in the order of its merges"),
        "Unigram": N_("takes the tokens with the highest total score"),
        "WordPiece": N_("takes the longest token that fits, from left to right"),
        "WordLevel": N_("looks up whole words"),
    },
    DECODER: {
        "none": N_("puts spaces between the tokens"),
        "ByteLevel": N_("turns byte symbols back into bytes, and these into text"),
        "WordPiece": N_("joins a token that starts with the prefix to the one before it"),
        "Metaspace": N_("turns ▁ back into a space"),
        "spaces": N_("turns ▁ back into a space"),
        "BPEDecoder": N_("turns ends of words into spaces"),
        "Replace": N_("replaces one text with another"),
        "ByteFallback": N_("turns byte tokens into characters"),
        "Fuse": N_("joins the tokens"),
        "joined": N_("joins the tokens"),
        "Strip": N_("removes spaces at the ends"),
        "CTC": N_("removes repeated tokens"),
    },
}
"""What each kind of step does, by part. The tokenizers library's own kinds have its names."""

ARROW = " → "
NAMED_PATTERN = N_("cuts by a published pattern")

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
    found = {
        NORMALIZER: _file_part(content, "normalizer") if content else _normalizer_part(tokenizer),
        PRE_TOKENIZER: _file_part(content, "pre_tokenizer") if content else _pattern_part(base),
        MODEL: _model_part(subject),
        DECODER: _file_part(content, "decoder") if content else _decoder_part(tokenizer),
    }
    rows = (
        (Term(part), kind, Terms([*([_units(base)] if part == MODEL else []), *step_descriptions(part, kind)]), detail)
        for part, (kind, detail) in found.items()
    )
    yield note(
        "A text passes through four parts: normalizer ({normalizer}), pre-tokenizer ({pre_tokenizer}), model "
        "({model}), and, on the way back, decoder ({decoder}).",
        "Hello world",
        Table(COLUMNS, tuple(rows)),
        **{part.replace("-", "_"): kind for part, (kind, _) in found.items()},
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


def step_descriptions(part: str, kind: str) -> Terms:
    """Return what each step of a part does; unknown steps are skipped.

    >>> step_descriptions("normalizer", "NFC → Lowercase")
    ('composes letters and their marks', 'turns capitals into lower case')
    """
    by_step = STEPS[part]
    default = NAMED_PATTERN if part == PRE_TOKENIZER and kind in PRE_TOKENIZERS else ""
    descriptions = (by_step.get(step, default) for step in kind.split(ARROW))
    return Terms(dict.fromkeys(filter(None, descriptions)))


def _file_part(content: Mapping[str, Any], key: str) -> tuple[str, str]:
    """Return the types of a part's steps in a tokenizer.json, in order, and their patterns."""
    steps = [*_steps(content.get(key))]
    kinds = [str(step.get("type")) for step in steps] or ["none"]
    patterns = [
        str(next(iter(step["pattern"].values()), "")) for step in steps if isinstance(step.get("pattern"), dict)
    ]
    return ARROW.join(kinds), "  ".join(patterns)


def _steps(part: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, dict):
        inner = next((part[key] for key in ("normalizers", "pretokenizers", "decoders") if key in part), None)
        if isinstance(inner, list):
            for step in inner:
                yield from _steps(step)
        else:
            yield part


def _normalizer_part(tokenizer: Any) -> tuple[str, str]:
    normalizer = getattr(tokenizer, "normalizer", None) or getattr(tokenizer.base_tokenizer, "normalizer", None)
    if normalizer is None:
        return ("SentencePiece" if hasattr(tokenizer.base_tokenizer, "normalize") else "none"), ""
    return type(normalizer).__name__, ""


def _pattern_part(base: Any) -> tuple[str, str]:
    pre_tokenizer = getattr(base, "pre_tokenizer", None)
    if pre_tokenizer is None:
        return "none", ""
    return pre_tokenizer.name or "pattern", pre_tokenizer.pattern


def _model_part(subject: Subject) -> tuple[str, str]:
    base = subject.tokenizer.base_tokenizer
    model = subject.content.get("model")
    kind = next((name for model_type, name in MODELS if isinstance(base, model_type)), "")
    if isinstance(model, dict):
        kind = kind or str(model.get("type"))
    return kind or type(base).__name__, ""


def _units(tokenizer: Tokenizer) -> str:
    if tokenizer.byte_level:
        return N_("starts from bytes")
    return (
        N_("starts from characters, and falls back on bytes")
        if tokenizer.byte_of_token
        else N_("starts from characters")
    )


def _decoder_part(tokenizer: Any) -> tuple[str, str]:
    if tokenizer.byte_level:
        return "ByteLevel", ""
    if prefix := getattr(tokenizer.base_tokenizer, "prefix", ""):
        return "WordPiece", prefix
    return ("spaces" if tokenizer.space else "joined"), ""
