"""tiktoken's rank files: an Encoding made from ours, and the published ones read."""

import base64

import pytest
import tiktoken

from bpe_engine import BYTE_ALPHABET, BPETokenizer, BPETrainer, Corpus, load_pretrained
from bpe_engine.files import read, write
from bpe_engine.pre_tokenizers import GPT4O, NONE
from bpe_engine.vocabularies.pretrained import official_file
from tests.engine.file_samples import TEXTS, refused, trained_bpe, trained_on_characters
from tests.engine.peers import tiktoken_encoding


def encoding(ours: BPETokenizer) -> tiktoken.Encoding:
    lines = write(ours, "tiktoken")["tokenizer.tiktoken"].splitlines()
    return tiktoken.Encoding(
        "mine",
        pat_str=ours.pre_tokenizer.pattern,
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)},
        special_tokens=dict(ours.special_tokens),
    )


@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "whitespace", "none"])
@pytest.mark.parametrize("special", [(), ("<|end|>",)])
def test_a_tiktoken_encoding_of_a_written_file_gives_the_same_ids(pre_tokenizer: str, special: tuple[str, ...]) -> None:
    ours = trained_bpe(pre_tokenizer, special=special)
    peer = encoding(ours)
    back = read(write(ours, "tiktoken"), pre_tokenizer=pre_tokenizer, special_tokens=ours.special_tokens).tokenizer
    for text in TEXTS:
        assert ours.encode(text, "all") == peer.encode(text, allowed_special="all") == back.encode(text, "all")


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_a_published_file_is_recognized_by_its_checksum(name: str) -> None:
    opened = read({"some.tiktoken": official_file(name)})
    peer = tiktoken_encoding(name)
    assert isinstance(opened.tokenizer, BPETokenizer)
    assert opened.tokenizer.special_tokens == peer._special_tokens
    assert opened.tokenizer.table.pairs == load_pretrained(name).table.pairs
    assert [step.symbols for step in opened.tokenizer.encode_steps("hello")][-1] == ("hello",)
    for text in (*TEXTS, "ABCdef/\n" + " " * 70 + "x<|endoftext|>"):
        assert opened.tokenizer.encode(text, "all") == peer.encode(text, allowed_special="all")
    assert [str(note) for note in opened.notes] == [
        f"This is the published {name} file, so its pattern and special tokens are known, though they are not in it."
    ]


def test_given_options_override_the_file_and_notes_name_what_it_lacks() -> None:
    chosen = read({"x": official_file("cl100k_base")}, pre_tokenizer="none", special_tokens={}).tokenizer
    assert isinstance(chosen, BPETokenizer)
    assert chosen.pre_tokenizer == NONE
    assert chosen.special_tokens == {}
    opened = read({"x": official_file("cl100k_base").replace(b"\n", b"\r\n")})
    assert [str(note) for note in opened.notes] == [
        "This file does not say how a text is cut; the pattern 'gpt4' is used.",
        "This file lists no special tokens; there are none here.",
    ]
    assert (
        read({"x": write(trained_bpe(), "tiktoken")["tokenizer.tiktoken"]}, pre_tokenizer=GPT4O).notes[0].values == {}
    )


def tokenizer_of(vocabulary: dict[str, int], merges: list[tuple[str, str]]) -> BPETokenizer:
    return BPETokenizer(vocabulary=vocabulary, merges=merges, pre_tokenizer=NONE, byte_level=True)


BYTES = {symbol: byte for byte, symbol in enumerate(BYTE_ALPHABET)}


@pytest.mark.parametrize(
    ("ours", "match"),
    [
        (lambda: trained_on_characters(), "can store only bytes"),
        (lambda: BPETrainer(vocab_size=9).train(Corpus.from_text("hug hugs pug")), "needs an id for each of the 256"),
        (
            lambda: tokenizer_of(
                BYTES | {"ab": 256, "bc": 257, "abc": 258}, [("a", "b"), ("b", "c"), ("ab", "c"), ("a", "bc")]
            ),
            "Two merges make the token 'abc'",
        ),
        (lambda: tokenizer_of(BYTES | {"ab": 257, "cd": 256}, [("a", "b"), ("c", "d")]), "must grow with each merge"),
        (
            lambda: tokenizer_of(BYTES | {"bc": 256, "ab": 257, "abc": 258}, [("b", "c"), ("a", "b"), ("ab", "c")]),
            "cannot build 'abc' from its bytes",
        ),
        (lambda: tokenizer_of(BYTES | {"ab": 256}, []), "'ab' is neither a byte nor made by a merge"),
    ],
)  # fmt: skip
def test_tokenizers_that_ranks_cannot_express_are_refused_with_the_reason(ours, match: str) -> None:
    refused(lambda: write(ours(), "tiktoken"), match)


def test_tokenizers_are_refused_because_tiktoken_would_give_different_ids() -> None:
    merges = [("b", "c"), ("a", "b"), ("ab", "c")]
    ours = tokenizer_of(BYTES | {"bc": 256, "ab": 257, "abc": 258}, merges)
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"bc": 256, b"ab": 257, b"abc": 258}
    peer = tiktoken.Encoding("mine", pat_str="(?s:.+)", mergeable_ranks=ranks, special_tokens={})
    assert ours.encode("xabc") == [120, 97, 256]
    assert peer.encode("xabc") == [120, 258]


ALL_BYTES = b"".join(b"%s %d\n" % (base64.b64encode(bytes([byte])), byte) for byte in range(256))


@pytest.mark.parametrize(
    ("file", "match"),
    [
        (ALL_BYTES[:-9], r"has no rank for 1 of the 256 bytes \(the first is 0xFF\)"),
        (ALL_BYTES + b"YWI= 255\n", r"line 257: its token or its rank, 255, is already on an earlier line"),
        (ALL_BYTES + b"YWI= 256\nYWI= 257\n", r"line 258: its token or its rank"),
        (ALL_BYTES + b"YWI= -1\n", r"line 257: expected a token in base64, a space and its rank.*'YWI= -1'"),
        (ALL_BYTES + b"YWI= 2147483648\n", r"line 257: expected a token in base64"),
        (ALL_BYTES + b"YWI 256\n", r"line 257: expected a token in base64"),
        (ALL_BYTES + b"Y*WI= 256\n", r"line 257: expected a token in base64"),
    ],
)  # fmt: skip
def test_errors_in_a_file_name_the_line_and_what_was_expected(file: bytes, match: str) -> None:
    refused(lambda: read({"x.tiktoken": file}), match)


def test_special_tokens_with_the_id_of_another_token_are_refused() -> None:
    refused(lambda: read({"x": ALL_BYTES}, special_tokens={"<a>": 255}), "'<a>' the id 255.*above 255")
    refused(lambda: read({"x": ALL_BYTES}, special_tokens={"a": 256}), "'a' is also an ordinary token")
