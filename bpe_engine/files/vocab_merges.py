"""GPT-2's two files: `vocab.json`, token -> id, and `merges.txt`, one merge per line.

The same as `encoder.json` and `vocab.bpe` of openai/gpt-2. They do not contain the pre-tokenizer, the special tokens or
the unknown token.
"""

import json
from collections.abc import Collection, Iterable, Mapping

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, BYTE_OF_SYMBOL
from bpe_engine.errors import EngineError
from bpe_engine.files.byte_merges import refuse_whole_words, require_bpe, require_complete_merges, validate_merge
from bpe_engine.files.file_checks import (
    check_count,
    check_whole_characters,
    decode_text,
    parse_json,
    parse_vocabulary,
    shorten,
)
from bpe_engine.files.file_patterns import choose_pre_tokenizer
from bpe_engine.files.opened_tokenizer import Note, OpenedTokenizer
from bpe_engine.pre_tokenizers import GPT2, WHITESPACE, PreTokenizer
from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import Tokenizer

NAME = "gpt2"
TITLE = "vocab.json + merges.txt"
VOCAB, MERGES = "vocab.json", "merges.txt"
VERSION_LINE = "#version: 0.2"
SUFFIX = "</w>"


def write(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return both files. For GPT-2's own vocabulary, they equal the published ones, byte for byte.

    Raises EngineError if a merge cannot be written on a line: a symbol contains a space or line end, which happens only
    at character level, or the first symbol begins with "#version", which readers take for a heading.
    """
    bpe = require_bpe(tokenizer, TITLE, "tokenizer.json")
    if bpe.end_of_word_symbol:
        raise EngineError(
            "{format} cannot mark the end of a word with a separate symbol, {symbol!r}. Train with "
            "end_of_word_suffix={symbol!r} instead of end_of_word_symbol.",
            format=TITLE,
            symbol=bpe.end_of_word_symbol,
        )
    if bpe.byte_level and bpe.end_of_word_suffix:
        raise EngineError(
            "{format} cannot mark the ends of byte-level words with {suffix!r}. Choose tokenizer.json.",
            format=TITLE,
            suffix=bpe.end_of_word_suffix,
        )
    for token in bpe.special_tokens:
        if token not in _special_tokens(bpe.vocabulary, bpe.merges, _is_byte_level(bpe.vocabulary), SUFFIX):
            raise EngineError(
                "{format} does not say which tokens are special, so {token!r} would be read as an ordinary token. Give "
                "it a longer name, or choose tokenizer.json.",
                format=TITLE,
                token=token,
            )
    refuse_whole_words(bpe, TITLE)
    require_complete_merges(bpe)
    check_whole_characters(VOCAB, bpe.vocabulary)
    lines = [VERSION_LINE]
    for pair in bpe.merges:
        line = " ".join(pair)
        if line.count(" ") != 1 or "\n" in line or "\r" in line:
            raise EngineError(
                "The merge of {left!r} and {right!r} contains a space or line break, but {file} puts each merge on one "
                "line with a space between. Choose tokenizer.json, or train at byte level.",
                left=pair.left,
                right=pair.right,
                file=MERGES,
            )
        if line.startswith("#version"):
            raise EngineError(
                "The merge of {left!r} and {right!r} would begin its line with #version, which readers of {file} "
                "skip. Choose tokenizer.json.",
                left=pair.left,
                right=pair.right,
                file=MERGES,
            )
        lines.append(line)
    return {
        VOCAB: json.dumps(bpe.vocabulary).encode("ascii"),
        MERGES: "".join(f"{line}\n" for line in lines).encode(),
    }


def notes(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """Return notes on what the files omit and a reader may therefore interpret differently."""
    if not isinstance(tokenizer, BPETokenizer):
        return ()
    notes = []
    byte_level = _is_byte_level(tokenizer.vocabulary)
    if tokenizer.byte_level and not byte_level:
        notes.append(
            Note(
                "The vocabulary lacks some of the 256 bytes, so these files are read as if its symbols were "
                "characters. To keep bytes, choose tokenizer.json, or train with all 256 bytes (initial_alphabet)."
            )
        )
    suffix = tokenizer.end_of_word_suffix
    if suffix and suffix != _suffix(tokenizer.merges):
        notes.append(
            Note(
                "No merge in these files shows that words end in {suffix!r}, so the suffix is lost. To keep it, choose "
                "tokenizer.json.",
                suffix=suffix,
            )
        )
    if tokenizer.pre_tokenizer != (GPT2 if byte_level else WHITESPACE):
        cut = tokenizer.pre_tokenizer.name or tokenizer.pre_tokenizer.pattern
        notes.append(
            Note("These files do not say how a text is cut. Give the pattern {name!r} when you open them.", name=cut)
        )
    if tokenizer.unk_token in tokenizer.vocabulary and tokenizer.unk_token != _unk_token(tokenizer.vocabulary):
        notes.append(
            Note(
                "These files do not say that {token!r} is the unknown token. To keep it, choose tokenizer.json, or "
                "name it [UNK].",
                token=tokenizer.unk_token,
            )
        )
    return tuple(notes)


def read(files: Mapping[str, bytes], pre_tokenizer: str | PreTokenizer | None = None) -> OpenedTokenizer:
    """Return the tokenizer of the two files: `{name of vocab.json: content, name of merges.txt: content}`, in order.

    It is byte-level if the vocabulary contains all symbols of the byte alphabet. The default pre-tokenizer is then
    GPT-2's, else white space. Tokens that no merge makes are special tokens.

    Raises EngineError with the faulty line or token.
    """
    (vocab_file, vocab_data), (merges_file, merges_data) = files.items()
    vocabulary = parse_vocabulary(vocab_file, parse_json(vocab_file, decode_text(vocab_file, vocab_data)))
    merges = _merges(merges_file, decode_text(merges_file, merges_data), vocabulary)
    byte_level = _is_byte_level(vocabulary)
    suffix = "" if byte_level else _suffix(merges)
    if byte_level and _suffix(merges):
        raise EngineError(
            "{file} joins bytes and marks ends of words with {suffix}, which only tokenizer.json describes in full. "
            "Choose that file instead.",
            file=merges_file,
            suffix=SUFFIX,
        )
    special = _special_tokens(vocabulary, merges, byte_level, suffix)
    cut = choose_pre_tokenizer(pre_tokenizer, GPT2 if byte_level else WHITESPACE)
    notes = []
    if pre_tokenizer is None:
        notes.append(Note("These files do not say how a text is cut; the pattern {name!r} is used.", name=cut.name))
    if not byte_level:
        notes.append(Note("Not all 256 bytes are in the vocabulary, so its symbols are read as characters."))
    tokenizer = BPETokenizer(
        vocabulary=vocabulary,
        merges=merges,
        pre_tokenizer=cut,
        byte_level=byte_level,
        special_tokens=special,
        unk_token=_unk_token(vocabulary),
        end_of_word_suffix=suffix,
    )
    return OpenedTokenizer(tokenizer, NAME, True, tuple(notes))


def _is_byte_level(vocabulary: Mapping[str, int]) -> bool:
    return all(symbol in vocabulary for symbol in BYTE_ALPHABET)


def _unk_token(vocabulary: Mapping[str, int]) -> str:
    return next((token for token in ("[UNK]", "<unk>") if token in vocabulary), "[UNK]")


def _special_tokens(vocabulary: Mapping[str, int], merges: Iterable[Pair], byte_level: bool, suffix: str) -> list[str]:
    """Return the tokens that are neither symbols nor made by a merge."""
    products = {"".join(pair) for pair in merges}
    return [token for token in vocabulary if not _is_symbol(token, byte_level, suffix) and token not in products]


def _is_symbol(token: str, byte_level: bool, suffix: str) -> bool:
    if byte_level:
        return token in BYTE_OF_SYMBOL
    return len(token.removesuffix(suffix) if suffix else token) == 1


def _suffix(merges: Collection[Pair]) -> str:
    """Return the end-of-word mark, if one is in use and no merge continues after it, else ""."""
    ends = any(pair.right.endswith(SUFFIX) and pair.right != SUFFIX for pair in merges)
    return SUFFIX if ends and not any(pair.left.endswith(SUFFIX) for pair in merges) else ""


def is_merges(text: str) -> bool:
    """Return whether a text begins like merges.txt: with its heading, or with two symbols separated by a space."""
    first = text.split("\n", 1)[0].rstrip("\r")
    return first.startswith("#version") or (first.count(" ") == 1 and all(first.split(" ")))


def _merges(file: str, text: str, vocabulary: Mapping[str, int]) -> list[Pair]:
    lines = text.removesuffix("\n").split("\n") if text.strip("\r\n") else []
    check_count(file, len(lines))
    heading = bool(lines) and lines[0].startswith("#version")
    merges: dict[Pair, int] = {}
    for number, line in enumerate(lines[heading:], start=1 + heading):
        parts = line.removesuffix("\r").split(" ")
        if len(parts) != 2 or not all(parts):
            raise EngineError(
                "{file}, line {line:,}: expected two symbols separated by one space, but found {text}.",
                file=file,
                line=number,
                text=shorten(line),
            )
        pair = Pair(*parts)
        if pair in merges:
            raise EngineError(
                "{file}, line {line:,}: the merge of {left!r} and {right!r} is already on line {other:,}.",
                file=file,
                line=number,
                left=pair.left,
                right=pair.right,
                other=merges[pair],
            )
        validate_merge(file, number, pair, vocabulary)
        merges[pair] = number
    return list(merges)
