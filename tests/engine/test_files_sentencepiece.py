"""SentencePiece models: BPE is stepped through with the library's ids, and the library runs all others."""

import io
import pickle
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import EngineError
from bpe_engine.files import read, sentencepiece_model, sentencepiece_process, write
from bpe_engine.files.sentencepiece_model import PROBES, SentencePieceTokenizer
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.sentencepiece.model_file import PieceKind
from tests.engine import sandbox_functions, sentencepiece_models
from tests.engine.file_samples import PLAY, TEXTS, can_load, mutated, refused, trained_bpe

KINDS = {
    "unigram": {"model_type": "unigram"},
    "unigram with bytes": {"model_type": "unigram", "byte_fallback": True},
    "with symbols": {"model_type": "unigram", "user_defined_symbols": "<sep>,<cls>", "add_dummy_prefix": False},
    "characters": {"model_type": "char"},
}


@cache
def model(kind: str, vocab_size: int = 400) -> bytes:
    with io.BytesIO() as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(PLAY[:30_000].split("\n")),
            model_writer=file,
            vocab_size=vocab_size,
            hard_vocab_limit=False,
            minloglevel=3,
            **KINDS[kind],
        )
        return file.getvalue()


@cache
def opened(kind: str) -> SentencePieceTokenizer:
    found = read({"some.model": model(kind)})
    assert (found.format, found.has_steps) == ("sentencepiece", False)
    assert [str(note) for note in found.notes] == [
        "This SentencePiece model is not BPE.",
        "It runs in the sentencepiece library, which returns tokens but no steps.",
    ]
    assert isinstance(found.tokenizer, SentencePieceTokenizer)
    return found.tokenizer


@pytest.mark.parametrize("kind", KINDS)
def test_ids_pieces_and_decoded_text_equal_sentencepiece_s(kind: str) -> None:
    peer: Any = sentencepiece.SentencePieceProcessor(model_proto=model(kind))
    ours = opened(kind)
    assert ours.vocab_size == peer.get_piece_size()
    for text in (*TEXTS, "<sep>a <s> </s>"):
        ids = peer.encode(text)
        assert ours.encode(text) == ids
        assert ours.tokenize(text) == [peer.id_to_piece(token_id) for token_id in ids]
        assert ours.decode(ids) == peer.decode(ids)
    assert pickle.loads(pickle.dumps(ours)).encode(PLAY[:500]) == ours.encode(PLAY[:500])


@pytest.mark.parametrize("configuration", ["bytes", "llama", "symbols"])
def test_bpe_models_have_steps_and_sentencepiece_s_ids(configuration: str) -> None:
    # The library handles what "bytes" and "symbols" do to characters, in its own process.
    data = sentencepiece_models.model(configuration)
    found = read({"some.model": data})
    assert (found.format, found.has_steps, found.notes) == ("sentencepiece", True, ())
    peer, ours = sentencepiece_models.peer(data), found.tokenizer
    for text in (*TEXTS, "ＡＢ½ ﬁ<sep>a  ab <s> </s>"):
        ids = peer.encode(text)
        assert ours.encode(text, "none") == ids
        assert ours.decode(ids) == peer.decode(ids)
        assert ours.normalized(text).text == peer.normalize(text)
    refused(lambda: ours.encode("a\ud800"), "half a character at position 1")
    assert pickle.loads(pickle.dumps(ours)).encode(PLAY[:500]) == ours.encode(PLAY[:500])


def test_bpe_models_that_would_differ_run_in_the_library_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unused = [("<unk>", 0.0, PieceKind.UNKNOWN), ("a", -1.0, PieceKind.NORMAL), ("ab", 0.0, PieceKind.UNUSED)]
    found = read({"some.model": sentencepiece_models.written(unused)})
    assert not found.has_steps
    assert "'ab' is marked as unused" in str(found.notes[0])
    assert isinstance(found.tokenizer, SentencePieceTokenizer)
    monkeypatch.setattr(SentencePieceBPE, "_ids", lambda _self, _text: [0])
    found = read({"some.model": sentencepiece_models.model("llama")})
    assert not found.has_steps
    assert "The library gives different ids for the text 'Hello w" in str(found.notes[0])


@settings(max_examples=60)
@given(
    kind=st.sampled_from([*KINDS]),
    text=st.text(st.one_of(st.sampled_from("the 東🎉é½ \n"), st.characters(exclude_categories=["Cs"]))),
)
def test_spans_are_consecutive_and_cover_the_text_of_their_pieces(kind: str, text: str) -> None:
    spans = opened(kind).spans(text)
    assert [span.token_id for span in spans] == opened(kind).encode(text)
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    for span, following in zip(spans, spans[1:], strict=False):
        assert span.end <= following.start or span.start == following.start
    for span in spans:
        piece = span.token.replace("▁", " ").strip()
        if piece.isascii() and piece.isalpha():
            assert piece in text[span.start : span.end] or not text[span.start : span.end].isascii()


def test_positions_are_in_characters_and_invalid_requests_are_refused() -> None:
    spans = opened("unigram").spans("🎉 the play")
    assert [("🎉 the play"[span.start : span.end]).strip() for span in spans][-1] in "play"
    assert spans[-1].end == len("🎉 the play")
    ours = opened("unigram")
    refused(lambda: ours.encode_steps("x"), "sentencepiece library, which returns its tokens but not the steps")
    refused(lambda: ours.encode("a\ud800"), "half a character at position 1")
    refused(lambda: ours.decode([10**6]), "Id 1000000 is not in the vocabulary")
    refused(lambda: write(trained_bpe(), "sentencepiece"), "can be opened but not written")


def test_truncated_files_and_library_crashes_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = model("unigram")
    refused(
        lambda: read({"s.model": data[:-3]}),
        r"s\.model is not a complete SentencePiece model: what begins at byte [\d,]+ of",
    )
    # Cut between two pieces, it is valid protobuf, but too little for a model.
    piece_end = 2 + data[1]
    refused(lambda: read({"s.model": data[:piece_end]}), "rejected by the library|crashes the library")
    monkeypatch.setattr(sentencepiece_process, "load", sandbox_functions.abort)
    refused(lambda: read({"s.model": model("unigram")}), r"s\.model crashes the library")


def test_a_damaged_file_either_loads_or_raises_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    data = model("unigram", 120)
    bpe = sentencepiece_models.model("llama")
    for seed in range(200):  # which the library may still accept
        with suppress(EngineError):
            sentencepiece_model._with_steps(mutated(bpe, seed), [[]] * len(PROBES))
    for seed in range(4):  # like the app: tried in its own process
        can_load(read, {"s.model": mutated(data, seed)})

    def try_here(_load: Any, _tried: Any, file: str, data: bytes, texts: list[str]) -> dict[str, Any]:
        try:
            loaded: Any = sentencepiece.SentencePieceProcessor(model_proto=data)
            for text in texts:
                loaded.encode(text)
            pieces = [loaded.id_to_piece(number) for number in range(loaded.get_piece_size())]
            return {"pieces": pieces, "unk_id": loaded.unk_id(), "ids": []}
        except Exception as error:
            raise EngineError("{file} is refused: {problem}", file=file, problem=str(error)) from None

    monkeypatch.setattr(sentencepiece_model, "probe_library", try_here)
    sentencepiece.set_min_log_level(3)
    loaded = 0
    for seed in range(400):
        # A process for each tokenizer takes time: most are only loaded.
        loaded += can_load(
            lambda files, text: read(files).tokenizer.encode(text),
            {"s.model": mutated(data, seed)},
            PROBES[0] if seed % 8 == 0 else "\ud800",
        )
    assert 0 < loaded < 50
