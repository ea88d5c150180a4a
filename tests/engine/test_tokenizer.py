"""Tokenizers, trained here and pretrained: tokens, ids, and the steps that lead to them."""

import pickle
import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest
import tokenizers
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_engine import (
    BYTE_ALPHABET,
    BPETrainer,
    Corpus,
    EncodeStep,
    EngineError,
    Tokenizer,
    load_pretrained,
)
from bpe_engine.bpe.encoding import (
    MERGED_LEFT,
    SHORT_WORD,
    MergeTable,
    _iter_merges_long,
    _iter_merges_short,
    apply_merges,
    merge_stages,
)
from bpe_engine.symbols import merge_symbols
from bpe_engine.tokenizers.id_cache import MAX_CACHED_LENGTH, MAX_CACHED_WORDS, IdCache
from tests.engine.peers import tiktoken_encoding

PLAY = (Path(__file__).parent.parent / "data" / "asyoulik.txt").read_text("utf-8")
HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def hug_tokenizer(**options: object) -> Tokenizer:
    return BPETrainer(vocab_size=11, special_tokens=["[UNK]"], **options).train(HUGS)  # type: ignore[arg-type]  # a plain value stands in


# From the Hugging Face course: this corpus and its first three merges.
@pytest.mark.parametrize(
    ("word", "tokens"),
    [("bug", ["b", "ug"]), ("mug", ["[UNK]", "ug"]), ("thug", ["[UNK]", "hug"]), ("unhug", ["un", "hug"])],
)
def test_only_the_unknown_character_becomes_unknown_not_its_word(word: str, tokens: list[str]) -> None:
    assert hug_tokenizer().tokenize(word) == tokens
    assert [step.symbols for step in hug_tokenizer().encode_steps(word)][-1][-1] == tokens[-1]


def test_unknown_characters_have_the_unknown_id_or_raise_an_error() -> None:
    tokenizer = hug_tokenizer()
    assert tokenizer.encode("mug") == [tokenizer.vocabulary["[UNK]"], tokenizer.vocabulary["ug"]]
    tokenizer = BPETrainer(vocab_size=10).train(HUGS)
    assert tokenizer.tokenize("mug") == ["[UNK]", "ug"]
    with pytest.raises(EngineError, match=r"special_tokens=\['\[UNK\]'\]"):
        tokenizer.encode("mug")
    first, *_, last = hug_tokenizer().encode_steps("thug")
    assert first.symbols == ("t", "h", "u", "g")
    assert last.symbols == ("t", "hug")
    assert last.ids == (None, hug_tokenizer().vocabulary["hug"])


def test_steps_show_each_merge_with_its_rank_and_the_candidates() -> None:
    steps = list(hug_tokenizer().encode_steps("unhug"))
    assert [step.symbols for step in steps] == [
        ("u", "n", "h", "u", "g"),
        ("u", "n", "h", "ug"),
        ("un", "h", "ug"),
        ("un", "hug"),
    ]
    assert [(step.pair, step.rank, step.token, step.merged) for step in steps] == [
        (None, None, None, ()),
        (("u", "g"), 0, "ug", (3,)),
        (("u", "n"), 1, "un", (0,)),
        (("h", "ug"), 2, "hug", (1,)),
    ]
    assert [[(place, pair, rank) for place, pair, rank in step.candidates] for step in steps] == [
        [(0, ("u", "n"), 1), (3, ("u", "g"), 0)],
        [(0, ("u", "n"), 1), (2, ("h", "ug"), 2)],
        [(1, ("h", "ug"), 2)],
        [],
    ]


def test_neighbours_of_the_same_rank_merge_left_to_right_in_one_step() -> None:
    table = MergeTable.from_strings({}, [("a", "a")])
    for length in (5, SHORT_WORD + 5):
        start, merged = merge_stages("a" * length, table)
        assert len(start.numbers) == length
        assert table.to_symbols(merged.numbers, "") == ["aa"] * (length // 2) + ["a"]
        assert merged.merged == list(range(length // 2))


def plain_bpe(symbols: list[str], merges: list[tuple[str, str]]) -> list[str]:
    """Apply BPE by its definition: of all existing pairs, merge the one with the lowest rank, left to right; repeat."""
    while True:
        ranks = [merges.index(pair) for pair in zip(symbols, symbols[1:], strict=False) if pair in merges]
        if not ranks:
            return symbols
        pair = merges[min(ranks)]
        symbols = merge_symbols(symbols, pair, "".join(pair))


@given(
    word=st.text("abcd", max_size=3 * SHORT_WORD),
    picks=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=12),
)
def test_short_and_long_words_merge_as_defined(word: str, picks: list[tuple[int, int]]) -> None:
    symbols = list("abc")  # d is in no merge
    merges: list[tuple[str, str]] = []
    for left, right in picks:
        pair = (symbols[left % len(symbols)], symbols[right % len(symbols)])
        # If two pairs make the same symbol, a merge can enable one of a lower rank before the round is over.
        if pair not in merges and "".join(pair) not in symbols:
            merges.append(pair)
            symbols.append("".join(pair))
    assert apply_merges(list(word), MergeTable.from_strings({}, merges)) == plain_bpe(list(word), merges)


def test_random_words_merge_as_defined_and_their_steps_agree() -> None:
    draw = random.Random(1)
    for _ in range(1_000):
        symbols, merges = list("abc"), list[tuple[str, str]]()
        for _ in range(draw.randrange(12)):
            pair = (draw.choice(symbols), draw.choice(symbols))
            if "".join(pair) not in symbols:
                merges.append(pair)
                symbols.append("".join(pair))
        word = draw.choices("abcd", k=draw.randrange(SHORT_WORD))
        table = MergeTable.from_strings({}, merges)
        expected = plain_bpe(word, merges)
        *_, last = merge_stages(word, table)
        assert apply_merges(word, table) == table.to_symbols(last.numbers, word) == expected


@given(
    word=st.text("ab", max_size=200) | st.integers(1, 70).map("aab".__mul__),
    merges=st.permutations([(x, y) for x in ("a", "b", "aa", "ab", "ba", "aab") for y in ("a", "b", "ab", "aaba")]),
    count=st.integers(1, 24),
)
@example(word="ab" * 100, merges=[("ab", "a"), ("a", "b"), ("aba", "b")], count=3)
def test_in_long_words_a_merge_gives_way_to_one_of_a_lower_rank(
    word: str, merges: list[tuple[str, str]], count: int
) -> None:
    table = MergeTable.from_strings({}, merges[:count])
    short, long = table.numbers(word), table.numbers(word)
    ranks = [
        [rank for rank, _ in _iter_merges_short(short, table)],
        [rank for rank, _ in _iter_merges_long(long, table)],
    ]
    assert ranks[0] == ranks[1]
    assert short == [number for number in long if number != MERGED_LEFT]


def last_symbols(steps: list[EncodeStep]) -> list[str]:
    last = {step.word: step.symbols for step in steps}
    return [symbol for word in sorted(last) for symbol in last[word]]


@given(st.text(max_size=40))
def test_the_last_steps_equal_the_result_of_encode(text: str) -> None:
    for tokenizer in (load_pretrained("gpt2"), load_pretrained("o200k_base")):
        steps = list(tokenizer.encode_steps(text))
        assert last_symbols(steps) == tokenizer.tokenize(text)
        ids = {step.word: step.ids for step in steps}
        assert [token_id for word in sorted(ids) for token_id in ids[word]] == tokenizer.encode(text, "none")
        for step in steps:
            if step.rank is not None:
                assert step.pair is not None
                assert tokenizer.merges[step.rank] == step.pair
                assert [step.symbols[place] for place in step.merged] == [step.token] * len(step.merged)


def test_steps_are_computed_lazily() -> None:
    start = time.process_time()
    first_two = list(islice(load_pretrained("gpt2").encode_steps("a" * 20_000), 2))
    assert time.process_time() - start < 1
    assert [len(step.symbols) for step in first_two] == [20_000, 10_000]


@pytest.mark.parametrize("tie_break", ["first-seen", "smallest-id"])
def test_a_trained_tokenizer_encodes_like_the_tokenizers_library(tie_break: str) -> None:
    trainer = BPETrainer(vocab_size=1256, initial_alphabet=sorted(BYTE_ALPHABET), tie_break=tie_break)  # type: ignore[arg-type]  # a plain value stands in
    ours = trainer.train(Corpus.from_text(PLAY))
    peer = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=ours.vocabulary, merges=list(ours.merges)))
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    for text in (PLAY, "Zürich 東京 👨‍👩‍👧 don't\n\n  x", "a" * 1000):
        expected = peer.encode(text)
        assert ours.encode(text) == expected.ids
        assert ours.tokenize(text) == expected.tokens
        assert ours.decode(expected.ids) == text


def test_dropped_symbols_still_take_part_in_merges_and_special_tokens_have_one_id() -> None:
    corpus = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trainer = BPETrainer(vocab_size=14, end_of_word_symbol="</w>", drop_unused=True, special_tokens=["[UNK]"])
    tokenizer = trainer.train(corpus)
    assert "es" not in tokenizer.vocabulary
    assert tokenizer.tokenize("newest")[-1].endswith("est</w>")
    assert "[UNK]" in tokenizer.tokenize("es es")  # es is used up there, and no longer a token
    ours = BPETrainer(vocab_size=20, special_tokens=["[UNK]", "hug"]).train(Corpus.from_counts({"hug": 3, "pug": 1}))
    peer = tokenizers.Tokenizer(
        tokenizers.models.BPE(vocab=ours.vocabulary, merges=list(ours.merges), unk_token="[UNK]")
    )
    peer.add_special_tokens(["[UNK]", "hug"])
    peer.encode_special_tokens = True  # special tokens are read as text
    assert ours.encode("hug", "none") == peer.encode("hug").ids == [1]
    assert ours.encode("pug", "none") == peer.encode("pug").ids


def test_special_tokens_match_longest_first_and_errors_give_ways_out() -> None:
    trainer = BPETrainer(vocab_size=300, initial_alphabet=BYTE_ALPHABET, special_tokens=["<a>", "<a><b>"])
    tokenizer = trainer.train(Corpus.from_text("some text"))
    assert tokenizer.encode("<a><b><a>", "all") == [tokenizer.vocabulary["<a><b>"], tokenizer.vocabulary["<a>"]]
    with pytest.raises(EngineError) as error:
        load_pretrained("gpt2").encode("end <|endoftext|>")
    assert "'<|endoftext|>' at position 4" in str(error.value)
    assert "allowed_special={'<|endoftext|>'} or 'all'" in str(error.value)
    assert "allowed_special='none'" in str(error.value)
    with pytest.raises(EngineError, match=r"allowed_special='<\|endoftext\|>' is not valid. Choose 'none_raise'"):
        load_pretrained("gpt2").encode("text", allowed_special="<|endoftext|>")


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_a_lone_surrogate_is_refused_with_its_position(name: str) -> None:
    for text, place in (("\ud800", 0), ("one two \udfff", 8), ("é" * 50_000 + " \ud83d", 50_001)):
        for ask in (load_pretrained(name).encode, load_pretrained(name).tokenize):
            with pytest.raises(EngineError, match=f"half a character at position {place}:"):
                ask(text)


def test_ids_of_partial_characters_decode_with_replacement_or_raise_if_strict() -> None:
    gpt2 = load_pretrained("gpt2")
    ids = gpt2.encode("東")
    assert len(ids) == 2
    assert gpt2.decode(ids) == "東"
    assert gpt2.decode(ids[:1]) == tiktoken_encoding("gpt2").decode(ids[:1]) == "�"
    assert gpt2.decode_bytes(ids[:1]) == "東".encode()[:2]
    with pytest.raises(EngineError, match="byte 0 of the result is 0xE6"):
        gpt2.decode(ids[:1], errors="strict")


@pytest.mark.parametrize("token_id", [-1, 50257])
def test_an_unknown_id_is_an_error(token_id: int) -> None:
    with pytest.raises(EngineError, match=f"Id {token_id} is not in the vocabulary, whose ids go from 0 to 50256"):
        load_pretrained("gpt2").decode([token_id])


@pytest.mark.parametrize(
    ("word", "parts"), [("Ġthere", "Ġthere"), ("Ġtokenizer", "Ġtoken izer"), ("", ""), ("ĠElabor", "ĠEl abor")]
)
def test_the_method_bpe_equals_gpt2_s_encoder(word: str, parts: str) -> None:
    assert load_pretrained("gpt2").bpe(word) == parts


def test_a_tokenizer_survives_being_sent_to_another_process() -> None:
    tokenizer = hug_tokenizer()
    tokenizer.encode("unhug")
    assert pickle.loads(pickle.dumps(tokenizer)).encode("unhug hugs") == tokenizer.encode("unhug hugs")


def test_words_are_computed_once_in_a_bounded_cache() -> None:
    cache = IdCache(lambda word: [len(word)])
    for number in range(2 * MAX_CACHED_WORDS + 7):
        assert cache[f"{number}"] == cache[f"{number}"]
        assert len(cache) <= MAX_CACHED_WORDS
        assert len(cache.before) <= MAX_CACHED_WORDS
    cache["x" * (MAX_CACHED_LENGTH + 1)]
    assert max(map(len, cache)) <= MAX_CACHED_LENGTH
    computed: list[str] = []
    cache = IdCache(lambda word: computed.append(word) or [1])  # type: ignore[func-returns-value]  # append gives None
    for number in range(3 * MAX_CACHED_WORDS):
        assert cache["the"] == cache[f"{number}"]
    assert computed.count("the") == 1
    assert len(computed) == 3 * MAX_CACHED_WORDS + 1


def test_cached_words_are_reused_for_the_next_text(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = load_pretrained("gpt2")
    text = "the pug's " * 7_000 + "pun."
    ids = tokenizer.encode(text)
    monkeypatch.setattr("bpe_engine.bpe.tokenizer.merge_all", lambda symbols, table: pytest.fail(str(symbols)))
    assert tokenizer.encode(text) == ids


def test_threads_that_share_a_tokenizer_get_the_same_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_engine.tokenizers.id_cache.MAX_CACHED_WORDS", 50)  # so that it is emptied all the time
    shuffled = random.Random(1)
    texts = ["".join(shuffled.choices(PLAY.split(" "), k=300)) + PLAY[:5000] for _ in range(24)]
    tokenizer = load_pretrained("cl100k_base")
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(tokenizer.encode, texts))
    assert results == tiktoken_encoding("cl100k_base").encode_ordinary_batch(texts)
