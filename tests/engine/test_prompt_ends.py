"""A text being typed: after each character, its tokens are those of another implementation for all of it."""

import json
import lzma
from bisect import bisect_left
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_engine import BPETokenizer, BPETrainer, Corpus, EngineError, SuperBPETrainer, load_pretrained
from bpe_engine.bpe.encoding import MergeTable, apply_merges
from bpe_engine.bpe.incremental import EdgeCache, GrowingText, GrowingWord, lookups_from_scratch
from bpe_engine.inspection.prompt_ends import MergeTokenizer, PrefixIndex, encode_prefixes, is_merge_tokenizer
from bpe_engine.pre_tokenizers import WHITESPACE
from tests.engine.peers import characters_known_to_all, tiktoken_encoding
from tests.engine.sentencepiece_models import peer
from tests.engine.test_sentencepiece_bpe import ANY_TEXT, MISTRAL

NAMES = ["gpt2", "cl100k_base", "o200k_base"]
ARTICLES = json.loads((Path(__file__).parents[2] / "data" / "udhr" / "article1_37.json").read_text("utf-8"))

each_vocabulary = pytest.mark.parametrize("name", NAMES)


def by_rank(name: str) -> MergeTokenizer:
    tokenizer = load_pretrained(name)
    assert is_merge_tokenizer(tokenizer)
    return tokenizer


@cache
def prefixes(name: str) -> PrefixIndex:
    """Return the prefix index of a vocabulary, built once for all tests."""
    return PrefixIndex(by_rank(name))


def assert_each_beginning_is_tiktoken_s(name: str, text: str) -> None:
    tokenizer, peer = by_rank(name), tiktoken_encoding(name)
    before: list[int] = []
    steps = list(encode_prefixes(tokenizer, text))
    assert len(steps) == len(text)
    for end, step in enumerate(steps, 1):
        ids = peer.encode_ordinary(text[:end])
        assert [tokenizer.vocabulary[token] for token in step.tokens] == ids, text[:end]
        kept = next((place for place, pair in enumerate(zip(before, ids, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(before), len(ids)) if kept is None else kept
        assert (step.kept, step.replaced_tokens, step.new) == (same, len(before) - same, len(ids) - same)
        before = ids


@each_vocabulary
@given(text=st.text(st.one_of(st.sampled_from("aaeinst'  \n\t19.!/"), characters_known_to_all()), max_size=40))
@example(text="I don't, they'RE, he'll'd  \n\n 12345 //x")
@example(text="a" * 90)
@example(text=" " * 90 + "x")
@example(text="👩\u200d👧 e\u0301 <|endoftext|>")
@settings(max_examples=40)
def test_tokens_of_each_prefix_equal_tiktoken_s(name: str, text: str) -> None:
    assert_each_beginning_is_tiktoken_s(name, text)


@each_vocabulary
def test_tokens_of_each_prefix_equal_tiktoken_s_in_many_scripts(name: str) -> None:
    for article in ARTICLES if isinstance(ARTICLES, list) else ARTICLES.values():
        assert_each_beginning_is_tiktoken_s(name, article["text"][:60])


@given(text=ANY_TEXT)
@settings(max_examples=50)
def test_tokens_of_each_prefix_equal_sentencepiece_s(text: str) -> None:
    library = peer(lzma.decompress(MISTRAL.read_bytes()))
    mistral = by_rank("mistral-7b")
    for end, step in enumerate(encode_prefixes(mistral, text), 1):
        assert [mistral.vocabulary[token] for token in step.tokens] == library.encode(text[:end])


LETTERS = "abc"
SYMBOLS = st.text(LETTERS, min_size=1, max_size=4)


@given(merges=st.lists(st.tuples(SYMBOLS, SYMBOLS), max_size=25), text=st.text(LETTERS + "?", max_size=30))
@example(merges=[("a", "bc"), ("b", "c"), ("x", "abc"), ("a", "b"), ("ab", "c")], text="abcabc")
@example(merges=[("a", "a"), ("aa", "a")], text="a" * 70)
@settings(max_examples=60)
def test_arbitrary_merges_give_the_same_tokens_as_encoding_each_prefix(
    merges: list[tuple[str, str]], text: str
) -> None:
    table = MergeTable.from_strings(dict.fromkeys(LETTERS, 0), merges)
    word = GrowingWord(EdgeCache(table))
    for symbol in text:
        word.add(symbol)
    for end in range(len(text) + 1):
        expected = apply_merges(text[:end], table)
        assert word.tokens(end) == expected
        assert word.token_count(end) == len(expected)


@given(texts=st.lists(st.lists(st.text(LETTERS, min_size=1, max_size=8), max_size=4), min_size=1, max_size=6))
def test_a_growing_text_can_become_any_other_text(texts: list[list[str]]) -> None:
    table = MergeTable.from_strings(dict.fromkeys(LETTERS, 0), [("a", "b"), ("ab", "c"), ("b", "c"), ("c", "a")])
    growing = GrowingText(table)
    for words in texts:
        growing.update(words)
        assert growing.words == [apply_merges(word, table) for word in words]


def _trained(**options: object) -> MergeTokenizer:
    words = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    tokenizer = BPETrainer(vocab_size=32, special_tokens=["[UNK]"], **options).train(words)  # type: ignore[arg-type]  # plain values
    assert is_merge_tokenizer(tokenizer)
    return tokenizer


@pytest.mark.parametrize("options", [{}, {"end_of_word_symbol": "</w>"}, {"end_of_word_suffix": "</w>"}])
def test_a_trained_tokenizer_gives_the_same_tokens_for_each_prefix(options: dict[str, object]) -> None:
    tokenizer = _trained(**options)
    text = "lowest new wide? slower"
    assert [list(step.tokens) for step in encode_prefixes(tokenizer, text)] == [
        tokenizer.tokenize(text[:end]) for end in range(1, len(text) + 1)
    ]


def test_the_cost_of_a_letter_does_not_grow_with_the_word() -> None:
    tokenizer = by_rank("cl100k_base")
    text = "Donaudampfschifffahrt" * 30
    steps = list(encode_prefixes(tokenizer, text))
    costs = [step.lookups for step in steps]
    first, last = costs[21:210], costs[-189:]
    assert sum(cost.pairs for cost in first) == sum(cost.pairs for cost in last)
    assert sum(cost.ends for cost in first) == sum(cost.ends for cost in last)
    assert steps[-1].full_lookups > 1_000 > 50 > max(cost.pairs for cost in costs)


def test_lookups_are_counted_as_in_the_paper_s_loop() -> None:
    # Sennrich's loop on three symbols: two pairs; then one, after (u, g); then none.
    table = MergeTable.from_strings({}, [("u", "g"), ("h", "ug")])
    assert lookups_from_scratch("hug", table) == 3
    assert lookups_from_scratch("h", table) == 0
    with pytest.raises(EngineError, match="half a character"):
        list(encode_prefixes(by_rank("gpt2"), "a\ud83e"))


@pytest.mark.parametrize(("name", "has"), [("mistral-7b", True), ("t5-small", False), ("bert-base-uncased", False)])
def test_only_merge_tokenizers_support_growing_texts(name: str, has: bool) -> None:
    assert is_merge_tokenizer(load_pretrained(name)) is has


@each_vocabulary
@pytest.mark.parametrize("text", [" ", " comput", "://", "é", "한"])
def test_tokens_that_begin_with_a_text_equal_tiktoken_s_list(name: str, text: str) -> None:
    tokenizer, peer = by_rank(name), tiktoken_encoding(name)
    theirs = sorted(peer.token_byte_values())
    data = text.encode()
    expected = []
    for token in theirs[bisect_left(theirs, data) :]:
        if not token.startswith(data):
            break
        expected.append(peer.encode_single_token(token))
    found = prefixes(name).continuing(tokenizer.tokenize(text), most=10)
    assert found.number == len(expected)
    assert list(found.first) == sorted(expected)[:10]
    shorter = [data[:length] for length in range(1, len(data)) if data[:length] in set(theirs)]
    assert list(found.shorter) == list(map(peer.encode_single_token, shorter))


def test_byte_pieces_are_prefixes_of_characters() -> None:
    """In Mistral's vocabulary, a byte starts every character that begins with it, and no control piece starts any."""
    mistral = load_pretrained("mistral-7b")
    beginnings = PrefixIndex(mistral)
    characters = [token for token in mistral.vocabulary if token not in mistral.byte_of_token]
    begun = [token for token in characters if token.encode()[:1] == b"\xf0"]
    assert beginnings.continuing(["<0xF0>"]).number == 1 + len(begun)
    assert beginnings.continuing(["<s>"]).number == 0
    assert len(beginnings) == mistral.vocab_size - len(mistral.special_tokens)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
@pytest.mark.parametrize("text", ["The mitochon", "a new compu", "https:", "so 🤗", "the "])
def test_healing_finds_every_end_that_begins_a_tiktoken_token(name: str, text: str) -> None:
    tokenizer, peer = by_rank(name), tiktoken_encoding(name)
    ids = peer.encode_ordinary(text)
    theirs = peer.token_byte_values()
    expected = {
        count: number
        for count in range(1, len(ids) + 1)
        if (number := sum(token.startswith(peer.decode_bytes(ids[-count:])) for token in theirs))
    }
    (*_, step) = encode_prefixes(tokenizer, text)
    assert {len(back.tokens): back.found.number for back in prefixes(name).heal(step.tokens)} == expected


def test_healing_continues_past_ends_without_candidates() -> None:
    table = {token: number for number, token in enumerate(["m", "i", "t", "o", "mi", "mito"])}
    tokenizer = BPETokenizer(vocabulary=table, merges=[("m", "i"), ("mi", "to")], pre_tokenizer=WHITESPACE)
    backs = PrefixIndex(tokenizer).heal(["mi", "t", "o"])
    assert [("".join(back.tokens), back.found.number) for back in backs] == [("o", 1), ("mito", 1)]


def test_end_of_word_marks_are_not_part_of_the_text() -> None:
    tokenizer = _trained(end_of_word_suffix="</w>")
    (*_, step) = encode_prefixes(tokenizer, "low")
    assert step.tokens == ("low</w>",)
    found = PrefixIndex(tokenizer).continuing(step.tokens)
    assert set(map(tokenizer.token, found.first)) == {token for token in tokenizer.vocabulary if token[:3] == "low"}
    assert found.number > 1


def test_growing_texts_work_with_superbpe() -> None:
    text = "by the way, by the way I am on my way"
    tokenizer = SuperBPETrainer(vocab_size=40, transition=20).record(Corpus.from_text([text], "none")).tokenizer()
    assert is_merge_tokenizer(tokenizer)
    assert [list(step.tokens) for step in encode_prefixes(tokenizer, text)] == [
        tokenizer.tokenize(text[:end]) for end in range(1, len(text) + 1)
    ]
