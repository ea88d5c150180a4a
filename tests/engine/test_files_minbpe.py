"""minbpe's files: how its `load` and `encode` read ours, and how we read its."""

from pathlib import Path

import pytest
import regex

from bpe_engine import BPETrainer, Corpus, PreTokenizer, load_pretrained
from bpe_engine.files import read, write
from tests.engine.file_samples import TEXTS, refused, tokenizer_of_bytes, trained_bpe, trained_on_characters
from tests.engine.minbpe_oracle import RegexTokenizer

# As minbpe's save would write it: aaabdaaabac with three merges, from the README and Wikipedia.
README_MODEL = b"minbpe v1\n\n0\n97 97\n256 97\n257 98\n"


def oracle(files: dict[str, bytes], folder: Path) -> RegexTokenizer:
    (folder / "tokenizer.model").write_bytes(files["tokenizer.model"])
    loaded = RegexTokenizer()
    loaded.load(str(folder / "tokenizer.model"))
    loaded.compiled_pattern = regex.compile(loaded.pattern)
    return loaded


def test_minbpe_s_readme_example_has_its_published_ids() -> None:
    assert read({"toy.model": README_MODEL}).tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]


@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "whitespace", "none"])
def test_minbpe_and_the_engine_read_the_same_ids_from_a_model(pre_tokenizer: str, tmp_path: Path) -> None:
    before = trained_bpe(pre_tokenizer, special=("<|end|>",))
    files = write(before, "minbpe")
    peer, opened = oracle(files, tmp_path), read_model(files)
    for text in TEXTS if pre_tokenizer != "none" else TEXTS[1:]:  # minbpe takes n² time for a word
        ids = opened.encode(text, "all")
        assert ids == peer.encode(text, "all")
        assert opened.tokenize(text) == before.tokenize(text)
        assert opened.decode_bytes(ids) == before.decode_bytes(before.encode(text, "all"))


def read_model(files: dict[str, bytes]):
    return read({"tokenizer.model": files["tokenizer.model"]}).tokenizer


def test_bytes_are_numbered_by_value_and_the_vocab_file_shows_tokens_as_minbpe_does() -> None:
    opened = read_model(write(load_pretrained("gpt2"), "minbpe"))
    assert [opened.encode(character) for character in "\x00A \n~"] == [[0], [65], [32], [10], [126]]
    assert opened.token_bytes(256) == b" t"  # GPT-2's first merge
    assert opened.tokenize("hello world") == ["hello", "Ġworld"]
    assert opened.special_tokens == {"<|endoftext|>": 50256}
    before = trained_bpe(merges=5, special=("<|end|>", "<pad>"))
    assert read_model(write(before, "minbpe")).special_tokens == {"<|end|>": 261, "<pad>": 262}
    files = write(tokenizer_of_bytes([b"ab", b"\xc3\xa4", b"\x1b["]), "minbpe")
    lines = files["tokenizer.vocab"].decode().splitlines()
    assert [lines[byte] for byte in (0, 32, 97, 0xC3)] == ["[\\u0000] 0", "[ ] 32", "[a] 97", "[�] 195"]
    assert lines[256:] == ["[a][b] -> [ab] 256", "[�][�] -> [ä] 257", "[\\u001b][[] -> [\\u001b[] 258"]
    refused(
        lambda: read({"t.vocab": files["tokenizer.vocab"]}), r"t\.vocab is a minbpe \.vocab.*the \.model next to it"
    )


@pytest.mark.parametrize("pattern", [r" ?\w+| ", r"\w+|\s", r"[ ]\S* "])
def test_a_pattern_with_spaces_at_its_ends_keeps_them_though_minbpe_strips_the_line(
    pattern: str, tmp_path: Path
) -> None:
    before = tokenizer_of_bytes([b"ab", b" a"], PreTokenizer(pattern))
    files = write(before, "minbpe")
    for text in ("ab ab  abab", " a b "):
        assert oracle(files, tmp_path).encode(text, "all") == read_model(files).encode(text) == before.encode(text)


def test_two_merges_of_a_model_that_make_the_same_token_keep_their_ids(tmp_path: Path) -> None:
    model = b"minbpe v1\n\\w+\n0\n97 98\n98 99\n256 99\n97 257\n"
    files = {"tokenizer.model": model}
    opened = read(files)
    for text in ("abc", "xbc abc bca"):
        assert opened.tokenizer.encode(text) == oracle(files, tmp_path).encode(text, "all")
    assert opened.tokenizer.decode([258, 259]) == "abcabc"
    assert "Tokens that occur twice, made by two merges: 1." in str(opened.notes[0])
    refused(lambda: write(opened.tokenizer, "minbpe"), "Two merges make the token 'abc'")


def test_tokenizers_that_the_format_cannot_store_are_refused_with_one_that_can() -> None:
    refused(lambda: write(trained_on_characters(), "minbpe"), "can store only bytes.*tokenizer.json")
    refused(
        lambda: write(trained_bpe(special=("two words",)), "minbpe"), "'two words' contains white space.*tokenizer.json"
    )
    refused(lambda: write(tokenizer_of_bytes([b"ab"], PreTokenizer(r"(\w)+")), "minbpe"), r"capture groups.*\(\?:…\)")
    refused(lambda: write(tokenizer_of_bytes([b"ab"], PreTokenizer("a\n|b")), "minbpe"), "line break")
    dropping = BPETrainer(vocab_size=8, drop_unused=True).train(Corpus.from_text("ab ab ab"))
    refused(lambda: write(dropping, "minbpe"), "'a', which was dropped from the vocabulary.*drop_unused=False")


@pytest.mark.parametrize(
    ("model", "match"),
    [
        (b"minbpe v2\n\n0\n", r"'minbpe v2', but 'minbpe v1' is expected"),
        (b"minbpe v1\n", r"ends after line 1; the pattern"),
        (b"minbpe v1\n\n-1\n", r"line 3: expected the number of special tokens"),
        (b"minbpe v1\n\n99999999999\n", r"line 3: expected the number of special tokens"),
        (b"minbpe v1\n\n2\n<a> 300\n", r"line 3.*found '2' \(lines left: 1\)"),
        (b"minbpe v1\n\n1\n<a> -3\n", r"line 4: expected a special token and its id.*'<a> -3'"),
        (b"minbpe v1\n\n1\n<a> 65\n", r"line 4: the special token '<a>' or its id, 65"),
        (b"minbpe v1\n\n1\na 300\n", r"'a' is also an ordinary token"),
        (b"minbpe v1\n\n0\n97 256\n", r"line 4: id 256 does not exist yet; this merge makes id 256"),
        (b"minbpe v1\n\n0\n97 98\n97 98\n", r"line 5: the merge of 97 and 98 is already on line 4"),
        (b"minbpe v1\n\n0\n97 98 99\n", r"line 4: expected two ids.*'97 98 99'"),
        ("minbpe v1\n\n0\n٣ ٤\n".encode(), r"line 4: expected two ids"),
        (b"minbpe v1\n\n0\n\n97 98\n", r"line 4: expected two ids.*''"),
        (b"minbpe v1\n(a\n0\n", r"'\(a' is not a valid regex"),
        (b"minbpe v1\n(?R)?x|(a|(?R))*\n0\n", r"calls itself or one of its groups"),
        (b"minbpe v1\n(((a{99}){99}){99}){99}\n0\n", r"too much time or memory"),
        (b"minbpe v1\n\n0\n97 97\n" + b"".join(b"%d %d\n" % (i, i) for i in range(256, 300)), r"too long"),
        (b"minbpe v1\n\n0\n\xff\xfe", r"byte 13 is 0xFF, which is not valid"),
    ],
)  # fmt: skip
def test_errors_in_a_model_name_the_line_and_what_was_expected(model: bytes, match: str) -> None:
    refused(lambda: read({"toy.model": model}), match)
