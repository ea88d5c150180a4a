"""Unigram, compared with the Hugging Face course's numbers, all cuts tried out, and the tokenizers library."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from math import exp, inf, isclose, log, prod
from typing import Any

import pytest
import tokenizers
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import models

import bpe_engine.unigram.run
from bpe_engine import Corpus, EngineError, StateView
from bpe_engine.unigram.em import MIN_COUNT, edge_posteriors, expected_counts, log_probabilities
from bpe_engine.unigram.run import MAX_WORD_LENGTH
from bpe_engine.unigram.seed import seed_counts
from bpe_engine.unigram.tokenizer import UNK_PENALTY, UnigramTokenizer
from bpe_engine.unigram.trainer import UnigramTrainer
from bpe_engine.unigram.training import UnigramTraining
from bpe_engine.unigram.viterbi import edges_in_word, viterbi

HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
# From the course, chapter 6.7, in our order.
COURSE_FREQUENCIES = {
    "h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20, "p": 17, "pu": 17, "n": 16, "un": 16, "b": 4, "bu": 4, "s": 5,
    "hug": 15, "gs": 5, "ugs": 5,
}  # fmt: skip
EM_AND_PLAIN = pytest.mark.parametrize("estimation", ["em", "plain"])
WORDS = st.dictionaries(st.text("ab", min_size=1, max_size=7), st.integers(1, 9), min_size=1, max_size=5)


@cache
def recorded(estimation: str = "plain", vocab_size: int = 7, **options: Any) -> UnigramTraining:
    return UnigramTrainer(vocab_size=vocab_size, estimation=estimation, **options).record(HUGS)  # type: ignore[arg-type]  # a plain value stands in


def all_cuts(word: str, tokens: Mapping[str, float]) -> Iterator[list[str]]:
    """Yield every way to cut a word into tokens."""
    if not word:
        yield []
    for end in range(1, len(word) + 1):
        if word[:end] in tokens:
            yield from ([word[:end], *rest] for rest in all_cuts(word[end:], tokens))


def best_loss(words: Mapping[str, int], probabilities: Mapping[str, float]) -> float:
    """Return the loss as the course defines it, trying all cuts."""
    return sum(
        count * -log(max(prod(map(probabilities.__getitem__, cut)) for cut in all_cuts(word, probabilities)))
        for word, count in words.items()
    )


def brute_force_em(words: Mapping[str, int], probabilities: Mapping[str, float]) -> dict[str, float]:
    """Return the new probabilities after one iteration of EM, with all cuts written out."""
    counts = dict.fromkeys(probabilities, 0.0)
    for word, frequency in words.items():
        cuts = [(cut, prod(map(probabilities.__getitem__, cut))) for cut in all_cuts(word, probabilities)]
        whole = sum(probability for _, probability in cuts)
        for cut, probability in cuts:
            for token in cut:
                counts[token] += frequency * probability / whole
    kept = {token: max(count, MIN_COUNT) for token, count in counts.items()}
    return {token: count / sum(kept.values()) for token, count in kept.items()}


def brute_force_training(
    words: Mapping[str, int], vocab_size: int, shrink: float, em_iterations: int
) -> Iterator[tuple[list[tuple[str, float]], float, float]]:
    """Train by definition: yield the pruned tokens with their losses, and the loss before and after."""
    parts = {word[i:j] for word in words for i in range(len(word)) for j in range(i + 1, len(word) + 1)}
    strict = {part for part in parts if len(part) == 1 or any(part in word and part != word for word in words)}
    frequencies = {
        part: sum(count * sum(word.startswith(part, i) for i in range(len(word))) for word, count in words.items())
        for part in strict
    }

    def estimated(weights: Mapping[str, float]) -> dict[str, float]:
        probabilities = {token: weight / sum(weights.values()) for token, weight in weights.items()}
        for _ in range(em_iterations):
            probabilities = brute_force_em(words, probabilities)
        return probabilities

    weights: dict[str, float] = dict(frequencies)
    probabilities = estimated(weights)
    while len(weights) > vocab_size:
        before = best_loss(words, probabilities)
        losses = {}
        for token in probabilities:
            if len(token) > 1:
                without = {other: share for other, share in probabilities.items() if other != token}
                losses[token] = best_loss(words, without) - before
        order = sorted(losses, key=lambda token: (round(losses[token], 9), token))
        gone = order[: min(max(1, int(len(order) * shrink)), len(weights) - vocab_size)]
        source = probabilities if em_iterations else frequencies
        weights = {token: source[token] for token in weights if token not in gone}
        probabilities = estimated(weights)
        yield [(token, losses[token]) for token in gone], before, best_loss(words, probabilities)


# The course's example


def test_the_seed_has_all_strict_substrings_with_the_course_s_frequencies() -> None:
    frequencies = seed_counts(HUGS.words, max_token_length=16, seed_size=1_000)
    assert frequencies == COURSE_FREQUENCIES
    assert sum(frequencies.values()) == 210
    ug = {piece.token: piece for piece in recorded().at(0).tokens}["ug"]
    assert (ug.frequency, ug.probability) == (20, pytest.approx(20 / 210))


def test_unhug_is_un_hug_as_in_the_course() -> None:
    tokenizer = recorded().tokenizer(0)
    steps = list(tokenizer.encode_steps("unhug"))
    assert steps[-1].path == ("un", "hug")
    # For each position, the best last token and its score, from the course.
    best = [(step.best.token, step.best.start, exp(step.best.total)) for step in steps[:-1] if step.best]
    course = [
        ("u", 0, 0.171429), ("un", 0, 0.076191), ("h", 2, 0.005442), ("hu", 2, 0.005442), ("hug", 2, 0.005442),
    ]  # fmt: skip
    for (token, start, probability), (course_token, course_start, course_probability) in zip(best, course, strict=True):
        assert (token, start, probability) == (course_token, course_start, pytest.approx(course_probability, abs=2e-6))


def test_losses_and_word_probabilities_equal_the_course_s() -> None:
    training = recorded()
    pieces = {piece.token: piece for piece in training.at(0).tokens}
    assert training.at(0).loss == pytest.approx(169.8, abs=0.05)
    assert pieces["pu"].loss_increase == 0
    assert pieces["hug"].loss_increase == pytest.approx(23.5, abs=0.05)
    # "hug": ["hug"] (score 0.071428), "pug": 0.007710, "pun": 0.006168, "bun": 0.001451, "hugs": 0.001701
    scores = recorded().scores_at(0)
    found = {word: exp(viterbi(word, scores).total) for word in HUGS.words}
    course = {"hug": 0.071428, "pug": 0.007710, "pun": 0.006168, "bun": 0.001451, "hugs": 0.001701}
    assert found == pytest.approx(course, abs=1e-6)


# Viterbi


@settings(max_examples=60)
@given(
    st.text("abc", max_size=9),
    st.dictionaries(st.text("abc", min_size=1, max_size=4), st.floats(-9, -0.01), max_size=12),
)
def test_viterbi_finds_the_best_of_all_cuts(word: str, scores: dict[str, float]) -> None:
    table = viterbi(word, scores)
    best = max((sum(map(scores.__getitem__, cut)) for cut in all_cuts(word, scores)), default=-inf)
    assert table.total == pytest.approx(best)
    if best > -inf:
        assert "".join(table.tokens()) == word
        assert sum(map(scores.__getitem__, table.tokens())) == pytest.approx(best)
    else:
        with pytest.raises(EngineError, match=r"No tokens can spell the word.*Add its characters"):
            table.tokens()


def test_candidates_are_sorted_and_the_longest_wins_a_tie() -> None:
    assert viterbi("pug", {"p": -2.0, "ug": -1.0, "pu": -1.0, "g": -2.0}).tokens() == ["p", "ug"]
    assert viterbi("aaa", {"a": -1.0, "aa": -2.0, "aaa": -3.0}).tokens() == ["aaa"]
    table = viterbi("hug", {"h": -1.0, "u": -1.0, "g": -1.0, "ug": -1.5, "hug": -9.0, "x": -1.0})
    assert table.candidates(3) == [("ug", 1, -1.5, -2.5), ("g", 2, -1.0, -3.0), ("hug", 0, -9.0, -9.0)]
    assert table.candidates(1) == [("h", 0, -1.0, -1.0)]
    # What cannot be reached has no candidates, and leads nowhere.
    gap = viterbi("xab", {"a": -1.0, "b": -1.0, "ab": -1.0})
    assert [gap.candidates(place) for place in (1, 2, 3)] == [[], [], []]


@settings(max_examples=60)
@given(
    st.text("abcx", max_size=9),
    st.dictionaries(st.text("abc", min_size=1, max_size=4), st.integers(-900, -1), min_size=1, max_size=12),
)
def test_cuts_equal_the_tokenizers_library(word: str, hundredths: dict[str, int]) -> None:
    scores = {token: score / 97 for token, score in hundredths.items()}
    vocabulary = {token: number for number, token in enumerate(["<unk>", *scores])}
    ours = UnigramTokenizer(
        vocabulary=vocabulary,
        scores=scores,
        pre_tokenizer=recorded().corpus.pre_tokenizer,
        special_tokens=["<unk>"],
    )
    peer = tokenizers.Tokenizer(models.Unigram([("<unk>", 0.0), *scores.items()], unk_id=0))
    # The library includes the unknown token's own score among those that the penalty is below, so it must not be
    # smaller.
    assert ours.encode(word) == peer.encode(word).ids
    assert [(span.start, span.end) for span in ours.spans(word)] == peer.encode(word).offsets


# Expectation and maximization


@settings(max_examples=40)
@given(WORDS, st.integers(2, 16))
def test_expected_counts_equal_the_sum_over_all_cuts(words: dict[str, int], longest: int) -> None:
    seed = seed_counts(words, max_token_length=longest, seed_size=1_000)
    scores = log_probabilities(seed)
    lattices = [(len(word), count, edges_in_word(word, scores, longest)) for word, count in words.items()]
    for _ in range(3):
        expected = brute_force_em(words, {token: exp(score) for token, score in scores.items()})
        counts, loss = expected_counts(lattices, scores)
        marginal = sum(
            count * -log(sum(exp(sum(map(scores.__getitem__, cut))) for cut in all_cuts(word, scores)))
            for word, count in words.items()
        )
        assert isclose(loss, marginal, rel_tol=1e-9, abs_tol=1e-9)
        scores = log_probabilities(counts)
        assert {token: exp(score) for token, score in scores.items()} == pytest.approx(expected, abs=1e-9)
        assert sum(map(exp, scores.values())) == pytest.approx(1)


@settings(max_examples=40)
@given(WORDS)
def test_the_shares_of_the_tokens_over_a_character_add_up_to_1(words: dict[str, int]) -> None:
    scores = log_probabilities(seed_counts(words, max_token_length=16, seed_size=1_000))
    for word in words:
        edges = edges_in_word(word, scores, 16)
        found, _ = edge_posteriors(len(word), edges, scores)
        over: Counter[int] = Counter()
        for (start, end, token), (found_token, share) in zip(reversed(edges), found, strict=True):
            assert token == found_token
            for place in range(start, end):
                over[place] += share  # type: ignore[assignment]  # a plain value stands in
        assert list(over.values()) == pytest.approx([1.0] * len(word))


@settings(max_examples=40)
@given(WORDS)
def test_no_iteration_makes_the_corpus_less_probable(words: dict[str, int]) -> None:
    scores = log_probabilities(seed_counts(words, max_token_length=16, seed_size=1_000))
    lattices = [(len(word), count, edges_in_word(word, scores, 16)) for word, count in words.items()]
    losses = []
    for _ in range(12):
        counts, loss = expected_counts(lattices, scores)
        losses.append(loss)
        scores = log_probabilities(counts)
    assert all(later <= earlier + 1e-9 for earlier, later in zip(losses, losses[1:], strict=False))


def test_a_word_as_long_as_allowed_with_all_cuts_equally_probable_does_not_overflow() -> None:
    scores = {"a" * length: -0.7 * length for length in range(1, 17)}
    word = "a" * MAX_WORD_LENGTH
    found, probability = edge_posteriors(len(word), edges_in_word(word, scores, 16), scores)
    assert sum(share * len(token) for token, share in found) == pytest.approx(MAX_WORD_LENGTH)
    assert -0.7 * MAX_WORD_LENGTH < probability < 0


# The training


@settings(max_examples=15)
@given(
    st.dictionaries(st.text("ab", min_size=1, max_size=5), st.integers(1, 9), min_size=1, max_size=3),
    st.sampled_from([0, 1, 2]),
    st.sampled_from([0.25, 0.6, 1.0]),
    st.integers(0, 6),
)
@example(dict(HUGS.words), 0, 0.25, 0)
@example(dict(HUGS.words), 2, 0.25, 0)
def test_training_equals_its_definition_by_brute_force(
    words: dict[str, int], em_iterations: int, shrink: float, more: int
) -> None:
    size = len(set("".join(words))) + more
    trainer = UnigramTrainer(
        vocab_size=size, shrink=shrink, estimation="em" if em_iterations else "plain", em_iterations=em_iterations or 1
    )
    events = list(trainer.steps(Corpus.from_counts(words)))
    expected = list(brute_force_training(words, size, shrink, em_iterations))
    assert len(events) == len(expected)
    for event, (gone, before, after) in zip(events, expected, strict=True):
        assert [removed.loss_increase for removed in event.removed] == pytest.approx([it for _, it in gone], abs=1e-6)
        assert event.loss_before == pytest.approx(before, abs=1e-6)
        if [token for token, _ in event.removed] != [token for token, _ in gone]:
            # With EM, tokens needed equally little differ by rounding, and the training runs diverge here.
            assert em_iterations
            return
        assert event.loss_after == pytest.approx(after, abs=1e-6)


@EM_AND_PLAIN
def test_each_step_prunes_a_quarter_down_to_the_exact_size(estimation: str) -> None:
    # 8 tokens are longer than a character: 2 are pruned, then 1 of 6, and so on.
    training = recorded(estimation, 9)
    assert [len(event.removed) for event in training.events] == [2, 1, 1, 1, 1]
    assert training.vocabulary_per_step == (15, 13, 12, 11, 10, 9)
    assert [event.vocab_size for event in training.events] == [13, 12, 11, 10, 9]
    whole = UnigramTrainer(vocab_size=10, shrink=1.0, estimation="plain").record(HUGS)
    assert [len(event.removed) for event in whole.events] == [5]
    assert whole.stop_reason == "vocab_size"
    training = recorded(estimation)
    assert set(training.at(len(training.events)).vocabulary) == set("hugpnbs")
    assert training.tokenizer().tokenize("hugs") == ["h", "u", "g", "s"]
    assert all(piece.loss_increase == inf for piece in training.at(0).tokens if piece.is_base)


def test_a_seed_smaller_than_vocab_size_is_kept() -> None:
    training = UnigramTrainer(vocab_size=99).record(HUGS)
    assert (training.events, training.stop_reason) == ((), "small_start")
    assert len(training.base_vocabulary) == 15
    assert UnigramTrainer(vocab_size=15).record(HUGS).stop_reason == "vocab_size"


def test_seeds_are_the_most_useful_parts_counted_with_overlaps() -> None:
    frequencies = seed_counts(HUGS.words, max_token_length=16, seed_size=10)
    assert list(frequencies) == [*"bghnpsu", "hug", "ug", "pu"]  # 15 * 3, 20 * 2, 17 * 2
    assert set(seed_counts(HUGS.words, max_token_length=16, seed_size=1)) == set("bghnpsu")
    assert max(map(len, seed_counts(HUGS.words, max_token_length=2, seed_size=99))) == 2
    assert seed_counts({"aaaa": 2}, max_token_length=16, seed_size=99) == {"a": 8, "aa": 6, "aaa": 4}


def test_ids_are_special_tokens_characters_then_the_most_needed_and_never_change() -> None:
    training = UnigramTrainer(vocab_size=10, estimation="plain", special_tokens=["<unk>", "u"]).record(HUGS)
    assert list(training.base_vocabulary)[:8] == ["<unk>", "u", "b", "g", "h", "n", "p", "s"]
    for step, state in enumerate(training.states_between(0, len(training.events))):
        assert list(state.vocabulary.values()) == list(range(training.vocabulary_per_step[step]))
        assert state.vocabulary.items() <= training.base_vocabulary.items()
        assert training.tokenizer(step).vocabulary == state.vocabulary
    gone = [removed.token for event in training.events for removed in event.removed]
    assert list(training.base_vocabulary)[10:] == gone[::-1]


def test_special_tokens_are_never_part_of_words() -> None:
    assert "hug" not in UnigramTrainer(vocab_size=14, special_tokens=["hug"]).record(HUGS).pieces


@EM_AND_PLAIN
def test_a_state_equals_its_tokenizer_and_a_recount(estimation: str) -> None:
    training = recorded(estimation)
    for step, state in enumerate(training.states_between(0, len(training.events))):
        tokenizer = training.tokenizer(step)
        assert all(list(word.symbols) == tokenizer.tokenize(word.word) for word in state.words)
        assert [(word.word, word.frequency) for word in state.words] == list(HUGS.words.items())
        tokens = sum(len(word.symbols) * word.frequency for word in state.words)
        assert state.tokens_in_corpus == training.tokens_per_step[step] == tokens
        probabilities = {piece.token: piece.probability for piece in state.tokens}
        assert sum(probabilities.values()) == pytest.approx(1)
        assert state.loss == pytest.approx(best_loss(HUGS.words, probabilities))
        assert {piece.token: log(piece.probability) for piece in state.tokens} == pytest.approx(tokenizer.scores)
        increases = [piece.loss_increase for piece in state.tokens]
        assert increases == pytest.approx(sorted(increases))
        if state.next_event:
            first = [piece.token for piece in state.tokens][: len(state.next_event.removed)]
            assert first == [removed.token for removed in state.next_event.removed]
            assert state.next_event.loss_before == state.loss
        assert state.next_event == (training.events[step] if step < len(training.events) else None)


@EM_AND_PLAIN
def test_changed_words_are_those_cut_differently_from_the_step_before(estimation: str) -> None:
    training = recorded(estimation)
    states = list(training.states_between(0, len(training.events)))
    assert states[0].changed == ()
    for before, after in zip(states, states[1:], strict=False):
        assert after.changed == tuple(
            new for old, new in zip(before.words, after.words, strict=True) if old.symbols != new.symbols
        )
    assert any(state.changed for state in states)


def test_a_view_limits_words_pieces_and_changes() -> None:
    training = recorded()
    last = len(training.events)
    whole, part = training.at(last), training.at(last, StateView(pairs=3, words=[4, 0], changed_words=1))
    assert part.tokens == whole.tokens[:3]
    assert part.words == (whole.words[4], whole.words[0])
    assert part.changed == tuple(sorted(whole.changed, key=lambda word: -word.frequency)[:1])
    assert (part.loss, part.vocabulary) == (whole.loss, whole.vocabulary)
    assert training.at(last) == list(training.states_between(0, last))[-1]


def test_steps_are_computed_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    look = bpe_engine.unigram.run.UnigramRun._evaluate_pieces
    monkeypatch.setattr(
        bpe_engine.unigram.run.UnigramRun, "_evaluate_pieces", lambda run: (looks.append(1), look(run))[1]
    )
    steps = UnigramTrainer(vocab_size=7).steps(HUGS)
    assert (len(looks), [event.rank for event in islice(steps, 2)], len(looks)) == (0, [0, 1], 3)


@EM_AND_PLAIN
def test_progress_grows_from_0_to_1(estimation: str) -> None:
    told: list[float] = []
    trainer = UnigramTrainer(vocab_size=9, estimation=estimation)  # type: ignore[arg-type]  # a plain value stands in
    trainer.record(HUGS, progress=told.append)
    assert told == sorted(told)
    assert 0 <= told[0] < told[-1] == 1
    assert len(told) > len(trainer.record(HUGS).events)


def test_frequencies_may_be_huge() -> None:
    huge = Corpus.from_counts({word: count * 10**30 for word, count in HUGS.words.items()})
    for estimation in ("em", "plain"):
        removed = [
            [token for token, _ in event.removed]
            for event in UnigramTrainer(vocab_size=13, estimation=estimation).steps(huge)  # type: ignore[arg-type]  # a plain value stands in
        ]
        assert removed == [[token for token, _ in event.removed] for event in recorded(estimation, 13).events]


def test_too_much_work_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bpe_engine.unigram.run.UnigramRun, "_evaluate_pieces", None)  # the work
    many = Corpus.from_counts({f"{number:04x}" * 2: 1 for number in range(25_001)})
    with pytest.raises(
        EngineError, match=r"have 200,008 characters, but the limit .* is 200,000\. Train on part of the text"
    ):
        UnigramTrainer(vocab_size=99).steps(many)
    with pytest.raises(EngineError, match=r"longest word .* 1,001 characters, but the limit .* 1,000.*pre-tokenizer"):
        UnigramTrainer(vocab_size=99).steps(Corpus.from_counts({"a" * (MAX_WORD_LENGTH + 1): 1}))
    monkeypatch.setattr(bpe_engine.unigram.run, "MAX_WORK", 500)
    with pytest.raises(EngineError, match=r"take too long.*in 2 steps, and the limit is 500.*a smaller text"):
        UnigramTrainer(vocab_size=12).steps(HUGS)


# The tokenizer


def test_a_run_of_unknown_characters_is_one_token_or_has_no_id() -> None:
    tokenizer = UnigramTrainer(vocab_size=12, special_tokens=["<unk>"], estimation="plain").train(HUGS)
    assert tokenizer.tokenize("xyhugzz xx") == ["<unk>", "hug", "<unk>", "<unk>"]
    assert tokenizer.encode("xyhug")[0] == tokenizer.vocabulary["<unk>"] == 0
    assert [(span.token, span.start, span.end) for span in tokenizer.spans(" xyhug z")] == [
        ("<unk>", 1, 3), ("hug", 3, 6), ("<unk>", 7, 8),
    ]  # fmt: skip
    assert tokenizer.unk_score == min(tokenizer.scores.values()) - UNK_PENALTY
    tokenizer = UnigramTrainer(vocab_size=12).train(HUGS)
    assert tokenizer.tokenize("xhug")[0] == "<unk>"
    with pytest.raises(EngineError, match=r"'x' is not in the vocabulary, .*special_tokens=\['<unk>'\]"):
        tokenizer.encode("xhug")
    corpus = Corpus.from_counts({"\x00\ud83d\x00": 2, "\x00\ud83d": 3, "a\x00\ud83d\x00": 1})
    tokenizer = UnigramTrainer(vocab_size=5).train(corpus)
    assert "".join(tokenizer.tokenize("\x00\ud83d\x00")) == "\x00\ud83d\x00"


@settings(max_examples=40)
@given(st.text("hugspnbx ", max_size=20))
def test_the_steps_lead_to_what_tokenize_returns(text: str) -> None:
    tokenizer = recorded("em", 11, special_tokens=("<unk>",)).tokenizer()
    steps = list(tokenizer.encode_steps(text))
    paths = [step.path for step in steps if step.path is not None]
    assert [token for path in paths for token in path] == tokenizer.tokenize(text)
    assert [span.token for span in tokenizer.spans(text)] == tokenizer.tokenize(text)
    assert [step.text for step in steps if step.path is not None] == text.split()
    for step in steps:
        assert step.candidates
        assert step.best == step.candidates[0] == max(step.candidates, key=lambda candidate: candidate.total)
    assert [step.position for step in steps] == [
        position for word in text.split() for position in (*range(1, len(word) + 1), len(word))
    ]


def test_a_step_has_the_ids_of_its_candidates_or_of_its_path() -> None:
    tokenizer = recorded("em", 11, special_tokens=("<unk>",)).tokenizer()
    for step in tokenizer.encode_steps("hugs xpun"):
        tokens = step.path if step.path is not None else [candidate.token for candidate in step.candidates]
        assert step.ids == tuple(tokenizer.vocabulary[token] for token in tokens)
    (_, step) = UnigramTrainer(vocab_size=12).train(HUGS).encode_steps("x")
    assert step.ids == (None,)


def test_special_tokens_are_text_or_tokens_as_allowed() -> None:
    tokenizer = UnigramTrainer(vocab_size=12, special_tokens=["<s>", "<unk>"]).train(HUGS)
    assert tokenizer.encode("<s>hug", allowed_special="all")[0] == 0
    with pytest.raises(EngineError, match=r"special token '<s>' at position 3"):
        tokenizer.encode("hug<s>")
    assert tokenizer.decode(tokenizer.encode("hug pun")) == "hugpun"
    with pytest.raises(EngineError, match="Id 99 is not in the vocabulary"):
        tokenizer.decode([99])
