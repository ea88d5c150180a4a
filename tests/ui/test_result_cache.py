"""Computed results are kept within a limit of bytes, and go with what they belong to."""

import gc
import pickle
import tracemalloc
import weakref
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_engine import BPETokenizer, EngineError, load_pretrained
from bpe_engine.files import read
from bpe_engine.sandbox import BusyError
from bpe_engine.vocabularies.pretrained import official_file
from ui.base.result_cache import MIN_ENTRY_BYTES, ResultCache, cached, shared
from ui.base.tokenizer_choices import longest_match
from ui.pages.compare import corpora
from ui.pages.compare.methods import METHODS
from ui.pages.compare.metrics_tables import metrics
from ui.pages.files.view import files_of
from ui.pages.playground import token_payload
from ui.pages.vocabulary.search_index import index_of, search
from ui.tokenization.tasks.task import TextSource

BOOK = Path(__file__).parent.parent / "data" / "moby_dick.txt"


class Thing:
    """Something that results belong to."""


@pytest.fixture(autouse=True)
def _nothing_kept_before() -> None:
    shared.clear()


def opened(lines: int = 3_000) -> BPETokenizer:
    """Return a tokenizer as opened by a learner, with the first tokens of cl100k."""
    ranks = b"".join(official_file("cl100k_base").splitlines(keepends=True)[:lines])
    tokenizer = read({"own.tiktoken": ranks}, pre_tokenizer="gpt4").tokenizer
    assert isinstance(tokenizer, BPETokenizer)
    return tokenizer


def test_an_opened_tokenizer_is_freed_with_all_its_results() -> None:
    text = "Call me Ishmael, and look for tokens."
    shipped = token_payload.encode_text(load_pretrained("gpt2"), text)
    tokenizer = opened()
    index = index_of(tokenizer)
    hits = search(tokenizer, "text", "at")
    assert len(hits) > 10
    assert len(index.group_sizes) > 1
    made = files_of(tokenizer, "tiktoken")
    assert made["load.py"]
    found = token_payload.encode_text(tokenizer, text)
    for shown in ((shipped, found), (found, shipped)):  # beside one that stays
        token_payload.compare_boundaries(*shown)
        token_payload.pages(*shown)
        token_payload.token_view_payload(["one", "other"], shown)
    metrics({METHODS["bpe"]: tokenizer}, TextSource.from_texts(text), text)
    gone = [weakref.ref(thing) for thing in (tokenizer, index, found)]
    del tokenizer, index, found, hits, made, shown
    gc.collect()
    assert [thing() for thing in gone] == [None, None, None]
    assert token_payload.encode_text(load_pretrained("gpt2"), text) is shipped


def test_a_pickled_tokenizer_keeps_no_cached_results() -> None:
    vocabulary = {letter: place for place, letter in enumerate("abcde")}
    tokenizer = BPETokenizer(vocabulary=vocabulary, merges=(), pre_tokenizer=opened().pre_tokenizer)
    longest = longest_match(tokenizer)
    assert longest_match(tokenizer) is longest
    gone = weakref.ref(longest)
    del tokenizer, longest
    gc.collect()
    assert gone() is None
    tokenizer = opened()
    index_of(tokenizer)
    found = token_payload.encode_text(tokenizer, "Call me Ishmael.")
    sent = pickle.loads(pickle.dumps(tokenizer))
    assert sent.encode("Call me Ishmael.") == list(found.ids)
    assert index_of(sent).tokenizer is sent
    assert token_payload.encode_text(tokenizer, "Call me Ishmael.") is found


def test_a_result_is_computed_once() -> None:
    asked = []

    @cached(lambda *_: 10)
    def twice(thing: Thing, times: int, *, more: int = 0) -> None:
        asked.append((thing, times, more))

    one, other = Thing(), Thing()
    for _again in range(2):
        twice(one, 1)
        twice(one, 2)
        twice(one, 1, more=3)
        twice(other, 1)
    assert asked == [(one, 1, 0), (one, 2, 0), (one, 1, 3), (other, 1, 0)]


def test_errors_are_cached_except_busy_errors() -> None:
    asked = []

    @cached(lambda *_: 10)
    def refuse(busy: bool, text: str) -> None:
        asked.append(text)
        raise (BusyError if busy else EngineError)("No {what}.", what=text)

    for busy in (False, True):
        for _again in range(3):
            with pytest.raises(EngineError, match="No bananas"):
                refuse(busy, "bananas")
    assert asked == ["bananas"] * 4


def test_all_results_together_stay_within_the_limit() -> None:
    cache = ResultCache(10_000_000)
    made = []

    @cache.cached(lambda data, *_: len(data))
    def megabyte(owner: object, number: int) -> bytes:
        made.append(number)
        return bytes(1_000_000)

    things = [Thing() for _ in range(3)]
    tracemalloc.start()
    try:
        for number in range(50):
            megabyte(things[number % 3], number)
            megabyte("a text", number)
            megabyte(things[0], 0)  # used again and again
        assert tracemalloc.get_traced_memory()[0] < 11_000_000
    finally:
        tracemalloc.stop()
    assert made.count(0) == 2  # once for the thing, once for the text
    assert made.count(49) == 2
    megabyte(things[1], 1)
    assert made.count(1) == 3  # it was unused the longest


def test_results_of_freed_objects_are_removed_first() -> None:
    cache = ResultCache(10_000_000)
    made = []

    @cache.cached(lambda data, *_: len(data))
    def megabyte(owner: object, number: int) -> bytes:
        made.append(number)
        return bytes(1_000_000)

    stays, goes = Thing(), Thing()
    for number in range(4):
        megabyte(stays, number)
    for number in range(6):
        megabyte(goes, number)
    del goes
    gc.collect()
    megabyte(stays, 4)
    made.clear()
    for number in range(5):
        megabyte(stays, number)
    assert made == []


def test_the_number_of_small_results_is_bounded() -> None:
    cache = ResultCache(1_000_000)

    @cache.cached(lambda *_: 0)
    def nothing(number: int) -> int:
        return number

    for number in range(2_000):
        nothing(number)
    assert len(cache) <= 500


def test_several_results_are_removed_at_a_time() -> None:
    cache = ResultCache(10 * MIN_ENTRY_BYTES)
    made = []

    @cache.cached(lambda *_: 0)
    def nothing(number: int) -> None:
        made.append(number)

    for number in [*range(11), 4, 11, 12, 4]:  # the eleventh has no room
        nothing(number)
    assert made == list(range(13))
    nothing(3)
    assert made[-1] == 3


def test_a_result_larger_than_the_limit_is_not_cached() -> None:
    cache = ResultCache(1_000_000)

    @cache.cached(lambda data, *_: len(data))
    def large(thing: Thing) -> "array[int]":
        return array("b", bytes(2_000_000))

    thing = Thing()
    kept = weakref.ref(large(thing))
    assert kept() is None
    assert len(cache) == 0


def encode_book(tokenizer: BPETokenizer) -> None:
    token_payload.encode_text(tokenizer, BOOK.read_text(encoding="utf-8")[:80_000])


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda tokenizer: index_of(tokenizer).group_sizes, id="index"),
        pytest.param(lambda tokenizer: files_of(tokenizer, "tiktoken"), id="files"),
        pytest.param(lambda tokenizer: search(tokenizer, "longest", ""), id="search"),
        pytest.param(encode_book, id="tokens"),
        pytest.param(
            lambda _tokenizer: corpora.word_counts(TextSource.from_texts(BOOK.read_text(encoding="utf-8")[:300_000])),
            id="words",
        ),
    ],
)
def test_counted_sizes_are_close_to_the_memory_used(use: Callable[[BPETokenizer], object]) -> None:
    tokenizer = opened(6_000)
    use(tokenizer)  # what a tokenizer computes on first use does not count
    shared.clear()
    gc.collect()
    tracemalloc.start()
    try:
        use(tokenizer)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken / 2 < shared.bytes < 3 * taken + 100_000
