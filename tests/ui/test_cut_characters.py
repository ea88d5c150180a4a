"""Tokens that are whole characters only together are marked as groups, wherever a word is drawn as tokens."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import load_pretrained
from tests.ui.conftest import Train
from ui.lessons.contract import Frames
from ui.lessons.frames import split_characters
from ui.tokenization import decoding_frames, encoding
from ui.tokenization.algorithms import ALGORITHMS


def word_of_frame(data: Frames, step: int, row: int = 0) -> tuple[list[str], list[Any]]:
    """Return a word of a frame: its tokens as text, and the groups."""
    word = data["frames"][step]["words"][row]
    return [data["tokens"][number][1] for number in word["tokens"]], word.get("groups", [])


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), st.lists(st.booleans(), max_size=48))
def test_only_tokens_that_share_a_character_are_grouped(text: str, cuts: list[bool]) -> None:
    data = text.encode()
    places = [place for place, cut in enumerate(cuts[: len(data)]) if place and cut]
    tokens = [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]
    # UTF-8's continuation bytes, before which no character begins.
    inside = {place for place in range(len(data)) if 0x80 <= data[place] < 0xC0}
    joined = {place for first, last, _text in split_characters(tokens) for place in range(first + 1, last)}
    assert joined == {number for number, place in enumerate(places, 1) if place in inside}


@pytest.mark.parametrize(
    ("tokens", "groups"),
    [
        ([b"m", b"\xe1\xba", b"\xa5"], [(1, 3, "ấ")]),
        ([b" \xc4", b"\x91"], [(0, 2, "·đ")]),
        ([b"\xe1\xba", b"\xa5\xc4", b"\x91"], [(0, 3, "ấđ")]),
        ([b"\xc4", b"\x91", b"\xc4", b"\x91"], [(0, 2, "đ"), (2, 4, "đ")]),
        ([b"\xe1\xba"], []),  # not complete
        ([b"\xff", b"\xa5"], []),  # no character has these
        ([b"\xa5", b"\xc4", b"\x91", b"\xa5"], [(1, 3, "đ")]),
        ([b"", b"\xa5", b""], []),
    ],
)
def test_groups_are_the_fewest_tokens_that_form_whole_characters(tokens: list[bytes], groups: list[Any]) -> None:
    assert list(split_characters(tokens)) == groups


def test_bytes_of_a_letter_are_grouped_until_they_are_one_token(train: Train) -> None:
    # E1 + BA and BA + A5 both occur four times; the first comes first. Then E1 BA + A5 occurs four times.
    data = ALGORITHMS["bpe"].frames(train({"ấm": 3, "ấn": 1}, units="bytes"), 0, 2)
    assert word_of_frame(data, 0) == (["E1", "BA", "A5", "m"], [(0, 3, "ấ")])
    assert word_of_frame(data, 1) == (["E1 BA", "A5", "m"], [(0, 2, "ấ")])
    assert word_of_frame(data, 2) == (["ấ", "m"], [])
    data = encoding.payload(load_pretrained("gpt2"), " đá")
    assert word_of_frame(data, 0) == (["·", "C4", "91", "C3", "A1"], [(1, 3, "đ"), (3, 5, "á")])
    data = encoding.payload(load_pretrained("mistral-7b"), "\U0001f9d1\U0001f3ff")
    tokens, groups = word_of_frame(data, data["steps"])
    assert tokens == ["▁", *(f"<0x{byte:02X}>" for byte in "\U0001f9d1\U0001f3ff".encode())]
    assert groups == [(1, 5, "\U0001f9d1"), (5, 9, "\U0001f3ff")]
    # minGPT's example, “Hello!! 🤗”: the emoji is F0 9F A4 97, the first two with the space before it. A second such
    # text makes the ids too many for columns.
    data = decoding_frames.payload(load_pretrained("gpt2"), [15496, 3228, 12520, 97, 245] * 2)
    assert [word_of_frame(data, step)[1] for step in range(6)] == [[], [], [], [], [], [(2, 5, "·🤗")]]
    assert [word_of_frame(data, step, row=1)[1] for step in (4, 5)] == [[], [(8, 12, "🤗")]]


@pytest.mark.parametrize("name", ["hug", "tones"])
def test_single_characters_are_not_groups(train: Train, name: str) -> None:
    data = ALGORITHMS["bpe"].frames(train(name), 0, 2)
    assert not any("groups" in row for frame in data["frames"] for row in frame["words"])
