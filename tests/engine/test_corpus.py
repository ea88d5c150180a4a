"""The corpus: what counts as a word and a frequency, and what is stored."""

import gc
import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bpe_engine import Corpus, EngineError, PreTokenizer

PLAY = Path(__file__).parent.parent / "data" / "asyoulik.txt"


def test_words_are_in_order_of_first_appearance_with_their_frequencies() -> None:
    corpus = Corpus.from_text("to be or not to be", byte_level=False)
    assert list(corpus.words.items()) == [("to", 1), (" be", 2), (" or", 1), (" not", 1), (" to", 1)]


def test_a_file_is_read_line_by_line_and_each_line_is_cut_separately() -> None:
    with PLAY.open(encoding="utf-8", newline="") as lines:
        by_line = Corpus.from_text(lines)
    with PLAY.open(encoding="utf-8", newline="") as lines:
        words = [word for line in lines for word in Corpus.from_text([line]).pre_tokenizer.split(line)]
    assert sum(by_line.words.values()) == len(words)
    assert [len(word) for word in by_line.words] == [len(word.encode()) for word in dict.fromkeys(words)]
    # In one piece, the two line ends are one pre-token.
    assert Corpus.from_text("a\n\n b").words == {"a": 1, "ĊĊ": 1, "Ġb": 1}
    assert Corpus.from_text(["a\n", "\n", " b"]).words == {"a": 1, "Ċ": 2, "Ġb": 1}


def test_progress_is_reported_after_each_text_and_may_stop_reading() -> None:
    told: list[int] = []
    Corpus.from_text(["four", "", "fourteen chars"], progress=told.append)
    assert told == [4, 4, 18]

    class CancelledError(Exception):
        pass

    def cancel(read: int) -> None:
        raise CancelledError

    read: list[str] = []

    def texts() -> Iterator[str]:
        for text in ("a", "b", "c"):
            read.append(text)
            yield text

    with pytest.raises(CancelledError):
        Corpus.from_text(texts(), progress=cancel)
    assert read == ["a"]


def test_integers_of_numpy_and_pandas_become_plain_ones() -> None:
    table = pd.DataFrame({"word": ["hug", "pug"], "frequency": [10, 5]})
    corpus = Corpus.from_counts(dict(zip(table["word"], table["frequency"], strict=True)))
    assert corpus.words == {"hug": 10, "pug": 5}
    assert {type(count) for count in corpus.words.values()} == {int}
    assert type(Corpus.from_counts({"a": np.uint8(200)}).words["a"]) is int


@pytest.mark.parametrize("count", [0, -1, 1.0, 1.5, "3", None, True, float("nan"), np.float64(2), np.bool_(True)])
def test_a_frequency_must_be_a_positive_whole_number_and_the_error_names_the_word(count: object) -> None:
    with pytest.raises(EngineError, match=r"The frequency of 'hug' is .*whole number, 1 or more.*remove the word"):
        Corpus.from_counts({"pug": 1, "hug": count})  # type: ignore[dict-item]  # the wrong type is the point
    with pytest.raises(EngineError, match="The frequency of 'hug'"):
        Corpus({"hug": count})  # type: ignore[dict-item]  # the wrong type is the point


@pytest.mark.parametrize("word", ["", None, 5])
@pytest.mark.parametrize("byte_level", [False, True])
def test_an_empty_word_is_refused(word: object, byte_level: bool) -> None:
    with pytest.raises(EngineError, match=r"The corpus has an empty word.*Give it at least one character"):
        Corpus.from_counts({word: 1}, byte_level=byte_level)  # type: ignore[dict-item]  # the wrong type is the point


def test_a_corpus_copies_its_words_and_can_be_pickled() -> None:
    counts = {"hug": 10}
    corpora = [Corpus(counts), Corpus.from_counts(counts)]
    counts["hug"] = 0
    counts["new"] = 1
    assert [corpus.words for corpus in corpora] == [{"hug": 10}] * 2
    corpus = Corpus.from_text("low lower", pre_tokenizer=PreTokenizer(r"\w+"))
    copy = pickle.loads(pickle.dumps(corpus))
    assert copy == corpus
    assert copy.pre_tokenizer.split("a b") == ["a", "b"]


def test_lone_surrogates_are_refused_at_byte_level_and_kept_as_characters() -> None:
    assert Corpus.from_counts({"né": 2}, byte_level=True).words == {"nÃ©": 2}
    for make in (lambda: Corpus.from_text("a \ud83d"), lambda: Corpus.from_counts({"\ud83d": 1}, byte_level=True)):
        with pytest.raises(EngineError, match=r"lone surrogate U\+D83D"):
            make()
    assert Corpus.from_text("\x00\ud83d \ud83d", byte_level=False, pre_tokenizer="whitespace").words == {
        "\x00\ud83d": 1,
        "\ud83d": 1,
    }


@pytest.mark.parametrize("was_on", [True, False])
def test_python_s_cycle_collector_is_on_or_off_as_before_even_after_an_error(was_on: bool) -> None:
    try:
        (gc.enable if was_on else gc.disable)()
        Corpus.from_text("a b")
        assert gc.isenabled() == was_on
        with pytest.raises(EngineError):
            Corpus.from_text("a b", pre_tokenizer=PreTokenizer("("))
        assert gc.isenabled() == was_on
    finally:
        gc.enable()
