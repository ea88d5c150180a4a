"""Huffman coding, compared with the textbook, Huffman's own example, a plain implementation, and the optimum."""

import heapq
from fractions import Fraction
from functools import cache
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine.inspection.huffman import code_lengths, huffman_codes, information_content

COUNTS = st.dictionaries(st.integers(0, 99), st.integers(1, 60), min_size=2, max_size=12)


def lengths(counts: dict[str, int]) -> dict[str, int]:
    return {symbol: len(code) for symbol, code in huffman_codes(counts).items()}


def test_codes_equal_those_of_a_textbook_huffman_s_paper_and_a_known_sentence() -> None:
    # Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms: 224,000 bits for 100,000 characters.
    counts = {"a": 45, "b": 13, "c": 12, "d": 16, "e": 9, "f": 5}
    assert huffman_codes(counts) == {"a": "0", "b": "101", "c": "100", "d": "111", "e": "1101", "f": "1100"}
    assert code_lengths(counts)[:4] == (100, 6, 224, 2.24)
    # His paper of 1952, table 1: thirteen messages, 3.42 digits on average.
    hundredths = [20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1]
    found = code_lengths({str(number): count for number, count in enumerate(hundredths)})
    assert found.bits_per_token == 3.42
    # The example of Wikipedia's article and of Rosetta Code: 135 bits.
    text = "this is an example of a huffman tree"
    found = code_lengths({sign: text.count(sign) for sign in dict.fromkeys(text)})
    assert (found.tokens, found.distinct_tokens, found.bits) == (36, 16, 135)


def test_codes_of_powers_of_two_reach_the_entropy_and_tiny_inputs_work() -> None:
    found = code_lengths({"a": 8, "b": 4, "c": 2, "d": 1, "e": 1})
    assert found.bits_per_token == found.entropy == 1.875
    assert lengths({"a": 8, "b": 4, "c": 2, "d": 1, "e": 1}) == {"a": 1, "b": 2, "c": 3, "d": 4, "e": 4}
    assert [information_content(count, 16) for count in (8, 4, 2, 1)] == [1, 2, 3, 4]
    assert huffman_codes({"a": 7}) == {"a": "0"}
    assert code_lengths({"a": 7}) == (7, 1, 7, 1.0, 0.0)
    assert huffman_codes({}) == {}
    assert code_lengths({}) == (0, 0, 0, 0.0, 0.0)


def fewest_bits(counts: tuple[int, ...]) -> int:
    """Return the fewest bits of any code tree, trying each way to split the symbols in two."""

    @cache
    def bits_of(symbols: frozenset[int]) -> int:
        if len(symbols) == 1:
            return 0
        others = sorted(symbols)[1:]
        total = sum(counts[number] for number in symbols)
        parts = (
            frozenset(number for place, number in enumerate(others) if chosen >> place & 1)
            for chosen in range(1, 2 ** len(others))
        )
        return total + min(bits_of(part) + bits_of(symbols - part) for part in parts)

    return bits_of(frozenset(range(len(counts))))


@given(st.lists(st.integers(1, 40), min_size=2, max_size=6))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_no_prefix_code_takes_fewer_bits(counts: list[int]) -> None:
    assert code_lengths(dict(enumerate(counts))).bits == fewest_bits(tuple(counts))


@given(COUNTS)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_no_code_is_a_prefix_of_another_and_the_total_equals_a_plain_sum(counts: dict[int, int]) -> None:
    codes = huffman_codes(counts)
    assert list(codes) == list(counts)
    assert sum(Fraction(1, 2 ** len(code)) for code in codes.values()) == 1
    assert not any(a != b and codes[b].startswith(codes[a]) for a in codes for b in codes)
    heap = list(counts.values())
    heapq.heapify(heap)
    bits = 0
    while len(heap) > 1:  # a node costs one bit for each symbol below it
        both = heapq.heappop(heap) + heapq.heappop(heap)
        bits += both
        heapq.heappush(heap, both)
    found = code_lengths(counts)
    assert found.bits == bits
    total = sum(counts.values())
    assert found.entropy == pytest.approx(-sum(count / total * log2(count / total) for count in counts.values()))
    assert found.entropy <= found.bits_per_token + 1e-9 < found.entropy + 1 + 1e-9
