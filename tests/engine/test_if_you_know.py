"""The guides for users of other libraries: both columns of each row of their tables give the same.

The functions of minbpe and minGPT are rewritten here.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import regex
import tiktoken
import tokenizers

from bpe_engine import BYTE_ALPHABET, RegisteredTokenizer, load_pretrained, vocabulary_of_model
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL, to_byte_symbols
from bpe_engine.files import read, write
from bpe_engine.files.minbpe import readable
from bpe_engine.pre_tokenizers import GPT2, NONE
from bpe_engine.symbols import count_pairs, merge_symbols
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from tests.engine import mingpt_oracle
from tests.engine.minbpe_oracle import GPT4_SPLIT_PATTERN, RegexTokenizer, get_stats, merge, render_token
from tests.engine.peers import tiktoken_encoding, tokenizers_gpt2

TEXT = "Zürich, 東京 👨‍👩‍👧 don't\n\n   the end"
LONG = f"{TEXT} of the then, 12345 DON'T  " * 4 + "\n \n "
# minGPT's own example, with the ids it prints.
KARPATHY = "Hello!! I'm Andrej Karpathy. It's 2022. w00t :D 🤗"
PRINTED = "15496 3228 314 1101 10948 73 509 5117 10036 13 632 338 33160 13 266 405 83 1058 35 12520 97 245"
MINGPT_TEXTS = (KARPATHY, f"{TEXT} DON'T  ½ ① 12345 \n\n \t x\u00a0\u2028y <|endoftext|>   ", "")
LEFT_OUT = {"TIKTOKEN": ("get_encoding", "encoding_for_model"), "MINBPE": ("theirs.save", "theirs.load")}
"""Calls in the tables that are not compared, because they download or write files."""


def guide(name: str) -> str:
    return (Path(__file__).parents[2] / "docs" / f"IF_YOU_KNOW_{name}.md").read_text("utf-8")


def code(name: str) -> str:
    return guide(name).split("```python\n")[1].split("```")[0]


def rows(name: str) -> list[tuple[str, ...]]:
    """Return both columns of each row that can be compared."""
    lines = [line for line in guide(name).splitlines() if line.startswith("| `")]
    lines = [line for line in lines if not any(part in line for part in LEFT_OUT.get(name, ()))]
    return [tuple(cell.replace("\\|", "|") for cell in line.strip("|` ").split("` | `")) for line in lines]


def for_tiktoken(name: str, there: str) -> dict[str, Any]:
    enc = tiktoken_encoding(name)
    text = TEXT + ("<|endoftext|>" if "allowed_special=" in there else "")
    known = {"enc": enc, "tokenizer": load_pretrained(name), "text": text, "ids": enc.encode_ordinary(text)}
    return known | {
        "to_byte_symbols": to_byte_symbols,
        "tiktoken": tiktoken,
        "vocabulary_of_model": vocabulary_of_model,
    }


def for_tokenizers(_there: str) -> dict[str, Any]:
    peer = tokenizers.Tokenizer.from_str(tokenizers_gpt2().to_str())
    peer.add_special_tokens(["<|endoftext|>"])
    return {"peer": peer, "tokenizer": load_pretrained("gpt2"), "text": TEXT, "ids": peer.encode(TEXT).ids}


@cache
def trained_twice(pattern: str) -> dict[str, Any]:
    """Return minbpe's tokenizer and ours, from the same training."""
    known: dict[str, Any] = {"text": LONG, "num_merges": 44}
    exec(code("MINBPE").replace('"gpt4-minbpe"', repr(pattern)), known)  # our own code
    theirs = RegexTokenizer()
    theirs.compiled_pattern = regex.compile(GPT4_SPLIT_PATTERN if pattern == "gpt4-minbpe" else NONE.pattern)
    theirs.train(LONG, 300)
    theirs.register_special_tokens({"<|user|>": 300, "<|end|>": 301})
    registered = RegisteredTokenizer(known["tokenizer"], ["<|user|>", "<|end|>"])
    return known | {"theirs": theirs, "registered": registered, "ids": known["tokenizer"].encode(LONG)}


def for_minbpe(pattern: str, _there: str) -> dict[str, Any]:
    functions = (get_stats, merge, render_token, count_pairs, merge_symbols, readable)
    known = trained_twice(pattern) | {"chat": "<|user|>the end<|end|> then"}
    return known | {function.__name__: function for function in functions}


@cache
def mingpt() -> Any:
    return mingpt_oracle.Encoder(gpt2_encoder_json(), official_file("gpt2"))


def for_mingpt(text: str, _there: str) -> dict[str, Any]:
    functions = (mingpt_oracle.bytes_to_unicode, mingpt_oracle.get_pairs, count_pairs, to_byte_symbols)
    known: dict[str, Any] = {function.__name__: function for function in functions}
    known |= {"encoder": mingpt(), "BYTE_ALPHABET": BYTE_ALPHABET, "BYTE_OF_SYMBOL": BYTE_OF_SYMBOL, "GPT2": GPT2}
    exec(code("MINGPT"), known)  # our own code
    return known | {"text": text, "ids": known["tokenizer"].encode(text, "none")}


WAYS: dict[str, list[Callable[[str], dict[str, Any]]]] = {
    "TIKTOKEN": [partial(for_tiktoken, name) for name in ("gpt2", "p50k_base", "o200k_base")],
    "TOKENIZERS": [for_tokenizers],
    "MINBPE": [partial(for_minbpe, pattern) for pattern in ("gpt4-minbpe", "none")],
    "MINGPT": [partial(for_mingpt, text) for text in MINGPT_TEXTS],
}
"""Guide -> the names that its rows use, in several ways."""


@pytest.mark.parametrize(("name", "there", "here"), [(name, *row) for name in WAYS for row in rows(name)])
def test_both_columns_of_a_row_give_the_same(name: str, there: str, here: str) -> None:
    for known in (way(there) for way in WAYS[name]):
        assert eval(here, known) == eval(there, known)  # the rows are our own


def test_the_tables_have_not_lost_rows() -> None:
    assert [len(rows(name)) > least for name, least in zip(WAYS, (10, 10, 10, 20), strict=True)] == [True] * len(WAYS)


def test_minbpe_loads_the_written_model_and_the_engine_reads_it_back(tmp_path: Path) -> None:
    known = trained_twice("gpt4-minbpe")
    model = write(known["registered"].base_tokenizer, "minbpe")["tokenizer.model"]
    (tmp_path / "toy.model").write_bytes(model)
    theirs = RegexTokenizer()
    theirs.load(str(tmp_path / "toy.model"))
    assert theirs.merges == known["theirs"].merges
    assert read({"toy.model": model}).tokenizer.encode(LONG) == known["ids"]


def test_training_ends_without_pairs_whereas_minbpe_fails() -> None:
    theirs = RegexTokenizer()
    theirs.compiled_pattern = regex.compile(NONE.pattern)
    with pytest.raises(ValueError, match="empty"):
        theirs.train("aab", 300)
    known: dict[str, Any] = {"text": "aab", "num_merges": 44}
    exec(code("MINBPE").replace('"gpt4-minbpe"', '"none"'), known)
    assert len(known["tokenizer"].merges) == 2


def test_mingpt_s_names_exist_and_the_oracle_prints_its_published_output() -> None:
    names = "bytes_to_unicode get_pairs byte_encoder byte_decoder encoder decoder bpe_ranks pat cache bpe encode decode"
    for name in (*names.split(), "encode_and_show_work", "BPETokenizer", "return_tensors"):
        assert name in guide("MINGPT")
    assert (len(mingpt().encoder), len(mingpt().bpe_ranks)) == (50257, 50000)
    assert mingpt().encode(KARPATHY) == list(map(int, PRINTED.split()))
