"""A tokenizer called as in minGPT and transformers: a row of ids for each text."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pandas import DataFrame

from bpe_engine import EngineError, load_pretrained

HELLO = [31373, 995]  # GPT-2's ids of "hello world", as openai/gpt-2 gives them


class FakeTensor:
    """Keeps what torch.tensor was called with."""

    def __init__(self, rows: list[list[int]], dtype: str) -> None:
        self.rows, self.dtype, self.shape = rows, dtype, (0, 0)

    def reshape(self, shape: tuple[int, int]) -> "FakeTensor":
        self.shape = shape
        return self


def test_one_text_is_a_batch_of_one() -> None:
    assert load_pretrained("gpt2")("hello world") == [HELLO]
    array = load_pretrained("gpt2")("hello world", return_tensors="np")
    assert (array.shape, array.dtype, array.tolist()) == ((1, 2), np.int64, [HELLO])


def test_lists_of_texts_may_be_ragged_as_lists_and_not_as_arrays() -> None:
    gpt2 = load_pretrained("gpt2")
    assert gpt2(["hello world", "", "hello"]) == [HELLO, [], HELLO[:1]]
    assert gpt2(("hello world", " world world"), "np").tolist() == [HELLO, [995, 995]]
    with pytest.raises(EngineError, match=r"have 1 to 2 tokens.*return_tensors=None for lists, call once per text"):
        gpt2(["hello world", "hello"], "np")


def test_arrays_of_nothing_have_the_shape_of_nothing() -> None:
    assert load_pretrained("gpt2")("", "np").shape == (1, 0)
    assert load_pretrained("gpt2")([], "np").shape == (0, 0)
    assert load_pretrained("gpt2")([]) == []


def test_a_tensor_of_pytorch_is_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(tensor=FakeTensor, long="long"))  # type: ignore[arg-type]  # a plain value stands in
    tensor = load_pretrained("gpt2")("hello world", return_tensors="pt")
    assert (tensor.shape, tensor.dtype, tensor.rows) == ((1, 2), "long", [HELLO])


@pytest.mark.parametrize(("kind", "package"), [("np", "numpy"), ("pt", "torch")])
def test_a_package_that_is_not_installed_is_named(kind: Any, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # type: ignore[arg-type]  # a plain value stands in
    with pytest.raises(
        EngineError, match=rf"return_tensors='{kind}' needs the {package} package.*pip install {package}"
    ):
        load_pretrained("gpt2")("hello", kind)


@pytest.mark.parametrize("kind", ["tf", "", "jax"])
def test_an_unknown_kind_is_refused_with_the_known_ones(kind: Any) -> None:
    with pytest.raises(EngineError, match=r"is not valid. Choose 'np' for NumPy, 'pt' for PyTorch"):
        load_pretrained("gpt2")("hello", kind)


@pytest.mark.parametrize("text", [None, 7, b"bytes", ["a", 7], {"a": 1}, DataFrame({"text": ["a"]})])
def test_anything_but_text_is_refused(text: Any) -> None:
    with pytest.raises(EngineError, match="Expected a text or a list of texts"):
        load_pretrained("gpt2")(text)


def test_special_tokens_are_treated_as_encode_treats_them() -> None:
    gpt2 = load_pretrained("gpt2")
    with pytest.raises(EngineError, match="special token"):
        gpt2("<|endoftext|>")
    assert gpt2("<|endoftext|>", allowed_special="all") == [[50256]]
