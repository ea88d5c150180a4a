"""The trainer's options and limits, and what a record of a training run can do."""

import pickle
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus, EngineError, MergeEvent
from bpe_engine.bpe.trainer import BPERun

HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def test_a_training_may_end_before_its_first_merge() -> None:
    training = BPETrainer(vocab_size=7).record(HUGS)
    assert training.events == ()
    assert training.stop_reason == "vocab_size"
    assert training.at(0).next_event is None
    assert BPETrainer(vocab_size=7).train(HUGS).tokenize("hug") == ["h", "u", "g"]
    training = BPETrainer(vocab_size=10).record(Corpus.from_counts({"a": 3, "b": 1}))
    assert (training.events, training.stop_reason) == ((), "no_pair")
    assert [word.symbols for word in training.at(0).words] == [("a",), ("b",)]
    assert training.tokens_per_step == (4,)


def test_the_reason_for_stopping_is_given_and_an_empty_corpus_is_refused() -> None:
    for corpus in (Corpus({}), Corpus.from_text(""), Corpus.from_text(" \n", pre_tokenizer="whitespace")):
        with pytest.raises(EngineError, match=r"The corpus is empty.*Give it at least one word"):
            BPETrainer(vocab_size=10).steps(corpus)
    assert BPETrainer(vocab_size=9).record(HUGS).stop_reason == "vocab_size"
    assert BPETrainer(vocab_size=99).record(HUGS).stop_reason == "no_pair"
    rare = BPETrainer(vocab_size=99, min_frequency=12).record(HUGS)
    assert rare.stop_reason == "min_frequency"
    assert [event.count for event in rare.events] == [20, 16, 15, 12]


def test_steps_are_computed_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    merge = BPERun.merge

    def counted(run: BPERun, *arguments: Any) -> MergeEvent:
        made.append(1)
        return merge(run, *arguments)

    monkeypatch.setattr(BPERun, "merge", counted)
    steps = BPETrainer(vocab_size=99).steps(HUGS)
    assert isinstance(steps, Iterator)
    assert (len(made), [event.rank for event in islice(steps, 2)], len(made)) == (0, [0, 1], 2)


def test_the_vocabulary_is_special_tokens_alphabet_symbols_and_merges() -> None:
    trainer = BPETrainer(vocab_size=13, special_tokens=["[UNK]", "<s>"], initial_alphabet=["z", "u", "A"])
    tokens = ["[UNK]", "<s>", "z", "u", "A", "b", "g", "h", "n", "p", "s", "ug", "un"]
    assert trainer.train(HUGS).vocabulary == {token: number for number, token in enumerate(tokens)}
    assert BPETrainer(vocab_size=256, initial_alphabet=BYTE_ALPHABET).train(Corpus.from_text("hug")).vocabulary == {
        symbol: byte for byte, symbol in enumerate(BYTE_ALPHABET)
    }
    training = BPETrainer(vocab_size=9, special_tokens=["u", "ug"]).record(HUGS)
    assert list(training.base_vocabulary) == ["u", "ug", "b", "g", "h", "n", "p", "s"]
    first = training.events[0]
    assert (first.pair, first.token_id) == (("u", "g"), 1)
    assert training.vocabulary_per_step[:2] == (8, 8)


def test_end_of_word_marks_are_symbols_or_suffixes_and_frequencies_may_be_huge() -> None:
    low = Corpus.from_counts({"low": 1})
    own = BPETrainer(vocab_size=9, end_of_word_symbol="</w>").record(low)
    assert own.at(0).words[0].symbols == ("l", "o", "w", "</w>")
    joined = BPETrainer(vocab_size=9, end_of_word_suffix="</w>").record(low)
    assert joined.at(0).words[0].symbols == ("l", "o", "w</w>")
    assert own.tokenizer().tokenize("low") == joined.tokenizer().tokenize("low") == ["low</w>"]
    huge = 10**30
    first, second = BPETrainer(vocab_size=99).steps(Corpus.from_counts({"ab": huge, "cd": huge + 1}))
    assert (first.pair, first.count, first.tied) == (("c", "d"), huge + 1, 0)
    assert (second.pair, second.count, second.replacements) == (("a", "b"), huge, huge)
    (event,) = BPETrainer(vocab_size=3).steps(Corpus.from_counts({"\x00\ud83d": 2}))
    assert (event.pair, event.token) == (("\x00", "\ud83d"), "\x00\ud83d")


def test_one_long_word_trains_in_reasonable_time() -> None:
    corpus = Corpus.from_text("ab" * 50_000 + "a" * 100_000, pre_tokenizer="none")
    training = BPETrainer(vocab_size=300, initial_alphabet=BYTE_ALPHABET).record(corpus)
    assert training.at(2).tokens_in_corpus == training.tokens_per_step[2] < 200_000
    assert "".join(training.at(len(training.events)).words[0].symbols) == "ab" * 50_000 + "a" * 100_000


def test_progress_is_reported_at_intervals() -> None:
    told: list[float] = []
    corpus = Corpus.from_text("the quick brown fox jumps over the lazy dog " * 3 + "".join(map(chr, range(300, 900))))
    training = BPETrainer(vocab_size=2_000).record(corpus, progress=told.append)
    room = 2_000 - len(training.base_vocabulary)
    assert told == [merges / room for merges in range(1, len(training.events) + 1, 256)]


def test_looking_at_a_state_does_not_change_the_training() -> None:
    training = BPETrainer(vocab_size=99).record(HUGS)
    before = pickle.dumps((training.events, training.base_vocabulary, training.merged_at_rank.tobytes()))
    training.at(3).vocabulary.clear()
    for state in training.states_between(0, 7):
        state.vocabulary["x"] = -1
    assert pickle.dumps((training.events, training.base_vocabulary, training.merged_at_rank.tobytes())) == before
    assert [len(state.vocabulary) for state in training.states_between(0, 7)] == [7, 8, 9, 10, 11, 12, 13, 14]


def test_a_tokenizer_has_the_merges_up_to_its_step() -> None:
    training = BPETrainer(vocab_size=99).record(HUGS)
    assert training.tokenizer(0).tokenize("hugs") == ["h", "u", "g", "s"]
    assert training.tokenizer(3).tokenize("hugs") == ["hug", "s"]
    assert training.tokenizer().tokenize("hugs") == ["hugs"]
    tokenizer = BPETrainer(vocab_size=12, special_tokens=["[UNK]"]).train(HUGS)
    assert tokenizer.tokenize("mughugm") == ["[UNK]", "ug", "hug", "[UNK]"]
    assert tokenizer.encode("mug")[0] == tokenizer.vocabulary["[UNK]"] == 0


def test_invalid_options_are_refused_before_pairs_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5})
    with monkeypatch.context() as patch:
        patch.setattr("bpe_engine.bpe.trainer.MergeState", None)
        steps = BPETrainer(vocab_size=6).steps(corpus)
        with pytest.raises(EngineError, match="leaves no room"):
            BPETrainer(vocab_size=3).steps(corpus)
    assert [event.token for event in steps] == ["ug", "hug"]
