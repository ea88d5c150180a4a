"""The byte table, the text path and the answers, compared with tiktoken, the tokenizers library and Python's codecs."""

import json
from html.parser import HTMLParser

import pytest
from tokenizers.pre_tokenizers import ByteLevel

from bpe_engine import EngineError, load_pretrained
from bpe_engine.vocabularies.pretrained import load_pretrained_bpe
from tests.engine import sentencepiece_models
from tests.engine.peers import PUBLISHED_JSON, published_tokenizer, tiktoken_encoding
from tests.ui.app_pages import Open, alerts, component, data_of
from ui.base.tokenizer_choices import ON_BYTES, PRETRAINED
from ui.pages.bytes import byte_table as bytes_table
from ui.pages.bytes import faq as bytes_answers
from ui.pages.bytes import text_path as bytes_lens

TEXTS = [
    "Hi 東 é 👩\u200d👧",
    "hello world",
    "你好中国",
    "a\x00\x7f\x85\xa0\xad\u202e <img src=x> $x$",
    "नमस्ते \U0010ffff e\u0301",
    "<|endoftext|>",
    "🇩🇪" * 20,
]


def test_the_byte_table_equals_latin_1_and_the_tokenizers_library() -> None:
    rows = bytes_table.byte_rows()
    assert [row.byte for row in rows] == list(range(256))
    assert [int(row.hex, 16) for row in rows] == list(range(256))
    assert sorted(row.symbol for row in rows) == sorted(ByteLevel.alphabet())
    for text in map(chr, range(0x800)):
        ((peer, _),) = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
        assert peer == "".join(rows[byte].symbol for byte in text.encode())


def test_the_68_moved_bytes_each_have_a_reason() -> None:
    moved = [row for row in bytes_table.byte_rows() if row.moved]
    assert len(moved) == 68
    assert [row.byte for row in moved] == [*range(33), *range(127, 161), 173]
    why = {row.byte: row.why for row in moved}
    assert "control" in why[0]
    assert "control" in why[0x9F]
    assert "space" in why[32]
    assert "no-break" in why[160]
    assert "soft hyphen" in why[173]
    assert all("Kept" in row.why for row in bytes_table.byte_rows() if not row.moved)


@pytest.mark.parametrize("name", PRETRAINED)
def test_ids_of_single_bytes_equal_tiktoken_s(name: str) -> None:
    peer = tiktoken_encoding(name)
    assert [row.token_id for row in bytes_table.byte_rows()] == [
        peer.encode_single_token(bytes([b])) for b in range(256)
    ]


class Cells(HTMLParser):
    """The texts of a table's cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        self.rows[-1][-1] += data


def test_the_chart_and_the_html_table_agree_on_256_bytes() -> None:
    rows = bytes_table.byte_rows()
    head, *body = Cells(bytes_table.as_html(rows).partition("</style>")[2]).rows
    assert len(head) == 6
    assert body == [[str(r.byte), r.hex, r.character, r.symbol, r.why, str(r.token_id)] for r in rows]
    assert body[60][3] == "<"  # written &lt;, or the rest would be lost
    assert body[32][:4] == ["32", "20", "·", "Ġ"]
    rows = bytes_table.byte_rows()
    frame = bytes_table.byte_frame(rows, 173)
    assert frame.groupby("high").size().tolist() == [16] * 16
    assert frame[frame["chosen"]]["symbol"].tolist() == ["Ń"]
    spec = json.loads(bytes_table.byte_chart(frame).to_json())
    fields = {tip["field"] for tip in spec["layer"][0]["encoding"]["tooltip"]}
    assert {"byte", "hex", "character", "symbol", "why"} == fields


@pytest.mark.parametrize("text", TEXTS)
def test_the_lens_shows_the_ids_of_the_published_tokenizer(text: str) -> None:
    assert {*PRETRAINED, *PUBLISHED_JSON} == {*ON_BYTES}
    for name in PUBLISHED_JSON:
        tokenizer = load_pretrained(name)
        found = bytes_lens.text_path_view(load_pretrained_bpe(name), bytes_lens.normalized(tokenizer, text))
        ids = [int(cell[1]) for item in found["items"] for cell in item["cells"] if cell[0] == 5]
        peer = published_tokenizer(name)
        peer.encode_special_tokens = True  # as text, like the page
        expected = peer.encode(text, add_special_tokens=False).ids
        peer.encode_special_tokens = False  # others have the same one
        assert ids == expected


def test_qwen_s_path_shows_the_composed_text(opened: Open) -> None:
    app = opened("pages/bytes.py", sample="e\u0301", lens="qwen3")
    items = data_of(component(app, "text_path"))["items"]
    assert [cell[1] for item in items for cell in item["cells"] if cell[0] == 1] == ["U+00E9"]
    said = " ".join(node.proto.body for node in app.get("html"))
    assert "This tokenizer normalizes the text first. The path is that of “" in said
    app = opened("pages/bytes.py", sample="\u00e9", lens="qwen3")
    assert "normalizes the text first" not in " ".join(node.proto.body for node in app.get("html"))
    app = opened("pages/files.py")
    app.file_uploader[0].upload("some.model", sentencepiece_models.model("bytes")).run()
    app.query_params.clear()
    app.query_params["lens"] = "opened"
    app.switch_page("pages/bytes.py").run()
    assert not app.exception
    assert "The tokenizer you opened doesn’t merge bytes, so GPT-2 is shown here." in alerts(app)


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize("text", TEXTS)
def test_the_lens_agrees_with_python_and_tiktoken(name: str, text: str) -> None:
    found = bytes_lens.text_path_view(load_pretrained(name), text)
    peer = tiktoken_encoding(name)
    data = text.encode()
    row = [
        [(item, cell[1], cell[2]) for item in found["items"] for cell in item["cells"] if cell[0] == n]
        for n in range(6)
    ]
    assert [cell[1] for cell in row[1]] == [f"U+{ord(character):04X}" for character in text]
    assert [data[item["start"] : item["end"]].decode() for item, _, _ in row[0]] == list(text)
    assert [(cell[1], cell[2]) for cell in row[2]] == [(f"{byte:02X}", str(byte)) for byte in data]
    ((symbols, _),) = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
    assert "".join(cell[1] for cell in row[3]) == symbols
    ids = peer.encode_ordinary(text)
    assert [int(cell[1]) for cell in row[5]] == ids
    assert [data[item["start"] : item["end"]] for item, _, _ in row[4]] == [
        peer.decode_single_token_bytes(token) for token in ids
    ]
    assert f"Bytes: {len(data)}." in found["summary"]
    assert f"Tokens: {len(ids)}." in found["summary"]


def test_the_lens_shows_bytes_of_parts_says_all_of_an_element_and_where_lines_may_break() -> None:
    found = bytes_lens.text_path_view(load_pretrained("gpt2"), "東")
    tokens = [cell[1] for item in found["items"] for cell in item["cells"] if cell[0] == 4]
    assert tokens == ["E6 9D", "B1"]
    assert "\ufffd" not in json.dumps(found, ensure_ascii=False)
    found = bytes_lens.text_path_view(load_pretrained("gpt2"), "a東")
    said = next(item["say"] for item in found["items"] if item["cells"][0][1] == "東")
    peer = tiktoken_encoding("gpt2").encode("東")
    assert said == f"東 U+6771 → bytes E6 9D B1 → symbols æ Ŀ ± → tokens E6 9D | B1 → ids {peer[0]}, {peer[1]}"
    found = bytes_lens.text_path_view(load_pretrained("gpt2"), "a 東")
    assert found["breaks"] == [1, 2, 5]
    assert found["good"] == [1, 5]
    with pytest.raises(EngineError, match="position 1"):
        bytes_lens.text_path_view(load_pretrained("gpt2"), "a\ud800")


def test_the_answers_contain_tiktoken_s_numbers() -> None:
    space, several, replacement, other = [" ".join(answer.paragraphs) for answer in bytes_answers.faq()]
    gpt2 = tiktoken_encoding("gpt2")
    assert f"Ġworld, with the id {gpt2.encode(' world')[0]}" in space
    assert "bytes 196 160 for a space" in space
    assert "one byte, 32." in space
    assert list("Ġ".encode()) == [196, 160]
    for name in PRETRAINED:
        ids = tiktoken_encoding(name).encode("東")
        assert f"{len(ids)} token" in several
        assert f"({', '.join(map(str, ids))})" in several
    first = gpt2.encode("東")[0]
    assert (
        f"Token {first} of GPT-2 is the bytes {gpt2.decode_single_token_bytes(first).hex(' ').upper()}" in replacement
    )
    assert gpt2.decode([first]) == "\ufffd"
    assert f"188 + 32 = {gpt2.encode_single_token(b' ')}" in other
    assert gpt2.encode_single_token(b"!") == 0
    (there,) = {str(tiktoken_encoding(name).encode_single_token(b" ")) for name in PRETRAINED[1:]}
    assert other.endswith(f"byte 32 has the id {there} there.")  # stated once, being the same in both
