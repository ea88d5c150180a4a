"""Parity-aware BPE: the merges are the tokenizers library's, and the descriptions of each turn are true."""

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.trainers import ParityBpeTrainer

from bpe_engine import BPETrainer, Corpus, EngineError, LanguageCorpus, ParityBPETrainer, ParityEvent, StateView
from bpe_engine.parity.corpus import MAX_LANGUAGES
from bpe_engine.pre_tokenizers import GPT2, WHITESPACE

ARTICLE_1 = {
    entry["bcp47"]: entry["text"]
    for entry in json.loads(
        Path(__file__).parents[2].joinpath("data", "udhr", "article1_37.json").read_text("utf-8")
    ).values()
}
SETS = 120
ALPHABET = "abcdeéж大"
ONE = Corpus.from_counts({"a": 1})


def corpus_of(texts: list[str], dev: list[str] | None, *, byte_level: bool = False) -> LanguageCorpus:
    splitter = GPT2 if byte_level else WHITESPACE
    made = [
        {str(number): Corpus.from_text(text, splitter, byte_level) for number, text in enumerate(each)}
        for each in (texts, dev or [])
    ]
    return LanguageCorpus.from_corpora(made[0], made[1] or None)


def library_merges(
    texts: list[str], dev: list[str] | None, merges: int, *, byte_level: bool = False, **options: object
) -> list[tuple[str, ...]]:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = (
        pre_tokenizers.ByteLevel(add_prefix_space=False) if byte_level else pre_tokenizers.WhitespaceSplit()
    )
    trainer = ParityBpeTrainer(num_merges=merges, show_progress=False, **options)
    measured = {"dev_iterators": [[text] for text in dev]} if dev else {}
    trainer.train_from_iterator(tokenizer, [[text] for text in texts], **measured)
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


def pairs_by_rank(events: list[ParityEvent]) -> list[tuple[str, ...]]:
    """Return the pairs in order of their ranks; the library keeps the last rank of a repeated pair."""
    ranks = {event.pair: event.rank for event in events}
    return [tuple(pair) for pair in sorted(ranks, key=ranks.__getitem__)]


def some_text(of: random.Random, signs: str) -> str:
    words = range(of.randint(1, 14))
    return " ".join("".join(of.choice(signs) for _ in range(of.randint(1, 7))) for _ in words)


@pytest.mark.parametrize("variant", ["base", "window"])
def test_merges_equal_the_tokenizers_library_on_random_languages(variant: str) -> None:
    for seed in range(SETS):
        of = random.Random(seed)
        signs = ALPHABET[: of.randint(2, len(ALPHABET))]
        number = of.randint(1, 5)
        texts = [some_text(of, signs) for _ in range(number)]
        dev = [some_text(of, signs) for _ in range(number)] if of.random() < 0.5 else None
        byte_level = of.random() < 0.3
        options: dict[str, object] = {"variant": variant, "min_frequency": of.choice([1, 1, 2])}
        alpha = float(number)
        if variant == "window":
            alpha = of.choice([0.5, 1.0, 1.5, 2.0])
            options |= {"window_size": of.randint(1, 12), "alpha": alpha}
        trainer = ParityBPETrainer(vocab_size=10_000, **options)  # type: ignore[arg-type]
        events = [*islice(trainer.steps(corpus_of(texts, dev, byte_level=byte_level)), of.randint(1, 40))]
        merges = 40
        if alpha < number:
            # Where languages have no pair left and the others had their share, the library stops answering.
            merges = next((event.rank for event in events if event.used_up), len(events))
        events = events[:merges]
        merges = len(events)
        assert pairs_by_rank(events) == library_merges(texts, dev, merges, byte_level=byte_level, **options), seed


@pytest.mark.parametrize("variant", ["base", "window"])
def test_merges_of_article_1_in_37_languages_equal_the_tokenizers_library(variant: str) -> None:
    texts = [*ARTICLE_1.values()]
    trainer = ParityBPETrainer(vocab_size=10_000, variant=variant)  # type: ignore[arg-type]
    events = [*islice(trainer.steps(corpus_of(texts, None, byte_level=True)), 600)]
    assert pairs_by_rank(events) == library_merges(texts, None, 600, byte_level=True, variant=variant)


def test_both_end_at_the_same_merge_if_no_pair_is_left() -> None:
    texts = ["abab ba", "cdcd", "e"]
    events = [*ParityBPETrainer(vocab_size=10_000).steps(corpus_of(texts, None))]
    assert pairs_by_rank(events) == library_merges(texts, None, 1_000)
    assert events[-1].used_up


def test_turns_equal_those_counted_by_hand_with_and_without_a_window() -> None:
    # 40 symbols each: the first begins. b b and a a both occur 10 times: the last alphabetically wins.
    corpus = LanguageCorpus.from_corpora({"a": Corpus.from_counts({"aabb": 10}), "c": Corpus.from_counts({"ccdd": 10})})
    events = [*ParityBPETrainer(vocab_size=20).steps(corpus)]
    assert [(event.language, *event.pair) for event in events] == [
        ("a", "b", "b"), ("c", "d", "d"), ("a", "a", "bb"), ("c", "c", "dd"), ("a", "a", "abb"), ("c", "c", "cdd"),
    ]  # fmt: skip
    assert [event.lengths for event in events] == [(40, 40), (30, 40), (30, 30), (20, 30), (20, 20), (10, 20)]
    assert [event.tied for event in events] == [2, 2, 1, 1, 0, 0]
    # The first has 100 times as many tokens. With a window of 2 turns and alpha 1 it may have one of two: after two of
    # its own turns, the other is next.
    corpora = {"a": Corpus.from_counts({"aabb": 100}), "c": Corpus.from_counts({"ccdd": 1})}
    events = [
        *ParityBPETrainer(vocab_size=20, variant="window", window_size=2, alpha=1).steps(
            LanguageCorpus.from_corpora(corpora)
        )
    ]
    assert [event.language for event in events] == ["a", "a", "c", "a", "c", "c"]
    assert [event.held_back for event in events][:4] == [(), (), ("a",), ()]


def test_measured_texts_decide_turns_and_the_best_off_language_continues_last() -> None:
    train = {"a": Corpus.from_counts({"ab": 10}), "c": Corpus.from_counts({"cd": 5})}
    dev = {"a": Corpus.from_counts({"ab": 1}), "c": Corpus.from_counts({"cd": 10, "xy": 1})}
    events = [*ParityBPETrainer(vocab_size=20).steps(LanguageCorpus.from_corpora(train, dev))]
    assert [(event.token, event.lengths) for event in events] == [("cd", (2, 22)), ("ab", (2, 12))]
    texts = ["ab", "cdcdcefcdef cdcdef", "fgfhffghhhh fghhghgfhgfhg"]
    trainer = ParityBPETrainer(vocab_size=1_000, variant="window", window_size=3, alpha=0.5)
    record = trainer.record(corpus_of(texts, None))
    assert record.stop_reason == "no_pair"


TEXTS = st.lists(st.text("abc ", min_size=1, max_size=30).filter(str.strip), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(texts=TEXTS, window=st.booleans())
def test_a_record_s_lengths_equal_the_tokens_of_its_state(texts: list[str], window: bool) -> None:
    corpus = corpus_of(texts, None)
    record = ParityBPETrainer(vocab_size=14, variant="window" if window else "base", window_size=4).record(corpus)
    assert sum(corpus.words.values()) == sum(sum(words.values()) for words in corpus.languages.values())
    for step, state in enumerate(record.states_between(0, len(record.events))):
        tokenizer = record.tokenizer(step)
        counts = tuple(
            sum(count * len(tokenizer.tokenize(word)) for word, count in words.items())
            for words in corpus.languages.values()
        )
        assert record.lengths_at(step) == counts
        assert sum(counts) == state.tokens_in_corpus == record.tokens_per_step[step]
        assert record.at(step, StateView(pairs=3)).leaderboard == state.leaderboard[:3]
        if (event := state.next_event) is not None:
            row = state.leaderboard[0]
            assert (row.pair, row.count) == (event.pair, event.count)
            assert sum(word.count for word in row.words) == row.count
            others = [language for language in record.languages if language not in (*event.held_back, *event.used_up)]
            lengths = dict(zip(record.languages, counts, strict=True))
            assert lengths[event.language] == max(lengths[language] for language in others)


@settings(max_examples=30, deadline=None)
@given(text=st.text("abcd ", min_size=1, max_size=60).filter(str.strip))
def test_a_single_language_is_byte_pair_encoding(text: str) -> None:
    corpus = Corpus.from_text(text, "whitespace", False)
    plain = BPETrainer(vocab_size=15, tie_break="largest-pair").record(corpus)
    record = ParityBPETrainer(vocab_size=15).record(corpus)
    assert [event.pair for event in record.events] == [event.pair for event in plain.events]
    assert record.plain_lengths == record.last_lengths == (plain.tokens_per_step[-1],)


def test_plain_lengths_equal_as_many_merges_of_plain_bpe() -> None:
    corpus = corpus_of([ARTICLE_1["en"], ARTICLE_1["my"]], None, byte_level=True)
    record = ParityBPETrainer(vocab_size=200).record(corpus)
    plain = BPETrainer(vocab_size=200, tie_break="largest-pair").train(corpus)
    counts = [len(plain.encode(ARTICLE_1[language])) for language in ("en", "my")]
    assert len(plain.merges) == len(record.events)
    assert list(record.plain_lengths) == counts


@pytest.mark.parametrize(
    ("train", "dev", "message"),
    [
        ({str(number): ONE for number in range(MAX_LANGUAGES + 1)}, None, "101 languages were given"),
        ({"a": ONE}, {"b": ONE}, "in the same languages"),
        ({"a": ONE, "b": Corpus.from_text("b")}, None, "cut in different ways"),
    ],
)
def test_incompatible_languages_are_refused(train: Any, dev: Any, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        LanguageCorpus.from_corpora(train, dev)
