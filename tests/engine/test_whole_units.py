"""Whole words and characters as tokens, compared with a plain count and the tokenizers library."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.inspection.metrics import measure
from bpe_engine.tokenizer import NO_ID, Span
from bpe_engine.tokenizers.whole_units import CharacterTrainer, WordLevelTrainer
from bpe_engine.training.base import StateView

HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
TRAINERS = [WordLevelTrainer, CharacterTrainer]
WORDS = st.dictionaries(st.text("abcdé", min_size=1, max_size=5), st.integers(1, 5), min_size=1, max_size=8)


def units(trainer: Any, word: str) -> list[str]:
    return list(word) if trainer is CharacterTrainer else [word]


def counted(trainer: Any, words: dict[str, int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for word, frequency in words.items():
        for unit in units(trainer, word):
            counts[unit] += frequency
    return counts


def test_words_and_characters_are_added_by_frequency() -> None:
    events = list(WordLevelTrainer(vocab_size=5, special_tokens=["[UNK]"]).steps(HUGS))
    assert [(event.rank, event.token, event.token_id, event.count) for event in events] == [
        (0, "pun", 1, 12), (1, "hug", 2, 10), (2, "pug", 3, 5), (3, "hugs", 4, 5),
    ]  # fmt: skip
    assert [event.tied for event in events] == [0, 0, 1, 0]
    assert [event.covered for event in events] == [12, 22, 27, 32]
    assert {event.total for event in events} == {36}
    # u 36, g 20, p 17, n 16, h 15, s 5, b 4: counted by hand.
    events = list(CharacterTrainer(vocab_size=99).steps(HUGS))
    assert [(event.token, event.count) for event in events] == [
        ("u", 36), ("g", 20), ("p", 17), ("n", 16), ("h", 15), ("s", 5), ("b", 4),
    ]  # fmt: skip
    assert events[-1].covered == events[-1].total == 113


@settings(max_examples=40, deadline=None)
@given(WORDS)
def test_the_words_equal_those_that_the_tokenizers_library_learns(words: dict[str, int]) -> None:
    peer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    text = [" ".join([word] * frequency) for word, frequency in words.items()]
    size = 1 + len(words) // 2
    peer.train_from_iterator(text, trainers.WordLevelTrainer(vocab_size=size, special_tokens=["[UNK]"]))
    ours = WordLevelTrainer(vocab_size=max(size, 2), special_tokens=["[UNK]"]).train(Corpus.from_counts(words))
    # The library breaks ties alphabetically, so the counts of the chosen tokens are compared.
    theirs = sorted(words[word] for word in peer.get_vocab() if word != "[UNK]")
    if size > 1:
        assert sorted(words[word] for word in ours.vocabulary if word != "[UNK]") == theirs


@pytest.mark.parametrize("trainer", TRAINERS)
@settings(max_examples=40, deadline=None)
@given(WORDS, st.integers(2, 12))
def test_every_state_equals_a_plain_count(trainer: Any, words: dict[str, int], size: int) -> None:
    training = trainer(vocab_size=size, special_tokens=["[UNK]"]).record(Corpus.from_counts(words))
    counts = counted(trainer, words)
    order = [unit for unit, _ in counts.most_common()]  # of equal ones, the first seen comes first
    assert [event.token for event in training.events] == order[: size - 1]
    assert training.stop_reason == ("no_unit" if len(order) < size else "vocab_size")
    states = list(training.states_between(0, len(training.events)))
    assert states == [training.at(step) for step in range(len(states))]
    for step, state in enumerate(states):
        known, left = set(order[:step]), order[step:]
        assert state.vocabulary == {token: number for number, token in enumerate(["[UNK]", *order[:step]])}
        assert [word.symbols for word in state.words] == [
            tuple(unit if unit in known else "[UNK]" for unit in units(trainer, word)) for word in words
        ]
        assert [(row.token, row.count) for row in state.leaderboard] == [(unit, counts[unit]) for unit in left]
        assert all(sum(word.count for word in row.words) == row.count for row in state.leaderboard)
        assert state.number_of_units == len(left)
        assert state.tokens_in_corpus == counts.total() == training.tokens_per_step[step]
        assert state.unknown_in_corpus == sum(counts[unit] for unit in left)
        assert len(state.vocabulary) == training.vocabulary_per_step[step]
        made = {order[step - 1]} if step else set()
        assert [word.word for word in state.changed] == [w for w in words if made & set(units(trainer, w))]
        if state.next_event:
            event = state.next_event
            assert event.token == left[0]
            assert event.tied == sum(counts[unit] == event.count for unit in left) - 1
            assert event.covered == counts.total() - sum(counts[unit] for unit in left[1:])


def test_a_view_limits_a_state_to_the_most_frequent_words() -> None:
    training = CharacterTrainer(vocab_size=99).record(HUGS)
    state = training.at(1, StateView(pairs=2, words=[3], changed_words=2))
    assert [row.token for row in state.leaderboard] == ["g", "p"]
    assert [word.word for word in state.words] == ["bun"]
    assert state.number_of_units == 6
    # g is in hug 10, pug 5, hugs 5; u, the previous one, in all words: the two most frequent are hug and pug.
    assert [(word.word, word.count) for word in state.leaderboard[0].words] == [("hug", 10), ("pug", 5)]
    assert state.leaderboard[0].number_of_words == 3
    assert {word.word for word in state.changed} == {"pun", "hug"}


@pytest.mark.parametrize("trainer", TRAINERS)
@settings(max_examples=60, deadline=None)
@given(st.text("hugspbn x[UNK]\n", max_size=30))
def test_steps_tokens_ids_and_spans_agree_and_unknown_is_unknown(trainer: Any, text: str) -> None:
    tokenizer = trainer(vocab_size=6, special_tokens=["[UNK]"]).train(HUGS)
    vocabulary = set(tokenizer.vocabulary) - {"[UNK]"}
    expected = [unit if unit in vocabulary else "[UNK]" for word in text.split() for unit in units(trainer, word)]
    steps = list(tokenizer.encode_steps(text))
    assert tokenizer.tokenize(text) == [step.token for step in steps] == expected
    assert tokenizer.encode(text, "none") == [step.id for step in steps]
    assert [step.text for step in steps] == [unit for word in text.split() for unit in units(trainer, word)]
    spans = tokenizer.spans(text)
    assert [text[span.start : span.end] for span in spans] == [step.text for step in steps]
    assert [span.token for span in spans] == expected


@pytest.mark.parametrize("trainer", TRAINERS)
def test_without_an_unknown_id_encoding_fails_and_other_methods_show_it(trainer: Any) -> None:
    tokenizer = trainer(vocab_size=2).train(HUGS)
    assert tokenizer.tokenize("x") == ["[UNK]"]
    assert tokenizer.spans("x") == [Span("[UNK]", NO_ID, 0, 1)]
    (step,) = tokenizer.encode_steps("x")
    assert (step.token, step.id) == ("[UNK]", None)
    with pytest.raises(EngineError, match=r"'x' is not in the vocabulary, .*special_tokens=\['\[UNK\]'\]"):
        tokenizer.encode("x")


def test_words_decode_with_spaces_between_and_characters_without() -> None:
    word_level = WordLevelTrainer(vocab_size=6, special_tokens=["[UNK]"]).train(HUGS)
    assert word_level.decode(word_level.encode("pun  hug x")) == "pun hug [UNK]"
    characters = CharacterTrainer(vocab_size=99, special_tokens=["[UNK]"]).train(HUGS)
    assert characters.decode(characters.encode("pun hugs")) == "punhugs"
    with pytest.raises(EngineError, match="Id 99 is not in the vocabulary"):
        characters.decode([99])


def test_a_word_spelled_like_a_special_token_stays_unknown() -> None:
    training = WordLevelTrainer(vocab_size=5, special_tokens=["[UNK]", "hug"]).record(HUGS)
    assert [event.token for event in training.events] == ["pun", "pug", "hugs"]
    assert [event.covered for event in training.events] == [12, 17, 22]
    assert training.unknown_per_step == (36, 24, 19, 14)  # hug 10 and bun 4 are left
    state = training.at(3)
    assert [word.symbols for word in state.words] == [("[UNK]",), ("pug",), ("pun",), ("[UNK]",), ("hugs",)]
    assert [row.token for row in state.leaderboard] == ["bun"]  # what is already in the vocabulary cannot be added
    assert training.stop_reason == "vocab_size"
    assert WordLevelTrainer(vocab_size=9, special_tokens=["hug"]).record(HUGS).stop_reason == "no_unit"


@pytest.mark.parametrize("trainer", TRAINERS)
@settings(max_examples=40, deadline=None)
@given(WORDS, st.lists(st.text("abcd", min_size=1, max_size=2), unique=True, max_size=3))
def test_unknown_units_of_a_state_are_unknown_to_its_tokenizer(
    trainer: Any, words: dict[str, int], special: list[str]
) -> None:
    training = trainer(vocab_size=len(special) + 4, special_tokens=["[UNK]", *special]).record(
        Corpus.from_counts(words)
    )
    for step, state in enumerate(training.states_between(0, len(training.events))):
        found = measure(training.tokenizer(step), words.items())
        assert found.unknown == training.unknown_per_step[step] == state.unknown_in_corpus
        assert [list(word.symbols) for word in state.words] == [
            training.tokenizer(step).tokenize(word) for word in words
        ]
        assert state.next_event is None or state.next_event.token == state.leaderboard[0].token
        assert step == 0 or training.events[step - 1].covered == found.tokens - found.unknown
