"""What holds for every training method."""

import inspect

import pytest

import bpe_engine
from bpe_engine import Corpus, EngineError, StateView, Trainer, Training
from bpe_engine.files import FORMATS, read, write
from bpe_engine.training.registry import TRAINERS

WORDS = Corpus.from_counts({"".join(map(chr, range(place, place + 5))): place for place in range(200, 700)})


def test_the_list_has_every_trainer_that_the_engine_has() -> None:
    public = {kind for kind in vars(bpe_engine).values() if inspect.isclass(kind) and issubclass(kind, Trainer)}
    assert [*TRAINERS.values()] == [*dict.fromkeys(TRAINERS.values())]
    assert set(TRAINERS.values()) >= public - {Trainer}


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


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_steps_are_those_of_the_record(kind: type[Trainer]) -> None:
    trainer = kind(vocab_size=1_010)  # type: ignore[call-arg]  # as above
    assert tuple(trainer.steps(WORDS)) == trainer.record(WORDS).events


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_a_corpus_that_does_not_suit_is_refused_at_once(kind: type[Trainer]) -> None:
    trainer = kind(vocab_size=1_300)  # type: ignore[call-arg]  # as above
    most = kind.max_characters
    refused = [(Corpus.from_counts({}), "corpus is empty"), ("a b", "needs a Corpus, but got str")]
    if most is not None:
        words = {f"{number:08}": 1 for number in range(most // 8 + 1)}
        told = f"have {most + 8:,} characters, but the limit for this method is {most:,}\\. Train on part of the text"
        refused.append((Corpus.from_counts(words), told))
    for corpus, message in refused:
        for start in (trainer.steps, trainer.train, trainer.record):
            with pytest.raises(EngineError, match=message):
                start(corpus)


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_a_method_says_beforehand_if_no_file_can_store_what_it_learns(kind: type[Trainer]) -> None:
    corpus = Corpus.from_text("hug pug pun bun hugs pug hug " * 4, "whitespace", byte_level=False)
    tokenizer = kind(vocab_size=12, special_tokens=["[UNK]"], unk_token="[UNK]").train(corpus)  # type: ignore[call-arg]  # as above
    stored = {}
    for name in (name for name, known in FORMATS.items() if known.write):
        try:
            stored[name] = write(tokenizer, name)
        except EngineError:
            assert name != "tokenizer.json" or kind.export_problem
    assert bool(stored) != bool(kind.export_problem)
    if stored:
        opened = read(stored["tokenizer.json"]).tokenizer
        assert opened.encode("hug mugs bun") == tokenizer.encode("hug mugs bun")
