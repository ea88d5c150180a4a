"""Training runs published in papers, courses and encyclopedias, with their published steps."""

import pytest

from bpe_engine import BYTE_ALPHABET, BPETrainer, BPETraining, Corpus, MergeEvent
from bpe_engine.bpe.events import TieBreak

RULES: list[TieBreak] = ["first-seen", "smallest-id", "largest-pair"]

HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
LOWEST = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
COURSE = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)


def steps(training: BPETraining) -> list[tuple[str, str, int]]:
    return [(*event.pair, event.count) for event in training.events]


@pytest.mark.parametrize("rule", RULES)
def test_hugs_merge_as_in_the_course_under_every_rule(rule: TieBreak) -> None:
    training = BPETrainer(vocab_size=100, tie_break=rule).record(HUGS)
    assert list(training.base_vocabulary) == ["b", "g", "h", "n", "p", "s", "u"]
    assert steps(training) == [
        ("u", "g", 20), ("u", "n", 16), ("h", "ug", 15), ("p", "un", 12),
        ("p", "ug", 5), ("hug", "s", 5), ("b", "un", 4),
    ]  # fmt: skip
    assert [event.tied for event in training.events] == [0, 0, 0, 0, 1, 0, 0]
    assert training.stop_reason == "no_pair"


def test_after_three_merges_hugs_have_the_course_s_vocabulary_and_corpus() -> None:
    state = BPETrainer(vocab_size=10).record(HUGS).at(3)
    assert list(state.vocabulary.items()) == [
        (token, number) for number, token in enumerate(["b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug"])
    ]
    assert [(word.frequency, word.symbols) for word in state.words] == [
        (10, ("hug",)), (5, ("p", "ug")), (12, ("p", "un")), (4, ("b", "un")), (5, ("hug", "s")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "tokens"),
    [("bug", "b ug"), ("mug", "[UNK] ug"), ("thug", "[UNK] hug"), ("unhug", "un hug"), ("hugs", "hug s")],
)
def test_hugs_tokenize_new_words_and_only_an_unseen_character_is_unknown(word: str, tokens: str) -> None:
    assert BPETrainer(vocab_size=10).train(HUGS).tokenize(word) == tokens.split()


def test_lowest_drops_the_symbols_that_each_merge_uses_up() -> None:
    trainer = BPETrainer(vocab_size=100, end_of_word_symbol="</w>", drop_unused=True)
    events = trainer.record(LOWEST).events[:5]
    assert [(event.pair, event.count, event.dropped) for event in events] == [
        (("e", "s"), 9, ("s",)),
        (("es", "t"), 9, ("es", "t")),
        (("est", "</w>"), 9, ("est",)),
        (("l", "o"), 7, ("l", "o")),
        (("lo", "w"), 7, ("lo",)),
    ]
    state = trainer.record(LOWEST).at(3)
    assert "est</w>" in state.vocabulary
    assert not {"s", "es", "t", "est"} & state.vocabulary.keys()


def test_lowest_starts_with_a_tie_that_the_rules_break_differently() -> None:
    first = {}
    for rule in RULES:
        training = BPETrainer(vocab_size=100, end_of_word_symbol="</w>", tie_break=rule).record(LOWEST)
        first[rule] = training.events[0].pair
        assert training.events[0].tied == 2
        top = training.at(0).leaderboard[:4]
        assert {row.pair for row in top if row.count == 9} == {("e", "s"), ("s", "t"), ("t", "</w>")}
        assert training.at(0).winner_by_rule == {
            "first-seen": ("e", "s"),
            "smallest-id": ("e", "s"),
            "largest-pair": ("t", "</w>"),
        }
    assert first == {"first-seen": ("e", "s"), "smallest-id": ("e", "s"), "largest-pair": ("t", "</w>")}


def test_the_course_sentences_give_the_merges_of_the_course() -> None:
    corpus = Corpus.from_text(COURSE, pre_tokenizer="gpt2", byte_level=True)
    trainer = BPETrainer(vocab_size=50, special_tokens=["<|endoftext|>"])
    training = trainer.record(corpus)
    assert len(training.base_vocabulary) == 1 + 30
    assert [" ".join(event.pair) for event in training.events] == [
        "Ġ t", "i s", "e r", "Ġ a", "Ġt o", "e n", "T h", "Th is", "o u", "s e", "Ġto k", "Ġtok en", "n d", "Ġ is",
        "Ġt h", "Ġth e", "i n", "Ġa b", "Ġtoken i",
    ]  # fmt: skip
    assert training.stop_reason == "vocab_size"
    tokens = trainer.train(corpus).tokenize("This is not a token.")
    assert tokens == ["This", "Ġis", "Ġ", "n", "o", "t", "Ġa", "Ġtoken", "."]


def test_wikipedia_s_example_becomes_five_ids() -> None:
    corpus = Corpus.from_text("aaabdaaabac", pre_tokenizer="none", byte_level=True)
    trainer = BPETrainer(vocab_size=256 + 3, initial_alphabet=BYTE_ALPHABET)
    training = trainer.record(corpus)
    ids = training.vocabulary_at(3)
    assert [(ids[e.pair.left], ids[e.pair.right], e.token_id) for e in training.events] == [
        (97, 97, 256), (256, 97, 257), (257, 98, 258),
    ]  # fmt: skip
    assert training.tokenizer().encode("aaabdaaabac") == [258, 100, 258, 97, 99]


def test_overlaps_are_counted_and_tokens_made_twice_keep_their_id() -> None:
    (event,) = BPETrainer(vocab_size=2).steps(Corpus.from_counts({"aaa": 7}))
    assert event == MergeEvent(0, event.pair, "aa", 1, count=14, replacements=7, tied=0)
    # "ab" ends each word: a a b ab and a ab. The string aab comes from (aa, b), and again from (a, ab).
    training = BPETrainer(vocab_size=100, end_of_word_symbol="ab").record(Corpus.from_counts({"aab": 1, "a": 1}))
    made = [(*event.pair, event.token_id) for event in training.events if event.token == "aab"]
    assert made == [("aa", "b", 4), ("a", "ab", 4)]
    assert training.vocabulary_at(len(training.events)) == {"a": 0, "ab": 1, "b": 2, "aa": 3, "aab": 4, "aabab": 5}
    assert training.vocabulary_per_step == (3, 4, 5, 6, 6)
    assert [word.symbols for word in training.at(4).words] == [("aabab",), ("aab",)]
    # Merges: (a, a) and (aa, b); aab is used up in aabab and dropped; then (a, ab) makes aab again.
    trainer = BPETrainer(vocab_size=100, end_of_word_symbol="ab", drop_unused=True)
    events = trainer.record(Corpus.from_counts({"aab": 1, "a": 1})).events
    assert [event.token for event in events if "aab" in event.dropped] == ["aabab"]
    assert [event.token_id for event in events if event.token == "aab"] == [4, 4]
