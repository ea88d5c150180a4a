"""Tokens are written so that nothing in them is invisible."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine.byte_alphabet import BYTE_ALPHABET, to_byte_symbols
from ui.base.visible_text import (
    MAX_NAME_LENGTH,
    display_name,
    make_visible,
    token_as_text,
    visible_line,
    visible_message,
)

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a b", "a·b"),
        ("  ", "··"),
        ("\t\n", "→↵"),
        ("\r\n", "␍↵"),
        ("a\0b", "a␀b"),
        ("\x1b[31m", "␛[31m"),
        ("\x7f", "␡"),
        ("\x85", "⟨U+0085⟩"),
        ("\xa0", "⟨U+00A0⟩"),
        ("\u3000", "⟨U+3000⟩"),
        ("\u2028", "⟨U+2028⟩"),
        ("\xad", "⟨U+00AD⟩"),
        ("\ufeff", "⟨U+FEFF⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("a\udfff", "a⟨U+DFFF⟩"),
        ("\ue000", "⟨U+E000⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("<b>&amp;$x$ :material/home: ![i](http://x)", "<b>&amp;$x$·:material/home:·![i](http://x)"),
    ],
)
def test_invisible_characters_are_written_as_symbols(text: str, shown: str) -> None:
    assert make_visible(text) == shown


@pytest.mark.parametrize("mark", list("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
def test_marks_that_turn_the_direction_of_text_are_written_out(mark: str) -> None:
    assert make_visible(f"a{mark}b") == f"a⟨U+{ord(mark):04X}⟩b"


def test_joined_emoji_stay_whole_and_stray_joiners_are_written_out() -> None:
    assert make_visible(FAMILY) == FAMILY
    assert make_visible("❤\ufe0f") == "❤\ufe0f"
    assert make_visible("\u200d👩") == "⟨U+200D⟩👩"
    assert make_visible("\ufe0f") == "⟨U+FE0F⟩"
    assert make_visible("\u0301a") == "◌\u0301a"
    assert make_visible("e\u0301") == "e\u0301"


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Z", "C"])))
def test_no_invisible_character_remains_in_any_text(text: str) -> None:
    for index, character in enumerate(make_visible(text)):
        category = unicodedata.category(character)
        joins = character in "\u200d\ufe0e\ufe0f" and index > 0
        assert joins or category[0] not in "CZ", f"U+{ord(character):04X} is left as it is"


@given(st.text(min_size=1))
def test_no_text_is_shown_as_nothing(text: str) -> None:
    assert make_visible(text)


@given(st.text(st.characters(codec="utf-8")))
def test_a_whole_text_in_the_byte_alphabet_reads_as_itself(text: str) -> None:
    assert token_as_text(to_byte_symbols(text)) == make_visible(text)


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b" is", "·is"),
        ("é".encode(), "é"),
        (b"\xc3", "C3"),
        (b"\xa9", "A9"),
        (b"\xe4\xbd", "E4 BD"),
        (b" \xf0\x9f", "20 F0 9F"),
        (b"\xa9a", "A9 61"),
        (b"\x00", "␀"),
        (b"\xed\xa0\x80", "ED A0 80"),  # a surrogate, which UTF-8 does not have
        (b"\xc0\x80", "C0 80"),  # an overlong NUL
    ],
)
def test_a_part_of_a_character_shows_its_bytes(data: bytes, shown: str) -> None:
    token = "".join(BYTE_ALPHABET[byte] for byte in data)
    assert token_as_text(token) == shown


@given(st.binary(min_size=1))
def test_no_byte_token_shows_a_replacement_character(data: bytes) -> None:
    token = "".join(BYTE_ALPHABET[byte] for byte in data)
    assert ("\ufffd" in token_as_text(token)) == (
        "\ufffd".encode() in data and "\ufffd" in data.decode("utf-8", "ignore")
    )


def test_an_added_token_is_named_as_it_is_written() -> None:
    assert token_as_text("你") == "你"
    assert token_as_text("<｜begin▁of▁sentence｜>") == "<｜begin▁of▁sentence｜>"


@given(st.text(max_size=200))
def test_a_name_is_the_whole_token_or_its_two_ends(token: str) -> None:
    named = display_name(token)
    if len(token) <= MAX_NAME_LENGTH:
        assert named == make_visible(token)
    else:
        start, end = named.split("…")[0], named.rsplit("…")[-1]
        assert make_visible(token).startswith(start)
        assert start
        assert end


def test_long_names_keep_both_ends_and_messages_their_spaces() -> None:
    assert display_name("ab" + "x" * 100 + "yz") == "ab" + "x" * 22 + "…" + "x" * 5 + "yz"
    assert visible_line("a b\u202ec\nd\0") == "a b⟨U+202E⟩c↵d␀"
    assert visible_message("1\xa0234 Б\u202f%\u202ec") == "1\xa0234 Б\u202f%⟨U+202E⟩c"
    assert visible_line("a\xa0b") == "a⟨U+00A0⟩b"  # in a text it is the learner's, and must be visible
