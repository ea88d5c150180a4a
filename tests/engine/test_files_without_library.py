"""Files read without their library, as in a browser, give the same tokenizers as with it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
import tokenizers

from bpe_engine import EngineError, load_pretrained
from bpe_engine.files import LibraryNeededError, read
from bpe_engine.files.pre_tokenizer_json import MATCH_ALL
from bpe_engine.sentencepiece.unigram import SentencePieceUnigram
from bpe_engine.text.normalizers import Rewriting
from tests.engine import sentencepiece_models
from tests.engine.file_samples import TEXTS
from tests.engine.test_files_tokenizer_json import isolated, saved, trained_there

(LLAMA_3,) = MATCH_ALL


def spaces_as_signs(**parts: Any) -> dict[str, bytes]:
    """Return a file like those made from SentencePiece models: Llama 2's and Gemma 3's."""
    found = tokenizers.Tokenizer(tokenizers.models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    special = ["<unk>", *(f"<0x{byte:02X}>" for byte in range(256))]
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=700, special_tokens=special, show_progress=False)
    found.train_from_iterator([text.replace(" ", "▁") for text in TEXTS], trainer)
    content = json.loads(found.to_str())
    content["added_tokens"] = content["added_tokens"][:1]
    return {"tokenizer.json": json.dumps({**content, **parts}).encode()}


REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
MERGED = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
BYTES = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)


def files(kind: str) -> Mapping[str, bytes]:
    match kind:
        case "Llama 2":
            prepend = {"type": "Prepend", "prepend": "▁"}
            return spaces_as_signs(normalizer={"type": "Sequence", "normalizers": [prepend, REPLACE]})
        case "Gemma 3":
            return spaces_as_signs(normalizer=REPLACE, pre_tokenizer=MERGED)
        case "Llama 3":
            cut = tokenizers.pre_tokenizers.Sequence([isolated(LLAMA_3), BYTES])
            return saved(trained_there(cut))
        case "SentencePiece":
            return {"some.model": sentencepiece_models.model("llama")}
        case _:
            return spaces_as_signs(normalizer={"type": kind})


@pytest.mark.parametrize("kind", ["Llama 2", "Gemma 3", "Llama 3", "SentencePiece"])
def test_ids_tokens_and_positions_equal_those_read_with_the_library(kind: str) -> None:
    given = files(kind)
    alone, compared = read(given, with_library=False), read(given)
    assert alone.has_steps
    assert compared.has_steps
    assert (alone.format, alone.notes) == (compared.format, compared.notes)
    for text in TEXTS:
        assert alone.tokenizer.encode(text, "none") == compared.tokenizer.encode(text, "none")
        assert alone.tokenizer.spans(text) == compared.tokenizer.spans(text)
        ids = compared.tokenizer.encode(text, "none")
        assert alone.tokenizer.decode(ids) == compared.tokenizer.decode(ids)


def test_reading_reports_progress() -> None:
    told: list[float] = []
    assert read(files("Llama 3"), with_library=False, progress=told.append).has_steps
    assert told == sorted({*told})
    assert 0 < told[0] < told[-1] < 1


@pytest.mark.parametrize("kind", ["NFKC", "Lowercase"])
def test_files_that_need_the_library_are_refused_with_the_reason(kind: str) -> None:
    given = files(kind)
    with pytest.raises(LibraryNeededError) as told:
        read(given, with_library=False)
    assert str(told.value) == f"It normalizes a text in a way not supported here ({kind})."
    assert read(given).tokenizer.encode("x", "none")


def test_unsupported_models_are_refused_and_damage_is_reported_as_such() -> None:
    model = load_pretrained("t5-small")
    assert isinstance(model, SentencePieceUnigram)
    with pytest.raises(LibraryNeededError) as told:
        read({"some.model": model.model}, with_library=False)
    assert str(told.value) == "This SentencePiece model is not BPE."
    with pytest.raises(EngineError, match="is not valid JSON") as told:
        read({"tokenizer.json": files("Llama 3")["tokenizer.json"][:-9]}, with_library=False)
    assert not isinstance(told.value, LibraryNeededError)


def test_replaced_text_is_aligned_to_the_original() -> None:
    aligned = Rewriting(("ab", "x"), ("c", "yz"), ("", "_")).aligned("abc ab")
    assert aligned.text == "_xyz x"
    assert [aligned.original_span(place, place + 1) for place in range(6)] == [
        (0, 2), (0, 2), (2, 3), (2, 3), (3, 4), (4, 6),
    ]  # fmt: skip
    assert Rewriting(("", "_")).aligned("").text == ""
