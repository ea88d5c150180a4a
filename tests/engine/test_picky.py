"""Picky BPE, compared with the authors' own program on the same words, and with a plain recount."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus, Pair, PickyBPETrainer, StateView
from bpe_engine.picky.events import Removal
from bpe_engine.picky.tokenizer import PickyChange
from bpe_engine.symbols import count_pairs, merge_symbols

HUG = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
WITH_SPACES = Corpus.from_counts({f"▁{word}": count for word, count in HUG.words.items()})

# The results of github.com/pchizhov/picky_bpe on these words, with ties broken by "largest-pair", where the order of a
# set decides in the original. A line is a merge, or with a minus a removed token.
THEIRS = {
    0.9: """u g -> ug
▁ p -> ▁p
u n -> un
▁ h -> ▁h
▁h ug -> ▁hug
- ▁h -> ▁ h
▁p un -> ▁pun
▁p ug -> ▁pug
- ▁p -> ▁ p
- ug -> u g
▁hug s -> ▁hugs
▁ b -> ▁b
▁b un -> ▁bun
- ▁b -> ▁ b
- un -> u n""",
    0.7: """u g -> ug
▁ p -> ▁p
u n -> un
▁ h -> ▁h
▁h ug -> ▁hug
- ▁h -> ▁ h
- ug -> u g
▁p un -> ▁pun
- ▁p -> ▁ p
- un -> u n
▁hug s -> ▁hugs
▁ p -> ▁p
▁p u -> ▁pu
- ▁p -> ▁ p
▁pu g -> ▁pug
- ▁pu -> ▁ p u
▁ b -> ▁b
▁b u -> ▁bu
- ▁b -> ▁ b
▁bu n -> ▁bun
- ▁bu -> ▁ b u""",
}


@pytest.mark.parametrize("threshold", THEIRS)
def test_merges_and_removals_equal_the_authors_program(threshold: float) -> None:
    trainer = PickyBPETrainer(vocab_size=17, threshold=threshold, tie_break="largest-pair")
    tokenizer = trainer.train(WITH_SPACES)
    told = [
        f"{'- ' if change.is_removal else ''}{' '.join(change.parts)} -> {' '.join(change.becomes)}"
        for change in tokenizer.changes
    ]
    assert told == THEIRS[threshold].split("\n")
    assert {*tokenizer.vocabulary} == {*"bghnpsu▁", "▁bun", "▁hug", "▁hugs", "▁pug", "▁pun"}
    words = {"hug": "▁hug", "pugs": "▁pug s", "bunhug": "▁bun h u g", "gun": "▁ g u n", "unpun": "▁ u n p u n"}
    assert {word: " ".join(tokenizer.tokenize(f"▁{word}")) for word in words} == words


def test_hug_by_hand() -> None:
    # ug is in hug 10, pug 5, hugs 5. h + ug uses 15 of 20: 0.75. Then p + ug uses all the rest.
    events = PickyBPETrainer(vocab_size=12, threshold=0.9).record(HUG).events
    assert [(event.pair, event.token, event.shares) for event in events[:3]] == [
        (("u", "g"), "ug", (20 / 36, 1.0)), (("u", "n"), "un", (1.0, 1.0)), (("h", "ug"), "hug", (1.0, 0.75)),
    ]  # fmt: skip
    assert [event.removed for event in events[:4]] == [()] * 4
    assert events[4].pair == ("p", "ug")
    assert events[4].removed == (Removal("ug", 5, 0, ("u", "g")),)
    # The share must exceed the threshold: 0.75 does not exceed 0.75; just below, ug is removed at once and pug splits.
    assert PickyBPETrainer(vocab_size=12, threshold=0.75).record(HUG).events[2].removed == ()
    third = PickyBPETrainer(vocab_size=12, threshold=0.74).record(HUG).events[2]
    assert third.removed == (Removal("ug", 15, 5, ("u", "g")),)
    assert third.removed[0].share == 0.75


def test_a_special_token_is_never_removed() -> None:
    # h + ug uses 15 of 20: 0.75, which is more than half.
    trainer = PickyBPETrainer(vocab_size=12, threshold=0.5, special_tokens=["ug"])
    assert "ug" in trainer.train(HUG).vocabulary
    assert "ug" not in [removal.token for event in trainer.steps(HUG) for removal in event.removed]
    plain = PickyBPETrainer(vocab_size=12, threshold=0.5)
    assert "ug" in [removal.token for event in plain.steps(HUG) for removal in event.removed]


class Plain:
    """Picky BPE by recounting everything before each merge."""

    def __init__(self, counts: dict[str, int], size: int, threshold: Fraction) -> None:
        self.words = {word: [*word] for word in counts}
        self.counts = counts
        self.threshold = threshold
        self.size = size
        self.vocabulary = {symbol for word in counts for symbol in word}
        self.single = {*self.vocabulary}
        self.made_of: dict[str, tuple[str, str]] = {}
        self.changes: list[PickyChange] = []

    def occurrences(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for word, symbols in self.words.items():
            for symbol in symbols:
                found[symbol] += self.counts[word]
        return found

    def pieces(self, token: str) -> list[str]:
        return [
            piece
            for part in self.made_of[token]
            for piece in ([part] if part in self.vocabulary else self.pieces(part))
        ]  # fmt: skip

    def run(self, most: int) -> None:
        while len(self.vocabulary) < self.size and len(self.changes) < most:
            pairs = count_pairs((symbols, self.counts[word]) for word, symbols in self.words.items())
            if not pairs:
                return
            pair = max(pairs, key=lambda each: (pairs[each], each))
            token = "".join(pair)
            self.vocabulary.add(token)
            self.made_of.setdefault(token, pair)
            self.changes.append(PickyChange(pair, (token,)))
            before = self.occurrences()[token]
            self.words = {word: merge_symbols(symbols, pair, token) for word, symbols in self.words.items()}
            merged = self.occurrences()[token] - before
            for part in dict.fromkeys(pair):
                left = self.occurrences()[part]
                if part not in self.single and merged > self.threshold * (left + merged):
                    self.vocabulary.remove(part)
                    pieces = self.pieces(part)
                    self.changes.append(PickyChange((part,), tuple(pieces)))
                    for symbols in self.words.values():
                        symbols[:] = [
                            piece for symbol in symbols for piece in (pieces if symbol == part else [symbol])
                        ]  # fmt: skip


WORDS = st.dictionaries(st.text("ab", min_size=1, max_size=9), st.integers(1, 20), min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.integers(2, 20), st.sampled_from([0, 0.25, 0.5, 0.75, 1]))
def test_training_equals_a_plain_recount(counts: dict[str, int], size: int, threshold: float) -> None:
    plain = Plain(counts, size, Fraction(threshold))
    plain.run(10**6)
    if size < len(plain.single):
        return
    trainer = PickyBPETrainer(vocab_size=size, threshold=threshold, tie_break="largest-pair")
    training = trainer.record(Corpus.from_counts(counts))
    tokenizer = training.tokenizer()
    assert [*tokenizer.changes] == plain.changes
    assert {*tokenizer.vocabulary} == plain.vocabulary
    # Every state on the way, and the words of the corpus encoded as they are at the end.
    states = [*training.states_between(0, len(training.events))]
    for step, state in enumerate(states):
        pairs = count_pairs((word.symbols, word.frequency) for word in state.words)
        assert {row.pair: row.count for row in state.leaderboard} == dict(pairs)
        assert state.tokens_in_corpus == training.tokens_per_step[step]
        assert state.tokens_in_corpus == sum(len(word.symbols) * word.frequency for word in state.words)
        assert len(state.vocabulary) == training.vocabulary_per_step[step]
        assert all(symbol in state.vocabulary for word in state.words for symbol in word.symbols)
        assert state == training.at(step)
        if step:
            before = {word.word: word.symbols for word in states[step - 1].words}
            assert {word for word in state.words if word.symbols != before[word.word]} <= {*state.changed}
    for word in states[-1].words:
        assert tokenizer.tokenize(word.word) == [*word.symbols]


@settings(max_examples=50, deadline=None)
@given(WORDS, st.sampled_from(["first-seen", "smallest-id", "largest-pair"]))
def test_threshold_1_is_byte_pair_encoding(counts: dict[str, int], rule: str) -> None:
    corpus = Corpus.from_counts(counts)
    picky = PickyBPETrainer(vocab_size=20, threshold=1, tie_break=rule)  # type: ignore[arg-type]  # one of three
    bpe = BPETrainer(vocab_size=20, tie_break=rule).train(corpus)  # type: ignore[arg-type]  # one of three
    tokenizer = picky.train(corpus)
    assert tokenizer.vocabulary == bpe.vocabulary
    assert tuple(Pair(*change.parts) for change in tokenizer.changes) == bpe.merges
    text = " ".join(counts)
    assert tokenizer.spans(text) == bpe.spans(text)


@settings(max_examples=50, deadline=None)
@given(st.text("hugpnbs xé", max_size=30), st.sampled_from([0.5, 0.7, 0.9]))
def test_the_text_round_trips_and_the_steps_lead_to_the_tokens(text: str, threshold: float) -> None:
    corpus = Corpus.from_text("hug pug pun bun hugs hug pun hug é x", pre_tokenizer="gpt2")
    tokenizer = PickyBPETrainer(vocab_size=264, threshold=threshold, initial_alphabet=[*BYTE_ALPHABET]).train(corpus)
    assert tokenizer.decode(tokenizer.encode(text)) == text
    last = {step.word: step for step in tokenizer.encode_steps(text)}
    assert [symbol for step in last.values() for symbol in step.symbols] == tokenizer.tokenize(text)


def test_removed_tokens_may_return_with_their_id_and_unknown_characters_stay_single() -> None:
    events = PickyBPETrainer(vocab_size=17, threshold=0.7, tie_break="largest-pair").record(WITH_SPACES).events
    ids = [event.token_id for event in events if event.token == "▁p"]
    assert len(ids) == 2
    assert len({*ids}) == 1
    tokenizer = PickyBPETrainer(vocab_size=14, special_tokens=["[UNK]"]).train(HUG)
    assert tokenizer.tokenize("mug xhugs") == ["[UNK]", "u", "g", "[UNK]", "hugs"]
    assert [(span.start, span.end) for span in tokenizer.spans("mxhug")] == [(0, 1), (1, 2), (2, 5)]


def test_a_part_of_a_state_is_the_same_as_in_the_whole() -> None:
    training = PickyBPETrainer(vocab_size=17, threshold=0.7).record(WITH_SPACES)
    for step in range(len(training.events) + 1):
        some, whole = training.at(step, StateView(pairs=2, words=[1])), training.at(step)
        assert some.leaderboard == whole.leaderboard[:2]
        assert some.words == whole.words[1:2]


def test_a_training_that_removes_as_much_as_it_learns_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    # No such words are known, but it is not proven that there are none.
    monkeypatch.setattr("bpe_engine.picky.trainer.MAX_MERGES", 0)
    training = PickyBPETrainer(vocab_size=9).record(HUG)
    assert (training.stop_reason, training.events) == ("no_growth", ())
