"""From text to ids as a scene: it shows what tiktoken does, and pieces on a line stay consistent."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETrainer, Corpus, Tokenizer, load_pretrained
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.inspection.journey import Journey, JourneyPicture, text_journey
from tests.engine.peers import tiktoken_encoding

BYTES = ["gpt2", "cl100k_base", "o200k_base"]
SHIPPED = [*BYTES, "mistral-7b", "bert-base-uncased", "t5-small"]
TEXTS = [
    "Tokens are not words!", "Ünhug  🤗\n", "你好，世界", "don't 1234567", " ", "aaaaaaa", "\x00\u202e<b>",
    "<|endoftext|>",
]  # fmt: skip


def picture_of(shown: Journey, stage: str) -> JourneyPicture:
    return next(picture for picture in shown.pictures if picture.stage == stage)


def plain_merges(data: bytes, ranks: dict[bytes, int]) -> list[list[bytes]]:
    """Return the parts of a word after each merge: join all pairs of the lowest rank, then repeat."""
    parts = [bytes([byte]) for byte in data]
    states = [parts]
    while True:
        found = [
            (ranks[left + right], place) for place, (left, right) in enumerate(pairwise(parts)) if left + right in ranks
        ]
        if not found:
            return states
        _rank, place = min(found)
        parts = [*parts[:place], parts[place] + parts[place + 1], *parts[place + 2 :]]
        states.append(parts)


@pytest.mark.parametrize("name", BYTES)
@pytest.mark.parametrize("text", TEXTS)
def test_merges_are_in_the_order_of_tiktokens_ranks(name: str, text: str) -> None:
    peer, shown = tiktoken_encoding(name), text_journey(load_pretrained(name), text, most=1_000)
    assert shown.ids == peer.encode_ordinary(text)
    words = picture_of(shown, "words").words
    assert "".join(piece.text for word in words for piece in word) == text
    for number in range(len(words)):
        data = "".join(piece.text for piece in words[number]).encode()
        seen: list[list[bytes]] = []
        for picture in shown.pictures:
            if picture.stage in ("symbols", "merges"):
                parts = [symbols_to_bytes(piece.text) for piece in picture.words[number]]
                if not seen or seen[-1] != parts:
                    seen.append(parts)
        # Neighbours with the same rank are the same pair, and merge at once.
        expected = plain_merges(data, peer._mergeable_ranks)
        assert seen[0] == expected[0]
        assert seen[-1] == expected[-1]
        at = [expected.index(parts) for parts in seen]
        assert at == sorted(at)
        assert len(seen) == len(expected) or len(data) != len(set(data))


@pytest.mark.parametrize("name", BYTES)
def test_each_merge_has_tiktokens_rank_of_its_token(name: str) -> None:
    ranks = list(tiktoken_encoding(name)._mergeable_ranks)  # the 256 bytes, then the merges in order
    for picture in text_journey(load_pretrained(name), "Tokens are not words!").pictures:
        for merge in picture.merges:
            assert ranks.index(symbols_to_bytes("".join(merge.pair))) - 256 == merge.rank


def check(tokenizer: Tokenizer, text: str) -> Journey:
    """Check what must always hold for the pictures of a text; return its journey."""
    shown = text_journey(tokenizer, text)
    assert shown.ids == tokenizer.encode(text)
    assert shown.decoded == tokenizer.decode(shown.ids)
    for picture in shown.pictures:
        stretches = [(piece.start, piece.end) for piece in picture.pieces]
        assert all(start <= end for start, end in stretches)
        assert all(one[1] <= other[0] for one, other in pairwise(stretches)), picture.stage
        assert all(picture.words)
    assert "".join(piece.text for piece in picture_of(shown, "text").pieces) == text
    assert "".join(piece.text for piece in picture_of(shown, "normalized").pieces) == shown.normalized
    assert "".join(piece.text for piece in picture_of(shown, "text again").pieces) == shown.decoded
    assert len(picture_of(shown, "row").pieces) == len(shown.ids)
    for before, after in pairwise(shown.pictures):
        if not after.merges:
            continue
        was, now = ({(piece.start, piece.end) for piece in picture.pieces} for picture in (before, after))
        made = now - was
        assert len(was) > len(now)
        assert {(merge.start, merge.end) for merge in after.merges} >= made
        for start, end in was - now:  # each piece that is gone is part of one that was made
            assert any(first <= start and end <= last for first, last in made)
    return shown


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=25, deadline=None)
@given(text=st.text(st.sampled_from(list("aeh tT  Üé\u0301ﬁⅫ🤗👩\u200d你.'1\n\x00ا")), max_size=20))
def test_pieces_are_adjacent_and_lead_from_the_text_to_the_ids_and_back(name: str, text: str) -> None:
    check(load_pretrained(name), text)


@pytest.mark.parametrize("name", BYTES)
def test_bytes_round_trip(name: str) -> None:
    shown = check(load_pretrained(name), "Ünhug 🤗")
    there, back = (
        bytes(symbols_to_bytes("".join(piece.text for piece in picture_of(shown, stage).pieces)))
        for stage in ("bytes", "bytes again")
    )
    assert there == back == "Ünhug 🤗".encode()
    assert [(piece.start, piece.end) for piece in picture_of(shown, "bytes").pieces] == [
        (piece.start, piece.end) for piece in picture_of(shown, "bytes again").pieces
    ]


@pytest.mark.parametrize("end", ["", "</w>"])
def test_a_trained_tokenizer_merges_characters_and_end_of_word_marks(end: str) -> None:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
    trained = BPETrainer(vocab_size=14, end_of_word_symbol=end).train(corpus)
    shown = check(trained, "hug pug")
    symbols = [[piece.text for piece in word] for word in picture_of(shown, "symbols").words]
    assert symbols == [[*"hug", *([end] if end else [])], [*"pug", *([end] if end else [])]]
    assert not any(picture.stage == "bytes" for picture in shown.pictures)


def test_normalization_is_a_stage_and_an_empty_text_has_pictures_without_pieces() -> None:
    shown = check(load_pretrained("bert-base-uncased"), "É  é")
    assert [piece.text for piece in picture_of(shown, "text").pieces] == ["É", " ", " ", "é"]
    assert [piece.text for piece in picture_of(shown, "normalized").pieces] == ["e", " ", " ", "e"]
    assert shown.merges == 0
    assert all(not picture.pieces for picture in text_journey(load_pretrained("gpt2"), "").pictures)


def test_many_merges_share_pictures() -> None:
    shown = text_journey(load_pretrained("gpt2"), "tokenization " * 15, most=40)
    assert sum(picture.stage == "merges" for picture in shown.pictures) <= 40
    assert shown.merges > 40
    whole = text_journey(load_pretrained("gpt2"), "tokenization " * 15, most=10_000)
    assert [merge for one in shown.pictures for merge in one.merges] == [
        merge for one in whole.pictures for merge in one.merges
    ]
