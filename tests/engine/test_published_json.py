"""The included vocabularies of Qwen and DeepSeek are the genuine ones, with the ids of the tokenizers library."""

import hashlib
import json
import random
import unicodedata

import pytest
import tokenizers

from bpe_engine import PRETRAINED, EngineError, load_pretrained
from bpe_engine.files import read, write
from bpe_engine.pre_tokenizers import DEEPSEEK, DEEPSEEK_SPLITS, QWEN
from bpe_engine.text.normalizers import NFC
from bpe_engine.vocabularies.pretrained import official_file
from tests.engine.mixed_lines import mixed_lines
from tests.engine.peers import PUBLISHED_JSON, published_json, published_tokenizer

each_vocabulary = pytest.mark.parametrize("name", PUBLISHED_JSON)


@pytest.mark.parametrize(
    ("name", "official"),
    [
        ("qwen3", "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4"),
        ("deepseek-v3", "621ac2e32d0dba658404412318818aaa8ce8cda492e59830109d8da6b517fb41"),
    ],
)
def test_the_published_file_is_reconstructed_byte_for_byte(name: str, official: str) -> None:
    assert hashlib.sha256(published_json(name)).hexdigest() == PRETRAINED[name].official_sha256 == official


@each_vocabulary
def test_the_vocabulary_and_unreachable_tokens_equal_the_library_s(name: str) -> None:
    tokenizer, peer = load_pretrained(name), published_tokenizer(name)
    assert dict(tokenizer.vocabulary) == peer.get_vocab()
    special = {token.content: number for number, token in peer.get_added_tokens_decoder().items() if token.special}
    assert dict(tokenizer.special_tokens) == special
    tokenizer = load_pretrained(name).base_tokenizer
    named = {**tokenizer.special_tokens, **tokenizer.added_tokens}
    symbols = [symbol for symbol in tokenizer.table.symbols if symbol not in named]
    assert len(symbols) == {"qwen3": 151_643, "deepseek-v3": 127_997}[name]
    assert [tokenizer.bpe(symbol) for symbol in symbols] == symbols


@each_vocabulary
def test_ids_of_lines_and_of_a_long_text_equal_the_library_s(name: str) -> None:
    # benchmarks/compare_ids.py does the same with 100,000 lines.
    tokenizer, peer = load_pretrained(name), published_tokenizer(name)
    lines = mixed_lines(1_000)
    expected = [encoding.ids for encoding in peer.encode_batch(lines, add_special_tokens=False)]
    assert [line for line, ids in zip(lines, expected, strict=True) if tokenizer.encode(line, "all") != ids] == []
    # Long texts go another way: in blocks, and where NumPy is there, many words at once.
    tokenizer = load_pretrained(name)
    lines = [line for line in mixed_lines(1_500) if line.strip() and "<" not in line]
    text = "\n".join(lines)
    assert tokenizer.encode(text, "none") == published_tokenizer(name).encode(text, add_special_tokens=False).ids


@each_vocabulary
def test_steps_spans_and_written_files_have_the_same_ids(name: str) -> None:
    tokenizer = load_pretrained(name)
    for line in mixed_lines(100):
        ids = tokenizer.encode(line, "none")
        last = {step.word: step.ids for step in tokenizer.encode_steps(line)}
        assert [token_id for word in last.values() for token_id in word] == ids
        assert [span.token_id for span in tokenizer.encode_spans(line, "none")] == ids
        assert tokenizer.decode(ids) == tokenizer.normalized(line).text
    peer = tokenizers.Tokenizer.from_str(write(load_pretrained(name), "tokenizer.json")["tokenizer.json"].decode())
    for line in mixed_lines(100):
        assert peer.encode(line, add_special_tokens=False).ids == load_pretrained(name).encode(line, "all")


@each_vocabulary
def test_the_published_file_opens_as_the_included_vocabulary(name: str) -> None:
    opened = read({"tokenizer.json": published_json(name)})
    included = load_pretrained(name)
    assert opened.has_steps
    assert opened.tokenizer.base_tokenizer.pre_tokenizer == included.base_tokenizer.pre_tokenizer
    assert opened.tokenizer.base_tokenizer.merges == included.base_tokenizer.merges
    text = "Tiếng Việt, 東京 1234 <think>x</think> e\u0301"
    assert opened.tokenizer.encode(text) == included.encode(text)


def test_the_patterns_equal_the_published_ones() -> None:
    def patterns(name: str) -> list[str]:
        steps = json.loads(published_json(name))["pre_tokenizer"]["pretokenizers"]
        assert steps[-1]["type"] == "ByteLevel"
        assert {step["behavior"] for step in steps[:-1]} == {"Isolated"}
        return [step["pattern"]["Regex"] for step in steps[:-1]]

    assert patterns("qwen3") == [QWEN.pattern]
    assert patterns("deepseek-v3") == list(DEEPSEEK_SPLITS)


def test_deepseek_s_combined_pattern_cuts_like_the_published_three() -> None:
    # The pieces that the three patterns leave, one after the other, as the library has them.
    peer = published_tokenizer("deepseek-v3").pre_tokenizer
    for line in mixed_lines(500):
        places = [place for _, place in peer.pre_tokenize_str(line)]
        found = [(piece.start, piece.start + len(piece.text)) for piece in DEEPSEEK.pre_tokens(line)]
        assert found == places, line


def test_composed_letters_are_aligned_to_all_their_characters() -> None:
    chance = random.Random(0)
    characters = "ae\u0301\u0302\u0323\u0307 가각각ㄱÅé\u0958\u09c7\u09be\u0344x"
    for _ in range(1_000):
        text = "".join(chance.choices(characters, k=8))
        aligned = NFC().aligned(text)
        assert aligned.text == unicodedata.normalize("NFC", text) == NFC().normalize(text)
        assert min(aligned.starts) == 0
        assert max(aligned.ends) == len(text)
        assert all(start < end for start, end in zip(aligned.starts, aligned.ends, strict=True))
    assert NFC().aligned("xe\u0301y") == ("xéy", [0, 1, 3], [1, 3, 4])


def test_added_tokens_are_matched_anywhere() -> None:
    # From the published files.
    assert load_pretrained("qwen3").encode("a<think>b") == [64, 151667, 65]
    assert load_pretrained("deepseek-v3").encode("a<｜User｜>b") == [67, 128803, 68]
    assert load_pretrained("deepseek-v3").encode("<｜begin▁of▁sentence｜>a", "all") == [0, 67]
    with pytest.raises(EngineError, match="begin▁of▁sentence"):
        load_pretrained("deepseek-v3").encode("<｜begin▁of▁sentence｜>a")


@each_vocabulary
def test_published_tokenizer_json_files_are_not_reconstructed(name: str) -> None:
    with pytest.raises(EngineError, match=rf"The published file of '{name}' is a tokenizer\.json.*files\.write"):
        official_file(name)
