"""Frames of BPE-dropout: dropped merges are mentioned, and the others merge as usual."""

from typing import Any

import pytest

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, BPETrainer, Corpus
from tests.plain_sentences import with_plain_sentences
from ui.base.query_parameters import build_query, parse_query
from ui.pages.encode.spec import PAGE
from ui.tokenization import encoding

HUG = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, pre_tokenizer="whitespace")


def payload(tokenizer: BPEDropoutTokenizer | BPETokenizer, text: str) -> Any:
    return with_plain_sentences(encoding.payload(tokenizer, text))


TEXTS = ["unhug", "pug pun", "mug", "hughug bun", "a"]


@pytest.fixture(scope="module")
def hug() -> BPETokenizer:
    return BPETrainer(vocab_size=10).train(HUG)  # u + g, u + n, h + ug


def words(data: Any, step: int) -> list[list[str]]:
    return [[data["tokens"][number][0] for number in row["tokens"]] for row in data["frames"][step]["words"]]


def pair(data: Any, row: Any) -> str:
    return "+".join(data["tokens"][number][0] for number in row["pair"])


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seed", range(12))
def test_every_frame_names_the_dropped_merges_and_makes_the_first_remaining_one(
    hug: BPETokenizer, text: str, seed: int
) -> None:
    tokenizer = BPEDropoutTokenizer(hug, dropout=0.5, seed=seed)
    data = payload(tokenizer, text)
    shown = [hug.vocabulary.get(symbol) for word in words(data, -1) for symbol in word]
    assert shown == [token_id if token_id >= 0 else None for token_id in tokenizer._ids(text)]
    for frame, past in zip(data["frames"], data["merges"], strict=False):
        rows = frame["candidates"]
        assert [row["value"] for row in rows] == sorted(row["value"] for row in rows)
        left = [row for row in rows if row["tally"] != "dropped by this draw"]
        assert [row["winner"] for row in left] == [True, *[False] * (len(left) - 1)] if left else past["made"] is None
        assert sorted(frame["pairOrder"]) == [place for place, row in enumerate(rows) if row in left]
        if left:
            assert left[0]["pair"] == past["parts"]
            assert ("Without the draw it would be" in frame["next"]) == (rows[0] is not left[0])
        else:
            assert frame["next"].startswith("Next: nothing merges.")


def test_a_word_whose_merges_are_all_dropped_is_done_in_one_step(hug: BPETokenizer) -> None:
    data = payload(BPEDropoutTokenizer(hug, dropout=1), "unhug pun")
    assert data["steps"] == 2
    assert words(data, 2) == [["u", "n", "h", "u", "g"], ["p", "u", "n"]]
    assert data["frames"][0]["done"].endswith("every learned pair is dropped at random, with probability 100%.")
    assert data["frames"][0]["next"] == (
        "Next: nothing merges. 2 learned pairs are left in this word, and the draw drops them all."
    )
    assert data["frames"][1]["next"] == (
        "Next: nothing merges. One learned pair is left in this word, and the draw drops it."
    )
    assert data["frames"][2]["candidates"] == []
    assert encoding.labels(BPEDropoutTokenizer(hug, dropout=1))["noPairs"] == "Nothing more is drawn"
    assert data["frames"][2]["done"] == "Nothing merged: this draw dropped every pair, so the word is finished."
    assert all("The draw dropped it." in row["verdict"] for row in data["frames"][0]["candidates"])


def test_without_dropping_the_frames_show_byte_pair_encoding(hug: BPETokenizer) -> None:
    plain, dropout = (payload(each, "unhug pug") for each in (hug, BPEDropoutTokenizer(hug, dropout=0)))
    assert dropout["steps"] == plain["steps"]
    for step in range(plain["steps"] + 1):
        assert words(dropout, step) == words(plain, step)
        assert [row["hits"] for row in dropout["frames"][step]["words"]] == [
            row["hits"] for row in plain["frames"][step]["words"]
        ]


def test_a_pair_is_dropped_at_each_position_separately() -> None:
    # b + c occurs twice; seeds are searched for draws that keep the second, and both.
    tokenizer = BPETrainer(vocab_size=4).train(Corpus.from_counts({"abc": 1, "bc": 1}))
    seen = {}
    for seed in range(50):
        data = payload(BPEDropoutTokenizer(tokenizer, dropout=0.5, seed=seed), "bcbc")
        seen[tuple(data["frames"][0]["words"][0]["hits"])] = data["frames"][0]["candidates"][0]["tally"]
    assert seen == {
        (): "dropped by this draw",
        (0,): "dropped in 1 of 2 places",
        (2,): "dropped in 1 of 2 places",
        (0, 2): "",
    }


def test_a_draw_is_compared_with_the_usual_tokens(hug: BPETokenizer) -> None:
    last = payload(BPEDropoutTokenizer(hug, dropout=0.5), "mug")["frames"][-1]["next"]
    assert last.startswith("Done: every word is finished. “m” isn’t in the vocabulary")
    whole, none = (BPEDropoutTokenizer(hug, dropout=dropout) for dropout in (0, 1))
    assert encoding.comparison_text(whole, hug, "unhug") == (
        "This draw gives the same tokens as dropping nothing: “un” + “hug”."
    )
    assert encoding.comparison_text(none, hug, "hug") == (
        "This draw gives: “h” + “u” + “g”. Dropping nothing gives: “hug”."
    )


def test_a_link_contains_the_draw_only_with_dropout() -> None:
    values = parse_query(PAGE.parameters, {"sample": "unhug", "by": "dropout", "dropout": "40", "seed": "7"}).values
    assert (values["by"], values["dropout"], values["seed"]) == ("dropout", 40, 7)
    assert build_query(PAGE.parameters, values).query == {
        "sample": "unhug",
        "by": "dropout",
        "dropout": "40",
        "seed": "7",
    }
    assert build_query(PAGE.parameters, {**values, "by": "merges"}).query == {"sample": "unhug"}
    assert len(parse_query(PAGE.parameters, {"by": "dropout", "dropout": "101", "seed": "-1"}).problems) == 2
