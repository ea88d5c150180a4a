"""Properties of every training method."""

import gc
import inspect
import pickle
from typing import Any

import pytest

import bpe_engine
from bpe_engine import Corpus, EngineError, StateView, Trainer, Training
from bpe_engine.files import FORMATS, read, write
from bpe_engine.training.registry import TRAINERS

WORDS = Corpus.from_counts({"".join(map(chr, range(place, place + 5))): place for place in range(200, 700)})


def test_the_registry_has_every_trainer() -> None:
    public = {kind for kind in vars(bpe_engine).values() if inspect.isclass(kind) and issubclass(kind, Trainer)}
    assert [*TRAINERS.values()] == [*dict.fromkeys(TRAINERS.values())]
    assert set(TRAINERS.values()) >= public - {Trainer}


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_progress_is_the_share_of_the_work_done(kind: type[Trainer]) -> None:
    told: list[float] = []
    kind(vocab_size=1_300).record(WORDS, progress=told.append)  # type: ignore[call-arg]  # options are a trainer's own
    assert told == sorted(told)
    assert told[-1:] > [0]
    alone: list[float] = []
    kind(vocab_size=1_300).train(WORDS, progress=alone.append)  # type: ignore[call-arg]  # as above
    assert alone == told
    assert all(0 <= share <= 1 for share in told)


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_a_record_agrees_with_its_states_and_with_steps(kind: type[Trainer]) -> None:
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
    trainer = kind(vocab_size=1_010)  # type: ignore[call-arg]  # as above
    assert tuple(trainer.steps(WORDS)) == trainer.record(WORDS).events


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_an_unsuitable_corpus_is_refused_immediately(kind: type[Trainer]) -> None:
    trainer = kind(vocab_size=1_300)  # type: ignore[call-arg]  # as above
    most = kind.max_characters
    refused = [(Corpus.from_counts({}), "corpus is empty"), ("a b", "needs a Corpus, but got str")]
    if most is not None:
        words = {f"{number:08}": 1 for number in range(most // 8 + 1)}
        told = f"have {most + 8:,} characters, but the limit for this method is {most:,}\\. Train on part of the text"
        refused.append((Corpus.from_counts(words), told))
    refused += [(Corpus.from_text("hug"), "written in bytes.*byte_level=False")] * kind.needs_characters
    for corpus, message in refused:
        for start in (trainer.steps, trainer.train, trainer.record):
            with pytest.raises(EngineError, match=message):
                start(corpus)


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_a_method_says_in_advance_if_no_file_can_store_its_result(kind: type[Trainer]) -> None:
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


WHOLE = r"is not valid\. Choose a whole number, 1 or more"
OF_ALL: list[tuple[dict[str, Any], str]] = [
    ({"vocab_size": 0}, f"vocab_size=0 {WHOLE}"),
    ({"vocab_size": 10.5}, f"vocab_size=10.5 {WHOLE}"),
    ({"vocab_size": True}, f"vocab_size=True {WHOLE}"),
    ({"special_tokens": "<s>"}, r"special_tokens='<s>' should be a list of strings, not one.*Write \['<s>'\]"),
    ({"special_tokens": ["a", "b", "a"]}, "special_tokens contains 'a', which is .* a duplicate.*List each token once"),
    ({"special_tokens": ["<s>", 1]}, "special_tokens contains 1, which is not a string. Quote each token: '1'"),
]
OF_SOME: list[tuple[str, dict[str, Any], str]] = [
    ("bpe", {"min_frequency": 0}, f"min_frequency=0 {WHOLE}"),
    ("bpe", {"min_frequency": "2"}, f"min_frequency='2' {WHOLE}"),
    ("bpe", {"tie_break": "random"}, r"='random' is not valid\. Choose one of first-seen, smallest-id, largest-pair"),
    ("bpe", {"end_of_word_symbol": "a", "end_of_word_suffix": "b"}, "='a' and .*='b' cannot be combined.*Leave one"),
    ("bpe", {"initial_alphabet": "abc"}, "initial_alphabet='abc' should be"),
    ("bpe", {"initial_alphabet": [None]}, "initial_alphabet contains None, which is not a string"),
    ("bpe", {"initial_alphabet": [""]}, "initial_alphabet contains '', which is empty .*List each token once"),
    ("wordpiece", {"min_frequency": 0}, f"min_frequency=0 {WHOLE}"),
    ("wordpiece", {"form": "google"}, r"form='google' is not valid\. Choose one of bert, mutual-information"),
    ("unigram", {"max_token_length": 0}, f"max_token_length=0 {WHOLE}"),
    ("unigram", {"seed_size": 1.5}, f"seed_size=1.5 {WHOLE}"),
    ("unigram", {"em_iterations": 0}, f"em_iterations=0 {WHOLE}"),
    ("unigram", {"shrink": 0}, "shrink=0 is not a share above 0 and up to 1. Choose one"),
    ("unigram", {"shrink": 1.01}, r"shrink=1\.01 is not a share"),
    ("unigram", {"shrink": float("nan")}, "shrink=nan is not a share"),
    ("unigram", {"shrink": "a"}, "shrink='a' is not a share"),
    ("unigram", {"estimation": "digamma"}, r"estimation='digamma' is not valid\. Choose one of em, plain"),
    *(("picky", {"threshold": no}, "is not a share") for no in (-0.1, 1.1, float("nan"), "high", True)),
    ("picky", {"drop_unused": True}, "Leave it out"),
    ("superbpe", {"transition": 0}, f"transition=0 {WHOLE}"),
    ("superbpe", {"max_words": 0}, f"max_words=0 {WHOLE}"),
    *(("superbpe", {name: "_"}, "Leave them out") for name in ("end_of_word_symbol", "end_of_word_suffix")),
    ("superbpe", {"drop_unused": True}, "Leave them out"),
    ("parity", {"alpha": 0}, "alpha=0 is not a number above 0"),
    ("parity", {"window_size": 0}, f"window_size=0 {WHOLE}"),
    ("parity", {"variant": "fair"}, r"variant='fair' is not valid\. Choose one of"),
    ("parity", {"tie_break": "first-seen"}, "the largest pair wins"),
    ("parity", {"drop_unused": True}, "drop_unused and limit_alphabet"),
]


@pytest.mark.parametrize(
    ("name", "options", "message"), [*((name, *case) for name in TRAINERS for case in OF_ALL), *OF_SOME]
)
def test_an_invalid_option_is_refused_with_value_rule_and_way_out(
    name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(EngineError, match=message):
        TRAINERS[name](**{"vocab_size": 9, **options})


ROOM = {
    "wordpiece": "there are 4 tokens.*Choose 5 or more",  # [UNK], a, ##a and ##b
    "unigram": "A vocabulary of 2 leaves no room: 3 tokens always stay.*Choose 4 or more",
    **dict.fromkeys(
        ("words", "characters"), "of 1 leaves no room: the special tokens already take 1.*Choose 2 or more"
    ),
}


@pytest.mark.parametrize("name", TRAINERS)
def test_too_small_a_vocabulary_is_refused_with_the_smallest_that_works(name: str) -> None:
    size = 1 if name in ("words", "characters") else 2
    told = ROOM.get(name, "A vocabulary of 2 leaves no room: there are 3 tokens.*Choose 4 or more")
    with pytest.raises(EngineError, match=told):
        TRAINERS[name](vocab_size=size, special_tokens=["[UNK]"]).steps(Corpus.from_counts({"aa": 1, "ab": 1}))


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_a_missing_step_is_refused_with_the_existing_range(kind: type[Trainer]) -> None:
    training: Any = kind(vocab_size=1_010).record(WORDS)  # type: ignore[call-arg]  # as above
    last = len(training.events)
    views = (training.at, training.vocabulary_at, training.tokenizer, getattr(training, "scores_at", training.at))
    for step, ask in ((step, ask) for step in (-1, last + 1) for ask in views):
        with pytest.raises(EngineError, match=f"Step {step:,} does not exist: the training has steps 0 to {last:,}"):
            ask(step)


@pytest.mark.parametrize("kind", TRAINERS.values())
def test_progress_can_stop_a_training_and_a_record_can_be_pickled(kind: type[Trainer]) -> None:
    def cancel(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kind(vocab_size=1_300).record(WORDS, progress=cancel)  # type: ignore[call-arg]  # as above
    assert gc.isenabled()
    training: Any = kind(vocab_size=1_010, special_tokens=["[UNK]"]).record(WORDS)  # type: ignore[call-arg]  # as above
    last, text = len(training.events), next(iter(WORDS.words))
    tokens = training.tokenizer().tokenize(text)
    copy = pickle.loads(pickle.dumps(training))
    assert copy.events == training.events
    assert [copy.at(step) for step in (0, last)] == [training.at(step) for step in (0, last)]
    assert pickle.loads(pickle.dumps(training.tokenizer())).tokenize(text) == copy.tokenizer().tokenize(text) == tokens
