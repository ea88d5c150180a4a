"""T5's vocabulary gives the ids of sentencepiece, which runs the same model file."""

import builtins
import hashlib
import json
import lzma
import pickle
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_engine
import bpe_engine.vocabularies.bundled_files
from bpe_engine import EngineError, load_pretrained
from bpe_engine.sentencepiece.model_file import PieceKind, read_pieces
from bpe_engine.sentencepiece.unigram import SentencePieceUnigram, load_t5

ROOT = Path(bpe_engine.__file__).parent
LANGUAGES: dict[str, str] = {
    code: article["text"]
    for code, article in json.loads((ROOT.parent / "data" / "udhr" / "article1_37.json").read_text("utf-8")).items()
}
PLAY = (Path(__file__).parent.parent / "data" / "asyoulik.txt").read_text("utf-8")

HOSTILE = {
    "nothing": "",
    "white space only": " \t\n\r\u3000\u00a0\u200b\u2003 ",
    "runs of white space": "  hello \t\n  world\u00a0\u00a0and\u3000\u3000all  ",
    "emoji, joined, coloured and flags": "👨‍👩‍👧‍👦 👍🏽 🏳️‍🌈🇩🇪🇫🇷 ❤️",
    "control characters": "a\x00b\x01\x02c\x7fd\x1b[0m\x85e",
    "full width, ligatures, squares": "ＡＢＣ １２３ ﬁ ﬄ ㍿ ㌔ ½ ™ ｱｶﾞ",
    "combining marks": "e\u0301 o\u0308\u0304 か\u3099 Z\u0351\u036b\u0343\u036a\u0302 \u0301x",
    "composed and decomposed": "é Å ǆ ﷺ Hangul 각 \u1100\u1161\u11a8",
    "right to left": "שָׁלוֹם \u202eabc\u202c مرحبا\u200f!",
    "the sign for a space": "▁ ▁▁a▁b a ▁ b",
    "replacement and private use": "\ufffd\ufffd a\ufffdb \ue000 \uffff \U0010ffff",
    "names of special pieces": "<pad> </s> <unk> <s> <extra_id_0> ⁇ ",
    "unknown between known": "a日b日本c 日 日本語 ",
    "soft hyphen, BOM, zero width": "so\u00adft \ufeffbom a\u200bb\u200cc\u2060d",
    "a long word": "x" * 3_000,
    "a long unknown word": "日" * 3_000,
    "markup": "<script>alert('x')</script> $x^2$ https://example.org/?q=%20",
    "numbers": "1234567890 3.14159 1e-9 ٣٤٥ Ⅷ ①",
}


@cache
def ours() -> SentencePieceUnigram:
    tokenizer = load_pretrained("t5-small")
    assert isinstance(tokenizer, SentencePieceUnigram)
    return tokenizer


@cache
def peer() -> Any:
    return sentencepiece.SentencePieceProcessor(
        model_proto=lzma.decompress((ROOT / "data" / "t5-small.xz").read_bytes())
    )


def encode(text: str) -> list[int]:
    return ours().encode(text, allowed_special="none")


def same_as_the_peer(text: str) -> None:
    """Compare ids, pieces and positions."""
    expected = peer().EncodeAsOffsetMapping(text)
    assert encode(text) == expected["ids"] == peer().encode(text)
    assert [(span.token_id, (span.start, span.end)) for span in ours().spans(text)] == list(
        zip(expected["ids"], expected["offsets"], strict=True)
    )


def test_the_file_equals_the_published_one() -> None:
    data = lzma.decompress((ROOT / "data" / "t5-small.xz").read_bytes())
    # The hash that several public projects pin for T5's spiece.model.
    assert hashlib.sha256(data).hexdigest() == "d60acb128cf7b7f2536e8f38a5b18a05535c9e14c7a355904270e15b0945ea86"
    pieces = read_pieces(data)
    assert [(piece.text, piece.score) for piece in pieces] == [
        (peer().id_to_piece(number), peer().get_score(number)) for number in range(peer().get_piece_size())
    ]
    assert [piece.kind == PieceKind.CONTROL for piece in pieces] == list(map(peer().is_control, range(len(pieces))))
    assert [piece.kind == PieceKind.UNKNOWN for piece in pieces] == list(map(peer().is_unknown, range(len(pieces))))
    assert not any("▁" in piece.text[1:] for piece in pieces)  # so that a text may be cut before each ▁


def test_the_vocabulary_is_the_file_s_without_the_tokens_that_t5_s_code_adds() -> None:
    assert ours().vocab_size == peer().get_piece_size() == 32_000
    assert ours().special_tokens == {"<pad>": 0, "</s>": 1, "<unk>": 2}
    assert "<extra_id_0>" not in ours().vocabulary


@pytest.mark.parametrize("code", LANGUAGES)
def test_ids_and_positions_equal_sentencepiece_s_in_37_languages(code: str) -> None:
    assert len(LANGUAGES) == 37
    same_as_the_peer(LANGUAGES[code])


@pytest.mark.parametrize("name", HOSTILE)
def test_ids_and_positions_equal_sentencepiece_s_on_hostile_text(name: str) -> None:
    same_as_the_peer(HOSTILE[name])


@settings(max_examples=60)
@given(
    st.text(
        st.one_of(st.sampled_from("the TO 東éé½ﬁ▁ \n\t🎉\u0301"), st.characters(exclude_categories=["Cs"])), max_size=40
    )
)
def test_ids_and_positions_equal_sentencepiece_s_on_any_text(text: str) -> None:
    same_as_the_peer(text)


def test_ids_of_a_whole_play_equal_sentencepiece_s() -> None:
    assert encode(PLAY) == peer().encode(PLAY)


@pytest.mark.parametrize(
    "text",
    [
        # With 32-bit floats, earlier words affect how "deben" is cut. Below -100,000 the sums start from zero again.
        pytest.param(LANGUAGES["spa"] * 30, id="rounding decides"),
        pytest.param("sociedad de comportarse deben " * 1_500, id="sums start again"),
        pytest.param("日x" * 5_000 + "deben", id="inside a word"),
    ],
)
def test_sums_are_rounded_as_in_sentencepiece(text: str) -> None:
    assert encode(text) == peer().encode(text)


def test_without_rounding_a_long_text_would_be_cut_differently() -> None:
    # Otherwise the tests above prove nothing.
    word_by_word = [token_id for word in LANGUAGES["spa"].split() for token_id in encode(word)] * 30
    assert word_by_word != peer().encode(LANGUAGES["spa"] * 30)


@settings(max_examples=60)
@given(st.lists(st.one_of(st.sampled_from([0, 1, 2, 3, 9, 8774]), st.integers(0, 31_999)), max_size=12))
def test_ids_decode_as_in_sentencepiece(ids: Sequence[int]) -> None:
    assert ours().decode(ids) == peer().decode(list(ids))


def test_special_tokens_unknown_ids_and_half_characters_are_refused() -> None:
    with pytest.raises(EngineError, match=r"special token '</s>' at position 5"):
        ours().encode("hello</s>")
    assert ours().encode("hello</s>", allowed_special="all") == [*peer().encode("hello"), 1]
    assert ours().encode("hello</s>", allowed_special="none") == peer().encode("hello</s>")
    with pytest.raises(EngineError, match=r"Id 32000 is not in the vocabulary, whose ids go from 0 to 31999"):
        ours().decode([32_000])
    for ask in (ours().encode, ours().tokenize, ours().spans):
        with pytest.raises(EngineError, match=r"half a character at position 1: the lone surrogate U\+D83D"):
            ask("a\ud83d")


@pytest.mark.parametrize("text", ["The quick brown fox", "日本語 tokenizers", "unbelievably ＡＢ  x", PLAY[:600]])
def test_the_steps_lead_to_sentencepiece_s_pieces(text: str) -> None:
    steps = list(ours().encode_steps(text))
    pieces = [token for step in steps for token in step.path or ()]
    assert pieces == ours().tokenize(text) == [peer().id_to_piece(token_id) for token_id in peer().encode(text)]
    assert "".join(step.text for step in steps if step.path) == peer().normalize(text)
    for step in steps:
        assert step.best == step.candidates[0]
        assert step.best.total == pytest.approx(max(candidate.total for candidate in step.candidates), abs=1e-2)


def test_scores_equal_the_file_s_even_after_pickling() -> None:
    (step, *_) = ours().encode_steps("hello")
    assert step.text == "▁hello"
    assert step.best == ("▁", 0, peer().get_score(3), peer().get_score(3))
    lowest = min(peer().get_score(number) for number in range(3, 32_000))
    assert ours().unk_score == pytest.approx(lowest - 10, abs=1e-6)
    encode("used before")
    assert pickle.loads(pickle.dumps(ours())).encode("ﬁ tokenizers") == peer().encode("ﬁ tokenizers")


def test_without_sentencepiece_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    importing = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "sentencepiece":
            raise ModuleNotFoundError(name)
        return importing(name, *rest)

    tokenizer = load_t5()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(EngineError, match=r"t5-small needs the sentencepiece package.*pip install sentencepiece"):
        tokenizer.encode("a")


def test_a_damaged_file_is_reported_by_name_and_the_licence_is_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (ROOT / "data" / "t5-small.xz").read_bytes()
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(bpe_engine.vocabularies.bundled_files, "files", lambda _package: tmp_path)
    with pytest.raises(EngineError, match=r"t5-small\.xz cannot be read \(No such file"):
        load_t5()
    for damaged in (data[:-100], data[:5_000] + bytes([data[5_000] ^ 1]) + data[5_001:], lzma.compress(b"other"), b""):
        (tmp_path / "data" / "t5-small.xz").write_bytes(damaged)
        with pytest.raises(EngineError, match=r"t5-small\.xz is damaged"):
            load_t5()
    for folder in (ROOT / "data" / "licences", ROOT.parent / "licences"):
        assert "Apache License" in (folder / "apache-2.0.txt").read_text("utf-8")
