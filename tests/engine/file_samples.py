"""Tokenizers and texts for the tests of file formats."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bpe_engine import BYTE_ALPHABET, BPETokenizer, BPETrainer, Corpus, EngineError
from bpe_engine.byte_alphabet import bytes_to_symbols
from bpe_engine.files import OpenedTokenizer, read
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer

PLAY = (Path(__file__).parent.parent / "data" / "asyoulik.txt").read_text("utf-8")
CODE = '#include <a.h>\n\n#version 330\n# a comment\n\tif (x == 1) {\r\n  return "\x00\x1b[0m";\n}\n# a  #b ## #\n' * 3
TEXTS = (
    PLAY[:3000],
    CODE,
    "Zürich 東京 👨‍👩‍👧 don't DON'T I'll \u00a0\u2028 1234567 ½ ſ\n\n  x \r\n\t ",
    "a" * 200,
    "",
    " ",
    "end<|end|>",
)


@cache
def trained_bpe(pre_tokenizer: str = "gpt2", merges: int = 300, special: tuple[str, ...] = ()) -> BPETokenizer:
    """Return a byte-level tokenizer with all bytes, whose ids are their values."""
    corpus = Corpus.from_text(PLAY[:20_000] + CODE, pre_tokenizer)
    trainer = BPETrainer(vocab_size=256 + merges + len(special), initial_alphabet=BYTE_ALPHABET, special_tokens=special)
    return trainer.train(corpus)


@cache
def trained_on_characters(suffix: str = "", special: tuple[str, ...] = ("[UNK]",)) -> BPETokenizer:
    """Return a tokenizer on characters that cuts at white space."""
    corpus = Corpus.from_text(PLAY[:20_000] + CODE, "whitespace", byte_level=False)
    return BPETrainer(vocab_size=400, special_tokens=special, end_of_word_suffix=suffix).train(corpus)


def tokenizer_of_bytes(data: list[bytes], pre_tokenizer: PreTokenizer = PRE_TOKENIZERS["none"]) -> BPETokenizer:
    """Return a byte-level tokenizer with each of these byte strings as a token, merged from the left."""
    merges: dict[tuple[str, str], None] = {}
    made = set(BYTE_ALPHABET)
    for token in map(bytes_to_symbols, data):
        for end in range(2, len(token) + 1):
            if token[:end] not in made:
                made.add(token[:end])
                merges[token[: end - 1], token[end - 1]] = None
    tokens = [*BYTE_ALPHABET, *(left + right for left, right in merges)]
    return BPETokenizer(
        vocabulary={token: number for number, token in enumerate(tokens)},
        merges=list(merges),
        pre_tokenizer=pre_tokenizer,
        byte_level=True,
    )


def mutated(data: bytes, seed: int) -> bytes:
    """Damage a file in one to three ways: truncate; change, delete, insert or repeat bytes; swap lines."""
    choose = random.Random(seed)
    changed = bytearray(data)
    for _ in range(choose.randint(1, 3)):
        place = choose.randrange(len(changed) + 1)
        length = choose.choice([1, 1, 2, 5, 40])
        match choose.randrange(6):
            case 0:
                del changed[place:]
            case 1:
                changed[place : place + length] = choose.randbytes(length)
            case 2:
                del changed[place : place + length]
            case 3:
                changed[place:place] = choose.choice(
                    [b"\n", b" ", b"-1", b"0", b"99999999999", b"1e9", b"NaN", b"null", b"[[", b'"', b"\xff", b"\0"]
                )
            case 4:
                changed[place:place] = changed[place : place + 200]
            case 5:
                lines = bytes(changed).split(b"\n")
                choose.shuffle(lines)
                changed = bytearray(b"\n".join(lines))
    return bytes(changed)


def can_load(load: Callable[..., object], *args: object) -> bool:
    """Return whether loading succeeds. Any error other than EngineError fails the test."""
    try:
        load(*args)
    except EngineError:
        return False
    return True


def refused(load: Callable[[], object], match: str) -> None:
    with pytest.raises(EngineError, match=match):
        load()


def stepwise(files: Mapping[str, bytes], **options: Any) -> OpenedTokenizer:
    """Open files, and check that the tokenizer has steps."""
    opened = read(files, **options)
    assert opened.has_steps, opened.notes
    return opened
