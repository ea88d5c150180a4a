"""Merging many words at once equals merging each word on its own, with and without NumPy."""

import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import load_pretrained
from bpe_engine.bpe.batch_merging import BatchMerger, numpy_if_worthwhile
from bpe_engine.bpe.encoding import LEFT_FACTOR, MergeTable, merge_all
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, symbols_to_bytes, to_byte_symbols
from bpe_engine.tokenizers.id_cache import MAX_CACHED_LENGTH, MIN_BATCH_WORDS, IdCache
from bpe_engine.vocabularies.pretrained import _load
from tests.engine.peers import tiktoken_encoding

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("gpt2", "cl100k_base", "o200k_base")


@pytest.fixture
def fresh() -> Iterator[None]:
    """Clear the tokenizers' cached words before and after."""
    _load.cache_clear()
    yield
    _load.cache_clear()


def random_table(draw: random.Random, letters: str, merges: int) -> MergeTable:
    """Return merges of any two existing symbols, in any order; a pair may repeat, which no training produces."""
    numbers = [BYTE_ALPHABET.index(letter) for letter in letters]
    pairs = []
    for number in range(256, 256 + merges):
        pairs.append(draw.choice(numbers) * LEFT_FACTOR + draw.choice(numbers))
        numbers.append(number)
    order = draw.sample(range(merges), merges) if draw.random() < 0.5 else range(merges)
    products = [256 + place for place in order]
    return MergeTable(BYTE_ALPHABET, [pairs[place] for place in order], products, range(256 + merges))


@pytest.mark.parametrize("seed", range(8))
def test_batches_equal_single_words_for_random_merge_tables(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(seed)
    for _ in range(60):
        monkeypatch.setattr("bpe_engine.bpe.batch_merging.SMALL_BATCH", draw.choice([0, 0, 3, 64]))
        letters = draw.choice(["ab", "abc", "abcdefgh"])
        table = random_table(draw, letters, draw.choice([0, 1, 5, 40, 300]))
        words = ["".join(draw.choices(letters, k=draw.choice([1, 2, 5, 9, 90]))) for _ in range(draw.randrange(1, 200))]
        expected = [np.array(merge_all(word, table), np.int32).tobytes() for word in words]
        assert BatchMerger(table, np).merge_to_bytes(words) == expected


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(words=st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_batches_equal_single_words_for_published_merges(name: str, words: list[str]) -> None:
    table = load_pretrained(name).table
    expected = [np.array(merge_all(to_byte_symbols(word), table), np.int32).tobytes() for word in words]
    assert _together(name).merge_to_bytes(words) == expected


def _together(name: str, made: dict[str, BatchMerger] = {}) -> BatchMerger:  # noqa: B006  # each is made once
    return made.setdefault(name, made.get(name) or BatchMerger(load_pretrained(name).table, np))


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("name", NAMES)
def test_ids_of_new_words_equal_tiktoken_s_with_and_without_numpy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(name)
    signs = "etaoinshrdlucmfwyp" * 4 + "ETAOIN.,'0123éß東б🙂_\n-"
    text = "".join(" " + "".join(draw.choices(signs, k=draw.randrange(1, 14))) for _ in range(15_000))
    text += (" word" + "x" * 50 + "  \n") * 300
    expected = tiktoken_encoding(name).encode_ordinary(text)
    monkeypatch.setattr("bpe_engine.bpe.batch_merging.MIN_WORDS_PER_PAIR", 0)
    monkeypatch.setattr("bpe_engine.tokenizers.id_cache.MAX_CACHED_WORDS", 3_000)  # it is emptied several times
    tokenizer = load_pretrained(name)
    assert tokenizer.encode(text, "none") == expected
    assert tokenizer._together
    assert len(tokenizer._word_ids) <= 3_000
    assert tokenizer.encode(text, "none") == expected
    _load.cache_clear()
    monkeypatch.setitem(sys.modules, "numpy", None)
    tokenizer = load_pretrained(name)
    assert tokenizer.encode(text, "none") == expected
    assert not tokenizer._together


@pytest.mark.parametrize("name", NAMES)
def test_merging_the_text_of_a_token_in_a_batch_yields_the_token(name: str) -> None:
    tokenizer = load_pretrained(name)
    some = random.Random(1).sample(range(256 + len(tokenizer.table.pairs)), 20_000)
    whole = {token_id: symbols_to_bytes(tokenizer.table.symbols[token_id]) for token_id in some}
    words = {each.decode(): token_id for token_id, each in whole.items() if _is_utf8(each)}
    made = _together(name).merge_to_bytes(list(words))
    assert made == [np.int32(token_id).tobytes() for token_id in words.values()]


def _is_utf8(data: bytes) -> bool:
    return data.decode(errors="ignore").encode() == data


def test_a_few_new_words_are_computed_singly_and_known_words_not_at_all() -> None:
    computed: list[str] = []
    cache = IdCache(lambda word: computed.append(word) or [len(word)])  # type: ignore[func-returns-value]  # append
    texts = [["a", "bb", "a"], ["bb", "ccc"]]
    for _ in range(2):
        blocks = list(cache.lookup_all(texts, lambda words: pytest.fail(str(words))))
        assert [list(memoryview(block).cast("i")) for block in blocks] == [[1, 2, 1], [2, 3]]
    assert computed == ["a", "bb", "ccc"]


def test_a_long_word_is_merged_separately() -> None:
    """A round takes as long as all words together, and the longest word needs a round for each of its merges."""
    cache = IdCache(lambda word: [len(word)])
    together: list[str] = []

    def compute_all(words: list[str]) -> list[bytes]:
        together.extend(words)
        return [array("i", [len(word)]).tobytes() for word in words]

    text = [
        *(f"word{number}" for number in range(MIN_BATCH_WORDS)),
        "x" * (MAX_CACHED_LENGTH + 1),
        "x" * MAX_CACHED_LENGTH,
    ]
    joined = b"".join(cache.lookup_all([text], compute_all))
    assert array("i", joined).tolist() == list(map(len, text))
    assert together == [word for word in text if len(word) <= MAX_CACHED_LENGTH]


def test_numpy_is_imported_only_for_long_texts_and_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    assert numpy_if_worthwhile(100, 50_000) is None
    assert numpy_if_worthwhile(100_000, 50_000) is np
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert numpy_if_worthwhile(100_000, 50_000) is None
    code = "import sys, bpe_engine as b; b.load_pretrained('gpt2').encode('a b ' * 9000); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_pickling_leaves_out_the_batch_merger() -> None:
    tokenizer = load_pretrained("gpt2")
    tokenizer._together = BatchMerger(tokenizer.table, np)
    assert isinstance(tokenizer, BPETokenizer)
    assert tokenizer.__getstate__()["_together"] is None
