"""Tokenizers that normalize a text before cutting it: ids, positions and texts are the tokenizers library's."""

import json
import pickle
from functools import cache
from typing import Any
from unicodedata import normalize

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Regex, decoders, models, normalizers, pre_tokenizers, trainers

from bpe_engine.files import read, tokenizers_process, write
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from tests.engine.file_samples import PLAY, TEXTS, refused, stepwise
from tests.engine.sentencepiece_models import LANGUAGES
from tests.engine.test_t5 import HOSTILE

NORMALIZERS = {
    "nfc": normalizers.NFC(),
    "nfkd without accents": normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents()]),
    "nfkc, lower case": normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()]),
    "strip and prepend": normalizers.Sequence([normalizers.Strip(), normalizers.Prepend("▁")]),
    "replace": normalizers.Sequence([normalizers.Replace(Regex(r"\s+"), " "), normalizers.Replace("th", "TTHH")]),
    "nmt": normalizers.Nmt(),
    "bert, cased": normalizers.BertNormalizer(lowercase=False),
}


@cache
def on_bytes(name: str, *, prefix: bool = False) -> tokenizers.Tokenizer:
    """Return byte-level BPE with a normalizer, trained by the library."""
    peer = tokenizers.Tokenizer(models.BPE())
    if name:
        peer.normalizer = NORMALIZERS[name]
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    peer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        show_progress=False,
        special_tokens=["<|end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    peer.train_from_iterator([PLAY[:15_000], *LANGUAGES.values()], trainer)
    peer.add_tokens([AddedToken("  ", normalized=False), AddedToken("№Ü", normalized=False)])
    return peer


@cache
def llama(spaces: str) -> tokenizers.Tokenizer:
    """Return BPE on characters with byte fallback and ▁ for spaces, like Llama's file."""
    peer = tokenizers.Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    if spaces == "normalizer":
        peer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    else:
        scheme: Any = spaces.removesuffix(", cut")
        peer.pre_tokenizer = pre_tokenizers.Metaspace("▁", scheme, split=spaces.endswith("cut"))
    put_together = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    peer.decoder = decoders.Sequence(put_together)
    in_bytes = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = trainers.BpeTrainer(
        vocab_size=900, show_progress=False, special_tokens=["<unk>", "<s>", *in_bytes], limit_alphabet=60
    )
    lines = PLAY[:15_000].split("\n")
    peer.train_from_iterator([*lines, *lines[:50]], trainer)
    # The byte tokens are not added tokens: their names in a text are not bytes.
    content = json.loads(peer.to_str())
    content["added_tokens"] = content["added_tokens"][:2]
    return tokenizers.Tokenizer.from_str(json.dumps(content))


LLAMAS = ("normalizer", "first", "always", "never", "always, cut")


@cache
def opened(kind: str, name: str) -> NormalizingTokenizer:
    peer = {"bytes": on_bytes, "prefix": lambda name: on_bytes(name, prefix=True), "llama": llama}[kind](name)
    found = stepwise({"tokenizer.json": peer.to_str().encode()})
    assert found.notes == ()
    assert isinstance(found.tokenizer, NormalizingTokenizer)
    return found.tokenizer


def assert_equal(ours: NormalizingTokenizer, peer: tokenizers.Tokenizer, text: str) -> None:
    """Compare ids, with special tokens and without, the decoded text, and the result of the steps."""
    ids = peer.encode(text, add_special_tokens=False).ids
    assert ours.encode(text, "all") == ids
    assert ours.decode(ids) == peer.decode(ids, skip_special_tokens=False)
    peer.encode_special_tokens = True
    plain = peer.encode(text, add_special_tokens=False)
    peer.encode_special_tokens = False
    assert ours.encode(text, "none") == plain.ids
    assert [span.token_id for span in ours.spans(text)] == plain.ids
    if len(text) < 500:
        latest = {step.word: step.ids for step in ours.encode_steps(text)}
        assert [token_id for number in sorted(latest) for token_id in latest[number]] == plain.ids


CASES = [
    *(("bytes", name) for name in NORMALIZERS),
    ("prefix", ""),
    ("prefix", "nfc"),
    *(("llama", spaces) for spaces in LLAMAS),
]


def peer_of(kind: str, name: str) -> tokenizers.Tokenizer:
    return llama(name) if kind == "llama" else on_bytes(name, prefix=kind == "prefix")


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_ids_equal_the_library_s(kind: str, name: str) -> None:
    around = ("a<|end|> b", "<s>a <s> b", "a  b   c  ", "№Ü №Üted", "  №Ü", "<|end|>")
    for text in (*TEXTS, *HOSTILE.values(), *around, *list(LANGUAGES.values())[::5]):
        assert_equal(opened(kind, name), peer_of(kind, name), text)


@settings(max_examples=60)
@given(
    case=st.sampled_from(CASES),
    text=st.text(
        st.one_of(st.sampled_from("the ▁東éﬁ½Ａ\u0301\u00a0\n\t№Ü<s>|end  "), st.characters(exclude_categories=["Cs"])),
        max_size=30,
    ),
)
def test_ids_of_any_text_equal_the_library_s(case: tuple[str, str], text: str) -> None:
    assert_equal(opened(*case), peer_of(*case), text)


@pytest.mark.parametrize("name", NORMALIZERS)
def test_positions_refer_to_the_original_text(name: str) -> None:
    peer = on_bytes(name)
    peer.encode_special_tokens = True
    for text in (*HOSTILE.values(), LANGUAGES["vie"], "ﬁne Ｅ½ thth", "  №Ü  the end "):
        if len(text) > 1_000:
            continue
        places = [(span.start, span.end) for span in opened("bytes", name).spans(text)]
        theirs = peer.encode(text, add_special_tokens=False).offsets
        assert [start for start, _ in places] == [start for start, _ in theirs]
        # Here a composed character has all its parts, and in the library only the first.
        assert all(
            ours == end or len(normalize("NFKC", text[end - 1 : ours])) == 1
            for (_, ours), (_, end) in zip(places, theirs, strict=True)
        )
    peer.encode_special_tokens = False


def test_positions_in_a_long_text_are_aligned_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    library = tokenizers.Tokenizer(models.BPE())
    library.normalizer = NORMALIZERS["nfkc, lower case"]
    text = ("The ﬁne ＡＢ " * 40 + "½ e\u0301 ") * 3
    exact = tokenizers_process.aligned(library, text)
    monkeypatch.setattr(tokenizers_process, "ALIGNED_BY_CHARACTERS", 10)
    assert tokenizers_process.aligned(library, text) == exact
    # What is put before the text belongs to no single piece.
    library.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    changed, stretches = tokenizers_process.aligned(library, "a text of words")
    assert changed == "▁a▁text▁of▁words"
    assert sum(count for count, _, _ in stretches) == len(changed)
    assert stretches[-1][2] == len("a text of words")


def test_added_tokens_are_matched_in_the_original_text_and_aligned() -> None:
    first = opened("llama", "first")
    assert [(span.token, span.start, span.end) for span in first.spans("xqz the")][:2] == [("▁", 0, 0), ("x", 0, 1)]
    assert first.normalized("a b").text == "▁a▁b"
    assert first.encode("<s>a", "all") != [first.special_tokens["<s>"], *first.encode("a")]
    always = opened("llama", "always")
    assert always.encode("<s>a", "all") == [always.special_tokens["<s>"], *always.encode("a")]
    shown = [token.token for token in first.show("<s>the", "all").tokens]
    assert shown[0] == "<s>"
    assert not shown[1].startswith("▁")
    ours = opened("bytes", "nfkc, lower case")
    found = ours.normalized("№Ü ＡB№ №Ü")
    assert found.text == "№Ü abno №Ü"
    composed = opened("bytes", "nfc").normalized("ae\u0301b")
    assert [composed.original_span(place, place + 1) for place in range(3)] == [(0, 1), (1, 3), (3, 4)]
    assert [found.original_span(place, place + 1) for place in (0, 4, 6, 8)] == [(0, 1), (4, 5), (5, 6), (7, 8)]


def test_lone_surrogates_are_refused_and_unknown_characters_become_bytes() -> None:
    ours = opened("bytes", "nfc")
    for ask in (ours.encode, ours.spans, ours.normalized):
        refused(lambda ask=ask: ask("a\ud800"), "half a character at position 1")
    assert pickle.loads(pickle.dumps(ours)).encode("e\u0301") == ours.encode("é")
    ours = opened("llama", "always")
    tokens = [(span.token, span.start, span.end) for span in ours.spans("東a")]
    assert tokens[-4:] == [("<0xE6>", 0, 0), ("<0x9D>", 0, 0), ("<0xB1>", 0, 1), ("a", 1, 2)]
    assert ours.decode(ours.encode("東a <0x41>")) == "東a <0x41>"


def test_files_with_merges_of_byte_tokens_run_in_the_library() -> None:
    content = json.loads(llama("never").to_str())
    content["model"]["vocab"]["<0x41><0x42>"] = 5_000
    content["model"]["merges"].append(["<0x41>", "<0x42>"])
    found = read({"t": json.dumps(content).encode()})
    assert not found.has_steps
    assert "handles unknown characters in a way not supported here" in str(found.notes[0])


AROUND = (
    "a <mask> b",
    "a\u3000 \n<mask> \t<mask>b",
    "<mask>",
    " <mask> ",
    "a<mask> x<mask>y 1<mask>_ é<mask>\u0301 -<mask>- \x1c<mask>\x1c <mask><|end|> <mask>",
    "<mask<mask> ",
)


@pytest.mark.parametrize("flag", ["lstrip", "rstrip", "single_word"])
@pytest.mark.parametrize("special", [True, False])
def test_added_tokens_depend_on_their_neighbours_as_flags_say(flag: str, special: bool) -> None:
    peer = tokenizers.Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    peer.train_from_iterator([], trainers.BpeTrainer(initial_alphabet=alphabet, show_progress=False))
    peer.add_special_tokens(["<|end|>"])
    token = AddedToken("<mask>", normalized=False, special=special, **{flag: True})
    (peer.add_special_tokens if special else peer.add_tokens)([token])
    found = stepwise({"tokenizer.json": peer.to_str().encode()})
    for text in (*AROUND, *TEXTS):
        expected = peer.encode(text)
        assert found.tokenizer.encode(text, "all") == expected.ids
        if not special and "<|end|>" not in text:
            spans = found.tokenizer.spans(text)
            assert [(span.token_id, (span.start, span.end)) for span in spans] == list(
                zip(expected.ids, expected.offsets, strict=True)
            )
            latest = {step.word: step.ids for step in found.tokenizer.encode_steps(text)}
            assert [token_id for ids in latest.values() for token_id in ids] == expected.ids


def test_flags_of_added_tokens_are_written_to_files() -> None:
    peer = tokenizers.Tokenizer(models.BPE(vocab={"a": 0, "b": 1, "[UNK]": 2}, merges=[], unk_token="[UNK]"))
    peer.add_special_tokens([AddedToken("<mask>", lstrip=True, single_word=True)])
    files = write(read({"tokenizer.json": peer.to_str().encode()}).tokenizer, "tokenizer.json")
    (mask,) = json.loads(files["tokenizer.json"])["added_tokens"]
    assert (mask["lstrip"], mask["rstrip"], mask["single_word"]) == (True, False, True)


@pytest.mark.parametrize(
    ("flag", "other"), [("lstrip", "  "), ("rstrip", "a b"), ("single_word", "word"), ("single_word", ">a")]
)
def test_files_whose_flagged_tokens_may_be_adjacent_run_in_the_library(flag: str, other: str) -> None:
    peer = tokenizers.Tokenizer(models.BPE(vocab={"a": 0, "b": 1, "[UNK]": 2}, merges=[], unk_token="[UNK]"))
    peer.add_special_tokens([AddedToken("#", **{flag: True}), AddedToken(other, normalized=False)])
    found = read({"tokenizer.json": peer.to_str().encode()})
    assert not found.has_steps
    assert str(found.notes[0]) == "One of its added tokens depends on the text around it, where another may stand."
