"""What holds for every way to train."""

import inspect

import pytest

import bpe_engine
from bpe_engine import Corpus, StateView, Trainer, Training
from bpe_engine.training.registry import TRAINERS

WORDS = Corpus.from_counts({"".join(map(chr, range(place, place + 5))): place for place in range(200, 700)})


def test_the_list_has_every_trainer_that_the_engine_has() -> None:
    public = {kind for kind in vars(bpe_engine).values() if inspect.isclass(kind) and issubclass(kind, Trainer)}
    assert [*TRAINERS.values()] == [*dict.fromkeys(TRAINERS.values())]
    assert set(TRAINERS.values()) == public - {Trainer}


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_progress_is_told_as_the_share_that_is_done(kind: type[Trainer]) -> None:
    told: list[float] = []
    kind(vocab_size=1_300).record(WORDS, progress=told.append)  # type: ignore[call-arg]  # options are a trainer's own
    assert told == sorted(told)
    assert told[-1:] > [0]
    alone: list[float] = []
    kind(vocab_size=1_300).train(WORDS, progress=alone.append)  # type: ignore[call-arg]  # as above
    assert alone == told
    assert all(0 <= share <= 1 for share in told)


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_a_record_tells_of_each_step_as_its_state_does(kind: type[Trainer]) -> None:
    training: Training = kind(vocab_size=1_010).record(WORDS)  # type: ignore[call-arg, type-arg]  # each kind takes it
    last = len(training.events)
    states = list(training.states_between(0, last, StateView(pairs=0, words=(), changed_words=0)))
    assert [state.step for state in states] == [*range(last + 1)]
    assert [state.tokens_in_corpus for state in states] == list(training.tokens_per_step)
    assert [len(state.vocabulary) for state in states] == list(training.vocabulary_per_step)
    assert [state.next_event for state in states] == [*training.events, None]
    assert states[0].vocabulary == training.base_vocabulary == training.tokenizer(0).vocabulary
    assert training.tokenizer().vocabulary == training.vocabulary_at(last) == states[-1].vocabulary
    assert training.tokenizer().vocabulary == training.trainer.train(WORDS).vocabulary  # type: ignore[attr-defined]  # each has one
