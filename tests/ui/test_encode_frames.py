"""Encoding as frames: the steps lead to other implementations' ids, and every choice is explained."""

import json
from typing import Any

import pytest

from bpe_engine import (
    BPETrainer,
    Corpus,
    SentencePieceBPE,
    Tokenizer,
    UnigramTokenizer,
    UnigramTrainer,
    WordLevelTrainer,
    WordPieceTokenizer,
    WordPieceTrainer,
    load_pretrained,
)
from bpe_engine.files.tiktoken_ranks import tokenizer_of
from bpe_engine.pre_tokenizers import NONE, WHITESPACE
from bpe_engine.sentencepiece.model_file import ModelFile
from tests.engine import sentencepiece_models
from tests.engine.peers import tiktoken_encoding
from tests.plain_sentences import with_plain_sentences
from ui.tokenization import encoding
from ui.tokenization.encoding import labels


def payload(tokenizer: Tokenizer, text: str) -> dict[str, Any]:
    return with_plain_sentences(encoding.payload(tokenizer, text))


HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.fixture(scope="module")
def hug() -> Tokenizer:
    return BPETrainer(vocab_size=10).train(Corpus.from_counts(HUG))


def symbols(data: dict[str, object], step: int) -> list[list[str]]:
    """Return the words at a step, as written."""
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
    assert [frame["candidates"][0]["value"] for frame in data["frames"][:-1]] == ["0", "1", "2"]
    assert "lowest rank" in data["frames"][0]["next"]
    assert "not how often" in data["frames"][0]["next"]


@pytest.mark.parametrize(("word", "unknown"), [("mug", "m"), ("thug", "t")])
def test_only_the_unknown_character_is_lost(hug: Tokenizer, word: str, unknown: str) -> None:
    last = payload(hug, word)["frames"][-1]
    assert f"“{unknown}” isn’t in the vocabulary" in last["next"]
    assert "[UNK]" in last["next"]
    assert [caption for _, caption in last["chips"]].count("[UNK]") == 1


def test_a_dropped_symbol_is_not_called_unseen() -> None:
    # Sennrich's words, with unused symbols dropped: "low" and "est</w>" are merges, but end inside whole words.
    words = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    tokenizer = BPETrainer(vocab_size=20, end_of_word_symbol="</w>", drop_unused=True).train(words)
    last = payload(tokenizer, "lowest")["frames"][-1]["next"]
    assert "“low” and “est</w>” were learned" in last
    assert "dropped from the vocabulary (“Drop unused symbols” in Settings), and each becomes [UNK]." in last
    assert last.endswith("The whole word is lost.")
    assert "never saw" not in last
    both = payload(tokenizer, "xlower")["frames"][-1]["next"]
    assert "“x” isn’t in the vocabulary: training never saw it" in both
    assert "Only this part of the word is lost; the rest is kept." in both


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("mug", "Only this part of the word is lost; the rest is kept."),
        ("my", "The whole word is lost."),
        ("mug thug", "Only these parts are lost; the rest is kept."),
        ("mug my", "A word with nothing else left is lost as a whole."),
    ],
)
def test_losses_are_reported_word_by_word(text: str, lost: str) -> None:
    tokenizer = BPETrainer(vocab_size=10).train(Corpus.from_counts(HUG, pre_tokenizer="whitespace"))
    assert lost in payload(tokenizer, text)["frames"][-1]["next"]


def test_bytes_missing_from_the_corpus_are_unknown(hug: Tokenizer) -> None:
    tokenizer = BPETrainer(vocab_size=6).train(Corpus.from_text("hug hug"))
    last = payload(tokenizer, "hub")["frames"][-1]["next"]
    assert "“b” isn’t in the vocabulary" in last
    assert "This vocabulary has only the bytes of its corpus." in last
    assert payload(hug, "b")["steps"] == 0
    assert labels(hug)["noSteps"] == "None: nothing to join."


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("text", [" Elaborate", "東", "supercalifragilistic", "Hello've world123  how's", "\x00 👩‍👧"])
def test_the_last_frame_has_tiktokens_ids(name: str, text: str) -> None:
    last = payload(load_pretrained(name), text)["frames"][-1]
    assert [int(caption) for _, caption in last["chips"]] == tiktoken_encoding(name).encode(text)


def test_the_winner_has_the_lowest_rank_at_every_step() -> None:
    data = payload(load_pretrained("gpt2"), "supercalifragilistic words")
    for frame, merge in zip(data["frames"], data["merges"], strict=False):
        ranks = [int(row["value"].replace(",", "")) for row in frame["candidates"] if row["value"] != "∞"]
        assert ranks == sorted(ranks)
        assert [row["winner"] for row in frame["candidates"]] == [True] + [False] * (len(frame["candidates"]) - 1)
        assert frame["candidates"][0]["value"] == merge["value"]
        assert frame["candidates"][0]["verdict"].startswith("Right!")
        assert all(row["verdict"].startswith("Not this one.") for row in frame["candidates"][1:])


def test_pairs_that_were_never_learned_have_no_rank(hug: Tokenizer) -> None:
    data = payload(hug, "unhug")
    boards = [
        [("".join(data["tokens"][part][0] for part in row["pair"]), row["value"]) for row in frame["candidates"]]
        for frame in data["frames"]
    ]
    assert boards == [
        [("ug", "0"), ("un", "1"), ("nh", "∞"), ("hu", "∞")],
        [("un", "1"), ("hug", "2"), ("nh", "∞")],
        [("hug", "2"), ("unh", "∞")],
        [("unhug", "∞")],
    ]
    rejected = data["frames"][0]["candidates"][2]
    assert rejected["tally"] == "never learned"
    assert rejected["spoken"] == "“n” + “h”, no rank"
    assert rejected["verdict"] == "Not this one. “n” + “h” was never learned: it has no rank."
    mistral = payload(load_pretrained("mistral-7b"), "hammock")["frames"]
    assert [row["value"] for row in mistral[-1]["candidates"]] == ["∞", "∞"]


def test_pairs_without_a_rank_are_counted(hug: Tokenizer) -> None:
    (frame,) = payload(hug, "bghnpsubs")["frames"]
    assert len(frame["candidates"]) == 8
    (frame,) = payload(hug, "bghnpsgsbpnbs")["frames"]
    assert len(frame["candidates"]) == 10
    assert frame["morePairs"] == 2
    assert [past["rank"] for past in payload(hug, "unhug")["merges"]] == ["rank 0", "rank 1", "rank 2"]


def test_frames_are_plain_json(hug: Tokenizer) -> None:
    data = payload(hug, "bug mug")
    assert json.loads(json.dumps(data)) == with_lists(data)


def with_lists(data: Any) -> Any:
    """Return data with the lists that tuples become in JSON."""
    if isinstance(data, list | tuple):
        return [with_lists(one) for one in data]
    return {key: with_lists(value) for key, value in data.items()} if isinstance(data, dict) else data


def board(data: dict[str, Any], step: int) -> dict[str, dict[str, Any]]:
    """Return the candidates at a step, by the token that each makes."""
    return {data["tokens"][row["pair"][0]][0]: row for row in data["frames"][step]["candidates"]}


def wordpiece(*tokens: str, form: Any = "bert", special: tuple[str, ...] = ("[UNK]",)) -> WordPieceTokenizer:
    return WordPieceTokenizer(
        vocabulary={token: number for number, token in enumerate((*special, *tokens))},
        pre_tokenizer=WHITESPACE,
        special_tokens=special,
        form=form,
    )


def test_prefixes_never_split_a_continuing_prefix_or_mark() -> None:
    # "#" is in BERT's vocabulary, but the rest of "unhug" begins with "h".
    rows = board(payload(load_pretrained("bert-base-uncased"), "unhug"), 1)
    assert "##hug" in rows
    assert all(token.startswith("##") and len(token) > 2 for token in rows)
    # At the start of a word, "#" is a character like any other.
    assert list(board(payload(wordpiece("#", "##", "##x", "x"), "##x"), 0)) == ["##x", "##", "#"]
    tokenizer = wordpiece("hug</w>", "hug", "hug<", "h", "<", "pun", "</w>", form="mutual-information")
    assert list(board(payload(tokenizer, "hug"), 0)) == ["hug</w>", "hug", "h"]
    assert list(board(payload(tokenizer, "pun"), 1)) == ["</w>"]


def test_a_special_token_is_never_a_prefix_and_the_frame_says_so() -> None:
    tokenizer = wordpiece("x", "##y", special=("[UNK]", "[MASK]", "[MA"))
    row = board(payload(tokenizer, "[MASK]"), 0)["[MASK]"]
    assert (row["winner"], row["value"]) == (False, "–")
    assert row["tally"] == "a special token"
    assert row["verdict"] == "Not this one. “[MASK]” is a special token: plain text never becomes one."
    tokenizer = WordLevelTrainer(vocab_size=4, special_tokens=["[UNK]", "hug"]).train(Corpus.from_counts(HUG))
    assert payload(tokenizer, "hug")["frames"][1]["done"] == (
        "“hug” is a special token: plain text never becomes one. So it becomes [UNK]."
    )


@pytest.mark.parametrize("form", ["bert", "mutual-information"])
def test_a_too_long_word_is_reported_with_its_length_and_the_limit(form: Any) -> None:
    tokenizer = wordpiece("a", "##a", "</w>", form=form)
    data = payload(tokenizer, "a" * 101)
    assert symbols(data, -1) == [["[UNK]"]]
    shown = "aaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaa"
    assert data["frames"][0]["next"] == f"Next: “{shown}” is too long to cut: 101 characters, and the limit is 100."
    assert data["frames"][1]["done"] == (
        f"“{shown}” has 101 characters. A word of more than 100 isn’t looked at, and becomes [UNK] as a whole."
    )
    assert data["frames"][0]["candidates"] == []
    assert "too long" not in payload(tokenizer, "a" * 100)["frames"][0]["next"]
    bert = payload(load_pretrained("bert-base-uncased"), "a" * 150)
    assert "150 characters, and the limit is 100" in bert["frames"][0]["next"]


def test_equally_good_last_tokens_tie_and_either_prediction_is_fair() -> None:
    # 17/210 * 20/210 for p + ug and for pu + g: the course's frequencies.
    tokenizer = UnigramTrainer(vocab_size=7, estimation="plain").record(Corpus.from_counts(HUG)).tokenizer(0)
    rows = board(payload(tokenizer, "pug"), 2)
    assert [(token, row["winner"], row["tied"]) for token, row in rows.items()] == [
        ("ug", True, True), ("g", False, True),
    ]  # fmt: skip
    assert rows["g"]["verdict"] == (
        "A fair choice! “g”: 0.0810 × 20/210 = 0.00771. “ug” is just as good; among equals, the longest token is taken."
    )
    assert rows["ug"]["verdict"].startswith("Right!")
    assert rows["ug"]["verdict"].endswith("“g” is just as good; among equals, the longest token is taken.")


def test_ties_are_mentioned_and_worse_tokens_are_wrong() -> None:
    # a + bc and ab + c are 3 - 1e-12 and 3: no learner could see the difference.
    scores = {"a": -1.0, "b": -9.0, "c": -1.0, "ab": -2.0, "bc": -2.0 - 1e-12}
    tokenizer = UnigramTokenizer(
        vocabulary={token: number for number, token in enumerate(scores)}, scores=scores, pre_tokenizer=WHITESPACE
    )
    rows = board(payload(tokenizer, "abc"), 2)
    assert [(token, row["winner"], row["tied"]) for token, row in rows.items()] == [
        ("c", True, True), ("bc", False, True),
    ]  # fmt: skip
    assert rows["bc"]["verdict"].endswith("“c” is just as good; only rounding decides between them.")
    tokenizer = UnigramTrainer(vocab_size=7, estimation="plain").record(Corpus.from_counts(HUG)).tokenizer(0)
    rows = board(payload(tokenizer, "hug"), 2)
    assert [(row["winner"], row["tied"]) for row in rows.values()] == [(True, False), (False, False), (False, False)]
    assert rows["g"]["verdict"].startswith("Not this one.")
    assert "Another way is more probable" in rows["g"]["verdict"]


def test_trained_wordpiece_offers_prefixes_in_both_forms() -> None:
    for form in ("bert", "mutual-information"):
        tokenizer = WordPieceTrainer(vocab_size=30, form=form).train(Corpus.from_counts(HUG))  # type: ignore[arg-type]  # a plain value stands in
        data = payload(tokenizer, "hugs bunpug")
        for step in range(data["steps"]):
            for token in board(data, step):
                bare = token.removeprefix("##").removesuffix("</w>")
                assert any(bare in word for word in ("hugs", "bunpug"))


def test_normalization_is_the_first_step() -> None:
    bert = payload(load_pretrained("bert-base-uncased"), "Él")
    assert bert["hex"] == []  # its tokens are not bytes
    assert bert["steps"] == len(bert["frames"]) - 1 == len(bert["merges"]) == 2
    assert symbols(bert, 0) == [["É", "l"]]
    assert bert["frames"][0]["next"] == "Next: the text is changed before it is cut. It becomes “el”."
    assert bert["frames"][1]["done"].startswith("The text was changed to “el”. Start: one word.")
    assert bert["tokens"][bert["merges"][0]["parts"][0]][0] == "el"
    assert payload(load_pretrained("bert-base-uncased"), "el")["steps"] == 1


def test_mistral_s_steps_normalize_merge_then_fall_back_to_bytes() -> None:
    tokenizer = load_pretrained("mistral-7b")
    data = payload(tokenizer, "hi ꙮ")
    assert [symbols(data, step) for step in range(data["steps"] + 1)] == [
        [["h", "i", "·", "ꙮ"]],
        [["▁", "h", "i"], ["▁", "ꙮ"]],
        [["▁h", "i"], ["▁", "ꙮ"]],
        [["▁hi"], ["▁", "ꙮ"]],
        [["▁hi"], ["▁", "<0xEA>", "<0x99>", "<0xAE>"]],
    ]
    texts = [frame["next"] for frame in data["frames"]]
    assert "lowest rank" in texts[1]
    assert "highest score" in texts[1]
    assert "“ꙮ” is in no token. This vocabulary can fall back on the 256 bytes" in texts[3]
    assert data["frames"][4]["done"] == "“ꙮ” isn’t in the vocabulary, and was written as its bytes in UTF-8."
    # What has no token yet is never unknown: a model would get its bytes.
    left = [[int(caption) for _, caption in frame["chips"]] for frame in data["frames"][3:]]
    assert left == [tokenizer.encode("hi ꙮ")] * 2


def test_ties_of_scores_and_ranks_are_mentioned(hug: Tokenizer) -> None:
    # Mistral's runs of spaces share a score.
    data = payload(load_pretrained("mistral-7b"), "x" + " " * 7)
    texts = [frame["next"] for frame in data["frames"]]
    assert any(text.endswith("Others have the same score; the leftmost comes first.") for text in texts)
    for frame, past in zip(data["frames"][1:], data["merges"][1:], strict=False):
        assert [row["pair"] for row in frame["candidates"] if row["winner"]] == [past["parts"]]
        assert all("Not this one." in row["verdict"] for row in frame["candidates"] if not row["winner"])
    data = sentencepiece_models.model("no prefix")
    last = payload(SentencePieceBPE(ModelFile(data)), "the ꙮꙮ")["frames"][-1]
    assert "“ꙮ” isn’t in the vocabulary, so it becomes <unk> and is lost." in last["next"]
    assert [caption for _, caption in last["chips"]][-1] == "<unk>"
    texts = [frame["done"] for frame in encoding.payload(hug, "unhug")["frames"]]
    assert [text.endswith("Ranks count from 0: the first pair learned has rank 0.") for text in texts] == [True] + [
        False
    ] * (len(texts) - 1)
    assert "Ranks" not in encoding.payload(hug, "xyz")["frames"][0]["done"]


def test_a_word_looked_up_whole_says_why_nothing_merges() -> None:
    tokens = {b":.": 256, b".:": 257, b".:.:": 258}
    data = payload(tokenizer_of("ranks", {bytes([byte]): byte for byte in range(256)} | tokens, NONE, {}), ".:.:")
    assert [symbols(data, step) for step in range(data["steps"] + 1)] == [[[".", ":", ".", ":"]], [[".:.:"]]]
    assert data["frames"][0]["candidates"] == []
    assert "looks a word up before it merges" in data["frames"][0]["next"]
    assert data["frames"][1]["done"] == "The whole word was looked up and found: “.:.:”. Nothing merged."
