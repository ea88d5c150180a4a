"""Python code that loads the files in the library they are for."""

from collections.abc import Callable

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.files import minbpe, tiktoken_ranks, tokenizer_json, vocab_merges
from bpe_engine.files.onig import to_onig
from bpe_engine.pre_tokenizers import GPT2, NONE, WHITESPACE
from bpe_engine.tokenizer import Tokenizer

TEXT = "hello world"


def _minbpe(_tokenizer: Tokenizer) -> str:
    return f'''\
import regex
from minbpe import RegexTokenizer

tokenizer = RegexTokenizer()
tokenizer.load("{minbpe.MODEL}")
# load() reads the pattern and the special tokens, but does not put them to use.
tokenizer.compiled_pattern = regex.compile(tokenizer.pattern)
tokenizer.register_special_tokens(tokenizer.special_tokens)
ids = tokenizer.encode({TEXT!r}, allowed_special="all")
print(ids)
'''


def _tiktoken(tokenizer: Tokenizer) -> str:
    assert isinstance(tokenizer, BPETokenizer)
    return f'''\
import base64
from pathlib import Path

import tiktoken

lines = Path("{tiktoken_ranks.FILE}").read_text().splitlines()
ranks = {{base64.b64decode(token): int(rank) for token, rank in map(str.split, lines)}}
encoding = tiktoken.Encoding(
    "mine",
    pat_str={tokenizer.pre_tokenizer.pattern!r},
    mergeable_ranks=ranks,
    special_tokens={dict(tokenizer.special_tokens)!r},
)
ids = encoding.encode({TEXT!r}, allowed_special="all")
print(ids)
'''


def _vocab_merges(tokenizer: Tokenizer) -> str:
    assert isinstance(tokenizer, BPETokenizer)
    options = ""
    if tokenizer.unk_token in tokenizer.vocabulary:
        options += f", unk_token={tokenizer.unk_token!r}"
    if tokenizer.end_of_word_suffix:
        options += f", end_of_word_suffix={tokenizer.end_of_word_suffix!r}"
    lines = [
        "from tokenizers import Regex, Tokenizer",
        "from tokenizers.models import BPE",
        "from tokenizers.pre_tokenizers import ByteLevel, Sequence, Split, WhitespaceSplit",
        "",
        f'tokenizer = Tokenizer(BPE.from_file("{vocab_merges.VOCAB}", "{vocab_merges.MERGES}"{options}))',
    ]
    cut = tokenizer.pre_tokenizer
    whole_words = cut == GPT2 if tokenizer.byte_level else cut in (WHITESPACE, NONE)
    if whole_words and tokenizer.byte_level:
        lines.append("tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)")
    elif whole_words and cut == WHITESPACE:
        lines.append("tokenizer.pre_tokenizer = WhitespaceSplit()")
    elif not whole_words:
        split = f'Split(Regex({to_onig(cut)!r}), "removed", invert=True)'
        if tokenizer.byte_level:
            split = f"Sequence([{split}, ByteLevel(add_prefix_space=False, use_regex=False)])"
        lines.append(f"tokenizer.pre_tokenizer = {split}")
    if tokenizer.special_tokens:
        lines.append(f"tokenizer.add_special_tokens({list(tokenizer.special_tokens)!r})")
    return "\n".join([*lines, f"ids = tokenizer.encode({TEXT!r}).ids", "print(ids)", ""])


def _tokenizer_json(_tokenizer: Tokenizer) -> str:
    return f'''\
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file("{tokenizer_json.FILE}")
ids = tokenizer.encode({TEXT!r}, add_special_tokens=False).ids
print(ids)
'''


SNIPPETS: dict[str, Callable[[Tokenizer], str]] = {
    minbpe.NAME: _minbpe,
    vocab_merges.NAME: _vocab_merges,
    tokenizer_json.NAME: _tokenizer_json,
    tiktoken_ranks.NAME: _tiktoken,
}


def snippet(tokenizer: Tokenizer, format: str) -> str:
    """Python code that loads the files which `write` gives for this tokenizer and format, and encodes a text.

    It runs in the folder of the files and needs the library of the format. Raises EngineError for a format that
    is unknown or read only.
    """
    if format not in SNIPPETS:
        raise EngineError("There is no code for {format!r}. Choose one of {known}.", format=format, known=[*SNIPPETS])
    return SNIPPETS[format](tokenizer)
