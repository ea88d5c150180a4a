"""Frames of SuperBPE: the stages are named, and the texts are shown whole."""

from dataclasses import replace

from bpe_engine import SuperBPETraining
from ui.jobs import training_calls
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

SUPERBPE = ALGORITHMS["superbpe"]
TEXT = "by the way, by the way"


def trained(size: int, transition: int) -> SuperBPETraining:
    settings = replace(SUPERBPE.default_settings(SCENARIOS[CUSTOM_TEXT]), vocab_size=size, transition=transition)
    training = training_calls.train(Task(TextSource.from_texts(TEXT), settings))
    assert isinstance(training, SuperBPETraining)
    return training


def test_stages_are_announced_and_forbidden_merges_mentioned() -> None:
    # Nine symbols and five merges; counted by hand in the engine's test.
    training = trained(17, 14)
    data = SUPERBPE.frames(training, 0, len(training.events))
    told = [frame["next"] for frame in data["frames"]]
    assert told[0].startswith("First stage: tokens stay within words.")
    assert told[5].startswith("The second stage begins, with 14 tokens: pairs now count across spaces too.")
    assert [step for step, text in enumerate(told) if "stage" in text] == [0, 5]
    rows = [[data["tokens"][number][0] for number in frame["words"][0]["tokens"]] for frame in data["frames"]]
    assert [len(frame["words"]) for frame in data["frames"]] == [1] * 9
    assert rows[5][:3] == ["by", "Ġthe", "Ġw"]
    assert rows[6][:2] == ["byĠthe", "Ġw"]
    assert all("".join(row) == TEXT.replace(" ", "Ġ") for row in rows)
    training = trained(12, 12)
    frames = SUPERBPE.frames(training, 0, len(training.events))["frames"]
    assert not any("stage" in frame["next"] for frame in frames)
    # Four words at most: "a b c d" twice, and no pair of these two may merge.
    settings = replace(SUPERBPE.default_settings(SCENARIOS[CUSTOM_TEXT]), vocab_size=99, transition=1)
    training = training_calls.train(Task(TextSource.from_texts("a b c d a b c d"), settings))
    last = SUPERBPE.frames(training, len(training.events), len(training.events))["frames"][-1]
    assert last["next"] == (
        "Done: none of the pairs left may merge. A token can’t have more than 4 words, or continue after a colon and a "
        "space."
    )
    assert (last["candidates"], last["morePairs"]) == ([], 0)


def test_the_effect_of_the_second_stage_on_earlier_merges_is_explained() -> None:
    # Counted by hand in the engine's test.
    settings = replace(SUPERBPE.default_settings(SCENARIOS[CUSTOM_TEXT]), vocab_size=10, transition=9)
    training = training_calls.train(Task(TextSource.from_texts("a     a  bc"), settings))
    assert isinstance(training, SuperBPETraining)
    data = SUPERBPE.frames(training, 0, len(training.events))
    frame = data["frames"][5]
    assert "The corpus went from 6 to 5 tokens." in frame["done"]
    assert frame["next"].startswith(
        "The second stage begins, with 8 tokens: pairs now count across spaces too. The merges so far are repeated "
        "across spaces, in order: the corpus goes from 5 to 6 tokens. "
    )
    assert " never arises that way, so it leaves the vocabulary. Next: " in frame["next"]
    tokens = data["tokens"]
    assert [tokens[number][0] for number in frame["words"][0]["tokens"]] == ["a", "ĠĠĠĠ", "Ġa", "ĠĠ", "b", "c"]
    assert [tokens[number][0] for number in frame["dropped"]] == ["Ġbc"]
    assert {row[0]: row[2] for row in tokens}["Ġbc"] is None
    assert {row[0]: row[2] for row in tokens}["Ġb"] == 7
    assert data["frames"][4]["dropped"] == []


def test_a_frequent_forbidden_pair_is_explained() -> None:
    # “ if a woodchuck could” (four words) and “ chuck wood” are adjacent twice, and nothing else occurs twice.
    text = (
        "How much wood would a woodchuck chuck if a woodchuck could chuck wood? He would chuck, he would, as much as "
        "he could, and chuck as much wood as a woodchuck would if a woodchuck could chuck wood."
    )
    settings = replace(default_settings("superbpe", CUSTOM_TEXT), vocab_size=51, transition=45)
    training = training_calls.train(Task(TextSource.from_texts(text), settings))
    told = [frame["next"] for frame in SUPERBPE.frames(training, 0, len(training.events))["frames"]]
    assert told[30].count(" occurs 2 times but doesn’t merge: a token can’t have more than 4 words, ") == 1
    assert "Next: " in told[30]
    assert [step for step, said in enumerate(told) if "doesn’t merge" in said] == [30]


def test_forbidden_pairs_do_not_count_and_word_lists_have_no_second_stage() -> None:
    # a : Ġ b Ġ a : Ġ b. Twice each: (a, :), (:, Ġ), (Ġ, b); once each: (b, Ġ), (Ġ, a). None may merge to “:Ġ”.
    settings = replace(SUPERBPE.default_settings(SCENARIOS[CUSTOM_TEXT]), vocab_size=99, transition=1)
    training = training_calls.train(Task(TextSource.from_texts("a: b a: b"), settings))
    assert isinstance(training, SuperBPETraining)
    first = SUPERBPE.frames(training, 0, 0)["frames"][0]
    assert (len(first["candidates"]), first["morePairs"]) == (4, 0)
    assert "A tie: 1 other pair is as frequent." in first["next"]
    assert first["tie"] is not None
    assert first["tie"]["badge"] == "tie of 2 pairs"
    assert "no space to merge across" in SUPERBPE.scenario_description(SCENARIOS["hug"])
    assert "no space to merge across" not in SUPERBPE.scenario_description(SCENARIOS["course"])
