"""Encoding as frames: the steps lead to the ids that other implementations give, and every choice is told."""

import json

import pytest

from bpe_engine import BPETrainer, Corpus, Tokenizer, load_pretrained
from tests.engine.peers import tiktoken_encoding
from ui.encode_frames import payload

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.fixture(scope="module")
def hug() -> Tokenizer:
    return BPETrainer(vocab_size=10).train(Corpus.from_counts(HUG))


def symbols(data: dict[str, object], step: int) -> list[list[str]]:
    """The words at a step, as they are written."""
    tokens = data["tokens"]
    assert isinstance(tokens, list)
    frames = data["frames"]
    assert isinstance(frames, list)
    return [[tokens[number][0] for number in row["tokens"]] for row in frames[step]["words"]]


def test_unhug_is_encoded_as_in_the_course(hug: Tokenizer) -> None:
    data = payload(hug, "unhug")
    assert [symbols(data, step) for step in range(data["steps"] + 1)] == [
        [["u", "n", "h", "u", "g"]],
        [["u", "n", "h", "ug"]],
        [["un", "h", "ug"]],
        [["un", "hug"]],
    ]
    assert [frame["board"][0]["value"] for frame in data["frames"][:-1]] == ["0", "1", "2"]
    assert "lowest rank" in data["frames"][0]["next"]
    assert "no longer how often" in data["frames"][0]["next"]


@pytest.mark.parametrize(("word", "unknown"), [("mug", "m"), ("thug", "t")])
def test_only_the_unknown_character_is_lost(hug: Tokenizer, word: str, unknown: str) -> None:
    last = payload(hug, word)["frames"][-1]
    assert f"“{unknown}” is not in the vocabulary" in last["next"]
    assert "[UNK]" in last["next"]
    assert [caption for _, caption in last["chips"]].count("[UNK]") == 1


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("text", [" Elaborate", "東", "supercalifragilistic", "Hello've world123  how's", "\x00 👩‍👧"])
def test_the_last_frame_has_tiktokens_ids(name: str, text: str) -> None:
    last = payload(load_pretrained(name), text)["frames"][-1]
    assert [int(caption) for _, caption in last["chips"]] == tiktoken_encoding(name).encode(text)


def test_the_winner_has_the_lowest_rank_at_every_step() -> None:
    data = payload(load_pretrained("gpt2"), "supercalifragilistic words")
    for frame, merge in zip(data["frames"], data["merges"], strict=False):
        ranks = [int(row["value"].replace(",", "")) for row in frame["board"]]
        assert ranks == sorted(ranks)
        assert [row["winner"] for row in frame["board"]] == [True] + [False] * (len(ranks) - 1)
        assert frame["board"][0]["value"] == merge["value"]
        assert frame["board"][0]["verdict"].startswith("Right!")
        assert all(row["verdict"].startswith("Not this one.") for row in frame["board"][1:])


def test_frames_are_plain_json(hug: Tokenizer) -> None:
    data = payload(hug, "bug mug")
    assert json.loads(json.dumps(data)) == data
