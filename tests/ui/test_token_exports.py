"""The files of tokens, read back by other programs' readers."""

import csv
import io
import json

from bpe_engine import load_pretrained
from tests.engine.peers import tiktoken_encoding
from tests.ui.conftest import Train
from ui.pages.playground.exports import tokens_csv, tokens_json
from ui.pages.playground.token_payload import encode_text
from ui.tokenization.algorithms.exports import steps_csv

TEXT = 'one, "two"\n東 =3<|endoftext|>\x00\r'


def test_the_csv_file_contains_ids_bytes_and_positions_of_all_tokens() -> None:
    peer = tiktoken_encoding("gpt2")
    expected = peer.encode(TEXT, allowed_special="all")
    file = tokens_csv(encode_text(load_pretrained("gpt2"), TEXT, "all")).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(file, newline="")))
    assert [int(row["id"]) for row in rows] == expected
    data = TEXT.encode()
    for row in rows:
        token = data[int(row["start"]) : int(row["end"])]
        assert token == bytes.fromhex(row["bytes"]) == peer.decode_single_token_bytes(int(row["id"]))
        assert row["text"] == ("" if row["kind"] == "part" else token.decode())
    assert [row["text"] for row in rows if row["kind"] == "special"] == ["<|endoftext|>"]
    assert {row["bytes"] for row in rows if row["kind"] == "part"} == {"e6 9d", "b1"}


def test_the_json_file_contains_ids_and_tokens(train: Train) -> None:
    peer = tiktoken_encoding("o200k_base")
    content = json.loads(tokens_json("o200k_base", encode_text(load_pretrained("o200k_base"), TEXT)))
    assert content["tokenizer"] == "o200k_base"
    assert content["ids"] == [token["id"] for token in content["tokens"]] == peer.encode_ordinary(TEXT)
    assert b"".join(bytes.fromhex(token["bytes"]) for token in content["tokens"]) == TEXT.encode()
    assert [token["number"] for token in content["tokens"]] == list(range(len(content["ids"])))
    tokens = encode_text(train("hug").tokenizer(), "\ud800ug")
    rows = list(csv.DictReader(io.StringIO(tokens_csv(tokens).decode("utf-8-sig"), newline="")))
    assert (rows[0]["id"], rows[0]["text"], rows[0]["kind"]) == ("", "\\ud800", "unknown")
    content = json.loads(tokens_json("trained", tokens))
    assert content["ids"][0] is None
    assert content["tokens"][0]["text"] == "\ud800"


def test_no_learner_s_text_becomes_a_spreadsheet_formula(train: Train) -> None:
    training = train("=1+1 =1+1 @a - -", pre_tokenizer="whitespace", vocab_size=20)
    steps = list(csv.reader(io.StringIO(steps_csv(training).decode("utf-8-sig"))))
    tokens = list(
        csv.reader(io.StringIO(tokens_csv(encode_text(training.tokenizer(), "=1+1 @a -")).decode("utf-8-sig")))
    )
    cells = [cell for row in (*steps, *tokens) for cell in row]
    assert {"'=1+1", "'@a", "-"} <= set(cells)
    assert [cell for cell in cells if len(cell) > 1 and cell[0] in "=+-@"] == []
    assert b"=1+1".hex(" ") in cells


def test_excel_reads_every_table_as_utf_8(train: Train) -> None:
    # Excel reads a CSV file as UTF-8 only if it begins with this mark, the bytes EF BB BF.
    training = train("привет 你好 привет 你好", pre_tokenizer="whitespace", vocab_size=20)
    for table in (steps_csv(training), tokens_csv(encode_text(training.tokenizer(), "привет 你好"))):
        assert table[:3] == b"\xef\xbb\xbf"
        assert "пр" in table.decode("utf-8")


COLUMNS = ["number", "id", "text", "bytes", "start", "end", "kind"]
"""The columns of both files: programs use these names, whatever the app's fields are called."""


def test_the_columns_and_keys_do_not_change() -> None:
    tokens = encode_text(load_pretrained("gpt2"), "hug")
    assert tokens_csv(tokens).decode("utf-8-sig").splitlines()[0].split(",") == COLUMNS
    content = json.loads(tokens_json("gpt2", tokens))
    assert list(content) == ["tokenizer", "ids", "tokens"]
    assert [list(token) for token in content["tokens"]] == [COLUMNS] * len(content["ids"])
