"""GPT-2's vocab.json and merges.txt: as published, and as the tokenizers library loads them."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import ByteLevelBPETokenizer, models, pre_tokenizers
from tokenizers import Tokenizer as Peer

from bpe_engine import BYTE_ALPHABET, BPETokenizer, BPETrainer, Corpus, Tokenizer, load_pretrained
from bpe_engine.files import notes_on, read, write
from bpe_engine.pre_tokenizers import NONE, WHITESPACE
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from tests.engine.file_samples import TEXTS, refused, tokenizer_of_bytes, trained_bpe, trained_on_characters


def saved(files: dict[str, bytes], folder: Path) -> tuple[str, str]:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return str(folder / "vocab.json"), str(folder / "merges.txt")


def test_files_of_gpt2_equal_the_published_ones_byte_for_byte() -> None:
    files = write(load_pretrained("gpt2"), "gpt2")
    assert files["vocab.json"] == gpt2_encoder_json()
    assert files["merges.txt"] == official_file("gpt2")


@pytest.mark.parametrize("heading", [b"#version: 0.2\n", b""])
def test_the_published_files_give_gpt2_with_or_without_their_heading(heading: bytes) -> None:
    merges = heading + official_file("gpt2").partition(b"\n")[2]
    opened = read({"encoder.json": gpt2_encoder_json(), "vocab.bpe": merges})
    assert (opened.format, opened.has_steps) == ("gpt2", True)
    assert "the pattern 'gpt2' is used" in str(opened.notes[0])
    assert opened.tokenizer.special_tokens == {"<|endoftext|>": 50256}
    for text in TEXTS:
        assert opened.tokenizer.encode(text) == load_pretrained("gpt2").encode(text)


@pytest.mark.parametrize("special", [(), ("<|end|>",)])
def test_the_tokenizers_library_gives_the_same_ids(special: tuple[str, ...], tmp_path: Path) -> None:
    ours = trained_bpe(special=special)
    peer = ByteLevelBPETokenizer(*saved(write(ours, "gpt2"), tmp_path))
    peer.add_special_tokens(list(special))
    back = read(write(ours, "gpt2")).tokenizer
    for text in TEXTS:
        assert ours.encode(text, "all") == peer.encode(text).ids == back.encode(text, "all")


@pytest.mark.parametrize("suffix", ["", "</w>"])
def test_a_character_level_tokenizer_gives_the_same_ids_in_the_library(suffix: str, tmp_path: Path) -> None:
    ours = trained_on_characters(suffix)
    options = {"end_of_word_suffix": suffix} if suffix else {}
    model = models.BPE.from_file(*saved(write(ours, "gpt2"), tmp_path), unk_token="[UNK]", **options)
    peer = Peer(model)
    peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    back = read(write(ours, "gpt2")).tokenizer
    for text in TEXTS:
        assert ours.encode(text) == peer.encode(text).ids == back.encode(text)


def test_a_merge_of_number_signs_is_not_a_heading(tmp_path: Path) -> None:
    ours = tokenizer_of_bytes([b"##", b"# a", b"###"])
    assert b"\n# #\n" in write(ours, "gpt2")["merges.txt"]
    peer = Peer(models.BPE.from_file(*saved(write(ours, "gpt2"), tmp_path)))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    back = read(write(ours, "gpt2"), pre_tokenizer="none").tokenizer
    for text in ("#####", "# a ## a"):
        assert ours.encode(text) == peer.encode(text).ids == back.encode(text)
    # Without a heading, the first line is still a merge.
    files = write(ours, "gpt2")
    files["merges.txt"] = files["merges.txt"].partition(b"\n")[2]
    assert read(files).tokenizer.tokenize("##") == ["##"]


def test_a_merge_that_readers_would_take_for_a_heading_is_refused() -> None:
    ours = tokenizer_of_bytes([b"#version 3"])
    refused(lambda: write(ours, "gpt2"), "begin its line with #version.*tokenizer.json")


@settings(max_examples=60)
@given(st.text(st.sampled_from("a #\n\r\t\x00\x1b\u00a0\u2028é東"), min_size=2, max_size=5))
def test_characters_round_trip_and_spaces_in_merges_are_refused(token: str) -> None:
    symbols = sorted(set(token))
    prefixes = [token[:end] for end in range(2, len(token) + 1)]
    vocabulary = {symbol: number for number, symbol in enumerate(dict.fromkeys([*symbols, *prefixes]))}
    before = BPETokenizer(
        vocabulary=vocabulary, merges=[(prefix[:-1], prefix[-1]) for prefix in prefixes], pre_tokenizer=NONE
    )
    if set(token) & {" ", "\n", "\r"}:
        refused(lambda: write(before, "gpt2"), "a space or line break.*Choose tokenizer.json")
    else:
        back = read(write(before, "gpt2"), pre_tokenizer="none").tokenizer
        assert back.encode(token * 2) == before.encode(token * 2)


def test_unsupported_tokenizers_are_refused_and_missing_files_are_named() -> None:
    paper = BPETrainer(vocab_size=20, end_of_word_symbol="</w>").train(Corpus.from_counts({"low": 5, "lower": 2}))
    refused(lambda: write(paper, "gpt2"), "end_of_word_suffix='</w>'")
    dropping = BPETrainer(vocab_size=8, drop_unused=True).train(Corpus.from_text("ab ab ab"))
    refused(lambda: write(dropping, "gpt2"), "was dropped from the vocabulary.*drop_unused=False")
    files = write(trained_bpe(), "gpt2")
    refused(
        lambda: read({"v": files["vocab.json"]}),
        "v is only one of two files: the same tokenizer's merges.txt is missing",
    )
    refused(
        lambda: read({"m": files["merges.txt"]}),
        "m is only one of two files: the same tokenizer's vocab.json is missing",
    )


VOCAB = {"a": 0, "b": 1, "ab": 2}


@pytest.mark.parametrize(
    ("vocab", "merges", "match"),
    [
        (VOCAB, "a b\na c\n", r"m, line 2: 'a' and 'c' need the token 'c', which is not in the vocabulary"),
        (VOCAB, "a b\nb a\n", r"m, line 2: .* need the token 'ba'"),
        (VOCAB, "a b\n\n", r"m, line 2: expected two symbols separated by one space, but found ''"),
        (VOCAB, "#version: 0.2\na  b\n", r"m, line 2: expected two symbols"),
        (VOCAB, "a b\na b\n", r"m, line 2: the merge of 'a' and 'b' is already on line 1"),
        ({**VOCAB, "b": 0}, "a b\n", r"v: 'b' and 'a' have the same id, 0"),
        ({**VOCAB, "b": -1}, "a b\n", r"v: the id of 'b' is -1, but ids are whole numbers from 0"),
        ({**VOCAB, "b": 1.5}, "a b\n", r"the id of 'b' is 1.5"),
        ({**VOCAB, "b": True}, "a b\n", r"the id of 'b' is True"),
        ({**VOCAB, "b": 2**31}, "a b\n", r"the id of 'b' is 2147483648"),
        ({**VOCAB, "b": "1"}, "a b\n", r"the id of 'b' is '1'"),
        ({**VOCAB, "b": 10**4000}, "a b\n", r"the id of 'b' is 1000"),
        ({**VOCAB, "b": float("nan")}, "a b\n", r"v contains NaN, which is not a JSON number"),
        ({**VOCAB, "": 3}, "a b\n", r"v has an empty token"),
        ({**VOCAB, "\ud800": 3}, "a b\n", r"'\\ud800' contains half a character"),
        ('{"a": 0, "a": 1}', "a b\n", r"v has the key 'a' twice"),
        ('{"a": 0, "b', "a b\n", r"v is not valid JSON \(line 1, column 10: Unterminated string.*cut short"),
        ('{"a": ' * 100_000, "a b\n", r"v nests lists or objects too deeply"),
        ('{"a": 1' + "0" * 5000 + "}", "a b\n", r"v contains a number with more than 4,300 digits"),
        ("{}", "a b\n", r"v contains no vocabulary"),
    ],
)  # fmt: skip
def test_errors_in_files_name_the_place_and_what_was_expected(vocab: object, merges: str, match: str) -> None:
    content = vocab if isinstance(vocab, str) else json.dumps(vocab)
    refused(lambda: read({"v": content.encode(), "m": merges.encode()}), match)


def notes(tokenizer: BPETokenizer) -> list[str]:
    return [str(note) for note in notes_on(tokenizer, "gpt2")]


def back(tokenizer: BPETokenizer) -> Tokenizer:
    return read(write(tokenizer, "gpt2"), pre_tokenizer=tokenizer.pre_tokenizer).tokenizer


def test_notes_mention_losses_when_writing_and_reading() -> None:
    hug = BPETrainer(vocab_size=6).train(Corpus.from_text("hug pug"))
    assert notes(hug)[0].startswith("The vocabulary lacks some of the 256 bytes")
    opened = read(write(hug, "gpt2"))
    assert "Not all 256 bytes are in the vocabulary, so its symbols are read as characters." in map(str, opened.notes)
    # The space is lost, as the notes say.
    assert hug.tokenize("hug pug") == ["h", "ug", "Ġ", "p", "ug"]
    assert opened.tokenizer.tokenize("hug pug") == ["h", "ug", "p", "ug"]

    def trained_with(suffix: str, vocab_size: int) -> BPETokenizer:
        trainer = BPETrainer(vocab_size=vocab_size, end_of_word_suffix=suffix)
        return trainer.train(Corpus.from_counts({"ab": 2, "ba": 1}))

    shown = trained_with("</w>", 5)
    assert notes(shown) == []
    assert back(shown).tokenize("ab ba") == shown.tokenize("ab ba")
    for lost in (trained_with("</w>", 4), trained_with("@", 5)):
        assert any("so the suffix is lost" in note for note in notes(lost))
    tokenizer = BPETokenizer(
        vocabulary={"a": 0, "b": 1, "ab": 2, "é": 3},
        merges=[("a", "b")],
        pre_tokenizer=WHITESPACE,
        special_tokens=["é"],
    )
    refused(lambda: write(tokenizer, "gpt2"), "'é' would be read as an ordinary token.*tokenizer.json")


def test_notes_mention_a_different_pattern_or_unknown_token() -> None:
    vocabulary = {symbol: number for number, symbol in enumerate(BYTE_ALPHABET)}
    cut = BPETokenizer(vocabulary=vocabulary, merges=[], pre_tokenizer=NONE, byte_level=True)
    assert notes(cut) == ["These files do not say how a text is cut. Give the pattern 'none' when you open them."]
    named = BPETokenizer(
        vocabulary={"a": 0, "<oov>": 1},
        merges=[],
        pre_tokenizer=WHITESPACE,
        special_tokens=["<oov>"],
        unk_token="<oov>",
    )
    assert any("'<oov>' is the unknown token" in note for note in notes(named))
