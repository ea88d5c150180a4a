"""BPE-dropout: with subword-nmt's random draws the words are subword-nmt's, and the probabilities are the paper's."""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt import apply_bpe
from tokenizers import Tokenizer as Peer

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, BPETrainer, Corpus, EngineError, load_pretrained
from bpe_engine.files import read
from tests.engine.test_training_against_peers import PLAY, subword_nmt_merges

HUG = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


@pytest.fixture(scope="module")
def hug() -> BPETokenizer:
    return BPETrainer(vocab_size=12).train(HUG)


@pytest.fixture(scope="module")
def merges() -> list[tuple[str, str]]:
    return subword_nmt_merges(PLAY, 300)


@pytest.mark.parametrize("dropout", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_draws_give_the_words_of_subword_nmt(merges: list[tuple[str, str]], dropout: float, seed: int) -> None:
    words = PLAY.split()[:400]
    codes = {pair: rank for rank, pair in reversed([*enumerate(merges)])}
    random.seed(seed)
    theirs = [apply_bpe.encode(word, codes, {}, None, "@@", (0, 2), {}, dropout=dropout) for word in words]
    symbols = sorted({symbol for word in words for symbol in (*word[:-1], word[-1] + "</w>")})
    tokens = dict.fromkeys((*symbols, *(left + right for left, right in merges)))
    tokenizer = BPETokenizer(
        vocabulary={token: number for number, token in enumerate(tokens)},
        merges=merges,
        pre_tokenizer=Corpus.from_text("a", "whitespace").pre_tokenizer,
        end_of_word_suffix="</w>",
    )
    ours = BPEDropoutTokenizer(tokenizer, dropout=dropout, seed=seed).tokenize(" ".join(words))
    assert ours == [token for word in theirs for token in (*word[:-1], word[-1] + "</w>")]


def chances(symbols: tuple[str, ...], ranks: dict[tuple[str, str], int], dropout: Fraction) -> Counter[tuple[str, ...]]:
    """Return the probability of each way to cut a word: algorithm 1, over all combinations of dropped pairs."""
    places = [place for place in range(len(symbols) - 1) if symbols[place : place + 2] in ranks]
    found: Counter[tuple[str, ...]] = Counter()
    for drops in product([True, False], repeat=len(places)):
        chance = Fraction(1)
        for drop in drops:
            chance *= dropout if drop else 1 - dropout
        left = [place for place, drop in zip(places, drops, strict=True) if not drop]
        if not left:
            found[symbols] += chance  # type: ignore[assignment]  # a counter of fractions
            continue
        best = min(left, key=lambda place: (ranks[symbols[place : place + 2]], place))
        merged = (*symbols[:best], symbols[best] + symbols[best + 1], *symbols[best + 2 :])
        for way, share in chances(merged, ranks, dropout).items():
            found[way] += chance * share  # type: ignore[assignment]  # as above
    return found


@pytest.mark.parametrize(("word", "dropout"), [("unhug", 0.5), ("hugs", 0.25), ("pun", 0.1)])
def test_cuts_occur_with_the_probabilities_of_the_paper_s_algorithm(
    hug: BPETokenizer, word: str, dropout: float
) -> None:
    draws = 4_000
    seen = Counter(tuple(BPEDropoutTokenizer(hug, dropout=dropout, seed=seed).tokenize(word)) for seed in range(draws))
    expected = chances(tuple(word), dict(hug.ranks), Fraction(dropout))
    assert sum(expected.values()) == 1
    assert seen.keys() <= expected.keys()
    for way, chance in expected.items():
        deviation = (float(chance * (1 - chance)) / draws) ** 0.5
        assert abs(seen[way] / draws - chance) <= 4 * deviation, way


def test_hug_by_hand(hug: BPETokenizer) -> None:
    # h u g: only u + g was learned, and then h + ug. With 1/2: nothing 1/2, h ug 1/4, hug 1/4.
    assert chances(("h", "u", "g"), dict(hug.ranks), Fraction(1, 2)) == {
        ("h", "u", "g"): Fraction(1, 2), ("h", "ug"): Fraction(1, 4), ("hug",): Fraction(1, 4),
    }  # fmt: skip


TEXT = st.text("hugpnbs ", max_size=30)


@settings(max_examples=50, deadline=None)
@given(TEXT, st.integers(0, 2**40))
def test_dropout_0_is_byte_pair_encoding_and_dropout_1_leaves_characters(text: str, seed: int) -> None:
    bpe = BPETrainer(vocab_size=12).train(HUG)
    assert BPEDropoutTokenizer(bpe, dropout=0, seed=seed).spans(text) == bpe.spans(text)
    assert [*BPEDropoutTokenizer(bpe, dropout=0, seed=seed).encode_steps(text)] == [*bpe.encode_steps(text)]
    assert BPEDropoutTokenizer(bpe, dropout=1, seed=seed).tokenize(text) == [*text.replace(" ", "")]


def test_a_whole_word_token_is_looked_up_unless_merges_are_dropped() -> None:
    # The library's rule for ignore_merges: with dropout 0 as without dropout; with more, each word is merged.
    file = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {
            "type": "BPE",
            "ignore_merges": True,
            "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4},
            "merges": [["a", "b"]],
        },
    }
    bpe = read({"tokenizer.json": json.dumps(file).encode()}).tokenizer
    assert isinstance(bpe, BPETokenizer)

    def peer(dropout: float | None) -> Peer:
        return Peer.from_str(json.dumps(file | {"model": {**file["model"], "dropout": dropout}}))  # type: ignore[dict-item]  # a table

    text = "abc abab abc"
    assert peer(None).encode(text).ids == peer(0.0).encode(text).ids == bpe.encode(text) == [4, 3, 3, 4]
    none = BPEDropoutTokenizer(bpe, dropout=0)
    assert none.encode(text) == [4, 3, 3, 4]
    assert none.spans(text) == bpe.spans(text)
    assert [*none.encode_steps(text)] == [*bpe.encode_steps(text)]
    theirs = {tuple(peer(0.5).encode("abc").ids) for _ in range(100)}
    ours = {tuple(BPEDropoutTokenizer(bpe, dropout=0.5, seed=seed).encode("abc")) for seed in range(100)}
    assert theirs == ours == {(3, 2), (0, 1, 2)}


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=40), st.floats(0, 1), st.integers(0, 99))
def test_the_text_round_trips_whatever_is_dropped(text: str, dropout: float, seed: int) -> None:
    tokenizer = BPEDropoutTokenizer(load_pretrained("gpt2"), dropout=dropout, seed=seed)
    text = text.encode("utf-8", "replace").decode()
    ids = tokenizer.encode(text, allowed_special="none")
    assert tokenizer.decode(ids) == text
    assert ids == tokenizer.encode(text, allowed_special="none")
    spans = tokenizer.spans(text)
    assert [span.token_id for span in spans] == ids
    assert (spans[0].start, spans[-1].end) == (0, len(text)) if text else not spans


def test_the_steps_lead_to_the_tokens_and_show_dropped_pairs() -> None:
    tokenizer = BPEDropoutTokenizer(load_pretrained("gpt2"), dropout=0.5, seed=3)
    text = " supercalifragilistic expialidocious"
    steps = [*tokenizer.encode_steps(text)]
    last = {step.word: step for step in steps}
    assert [symbol for step in last.values() for symbol in step.symbols] == tokenizer.tokenize(text)
    assert any(step.dropped for step in steps)
    for step, after in zip(steps, steps[1:], strict=False):
        assert {*step.dropped} <= {candidate.position for candidate in step.candidates}
        kept = [candidate for candidate in step.candidates if candidate.position not in step.dropped]
        if after.word == step.word:
            assert (after.rank, after.pair) == min((candidate.rank, candidate.pair) for candidate in kept)
        else:
            assert not kept


def test_words_after_special_and_added_tokens_are_cut_too() -> None:
    gpt2 = load_pretrained("gpt2")
    tokenizer = BPEDropoutTokenizer(gpt2, dropout=0.3, seed=8)
    ids = tokenizer.encode("one<|endoftext|> two", allowed_special="all")
    assert ids.count(gpt2.special_tokens["<|endoftext|>"]) == 1
    assert tokenizer.decode(ids) == "one<|endoftext|> two"
    added = BPETokenizer(
        vocabulary={"a": 0, "b": 1, "ab": 2, "<x>": 3},
        merges=[("a", "b")],
        pre_tokenizer=HUG.pre_tokenizer,
        added_tokens=["<x>"],
    )
    assert BPEDropoutTokenizer(added, dropout=0).encode("ab<x>ab") == [2, 3, 2]
    assert BPEDropoutTokenizer(added, dropout=1).encode("ab<x>ab") == [0, 1, 3, 0, 1]


@pytest.mark.parametrize("dropout", [-0.1, 1.1, float("nan"), "a half", True, None])
def test_an_invalid_probability_is_refused(hug: BPETokenizer, dropout: object) -> None:
    with pytest.raises(EngineError, match="is not a probability"):
        BPEDropoutTokenizer(hug, dropout=dropout)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_an_invalid_seed_is_refused(hug: BPETokenizer, seed: object) -> None:
    with pytest.raises(EngineError, match="is not valid\\. Choose a whole number, 0 or more"):
        BPEDropoutTokenizer(hug, dropout=0.1, seed=seed)  # type: ignore[arg-type]  # wrong on purpose
