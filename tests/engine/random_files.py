"""Random files that the tokenizers library trains and saves, and texts to try them on."""

import random
from typing import Any, NamedTuple

import tokenizers
from tokenizers import AddedToken, Regex, models, normalizers, pre_tokenizers, trainers

from bpe_engine.files import read
from bpe_engine.tokenizer import NO_ID, Tokenizer
from tests.engine.file_samples import CODE, PLAY
from tests.engine.sentencepiece_models import LANGUAGES

PARTS = (
    *("the ", "a", " ", "  ", "\n", "\t", "1", "234", "▁", "é", "e\u0301", "ﬁ", "Ａ", "½", "東京", "🎉", "Ünited", "İ"),
    *("<x>", "<s>", "[UNK]", "word", "mask", "'ll", "...", "\u00a0", "_x", "-", "İé", "ß", "x y", "<x> <s>", "amask "),
)


def _normalizer(draw: random.Random) -> Any:
    made: list[Any] = [
        normalizers.NFC(),
        normalizers.NFD(),
        normalizers.NFKC(),
        normalizers.NFKD(),
        normalizers.Lowercase(),
        normalizers.StripAccents(),
        normalizers.Strip(left=draw.random() < 0.5, right=draw.random() < 0.5),
        normalizers.Replace(draw.choice(["e", " ", Regex(r"\s+"), Regex("[aeiou]")]), draw.choice(["", "▁", "oo"])),
        normalizers.Prepend(draw.choice(["▁", " ", "x"])),
        normalizers.Nmt(),
        normalizers.BertNormalizer(lowercase=draw.random() < 0.5, handle_chinese_chars=draw.random() < 0.5),
    ]
    chosen = draw.sample(made, draw.choice([0, 0, 1, 1, 2, 3]))
    return normalizers.Sequence(chosen) if len(chosen) > 1 else chosen[0] if chosen else None


def _pre_tokenizer(draw: random.Random, *, byte_level: bool) -> Any:
    scheme: Any = draw.choice(["always", "first", "never"])
    behavior: Any = draw.choice(["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"])
    made: list[Any] = [
        pre_tokenizers.Metaspace(draw.choice("▁_"), scheme, split=draw.random() < 0.5),
        pre_tokenizers.Whitespace(),
        pre_tokenizers.WhitespaceSplit(),
        pre_tokenizers.Digits(individual_digits=draw.random() < 0.5),
        pre_tokenizers.Punctuation(behavior),
        pre_tokenizers.BertPreTokenizer(),
        pre_tokenizers.Split(Regex(draw.choice([r"\s+", r"\d", r"[A-Z]?[a-z]+", r"\p{L}+|\p{N}{1,3}"])), behavior),
        pre_tokenizers.CharDelimiterSplit(draw.choice("e-")),
        pre_tokenizers.UnicodeScripts(),
    ]
    chosen = draw.sample(made, draw.choice([0, 1, 1, 1, 2]))
    if byte_level:
        last = pre_tokenizers.ByteLevel(add_prefix_space=draw.random() < 0.5, use_regex=draw.random() < 0.5)
        chosen = [*chosen[:1], last] if draw.random() < 0.5 else [last]
    return pre_tokenizers.Sequence(chosen) if len(chosen) > 1 else chosen[0] if chosen else None


def _model(draw: random.Random, kind: str) -> tuple[Any, Any]:
    """Return a model and its trainer."""
    usual: dict[str, Any] = {"vocab_size": draw.choice([120, 300, 500]), "show_progress": False}
    special = draw.choice([["[UNK]"], ["[UNK]", "<s>"]])
    if kind == "bytes":
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            **(usual | {"vocab_size": 500}), special_tokens=special[1:], initial_alphabet=alphabet
        )
        return models.BPE(ignore_merges=draw.random() < 0.3), trainer
    if kind == "BPE":
        fallback = draw.random() < 0.5
        options: dict[str, Any] = {"fuse_unk": draw.random() < 0.3, "byte_fallback": fallback}
        if draw.random() < 0.3:
            options["end_of_word_suffix"] = "</w>"
        unk = {"unk_token": "[UNK]"} if draw.random() < 0.8 else {}
        in_bytes = [f"<0x{byte:02X}>" for byte in range(256)] if fallback and draw.random() < 0.8 else []
        suffix = {key: value for key, value in options.items() if key == "end_of_word_suffix"}
        trainer = trainers.BpeTrainer(
            **(usual | {"vocab_size": usual["vocab_size"] + len(in_bytes)}),
            special_tokens=[*special, *in_bytes],
            limit_alphabet=draw.choice([40, 200]),
            **suffix,
        )
        return models.BPE(**unk, **options), trainer
    if kind == "WordPiece":
        return models.WordPiece(unk_token="[UNK]"), trainers.WordPieceTrainer(**usual, special_tokens=special)
    if kind == "Unigram":
        usual["vocab_size"] += 900  # the alphabet alone takes this many
        return models.Unigram(), trainers.UnigramTrainer(**usual, special_tokens=special, unk_token="[UNK]")
    return models.WordLevel(unk_token="[UNK]"), trainers.WordLevelTrainer(**usual, special_tokens=special)


def _added(draw: random.Random) -> list[AddedToken]:
    names = draw.sample(["<x>", "mask", "  ", "é", "Ünited", "word", " y"], draw.choice([0, 0, 1, 2]))
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return [AddedToken(name, **{flag: draw.random() < 0.2 for flag in flags}) for name in names]


def random_file(seed: int) -> tokenizers.Tokenizer:
    """Return a random tokenizer of the library."""
    draw = random.Random(seed)
    kind = draw.choice(["bytes", "bytes", "BPE", "BPE", "WordPiece", "Unigram", "WordLevel"])
    model, trainer = _model(draw, kind)
    made = tokenizers.Tokenizer(model)
    normalizer, pre_tokenizer = _normalizer(draw), _pre_tokenizer(draw, byte_level=kind == "bytes")
    if normalizer is not None:
        made.normalizer = normalizer
    if pre_tokenizer is not None:
        made.pre_tokenizer = pre_tokenizer
    lines = (PLAY[:6_000] + CODE).split("\n") + [language[:80] for language in LANGUAGES.values()]
    made.train_from_iterator(lines, trainer)
    for token in _added(draw):
        (made.add_special_tokens if token.special else made.add_tokens)([token])
    return made


def random_texts(seed: int, count: int = 50) -> list[str]:
    """Return texts of words, symbols and token names."""
    draw = random.Random(-seed - 1)
    texts = []
    for _ in range(count):
        if draw.random() < 0.3:
            language = draw.choice(list(LANGUAGES.values()))
            start = draw.randrange(len(language))
            texts.append(language[start : start + 60])
        else:
            texts.append("".join(draw.choice(PARTS) for _ in range(draw.randrange(14))))
    return texts


class TrialResult(NamedTuple):
    """The result of trying a file."""

    stepwise: bool  # whether it can be stepped through here; else the library runs it
    note: str  # why the library runs it
    texts: int  # how many were encoded by both
    other_ids: tuple[str, ...]  # texts with different ids


def try_file(seed: int) -> TrialResult:
    """Open a file written by the library, and encode texts with both, reading special tokens as tokens and as text."""
    peer = random_file(seed)
    found = read({"tokenizer.json": peer.to_str().encode()})
    if not found.has_steps:
        return TrialResult(False, str(found.notes[0]), 0, ())
    texts = 0
    other = []
    for text in random_texts(seed):
        for special in ("all", "none"):
            if special == "none" and any(token in text for token in found.tokenizer.special_tokens):
                continue  # plain text is never a special token here, though a model may have one for a word
            peer.encode_special_tokens = special == "none"
            ids = found.tokenizer.encode(text, special) if _known(found.tokenizer, text) else []
            texts += bool(ids)
            if ids and ids != peer.encode(text, add_special_tokens=False).ids:
                other.append(text)
    return TrialResult(True, "", texts, tuple(other))


def _known(tokenizer: Tokenizer, text: str) -> bool:
    """Return whether every character of a text has a token; otherwise the library drops it, and the engine refuses."""
    return NO_ID not in tokenizer._ids(text)
