"""The sentences that explain a step are true."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETrainer, BPETraining, Corpus, Pair
from bpe_engine.bpe.training import PairCount
from bpe_engine.training.base import WordContribution
from tests.plain_sentences import plainly
from ui.base import notation
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.frame_parts import times_phrase

Train = Callable[..., BPETraining]
tally = plainly(bpe_explanations.count_sum)
tie_reason = plainly(bpe_explanations.tie_explanation)
verdict = plainly(bpe_explanations.prediction_feedback)
what_comes_next = plainly(bpe_explanations.next_step_text)
what_happened = plainly(bpe_explanations.last_step_text)
pair_text = plainly(notation.name_pair)
WORDS = st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 3_000), min_size=1, max_size=9)


def sentences_at(training: BPETraining, step: int) -> tuple[str, str]:
    state = training.at(step)
    return what_happened(training, state), what_comes_next(training, state)


def test_the_start_counts_symbols_and_a_merge_its_places_and_savings(train: Train) -> None:
    happened, comes_next = sentences_at(train("hug"), 0)
    # 10*3 + 5*3 + 12*3 + 4*3 + 5*4 symbols
    assert happened == (
        "Start: every word is cut into its characters. The corpus (the text to train on) has 113 tokens. The "
        "vocabulary (the tokens so far) has 7."
    )
    assert comes_next == ("Next: “u” + “g”, the most frequent pair: it occurs 20 times (hug 10 + pug 5 + hugs 5 = 20).")
    happened, _ = sentences_at(train("hug"), 1)
    assert happened == "Merge 1: “u” + “g” became “ug”, in 20 places. The corpus went from 113 to 93 tokens."


def test_the_tie_at_merge_five_explains_every_rule(train: Train) -> None:
    training = train("hug")
    _, comes_next = sentences_at(training, 4)
    assert comes_next == "Next: “p” + “ug”. It occurs 5 times (pug 5). A tie: 1 other pair is as frequent."
    assert tie_reason(training, training.at(4)) == (
        "The rule “first seen” decides: the pair that comes first in the corpus. The Hugging Face course and minbpe do "
        "the same. The rule “smallest id” would choose the same pair. The rule “largest pair” would choose the same "
        "pair: “p” comes after “hug” by character code."
    )


def test_the_first_tie_of_low_names_the_choices_of_other_rules(train: Train) -> None:
    training = train("low")
    _, comes_next = sentences_at(training, 0)
    assert comes_next.startswith(
        "Next: “e” + “s”. It occurs 9 times (newest 6 + widest 3 = 9). A tie: 2 other pairs are as frequent."
    )
    assert "The rule “largest pair” would choose “t” + “</w>”: “t” comes after “" in tie_reason(
        training, training.at(0)
    )
    largest = train("low", tie_break="largest-pair")
    under_largest = sentences_at(largest, 0)[1]
    assert under_largest.startswith("Next: “t” + “</w>”. It occurs 9 times (newest 6 + widest 3 = 9).")
    assert "The rule “first seen” would choose “e” + “s”." in tie_reason(largest, largest.at(0))
    assert "subword-nmt does the same." in tie_reason(largest, largest.at(0))


def test_bytes_are_compared_as_bytes_and_dropped_symbols_are_named(train: Train) -> None:
    corpus = Corpus.from_text(" xyz", "none")
    training = BPETrainer(vocab_size=9).record(corpus)
    # The space is byte 0x20, and so comes before x, y and z, though its symbol Ġ has a higher code.
    assert tie_reason(training, training.at(0)).endswith(
        "The rule “largest pair” would choose “y” + “z”: “y” comes after “Ġ” in byte order."
    )
    training = BPETrainer(vocab_size=9, tie_break="largest-pair").record(corpus)
    assert "the pair that comes last in byte order." in tie_reason(training, training.at(0))
    training = train("low", drop_unused=True)
    assert sentences_at(training, 1)[0].endswith("“s” no longer occurs in the corpus, so it leaves the vocabulary.")
    assert sentences_at(training, 2)[0].endswith(
        "“es” and “t” no longer occur in the corpus, so they leave the vocabulary."
    )
    assert sentences_at(training, 3)[0].endswith("“est” no longer occurs in the corpus, so it leaves the vocabulary.")
    assert sentences_at(training, 4)[0].endswith(
        "“l” and “o” no longer occur in the corpus, so they leave the vocabulary."
    )
    assert "nowhere left" not in sentences_at(train("low", drop_unused=False), 1)[0]


def test_overlaps_are_explained_on_aaabdaaabac(train: Train) -> None:
    training = train("aaab")
    assert sentences_at(training, 0)[1] == (
        "Next: “a” + “a”, the most frequent pair: it occurs 4 times (aaabdaaabac 4). Some of these overlap, "
        "as in “aaa”, so only 2 can merge."
    )
    happened = sentences_at(training, 1)[0]
    assert happened.startswith("Merge 1: “a” + “a” became “aa”, in 2 places. The corpus went from 11 to 9 tokens.")
    assert "The pair was counted 4 times" in happened
    assert "only the left one can merge" in happened
    assert "only the left one" not in sentences_at(training, 2)[0]


def test_the_end_gives_the_reason_and_a_token_made_twice_keeps_its_id(train: Train) -> None:
    # a+b, then x+ab and ax+...: "abc" comes from ab+c, and again from a+bc.
    training = train({"abc": 9, "abcd": 1, "bc": 20, "ab": 1, "xabc": 1})
    again = [
        event for event in training.events if "made from another pair" in sentences_at(training, event.rank + 1)[0]
    ]
    sizes = training.vocabulary_per_step
    assert [event.rank for event in again] == [e.rank for e in training.events if sizes[e.rank] == sizes[e.rank + 1]]
    assert sentences_at(train("hug"), 7)[1] == ("Done: every word is a single token, so no pairs are left.")
    assert sentences_at(train("course"), 19)[1] == "Done: the vocabulary has 50 tokens, as requested."
    training = train("hug", min_frequency=12)
    assert (
        sentences_at(training, len(training.events))[1]
        == "Done: no pair occurs 12 times or more, as the settings require."
    )
    assert len(training.events) == 4
    assert (
        sentences_at(train({"a": 3}), 0)[1]
        == "Done before it began: no word has two symbols, so there is no pair to merge."
    )


def verdicts(training: BPETraining, step: int) -> dict[str, str]:
    state = training.at(step)
    return {pair_text(row.pair): verdict(row, training, state) for row in state.leaderboard}


def test_a_prediction_is_right_fair_or_wrong(train: Train) -> None:
    training = train("hug")
    first = verdicts(training, 0)
    assert (
        first["“u” + “g”"]
        == "Right! “u” + “g” occurs 20 times (hug 10 + pug 5 + hugs 5 = 20). No other pair is as frequent."
    )
    assert first["“g” + “s”"] == (
        "Not this one. “g” + “s” occurs 5 times (hugs 5). "
        "“u” + “g” is more frequent: 20 times (hug 10 + pug 5 + hugs 5 = 20)."
    )
    tie = verdicts(training, 4)
    rule = "The rule “first seen” decides: the pair that comes first in the corpus."
    assert tie["“p” + “ug”"].startswith("Right! “p” + “ug” occurs 5 times (pug 5). 1 other pair ties with it")
    assert tie["“p” + “ug”"].endswith(rule)
    assert tie["“hug” + “s”"] == (
        f"A fair choice! “hug” + “s” occurs 5 times (hugs 5). It ties with “p” + “ug”, which merges next. {rule}"
    )


def test_a_count_over_many_words_is_abbreviated() -> None:
    words = [WordContribution(f"w{number}", 100 - number, 1) for number in range(5)]
    row = PairCount(Pair("a", "b"), 1_600, tuple(words), 12)
    assert tally(row) == "w0 100 + w1 99 + w2 98 + w3 97 + w4 96 + 1,110 in 7 other words = 1,600"
    row = PairCount(Pair("a", "b"), 500, tuple(words), 6)
    assert tally(row).endswith(" + 10 in 1 other word = 500")


def sum_of(text: str) -> int:
    """Return the sum of a tally's parts."""
    total = 0
    for part in text.split(" = ")[0].split(" + "):
        if other := re.fullmatch(r"([\d,]+) in [\d,]+ other words?", part):
            total += int(other[1].replace(",", ""))
        else:
            found = re.search(r" (?:\(([\d,]+) × ([\d,]+)\)|([\d,]+))$", part)
            assert found is not None, part
            one, two, alone = (int((group or "1").replace(",", "")) for group in found.groups())
            total += one * two * alone
    return total


@given(WORDS)
@settings(max_examples=60)
def test_every_tally_adds_up_to_its_count(words: dict[str, int]) -> None:
    training = BPETrainer(vocab_size=30).record(Corpus.from_counts(words))
    for step in range(len(training.events) + 1):
        for row in training.at(step).leaderboard:
            text = tally(row)
            assert sum_of(text) == row.count
            if " = " in text:
                assert text.endswith(f" = {row.count:,}")


@pytest.mark.parametrize(("count", "text"), [(1, "1 time"), (2, "2 times"), (1_000, "1,000 times")])
def test_times_are_counted_in_singular_and_plural(count: int, text: str) -> None:
    assert times_phrase(count) == text


def test_invisible_characters_are_visible_in_sentences() -> None:
    assert pair_text(Pair(" ", "\u202e")) == "“·” + “⟨U+202E⟩”"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"北京大学": 4, "北京": 6}, "“北京大学” 4 + “北京” 6 = 10"),
        ({"low": 5, "lower": 2}, "low 5 + lower 2 = 7"),
    ],
)
def test_words_of_languages_without_spaces_are_quoted_in_a_tally(words: dict[str, int], said: str) -> None:
    training = BPETrainer(vocab_size=100).record(Corpus.from_counts(words))
    assert tally(training.at(0).leaderboard[0]) == said
