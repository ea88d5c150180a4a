"""The table for tiktoken users: both columns of each row give the same."""

from pathlib import Path

import pytest
import tiktoken

from bpe_engine import load_pretrained, vocabulary_of_model
from bpe_engine.byte_alphabet import to_byte_symbols
from tests.engine.peers import tiktoken_encoding

LINES = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_TIKTOKEN.md").read_text("utf-8").splitlines()
ROWS = [
    tuple(cell.replace("\\|", "|") for cell in line.strip("|` ").split("` | `"))
    for line in LINES
    if line.startswith("| `") and "get_encoding" not in line and "encoding_for_model" not in line
]


@pytest.mark.parametrize("name", ["gpt2", "p50k_base", "o200k_base"])
@pytest.mark.parametrize(("there", "here"), ROWS)
def test_both_columns_give_the_same(there: str, here: str, name: str) -> None:
    enc, tokenizer = tiktoken_encoding(name), load_pretrained(name)
    text = "Zürich, 東京 👨‍👩‍👧 don't\n\n   the end" + ("<|endoftext|>" if "allowed_special=" in there else "")
    known = {
        "enc": enc,
        "tokenizer": tokenizer,
        "text": text,
        "ids": enc.encode_ordinary(text),
        "to_byte_symbols": to_byte_symbols,
        "tiktoken": tiktoken,
        "vocabulary_of_model": vocabulary_of_model,
    }
    assert eval(here, known) == eval(there, known)  # the rows are our own


def test_no_row_is_left_out() -> None:
    assert len(ROWS) == sum(line.startswith("| `") for line in LINES) - 2 > 10
