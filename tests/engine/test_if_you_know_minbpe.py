"""The table for minbpe users: both columns of each row give the same, with minbpe's functions rewritten here."""

from pathlib import Path
from typing import Any

import pytest
import regex

from bpe_engine import RegisteredTokenizer
from bpe_engine.files import read, write
from bpe_engine.files.minbpe import readable
from bpe_engine.pre_tokenizers import NONE
from bpe_engine.symbols import count_pairs, merge_symbols
from tests.engine import minbpe_oracle
from tests.engine.minbpe_oracle import GPT4_SPLIT_PATTERN, get_stats, merge, render_token

DOCUMENT = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_MINBPE.md").read_text("utf-8")
CODE = DOCUMENT.split("```python\n")[1].split("```")[0]
LINES = DOCUMENT.splitlines()
FILES = ("theirs.save", "theirs.load")
ROWS = [
    tuple(cell.replace("\\|", "|") for cell in line.strip("|` ").split("` | `"))
    for line in LINES
    if line.startswith("| `") and not any(file in line for file in FILES)
]
TEXT = "Zürich, 東京 👨‍👩‍👧 don't\n\n   the end of the then, 12345 DON'T  " * 4 + "\n \n "
NAMES = ["<|user|>", "<|end|>"]


def trained(pattern: str = "gpt4-minbpe") -> dict[str, Any]:
    """Return the names that the rows use: minbpe's tokenizer and ours, from the same training."""
    known: dict[str, Any] = {"text": TEXT, "num_merges": 44}
    exec(CODE.replace('"gpt4-minbpe"', repr(pattern)), known)  # our own code
    theirs = minbpe_oracle.RegexTokenizer()
    theirs.compiled_pattern = regex.compile(GPT4_SPLIT_PATTERN if pattern == "gpt4-minbpe" else NONE.pattern)
    theirs.train(TEXT, 300)
    theirs.register_special_tokens({"<|user|>": 300, "<|end|>": 301})
    return known | {
        "theirs": theirs,
        "registered": RegisteredTokenizer(known["tokenizer"], NAMES),
        "ids": known["tokenizer"].encode(TEXT),
        "chat": "<|user|>the end<|end|> then",
        **{function.__name__: function for function in (get_stats, merge, render_token)},
        **{function.__name__: function for function in (count_pairs, merge_symbols, readable)},
    }


@pytest.mark.parametrize("pattern", ["gpt4-minbpe", "none"])
@pytest.mark.parametrize(("there", "here"), ROWS)
def test_both_columns_give_the_same(there: str, here: str, pattern: str) -> None:
    known = trained(pattern)
    assert eval(here, known) == eval(there, known)  # the rows are our own


def test_no_row_is_left_out() -> None:
    assert len(ROWS) == sum(line.startswith("| `") for line in LINES) - len(FILES) > 10


def test_what_is_written_is_what_minbpe_loads_and_is_read_again(tmp_path: Path) -> None:
    known = trained()
    model = write(known["registered"].base_tokenizer, "minbpe")["tokenizer.model"]
    (tmp_path / "toy.model").write_bytes(model)
    theirs = minbpe_oracle.RegexTokenizer()
    theirs.load(str(tmp_path / "toy.model"))
    again = read({"toy.model": model}).tokenizer
    assert theirs.merges == known["theirs"].merges
    assert again.encode(TEXT) == known["ids"]


def test_where_no_pair_is_left_minbpe_fails_and_the_training_here_ends() -> None:
    theirs = minbpe_oracle.RegexTokenizer()
    theirs.compiled_pattern = regex.compile(NONE.pattern)
    with pytest.raises(ValueError, match="empty"):
        theirs.train("aab", 300)
    known: dict[str, Any] = {"text": "aab", "num_merges": 44}
    exec(CODE.replace('"gpt4-minbpe"', '"none"'), known)
    assert len(known["tokenizer"].merges) == 2
