"""Pieces of a long text: cut only where that changes nothing."""

import random

import pytest

from bpe_engine import Corpus, PreTokenizer, load_pretrained
from bpe_engine.pieces import pieces_to_encode, pieces_to_train_on
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, WHITESPACE

PARTS = [
    "the",
    " ",
    "  ",
    "\n",
    "\r\n",
    "pug's",
    "12345",
    "東京",
    "!",
    "!!\n",
    "<end>",
    "Zürich",
    "\t",
    "é",
    "ＡＢ",
    "'LL",
]


def made_up(seed: int, length: int = 60) -> list[str]:
    chosen = random.Random(seed)
    return [chosen.choice(PARTS) for _ in range(length)]


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "t5-small", "bert-base-uncased"])
@pytest.mark.parametrize("seed", range(20))
def test_the_ids_of_the_pieces_are_the_ids_of_the_whole(name: str, seed: int) -> None:
    tokenizer, texts = load_pretrained(name), made_up(seed)
    pieces = list(pieces_to_encode(tokenizer, texts, size=10))
    assert "".join(pieces) == "".join(texts)
    assert len(pieces) > 1 or seed == 13  # which has no place to cut
    ids = [token_id for piece in pieces for token_id in tokenizer.encode(piece, "none")]
    assert ids == tokenizer.encode("".join(texts), "none")


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@pytest.mark.parametrize("seed", range(10))
def test_the_words_of_the_pieces_are_the_words_between_special_tokens(name: str, seed: int) -> None:
    texts, splitter = made_up(seed), PRE_TOKENIZERS[name]
    whole = Corpus.from_text([part for part in "".join(texts).split("<end>") if part], splitter)
    pieces = pieces_to_train_on(texts, splitter, ["<end>"], size=10)
    assert Corpus.from_text(pieces, splitter) == whole


def test_nothing_is_cut_where_nothing_is_known() -> None:
    text = "the pug the pun"
    assert list(pieces_to_train_on([text], PreTokenizer("pug the"), size=4)) == [text]
    assert list(pieces_to_train_on([text], WHITESPACE, ["g t"], size=4)) == ["the pu", "he pun"]
    assert len(list(pieces_to_train_on([text], WHITESPACE, size=4))) == 2
