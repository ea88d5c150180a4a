"""GPT-2's byte alphabet, compared with the tokenizers library and the published numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.pre_tokenizers import ByteLevel

from bpe_engine import BYTE_ALPHABET, EngineError
from bpe_engine.byte_alphabet import bytes_to_symbols, symbols_to_bytes, to_byte_symbols


def test_188_bytes_are_their_own_symbols_and_68_move_up_in_order() -> None:
    moved = [symbol for byte, symbol in enumerate(BYTE_ALPHABET) if symbol != chr(byte)]
    assert len(BYTE_ALPHABET) - len(moved) == 188
    assert moved == [chr(0x100 + number) for number in range(68)]
    assert (BYTE_ALPHABET[0], BYTE_ALPHABET[32]) == ("Ā", "Ġ")
    assert sorted(BYTE_ALPHABET) == sorted(ByteLevel.alphabet())


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_text_round_trips_through_the_byte_alphabet_of_the_tokenizers_library(text: str) -> None:
    whole = ByteLevel(add_prefix_space=False, use_regex=False)
    written = "".join(word for word, _ in whole.pre_tokenize_str(text))
    assert to_byte_symbols(text) == written
    assert symbols_to_bytes(written) == text.encode("utf-8")


@given(st.binary())
def test_any_bytes_round_trip(data: bytes) -> None:
    assert symbols_to_bytes(bytes_to_symbols(data)) == data


def test_a_lone_surrogate_and_a_character_outside_the_alphabet_are_refused() -> None:
    with pytest.raises(EngineError, match=r"position 2: the lone surrogate U\+DC80.*replace it with U\+FFFD"):
        to_byte_symbols("ab\udc80c")
    with pytest.raises(EngineError, match="' ' does not stand for a byte"):
        symbols_to_bytes("a b")
