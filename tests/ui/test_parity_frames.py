"""Frames of parity-aware BPE: whose turn it is and why, the tokens of each text, and the final costs."""

from dataclasses import replace
from typing import Any

import pytest
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from tokenizers.trainers import ParityBpeTrainer

from bpe_engine import BPETrainer, EngineError, ParityTraining
from tests.engine.peers import tiktoken_encoding
from tests.plain_sentences import with_plain_sentences
from tests.ui.app_pages import Open, alerts
from ui.base.i18n import SOURCE_LANGUAGE, use_language
from ui.jobs import training_calls
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.scenarios.article import article_texts, articles
from ui.tokenization.tasks.task import Task, TextSource

PARITY = ALGORITHMS["parity"]
FOUR = SCENARIOS["article4"].source


def trained(source: TextSource = FOUR, **changes: object) -> ParityTraining:
    training = training_calls.train(Task(source, replace(PARITY.default_settings(SCENARIOS["article4"]), **changes)))
    assert isinstance(training, ParityTraining)
    return training


def frames(training: ParityTraining) -> list[Any]:
    found: list[Any] = with_plain_sentences(PARITY.frames(training, 0, len(training.events)))["frames"]
    return found


def test_the_text_with_the_most_bytes_has_the_first_turn() -> None:
    (first, *_others) = shown = frames(trained())
    sizes = {entry["bcp47"]: len(entry["text"].encode()) for entry in articles().values()}
    rows = first["languages"]
    assert [(row["name"], int(row["value"])) for row in rows] == [
        ("Russian", sizes["ru"]),
        ("Vietnamese", sizes["vi"]),
        ("English", sizes["en"]),
        ("Simplified Chinese", sizes["zh-Hans"]),
    ]
    assert [row["turn"] for row in rows] == [True, False, False, False]
    assert f"Turn: Russian, whose text takes the most tokens: {sizes['ru']}." in first["next"]
    for frame in shown[:-1]:
        (turn,) = [row for row in frame["languages"] if row["turn"]]
        assert turn == frame["languages"][0]
        assert turn["name"] in frame["next"]
    assert not any(row["turn"] for row in shown[-1]["languages"])


def test_the_end_compares_burmese_and_english_with_plain_bpe() -> None:
    training = trained(TextSource.from_languages(article_texts()), vocab_size=200)
    last = len(training.events)
    plain = BPETrainer(vocab_size=200, tie_break="largest-pair").train(training.corpus)
    here = training.tokenizer()
    my, en = ([len(tokenizer.encode(article_texts()[code])) for tokenizer in (plain, here)] for code in ("my", "en"))
    assert len(plain.merges) == last
    end = with_plain_sentences(PARITY.frames(training, last, last))["frames"][0]["next"]
    assert (
        f"With the same number of plain BPE merges, Burmese would take the most tokens: {my[0]}. Here it takes {my[1]}."
        in end
    )
    assert f"English pays for it: {en[1]} tokens, not {en[0]}." in end
    assert my[1] < my[0]


def test_many_languages_are_bars_and_the_extremes_are_named() -> None:
    for frame in frames(trained(TextSource.from_languages(article_texts()), vocab_size=147)):
        values = [int(row["value"].split(" ")[0]) for row in frame["languages"]]
        assert len(values) == 5
        assert values == sorted(values, reverse=True)
        assert frame["moreLanguages"] == 32
        bars = frame["allLanguages"]
        assert (len(bars), bars) == (37, sorted(bars, reverse=True))
        assert [bars[0], bars[-1]] == [round(frame["languages"][at]["share"], 3) for at in (0, -1)]
        assert 0 < bars[-1] < bars[0] <= 1
        assert frame["turnAt"] == (0 if any(row["turn"] for row in frame["languages"]) else None)


@pytest.mark.parametrize("scenario", ["article4", "article37"])
def test_token_counts_of_each_language_equal_the_tokenizers_library(scenario: str) -> None:
    source, settings = SCENARIOS[scenario].source, PARITY.default_settings(SCENARIOS[scenario])
    training = training_calls.train(Task(source, settings))
    assert isinstance(training, ParityTraining)
    theirs = Tokenizer(models.BPE())
    cut = pre_tokenizers.Split(Regex(tiktoken_encoding("o200k_base")._pat_str), behavior="isolated")
    of_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    theirs.pre_tokenizer = pre_tokenizers.Sequence([cut, of_bytes])
    trainer = ParityBpeTrainer(num_merges=len(training.events), show_progress=False)
    trainer.train_from_iterator(theirs, [[text] for text in source.texts])
    assert [len(theirs.encode(text).ids) for text in source.texts] == list(training.last_lengths)


def test_a_window_names_languages_that_used_up_their_share() -> None:
    training = trained(variant="window", window_size=4, alpha=1)
    said = " ".join(frame["next"] for frame in frames(training))
    assert "has had its share of recent turns." in said or "have had their share of recent turns." in said
    source = TextSource.from_texts("How much wood\n\nwould a woodchuck\r\n<b>chuck</b>")
    (first, *_others) = frames(trained(source))
    names = [row["name"] for row in first["languages"]]
    assert names == ["2 would a wood", "1 How much woo", "3 <b>chuck</b>"]
    alone = trained(TextSource.from_texts("How much wood"))
    assert "languages" not in frames(alone)[0]


def test_paragraphs_are_languages_up_to_a_limit(opened: Open) -> None:
    text = "\n".join(f"line {number}" for number in range(101))
    with pytest.raises(EngineError, match="101 paragraphs"):
        trained(TextSource.from_texts(text))
    (message,) = alerts(opened(scenario="text", algorithm="parity", text=text))
    assert "101 paragraphs, and each counts as a language, but the limit is 100" in message
    assert "a single paragraph" in message
    use_language("vi")
    try:
        (first, *_others) = PARITY.frames(trained(), 0, 1)["frames"]
    finally:
        use_language(SOURCE_LANGUAGE)
    assert "Tiếng Nga" in [row["name"] for row in first["languages"]]
