"""A tokenizer called as in minGPT and transformers: a row of ids for each text."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pandas import Series

from bpe_engine import PRETRAINED, EngineError, load_pretrained

HELLO = [31373, 995]  # GPT-2's ids of "hello world", as published by openai/gpt-2


class FakeTensor:
    """Keeps the arguments of torch.tensor."""

    def __init__(self, rows: list[list[int]], dtype: str) -> None:
        self.rows, self.dtype, self.shape = rows, dtype, (0, 0)

    def reshape(self, shape: tuple[int, int]) -> "FakeTensor":
        self.shape = shape
        return self


def test_one_text_is_a_batch_of_one_and_empty_batches_have_empty_shapes() -> None:
    assert load_pretrained("gpt2")("hello world") == [HELLO]
    array = load_pretrained("gpt2")("hello world", return_tensors="np")
    assert (array.shape, array.dtype, array.tolist()) == ((1, 2), np.int64, [HELLO])
    assert load_pretrained("gpt2")("", "np").shape == (1, 0)
    assert load_pretrained("gpt2")([], "np").shape == (0, 0)
    assert load_pretrained("gpt2")([]) == []


def test_ragged_batches_are_lists_but_not_arrays() -> None:
    gpt2 = load_pretrained("gpt2")
    assert gpt2(["hello world", "", "hello"]) == [HELLO, [], HELLO[:1]]
    assert gpt2(("hello world", " world world"), "np").tolist() == [HELLO, [995, 995]]
    with pytest.raises(EngineError, match=r"have 1 to 2 tokens.*return_tensors=None for lists, call once per text"):
        gpt2(["hello world", "hello"], "np")


def test_pytorch_tensors_have_the_type_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(tensor=FakeTensor, long="long"))  # type: ignore[arg-type]  # a plain value stands in
    tensor = load_pretrained("gpt2")("hello world", return_tensors="pt")
    assert (tensor.shape, tensor.dtype, tensor.rows) == ((1, 2), "long", [HELLO])


@pytest.mark.parametrize(("kind", "package"), [("np", "numpy"), ("pt", "torch")])
def test_a_missing_package_is_named(kind: Any, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # type: ignore[arg-type]  # a plain value stands in
    with pytest.raises(
        EngineError, match=rf"return_tensors='{kind}' needs the {package} package.*pip install {package}"
    ):
        load_pretrained("gpt2")("hello", kind)


@pytest.mark.parametrize("kind", ["tf", "", "jax"])
def test_an_unknown_kind_of_array_is_refused_with_the_known_ones(kind: Any) -> None:
    with pytest.raises(EngineError, match=r"is not valid. Choose 'np' for NumPy, 'pt' for PyTorch"):
        load_pretrained("gpt2")("hello", kind)


def test_special_tokens_are_treated_as_encode_treats_them() -> None:
    gpt2 = load_pretrained("gpt2")
    with pytest.raises(EngineError, match="special token"):
        gpt2("<|endoftext|>")
    assert gpt2("<|endoftext|>", allowed_special="all") == [[50256]]


def test_real_pytorch_tensors_have_the_type_long_and_their_rows_decode() -> None:
    torch = pytest.importorskip("torch")
    tokenizer = load_pretrained("gpt2")
    tensor = tokenizer("hello world", return_tensors="pt")
    assert isinstance(tensor, torch.Tensor)
    assert (tuple(tensor.shape), tensor.dtype, tensor.tolist()) == ((1, 2), torch.long, [HELLO])
    assert tokenizer.decode(tensor[0]) == "hello world"
    assert tokenizer.decode(list(tensor[0])) == "hello world"
    assert tokenizer.decode_bytes(tensor[0]) == b"hello world"
    with pytest.raises(EngineError, match=r"Expected one row of ids, but found a table \(1 × 2\)"):
        tokenizer.decode(tensor)


class Row:
    """Like a PyTorch row: its values are available only through `tolist`."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def tolist(self) -> Any:
        return self.values


@pytest.mark.parametrize(
    "ids",
    [HELLO, tuple(HELLO), np.array(HELLO), Series(HELLO), Row(HELLO), iter(HELLO)],
    ids=["list", "tuple", "array", "series", "row", "iterator"],
)
def test_rows_of_any_library_decode(ids: Any) -> None:
    assert load_pretrained("gpt2").decode(ids) == "hello world"


@pytest.mark.parametrize("name", PRETRAINED)
def test_every_tokenizer_decodes_a_row_with_tolist(name: str) -> None:
    tokenizer = load_pretrained(name)
    ids = tokenizer.encode("hello world")
    assert tokenizer.decode(Row(ids)) == tokenizer.decode(ids)
    assert tokenizer.decode_bytes(Row(ids)) == tokenizer.decode_bytes(ids)
    with pytest.raises(EngineError, match="Expected one row of ids, but found a table"):
        tokenizer.decode([ids])  # type: ignore[list-item]  # a table


@pytest.mark.parametrize(
    ("table", "rows"),
    [([HELLO], 1), ([HELLO] * 2, 2), (np.array([HELLO] * 2), 2), (Row([HELLO] * 3), 3), ([np.array(HELLO)], 1)],
    ids=["one row", "two rows", "array", "row", "list of arrays"],
)
def test_decoding_a_table_of_ids_is_refused_with_its_size_and_a_way_out(table: Any, rows: int) -> None:
    with pytest.raises(EngineError) as error:
        load_pretrained("gpt2").decode(table)
    assert str(error.value) == (
        f"Expected one row of ids, but found a table ({rows} × 2). Decode each row on its own: pass ids[0], then "
        "ids[1], and so on."
    )


@pytest.mark.parametrize(("ids", "wrong"), [([1, None], "None"), (["a"], "'a'"), ([1.0], "1.0"), (Row([0.5]), "0.5")])
def test_a_value_that_is_not_an_id_is_named(ids: Any, wrong: str) -> None:
    with pytest.raises(EngineError) as error:
        load_pretrained("gpt2").decode(ids)
    assert str(error.value) == f"{wrong} is not an id. Ids are whole numbers, as encode returns."


@pytest.mark.parametrize(("ids", "found"), [(None, "None"), (5, "5"), ("ab", "'ab'"), (np.array(5), "5")])
def test_a_value_that_is_not_a_row_is_named(ids: Any, found: str) -> None:
    with pytest.raises(EngineError) as error:
        load_pretrained("gpt2").decode(ids)
    assert str(error.value) == (
        f"Expected a row of ids, but found {found}. Pass a list of whole numbers, as encode returns."
    )


@pytest.mark.parametrize("value", [None, 7, True, "some"])
def test_an_invalid_choice_of_special_tokens_is_refused(value: Any) -> None:
    gpt2 = load_pretrained("gpt2")
    for call in (gpt2.encode, gpt2.encode_spans, lambda text, choice: gpt2(text, None, choice)):
        with pytest.raises(EngineError) as error:
            call("hello", value)
        assert str(error.value) == (
            f"allowed_special={value!r} is not valid. Choose 'none_raise', 'none' or 'all', or pass a set of special "
            "tokens."
        )
    with pytest.raises(EngineError, match=rf"^disallowed_special={value!r} is not valid\. Choose 'all', or pass a set"):
        gpt2.encode("hello", (), value)


@pytest.mark.parametrize("errors", [None, "ignore", 7])
def test_an_invalid_choice_for_decoding_errors_is_refused(errors: Any) -> None:
    with pytest.raises(
        EngineError, match=rf"^errors={errors!r} is not valid\. Choose 'replace' for U\+FFFD, or 'strict'"
    ):
        load_pretrained("gpt2").decode(HELLO, errors)
