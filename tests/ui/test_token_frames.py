"""Texts as tokens for the token view, compared with tiktoken, from the shipped vocabularies."""

import json
import re
from array import array
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import EngineError, load_pretrained
from tests.engine import test_normalizing
from tests.engine.peers import characters_known_to_all, tiktoken_encoding
from tests.ui.conftest import Train
from ui.components.contract import TokenPanel
from ui.pages.playground.token_payload import (
    TOKENS_SHOWN,
    EncodedText,
    Special,
    compare_boundaries,
    encode_text,
    pages,
    token_view_payload,
)

NAMES = ("gpt2", "cl100k_base", "o200k_base")
ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"
MIXED = "Hello, world!\n\tdef f(x):\n        return x\r\n東京は日本の首都です。 Привет 👋🏽 👩‍💻 e\u0301 \u202e\x00"
BOOK = (DATA / "moby_dick.txt").read_text(encoding="utf-8")
ARTICLES = json.loads((ROOT / "data" / "udhr" / "article1_37.json").read_text(encoding="utf-8"))
LANGUAGES = "\n".join(article["text"] for article in ARTICLES.values())


def starts_of(peer: tiktoken.Encoding, ids: list[int]) -> list[int]:
    lengths = [len(peer.decode_single_token_bytes(token_id)) for token_id in ids]
    return list(accumulate(lengths, initial=0))[:-1]


def read(name: str, text: str, special: Special = "none") -> EncodedText:
    return encode_text(load_pretrained(name), text, special)


def drawn(panel: TokenPanel) -> list[list[object]]:
    """Return the kinds of the drawn tokens, in order."""
    return [panel["kinds"][number] for number in panel["tokens"]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", [MIXED, LANGUAGES, BOOK[:200_000]], ids=["mixed", "languages", "book"])
def test_ids_and_positions_equal_tiktoken_s(name: str, text: str) -> None:
    peer = tiktoken_encoding(name)
    expected = peer.encode_ordinary(text)
    tokens = read(name, text)
    assert list(tokens.ids) == expected
    assert list(tokens.starts) == starts_of(peer, expected)
    assert list(tokens.ends) == [*tokens.starts[1:], len(text.encode())]


@given(st.text(characters_known_to_all()))
def test_each_drawn_token_equals_tiktoken_s(text: str) -> None:
    peer = tiktoken_encoding("gpt2")
    expected = peer.encode_ordinary(text)
    [panel] = token_view_payload(["GPT-2"], [read("gpt2", text)])["panels"]
    assert [(kind[0], bytes.fromhex(str(kind[2]))) for kind in drawn(panel)] == [
        (token_id, peer.decode_single_token_bytes(token_id)) for token_id in expected
    ]
    before = [text.encode()[:start] for start in panel["bytes"]]
    # A token inside a character has that character's position.
    for data, place in zip(before, panel["characters"], strict=True):
        whole = data.decode("utf-8", "ignore")
        assert place == len(whole)


@pytest.mark.parametrize("name", NAMES)
def test_special_tokens_are_tokens_only_if_requested(name: str) -> None:
    peer = tiktoken_encoding(name)
    text = "one<|endoftext|> two"
    as_text, as_token = read(name, text), read(name, text, "all")
    assert list(as_text.ids) == peer.encode_ordinary(text)
    assert list(as_token.ids) == peer.encode(text, allowed_special="all")
    [panel] = token_view_payload([name], [as_token])["panels"]
    assert [kind[1] for kind in drawn(panel) if kind[4] == "special"] == ["<|endoftext|>"]
    [panel] = token_view_payload([name], [as_text])["panels"]
    assert not any(kind[4] == "special" for kind in drawn(panel))


def test_parts_of_a_character_show_bytes_in_a_group() -> None:
    peer = tiktoken_encoding("gpt2")
    [panel] = token_view_payload(["GPT-2"], [read("gpt2", "a 東b")])["panels"]
    parts = [peer.decode_single_token_bytes(token_id).hex(" ").upper() for token_id in peer.encode_ordinary(" 東")]
    assert [kind[1] for kind in drawn(panel)] == ["a", *parts, "b"]
    assert parts == ["20 E6", "9D", "B1"]
    assert [kind[4] for kind in drawn(panel)] == ["", "part", "part", "part", ""]
    assert panel["groups"] == [(1, 4, "·東")]


@given(st.text(characters_known_to_all()))
def test_every_partial_character_is_in_a_group(text: str) -> None:
    sent = token_view_payload(["GPT-2"], [read("gpt2", text)])
    [panel] = sent["panels"]
    grouped = {number for first, last, _text in panel["groups"] for number in range(first, last)}
    assert {number for number, kind in enumerate(drawn(panel)) if kind[4] == "part"} == grouped
    assert "\ufffd" in text or "\ufffd" not in json.dumps(sent, ensure_ascii=False)


def test_control_characters_are_visible_and_line_breaks_break_lines() -> None:
    [panel] = token_view_payload(["GPT-4o"], [read("o200k_base", "a\x00\u202e b\t!\n")])["panels"]
    texts = "".join(str(kind[1]) for kind in drawn(panel) if kind[4] != "part")
    assert texts.startswith("a␀")
    assert texts.endswith(" b→!↵\n")
    shown = texts + "".join(group[2] for group in panel["groups"])
    assert "⟨U+202E⟩" in shown
    assert not re.search("[\x00\t\u202e]", shown)


@pytest.mark.parametrize("text", [BOOK[:150_000], LANGUAGES * 3, "東" * 6_000], ids=["book", "languages", "one letter"])
@pytest.mark.parametrize("names", [("gpt2",), ("cl100k_base", "gpt2")], ids=["one", "two"])
def test_pages_show_every_token_once_and_never_too_many(text: str, names: tuple[str, ...]) -> None:
    shown = [read(name, text) for name in names]
    stretches = pages(*shown)
    assert len(stretches) > 1
    assert all(end == start for (_, end), (start, _) in pairwise(stretches))
    found: list[list[object]] = [[] for _ in names]
    for page in range(1, len(stretches) + 1):
        panels = token_view_payload(names, shown, page)["panels"]
        assert sum(len(panel["tokens"]) for panel in panels) <= TOKENS_SHOWN
        for ids, panel in zip(found, panels, strict=True):
            assert panel["first"] == len(ids)
            ids += [kind[0] for kind in drawn(panel)]
    assert found == [tiktoken_encoding(name).encode_ordinary(text) for name in names]


def test_pages_end_between_characters_and_stop_at_the_last() -> None:
    text = "x" + "東" * 5_000
    peer = tiktoken_encoding("gpt2")
    starts = starts_of(peer, peer.encode_ordinary(text))
    assert (starts[TOKENS_SHOWN] - 1) % 3  # cutting by the number of tokens alone would split a character
    stretches = pages(read("gpt2", text))
    assert len(stretches) > 2
    assert all((end - 1) % 3 == 0 for _start, end in stretches)
    shown = [read("gpt2", BOOK[:50_000])]
    assert token_view_payload(["GPT-2"], shown, 10_000) == token_view_payload(["GPT-2"], shown, len(pages(*shown)))


@pytest.mark.parametrize("names", [("gpt2", "o200k_base"), ("cl100k_base", "gpt2")])
def test_differing_cuts_equal_tiktoken_s(names: tuple[str, str]) -> None:
    places = []
    for name in names:
        peer = tiktoken_encoding(name)
        places.append({*starts_of(peer, peer.encode_ordinary(LANGUAGES))} - {0})
    first, second = (read(name, LANGUAGES) for name in names)
    both, disputed, (only_first, only_second) = compare_boundaries(first, second)
    assert disputed == len(places[0] ^ places[1])
    assert both == len(places[0] & places[1])
    assert list(only_first) == sorted(places[0] - places[1])
    assert list(only_second) == sorted(places[1] - places[0])
    marked: list[set[int]] = [set(), set()]
    for page in range(1, len(pages(first, second)) + 1):
        for found, panel in zip(marked, token_view_payload(names, [first, second], page)["panels"], strict=True):
            found.update(panel["bytes"][number] for number in panel["cuts"])
    assert marked == [places[0] - places[1], places[1] - places[0]]


@given(st.text(characters_known_to_all()))
def test_byte_level_tokenizers_are_compared_byte_by_byte(text: str) -> None:
    starts = []
    for name in ("gpt2", "o200k_base"):
        peer = tiktoken_encoding(name)
        starts.append({*starts_of(peer, peer.encode_ordinary(text))} - {0})
    both, _disputed, (only_first, only_second) = compare_boundaries(read("gpt2", text), read("o200k_base", text))
    assert (both, {*only_first}, {*only_second}) == (
        len(starts[0] & starts[1]), starts[0] - starts[1], starts[1] - starts[0]
    )  # fmt: skip


def test_with_three_tokenizers_pins_mark_cuts_of_only_one() -> None:
    places = []
    for name in NAMES:
        peer = tiktoken_encoding(name)
        places.append({*starts_of(peer, peer.encode_ordinary(MIXED))} - {0})
    shown = [read(name, MIXED) for name in NAMES]
    found = compare_boundaries(*shown)
    common = places[0] & places[1] & places[2]
    assert (found.common, found.disputed) == (len(common), len((places[0] | places[1] | places[2]) - common))
    assert found.disputed > sum(map(len, found.unique)) > 0
    pins = [
        {panel["bytes"][number] for number in panel["cuts"]} for panel in token_view_payload(NAMES, shown)["panels"]
    ]
    assert pins == [own.difference(*(other for other in places if other is not own)) for own in places]


def tokens_at(text: str, *spans: tuple[int, int]) -> EncodedText:
    """Return tokens with these positions, made by no tokenizer."""
    starts, ends = ([span[end] for span in spans] for end in (0, 1))
    ids = array("i", [0] * len(spans))
    return EncodedText(
        load_pretrained("gpt2"), text, text.encode(), ids, array("i", starts), array("i", ends), frozenset()
    )


WORDS_ONLY = tokens_at("ab  cd ", (0, 2), (4, 6))  # like BERT: the spaces are in no token


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ([(0, 2), (2, 6)], (1, [], [])),  # like T5: the spaces are in the next token
        ([(0, 4), (4, 7)], (1, [], [])),  # in the one before
        ([(0, 2), (2, 4), (4, 7)], (1, [], [])),  # their own token: still between the same two words
        ([(0, 2), (2, 3), (3, 6), (6, 7)], (1, [], [])),  # cut among the spaces, and at the end
        ([(0, 7)], (0, [4], [])),  # not cut there at all
        ([(0, 1), (1, 6)], (0, [4], [1])),
        ([(0, 2), (4, 5), (5, 6)], (1, [], [5])),
    ],
)
def test_cuts_on_either_side_of_a_skipped_space_are_equal(
    other: list[tuple[int, int]], expected: tuple[int, list[int], list[int]]
) -> None:
    second = tokens_at(WORDS_ONLY.text, *other)
    both, _disputed, (only_first, only_second) = compare_boundaries(WORDS_ONLY, second)
    assert (both, [*only_first], [*only_second]) == expected
    back, _disputed, (only_first, only_second) = compare_boundaries(second, WORDS_ONLY)
    assert (back, [*only_second], [*only_first]) == expected
    marked = [
        [panel["bytes"][number] for number in panel["cuts"]]
        for panel in token_view_payload(["one", "other"], [WORDS_ONLY, second])["panels"]
    ]
    assert marked == [*expected[1:]]


@pytest.mark.parametrize("names", [("bert-base-uncased", "t5-small"), ("bert-base-uncased", "gpt2")])
@given(text=st.text("aétoken .,\n東", max_size=30))
def test_there_are_as_many_pins_as_reported_differences(names: tuple[str, str], text: str) -> None:
    shown = [read(name, text) for name in names]
    panels = token_view_payload(names, shown)["panels"]
    for panel, places in zip(panels, compare_boundaries(*shown).unique, strict=True):
        assert [panel["bytes"][number] for number in panel["cuts"]] == [*places]


def test_unknown_and_partial_characters_and_skipped_spaces_are_shown(train: Train) -> None:
    tokenizer = train("hug").tokenizer()
    [panel] = token_view_payload(["yours"], [encode_text(tokenizer, "mug")])["panels"]
    assert [(kind[0], kind[1], kind[4]) for kind in drawn(panel)] == [
        (None, "m", "unknown"),
        (tokenizer.vocabulary["ug"], "ug", ""),
    ]
    tokenizer = train("hug", pre_tokenizer="whitespace").tokenizer()
    [panel] = token_view_payload(["yours"], [encode_text(tokenizer, " hug \npug ")])["panels"]
    assert [kind[1] for kind in drawn(panel)] == ["hug", "pug"]
    assert panel["gaps"] == [(0, " "), (1, " ↵\n"), (2, " ")]
    assert panel["bytes"] == [1, 6]
    with pytest.raises(EngineError, match="D800"):
        read("gpt2", "a\ud800")
    [panel] = token_view_payload(["yours"], [encode_text(train("hug").tokenizer(), "u\ud800g")])["panels"]
    assert [kind[1] for kind in drawn(panel)] == ["u", "⟨U+D800⟩", "g"]
    sent = token_view_payload(["GPT-2"], [read("gpt2", "")])
    assert (sent["pages"], sent["panels"][0]["tokens"]) == (1, [])


def test_end_of_word_marks_are_shown(train: Train) -> None:
    symbol = train("low", end_of_word="symbol", pre_tokenizer="whitespace").tokenizer()
    [panel] = token_view_payload(["yours"], [encode_text(symbol, "low newest")])["panels"]
    assert "".join(str(kind[1]) for kind in drawn(panel)) == "low</w>newest</w>"
    suffix = train("low", end_of_word="suffix", pre_tokenizer="whitespace").tokenizer()
    [panel] = token_view_payload(["yours"], [encode_text(suffix, "newest")])["panels"]
    assert "".join(str(kind[1]) for kind in drawn(panel)) == "newest</w>"


def test_fallback_bytes_of_sentencepiece_are_at_their_positions() -> None:
    mistral = encode_text(load_pretrained("mistral-7b"), "é ꙮꙮ")
    tokens = [mistral[number] for number in range(len(mistral))]
    assert [(mistral.utf8[token.start : token.end].hex(), token.kind) for token in tokens if token.kind == "part"] == [
        (byte, "part") for byte in ("ea", "99", "ae", "ea", "99", "ae")
    ]
    assert not [*mistral.gaps()]


@pytest.mark.parametrize("kind", ["bytes", "prefix"])
def test_partial_characters_keep_their_positions_behind_a_normalizer(kind: str) -> None:
    text = "Привет, é 🎉🎉 ꙮ"
    tokens = encode_text(test_normalizing.opened(kind, "nfc"), text)
    unchanged = [tokens[number] for number in range(len(tokens))]
    parts = [tokens.utf8[token.start : token.end] for token in unchanged if token.kind == "part"]
    assert "🎉".encode() in b"".join(parts)
    assert "ꙮ".encode() in b"".join(parts)
    assert b"".join(tokens.utf8[token.start : token.end] for token in unchanged) == tokens.utf8
