"""The table for users of the tokenizers library: both columns of each row give the same."""

from pathlib import Path

import pytest
import tokenizers

from bpe_engine import load_pretrained
from tests.engine.peers import tokenizers_gpt2

LINES = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_TOKENIZERS.md").read_text("utf-8").splitlines()
ROWS = [
    tuple(cell.replace("\\|", "|") for cell in line.strip("|` ").split("` | `"))
    for line in LINES
    if line.startswith("| `")
]
WRITTEN = tokenizers_gpt2().to_str()


@pytest.mark.parametrize(("there", "here"), ROWS)
def test_both_columns_give_the_same(there: str, here: str) -> None:
    peer, tokenizer = tokenizers.Tokenizer.from_str(WRITTEN), load_pretrained("gpt2")
    peer.add_special_tokens(["<|endoftext|>"])
    text = "Zürich, 東京 👨‍👩‍👧 don't\n\n   the end"
    known = {"peer": peer, "tokenizer": tokenizer, "text": text, "ids": peer.encode(text).ids}
    assert eval(here, known) == eval(there, known)  # the rows are our own


def test_no_row_is_left_out() -> None:
    assert len(ROWS) == sum(line.startswith("| `") for line in LINES) > 10
