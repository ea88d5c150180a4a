"""Every event and every state of a training run, compared with recounting all pairs at each step."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bpe_engine import BPETrainer, Corpus, MergeEvent, StateView
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.trainer import FIRST_PRUNING_FRACTION
from bpe_engine.symbols import count_pairs
from tests.engine.plain_recount import Step, plain_recount, winner

RULES: list[TieBreak] = ["first-seen", "smallest-id", "largest-pair"]

# Few letters give ties, overlaps (aaa) and strings that two pairs make (ab+c and a+bc).
CORPORA = st.sampled_from(["a", "ab", "abc", "aé\U0001f642", "\x00\udc80z"]).flatmap(
    lambda alphabet: st.dictionaries(
        st.text(alphabet, min_size=1, max_size=14), st.integers(1, 4), min_size=1, max_size=8
    )
)
# An end of word made of letters lets two pairs make one string: "ab" + "a" and "a" + "ba".
ENDS = st.sampled_from([("", ""), ("</w>", ""), ("ab", ""), ("", "</w>"), ("", "a")])


@st.composite
def trainers(draw: st.DrawFn) -> BPETrainer:
    symbol, suffix = draw(ENDS)
    return BPETrainer(
        vocab_size=draw(st.integers(9, 60)),
        min_frequency=draw(st.integers(1, 3)),
        special_tokens=draw(st.sampled_from([(), ("<s>",), ("a", "ab")])),
        initial_alphabet=draw(st.sampled_from([(), ("z", "b")])),
        end_of_word_symbol=symbol,
        end_of_word_suffix=suffix,
        tie_break=draw(st.sampled_from(RULES)),
        drop_unused=draw(st.booleans()),
    )


def recount(trainer: BPETrainer, counts: dict[str, int]) -> list[Step]:
    words = [(trainer.symbols_of(word), frequency) for word, frequency in counts.items()]
    return list(
        plain_recount(
            words,
            trainer.vocab_size,
            trainer.tie_break,
            min_frequency=trainer.min_frequency,
            special_tokens=trainer.special_tokens,
            initial_alphabet=trainer.initial_alphabet,
            drop_unused=trainer.drop_unused,
        )
    )


def events_of(steps: list[Step]) -> list[MergeEvent]:
    return [step.event for step in steps if step.event is not None]


@contextmanager
def large(many: bool) -> Iterator[pytest.MonkeyPatch]:
    """Treat all corpora as large, so that numpy merges pairs of different symbols; or none, for plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        if many:
            patch.setattr("bpe_engine.bpe.merge_state.LARGE", 0)
            patch.setattr("bpe_engine.bpe.merge_state.MIN_NUMPY_POSITIONS", 0)
        yield patch


@settings(max_examples=250)
@given(trainers(), CORPORA, st.booleans(), st.sampled_from([1, 2**31, 2**62]))
def test_events_equal_the_plain_recount_for_any_corpus_and_options(
    trainer: BPETrainer, counts: dict[str, int], many: bool, times: int
) -> None:
    counts = {word: count * times for word, count in counts.items()}
    with large(many):
        assert list(trainer.steps(Corpus.from_counts(counts))) == events_of(recount(trainer, counts))


@settings(max_examples=250)
@given(trainers(), CORPORA, st.booleans(), st.sampled_from([1, 2, 8]), st.sampled_from([0, 1, 2]))
def test_forgetting_and_restoring_rare_pairs_changes_no_event(
    trainer: BPETrainer, counts: dict[str, int], many: bool, early: int, spare: int
) -> None:
    corpus = Corpus.from_counts(counts)
    with large(many) as patch:
        patch.setattr("bpe_engine.bpe.trainer.FIRST_PRUNING_FRACTION", early)
        patch.setattr("bpe_engine.bpe.trainer.PAIRS_KEPT_PER_MERGE", spare)
        run = trainer.start(corpus, rare_pairs=False)
        assert list(run.events()) == events_of(recount(trainer, counts))
        assert run.stop_reason == trainer.record(corpus).stop_reason


def test_two_pairs_are_kept_for_each_remaining_merge() -> None:
    signs = "".join(map(chr, range(0x4E00, 0x4E00 + 600)))
    counts = {signs[2 * number : 2 * number + 2]: 400 - number for number in range(300)}
    run = BPETrainer(vocab_size=600 + FIRST_PRUNING_FRACTION).start(Corpus.from_counts(counts), rare_pairs=False)
    # 254 for the 127 merges after the first, 252 after the second, 248 after the fourth; minus the winner.
    assert [len(run.state.pairs) for _ in islice(run.events(), 5)] == [299, 253, 251, 250, 247]
    assert len([*run.events()]) == FIRST_PRUNING_FRACTION - 5


def test_forgotten_pairs_are_restored_when_no_others_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_engine.bpe.trainer.PAIRS_KEPT_PER_MERGE", 0)
    run = BPETrainer(vocab_size=6 + FIRST_PRUNING_FRACTION).start(
        Corpus.from_counts({"ab": 9, "cd": 8, "ef": 7}), rare_pairs=False
    )
    first = run.state
    assert [event.token for event in run.events()] == ["ab", "cd", "ef"]
    assert run.state is not first


@settings(max_examples=60)
@given(trainers(), CORPORA, st.booleans(), st.data())
def test_any_state_equals_replaying_the_merges_before_it(
    trainer: BPETrainer, counts: dict[str, int], many: bool, data: st.DataObject
) -> None:
    with large(many):
        training = trainer.record(Corpus.from_counts(counts))
    replayed = recount(trainer, counts)
    assert training.tokens_per_step == tuple(
        sum(len(symbols) * frequency for symbols, frequency in step.words) for step in replayed
    )
    assert training.vocabulary_per_step == tuple(len(step.vocabulary) for step in replayed)

    number = data.draw(st.integers(0, len(replayed) - 1))
    state, step = training.at(number), replayed[number]
    assert [(word.frequency, list(word.symbols)) for word in state.words] == [
        (frequency, symbols) for symbols, frequency in step.words
    ]
    assert [word.word for word in state.words] == list(counts)
    assert state.vocabulary == step.vocabulary == training.vocabulary_at(number)
    assert state.tokens_in_corpus == training.tokens_per_step[number]
    assert state.next_event == (replayed[number + 1].event if number + 1 < len(replayed) else None)

    pairs = count_pairs(step.words)
    assert {row.pair: row.count for row in state.leaderboard} == pairs
    assert [row.count for row in state.leaderboard] == sorted(pairs.values(), reverse=True)
    assert state.number_of_pairs == len(pairs)
    for row in state.leaderboard:
        assert {part.word: part.occurrences for part in row.words} == {
            word: count_pairs([(symbols, 1)])[row.pair]
            for word, (symbols, _) in zip(counts, step.words, strict=True)
            if row.pair in count_pairs([(symbols, 1)])
        }
        assert row.count == sum(part.count for part in row.words)
        assert row.number_of_words == len(row.words)
    if state.next_event:
        assert state.leaderboard[0].pair == state.next_event.pair


@settings(max_examples=50)
@given(trainers(), CORPORA, st.data())
def test_tied_pairs_are_in_the_order_of_the_rule(
    trainer: BPETrainer, counts: dict[str, int], data: st.DataObject
) -> None:
    training = trainer.record(Corpus.from_counts(counts))
    replayed = recount(trainer, counts)
    number = data.draw(st.integers(0, len(replayed) - 1))
    state, step = training.at(number), replayed[number]
    pairs = count_pairs(step.words)
    ids = training.vocabulary_at(0)
    for event in training.events:
        ids.setdefault(event.token, event.token_id)
    rows = [row.pair for row in state.leaderboard]
    for count in set(pairs.values()):
        tied = [pair for pair, pair_count in pairs.items() if pair_count == count]
        in_order = []
        for _ in range(len(tied)):
            in_order.append(winner([pair for pair in tied if pair not in in_order], trainer.tie_break, ids))
        assert [pair for pair in rows if pairs[pair] == count] == in_order
    if state.next_event and state.next_event.tied:
        best = [pair for pair, count in pairs.items() if count == state.next_event.count]
        assert state.winner_by_rule == {rule: winner(best, rule, ids) for rule in RULES}
    else:
        assert state.winner_by_rule == {}


@settings(max_examples=50)
@given(trainers(), CORPORA, st.data())
def test_replaying_gives_the_same_states_as_jumping_to_each(
    trainer: BPETrainer, counts: dict[str, int], data: st.DataObject
) -> None:
    training = trainer.record(Corpus.from_counts(counts))
    first = data.draw(st.integers(0, len(training.events)))
    last = data.draw(st.integers(first, len(training.events)))
    assert list(training.states_between(first, last)) == [training.at(step) for step in range(first, last + 1)]
    limited = StateView(pairs=3, words=[0], changed_words=2)
    for state, whole in zip(
        training.states_between(first, last, limited), training.states_between(first, last), strict=True
    ):
        assert [(row.pair, row.count) for row in state.leaderboard] == [
            (row.pair, row.count) for row in whole.leaderboard[:3]
        ]
        assert state.words == whole.words[:1]


@given(trainers(), CORPORA)
def test_the_tokenizer_encodes_the_corpus_as_the_training_left_it(trainer: BPETrainer, counts: dict[str, int]) -> None:
    # Without surrogates and white space, so that each word is one pre-token.
    words = {word: count for word, count in counts.items() if word.isprintable() and not any(map(str.isspace, word))}
    assume(words)
    training = trainer.record(Corpus.from_counts(words))
    # Training merges a returning pair a second time; a tokenizer has one rank for it, the first.
    assume(not trainer.drop_unused and len({event.token for event in training.events}) == len(training.events))
    tokenizer = training.tokenizer()
    for word in training.at(len(training.events)).words:
        assert tokenizer.tokenize(word.word) == list(word.symbols)
