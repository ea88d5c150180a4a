"""The table for minGPT users: both columns of each row give the same, with minGPT's encoder rewritten here."""

from pathlib import Path
from typing import Any

import pytest

from bpe_engine import BYTE_ALPHABET
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL, to_byte_symbols
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.symbols import count_pairs
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from tests.engine import mingpt_oracle

DOCUMENT = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_MINGPT.md").read_text("utf-8")
CODE = DOCUMENT.split("```python\n")[1].split("```")[0]
LINES = DOCUMENT.splitlines()
ROWS = [line.strip("|` ").split("` | `") for line in LINES if line.startswith("| `")]
TEXTS = {
    # minGPT's own example, with the ids it prints.
    "example": "Hello!! I'm Andrej Karpathy. It's 2022. w00t :D 🤗",
    "hostile": "Zürich, 東京 👨‍👩‍👧 DON'T don't  ½ ① 12345\n\n \t x\u00a0\u2028y <|endoftext|>   ",
    "empty": "",
}


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """Return the names that the rows use besides a text: minGPT's encoder and our tokenizer."""
    found: dict[str, Any] = {
        "encoder": mingpt_oracle.Encoder(gpt2_encoder_json(), official_file("gpt2")),
        **{function.__name__: function for function in (mingpt_oracle.bytes_to_unicode, mingpt_oracle.get_pairs)},
        "BYTE_ALPHABET": BYTE_ALPHABET,
        "BYTE_OF_SYMBOL": BYTE_OF_SYMBOL,
        "GPT2": GPT2,
        "count_pairs": count_pairs,
        "to_byte_symbols": to_byte_symbols,
    }
    exec(CODE, found)  # our own code
    return found


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize(("there", "here"), ROWS)
def test_both_columns_give_the_same(there: str, here: str, text: str, known: dict[str, Any]) -> None:
    rows = known | {"text": text, "ids": known["tokenizer"].encode(text, "none")}
    assert eval(here, rows) == eval(there, rows)  # the rows are our own


def test_no_row_is_left_out() -> None:
    assert len(ROWS) == sum(line.startswith("| `") for line in LINES) > 20


def test_the_names_of_the_encoder_are_all_there() -> None:
    names = "bytes_to_unicode get_pairs byte_encoder byte_decoder encoder decoder bpe_ranks pat cache bpe encode decode"
    for name in (*names.split(), "encode_and_show_work", "BPETokenizer", "return_tensors"):
        assert name in DOCUMENT


def test_the_oracle_prints_what_mingpt_prints() -> None:
    encoder = mingpt_oracle.Encoder(gpt2_encoder_json(), official_file("gpt2"))
    assert len(encoder.encoder) == 50257
    assert len(encoder.bpe_ranks) == 50000
    ids = "15496 3228 314 1101 10948 73 509 5117 10036 13 632 338 33160 13 266 405 83 1058 35 12520 97 245"
    assert encoder.encode(TEXTS["example"]) == list(map(int, ids.split()))
