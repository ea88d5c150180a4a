"""The running text of a lesson: the text itself at every step, as the engine cuts it, within limits."""

from typing import Any

import pytest

from bpe_engine import BPETrainer, Corpus, UnigramTrainer, WordPieceTrainer
from bpe_engine.byte_alphabet import symbols_to_bytes
from ui.lessons.running_text import MAX_CHARACTERS, text_opening
from ui.tokenization.algorithms import algorithm_for

PLAIN = "low lower lowest, low newest\nwidest"


def at(data: Any, step: int) -> list[list[str] | str]:
    """Return what is shown at a step: words as their tokens, and the text between them."""
    text = data["text"]

    def word(number: int) -> list[str]:
        row = [row for since, row in text["words"][number] if since <= step][-1]
        return [data["tokens"][token][0] for token in row["tokens"]]

    return [word(part) if isinstance(part, int) else part for part in text["order"]]


@pytest.mark.parametrize(
    "trainer", [BPETrainer(vocab_size=40), WordPieceTrainer(vocab_size=40)], ids=["bpe", "wordpiece"]
)
def test_running_text_is_cut_like_the_engine_s_words(trainer: Any) -> None:
    corpus = Corpus.from_text(PLAIN, "whitespace", byte_level=False)
    training = trainer.record(corpus)
    data = algorithm_for(training).frames(training, 0, len(training.events), text_opening([PLAIN]))
    for step in range(len(training.events) + 1):
        symbols = {word.word: list(word.symbols) for word in training.at(step).words}
        expected = [symbols[word] for word in PLAIN.split()]
        assert [part for part in at(data, step) if isinstance(part, list)] == expected
    assert len(data["frames"][0]["words"]) == len(corpus.words)


def test_running_text_is_complete_at_every_step() -> None:
    text = "Мост через реку. Этот мост стар."
    training = BPETrainer(vocab_size=60).record(Corpus.from_text(text))
    data = algorithm_for(training).frames(training, 0, len(training.events), text_opening([text]))
    for step in range(len(training.events) + 1):
        joined = "".join("".join(part) for part in at(data, step) if isinstance(part, list))
        assert symbols_to_bytes(joined).decode() == text
    assert data["text"]["title"] == "The text"
    text = "low lower<|end|>low"
    corpus = Corpus.from_text(text, special_tokens=["<|end|>"])
    training = BPETrainer(vocab_size=20, special_tokens=["<|end|>"]).record(corpus)
    data = algorithm_for(training).frames(training, 0, 0, text_opening([text]))
    assert at(data, 0) == [[*"low"], [*"Ġlower"], "<|end|>", [*"low"], " "]


def test_a_window_shows_the_same_text_and_a_long_one_is_bounded() -> None:
    training = BPETrainer(vocab_size=60).record(Corpus.from_text(PLAIN))
    steps = len(training.events)
    payload = algorithm_for(training).frames
    whole = payload(training, 0, steps, text_opening([PLAIN]))
    part = payload(training, 5, 9, text_opening([PLAIN]))
    for step in range(5, 10):
        assert at(part, step) == at(whole, step)
    text = "low lower lowest newest widest " * 9_000
    training = BPETrainer(vocab_size=270).record(Corpus.from_text(text))
    data = algorithm_for(training).frames(training, 0, 3, text_opening([text]))
    shown = data["text"]
    assert shown is not None
    count = sum(len("".join(part)) for part in at(data, 0))
    assert MAX_CHARACTERS <= count <= MAX_CHARACTERS + len(" lowest")
    assert shown["title"] == f"The text: first {count} characters"


def test_running_text_joins_several_texts_and_counted_words_have_none() -> None:
    counted = BPETrainer(vocab_size=12).record(Corpus.from_counts({"hug": 3, "pug": 2}))
    assert algorithm_for(counted).frames(counted, 0, 1)["text"] is None
    single = BPETrainer(vocab_size=12).record(Corpus.from_text("aaabdaaabac", "none"))
    assert algorithm_for(single).frames(single, 0, 1, text_opening(["aaabdaaabac"]))["text"] is None
    texts = ("one two", "two three")
    corpus = Corpus.from_text(texts, "whitespace", byte_level=False)
    training = UnigramTrainer(vocab_size=9).record(corpus)
    data = algorithm_for(training).frames(training, 0, 0, text_opening(texts))
    assert ["".join(part) for part in at(data, 0)] == ["one", " ", "two", " ", "two", " ", "three", " "]
    assert not text_opening(["a" * 9_999]).is_all
    assert sum(map(len, text_opening(["ab " * 300, "c" * 999]).texts)) <= 2 * MAX_CHARACTERS
