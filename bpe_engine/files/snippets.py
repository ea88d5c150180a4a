"""Python code that loads exported files in their library."""

from collections.abc import Callable, Mapping
from typing import Any

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.files import minbpe, tiktoken_ranks, tokenizer_json, vocab_merges
from bpe_engine.files.file_patterns import single_pattern
from bpe_engine.files.pre_tokenizer_json import parse_behavior, write_pre_tokenizer
from bpe_engine.files.supported_kinds import with_registered_tokens
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.tokenizer import Tokenizer

TEXT = "hello world"


def example_text(tokenizer: Tokenizer) -> str:
    """Return the text that the code encodes: one without unknown parts, so that nothing is lost silently."""
    if _can_encode(tokenizer, TEXT):
        return TEXT
    words = sorted((token for token in tokenizer.vocabulary if token.isalpha()), key=len, reverse=True)
    return next((word for word in words[:100] if _can_encode(tokenizer, word)), TEXT)


def _can_encode(tokenizer: Tokenizer, text: str) -> bool:
    try:
        ids = tokenizer.encode(text)
    except EngineError:  # for example, a tokenizer without an unknown token
        return False
    return bool(ids) and not any(map(tokenizer.is_unknown, ids))


def _minbpe(tokenizer: Tokenizer) -> str:
    return f'''\
import regex
from minbpe import RegexTokenizer

tokenizer = RegexTokenizer()
tokenizer.load("{minbpe.MODEL}")
# load() reads the pattern and the special tokens, but does not put them to use.
tokenizer.compiled_pattern = regex.compile(tokenizer.pattern)
tokenizer.register_special_tokens(tokenizer.special_tokens)
ids = tokenizer.encode({example_text(tokenizer)!r}, allowed_special="all")
print(ids)
'''


def _tiktoken(tokenizer: Tokenizer) -> str:
    assert isinstance(tokenizer, BPETokenizer)
    pattern = single_pattern(tokenizer.pre_tokenizer, tiktoken_ranks.NAME)
    return f'''\
import base64
from pathlib import Path

import tiktoken

lines = Path("{tiktoken_ranks.FILE}").read_text().splitlines()
ranks = {{base64.b64decode(token): int(rank) for token, rank in map(str.split, lines)}}
encoding = tiktoken.Encoding(
    "mine",
    pat_str={pattern!r},
    mergeable_ranks=ranks,
    special_tokens={dict(tokenizer.special_tokens)!r},
)
ids = encoding.encode({example_text(tokenizer)!r}, allowed_special="all")
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
        "from tokenizers.pre_tokenizers import BertPreTokenizer, ByteLevel, Sequence, Split, WhitespaceSplit",
        "",
        f'tokenizer = Tokenizer(BPE.from_file("{vocab_merges.VOCAB}", "{vocab_merges.MERGES}"{options}))',
    ]
    steps = _steps(tokenizer)
    if steps:
        expression = steps[0] if len(steps) == 1 else f"Sequence([{', '.join(steps)}])"
        lines.append(f"tokenizer.pre_tokenizer = {expression}")
    if tokenizer.special_tokens:
        lines.append(f"tokenizer.add_special_tokens({list(tokenizer.special_tokens)!r})")
    return "\n".join([*lines, f"ids = tokenizer.encode({example_text(tokenizer)!r}).ids", "print(ids)", ""])


def _steps(tokenizer: BPETokenizer) -> list[str]:
    """Return the steps that cut a text, as code. Raises EngineError if the library reads a pattern differently."""
    if tokenizer.byte_level and tokenizer.pre_tokenizer == GPT2:
        return ["ByteLevel(add_prefix_space=False)"]
    steps = [_step(fields) for fields in write_pre_tokenizer(tokenizer.pre_tokenizer)]
    return [*steps, "ByteLevel(add_prefix_space=False, use_regex=False)"] if tokenizer.byte_level else steps


def _step(fields: Mapping[str, Any]) -> str:
    if fields["type"] != "Split":
        return f"{fields['type']}()"
    pattern = fields["pattern"]["Regex"]
    return f'Split(Regex({pattern!r}), "{parse_behavior(fields)}", invert={fields["invert"]})'


def _tokenizer_json(tokenizer: Tokenizer) -> str:
    return f'''\
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file("{tokenizer_json.FILE}")
ids = tokenizer.encode({example_text(tokenizer)!r}, add_special_tokens=False).ids
print(ids)
'''


SNIPPETS: dict[str, Callable[[Tokenizer], str]] = {
    minbpe.NAME: _minbpe,
    vocab_merges.NAME: _vocab_merges,
    tokenizer_json.NAME: _tokenizer_json,
    tiktoken_ranks.NAME: _tiktoken,
}


def snippet(tokenizer: Tokenizer, format: str) -> str:
    """Return Python code that loads the files written for this tokenizer and format, and encodes a text.

    It runs in the folder of the files and needs the format's library. Raises EngineError if the format is unknown or
    read-only.
    """
    if format not in SNIPPETS:
        raise EngineError("There is no code for {format!r}. Choose one of {known}.", format=format, known=[*SNIPPETS])
    return SNIPPETS[format](with_registered_tokens(tokenizer))
