"""Pieces of a long text: cut only where that changes nothing."""

import multiprocessing
import os
import random
from array import array
from concurrent.futures import Executor, Future, ProcessPoolExecutor

import pytest

from bpe_engine import Corpus, EngineError, PreTokenizer, load_pretrained, pieces
from bpe_engine.pieces import encode_pieces, pieces_to_encode, pieces_to_train_on
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, WHITESPACE

PARTS = [
    "the", " ", "  ", "\n", "\r\n", "pug's", "12345", "東京", "!", "!!\n", "<end>", "Zürich", "\t", "é", "ＡＢ", "'LL",
]  # fmt: skip


def made_up(seed: int, length: int = 60) -> list[str]:
    chosen = random.Random(seed)
    return [chosen.choice(PARTS) for _ in range(length)]


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "t5-small", "bert-base-uncased"])
@pytest.mark.parametrize("seed", range(20))
def test_ids_of_the_pieces_equal_ids_of_the_whole_text(name: str, seed: int) -> None:
    tokenizer, texts = load_pretrained(name), made_up(seed)
    found = list(pieces_to_encode(tokenizer, texts, size=10))
    assert "".join(found) == "".join(texts)
    assert len(found) > 1 or seed == 13  # which cannot be cut anywhere
    ids = [token_id for piece in found for token_id in tokenizer.encode(piece, "none")]
    assert ids == tokenizer.encode("".join(texts), "none")


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@pytest.mark.parametrize("seed", range(10))
def test_words_of_the_pieces_equal_the_words_between_special_tokens(name: str, seed: int) -> None:
    texts, splitter = made_up(seed), PRE_TOKENIZERS[name]
    whole = Corpus.from_text([part for part in "".join(texts).split("<end>") if part], splitter)
    found = pieces_to_train_on(texts, splitter, ["<end>"], size=10)
    assert Corpus.from_text(found, splitter) == whole


def test_a_text_is_not_cut_if_no_safe_cut_is_known() -> None:
    text = "the pug the pun"
    assert list(pieces_to_train_on([text], PreTokenizer("pug the"), size=4)) == [text]
    assert list(pieces_to_train_on([text], WHITESPACE, ["g t"], size=4)) == ["the pu", "he pun"]
    assert len(list(pieces_to_train_on([text], WHITESPACE, size=4))) == 2


class Watched(Executor):
    """Runs calls at once, and counts the results that have not been taken yet."""

    def __init__(self) -> None:
        self.tokenizers: set[int] = set()
        self.submitted = 0

    def submit(self, function, /, *values, **named):  # type: ignore[no-untyped-def, override]  # as Executor has it
        future: Future[object] = Future()
        future.set_result(function(*values, **named))
        self.tokenizers.add(id(pieces._unpickled(values[0])))
        self.submitted += 1
        return future


def test_workers_return_ids_in_order_and_a_dead_worker_is_reported() -> None:
    tokenizer, texts = load_pretrained("gpt2"), made_up(1, 600)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        found = list(encode_pieces(tokenizer, texts, size=100, executor=executor))
    assert len(found) > pieces.MAX_PENDING
    assert sum(found, array("i")).tolist() == tokenizer.encode("".join(texts), "none")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        executor.submit(os._exit, 1).exception()
        with pytest.raises(EngineError, match="worker process ended"):
            list(encode_pieces(load_pretrained("gpt2"), ["the pug"], executor=executor))


def test_workers_keep_their_tokenizer_and_few_pieces_are_queued() -> None:
    executor = Watched()
    endless = (word for _ in iter(int, 1) for word in made_up(2))
    found = encode_pieces(load_pretrained("gpt2"), endless, size=100, executor=executor)
    for taken in range(1, 30):
        next(found)
        assert executor.submitted <= taken + pieces.MAX_PENDING
    assert len(executor.tokenizers) == 1
