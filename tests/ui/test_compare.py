"""The page Compare: the numbers side by side, counted here once more by hand or by plain Python."""

from typing import Any

import pytest

from bpe_engine import LongestMatchTokenizer, measure
from tests.ui.app_pages import Open, alerts
from ui import compare, work
from ui.compare import METHODS, Method
from ui.scenarios import SCENARIOS
from ui.settings import Source


def tokenizers(corpus: str, size: int, methods: tuple[Method, ...]) -> dict[Method, Any]:
    made = {}
    for method in methods:
        training = work.make(compare.task(method, SCENARIOS[corpus].source, size))
        made[method] = compare.as_method(method, training.tokenizer())
    return made


def test_the_segmentations_of_hug_are_those_of_the_textbooks() -> None:
    made = tokenizers("hug", 11, ("bpe", "unigram", "words", "characters"))
    data = compare.segmentations(made, [("hugs", 5)], "unhug mug")
    cut = [[[token[0] for token in cell["tokens"]] for cell in row["cells"]] for row in data["rows"]]
    assert cut[0] == [["hug", "s"], ["hug", "s"], ["hugs"], ["h", "u", "g", "s"]]
    assert cut[1][0] == ["un", "hug"]
    assert cut[1][2] == ["[UNK]"]
    assert cut[2][0] == ["[UNK]", "ug"]
    assert [cell["differs"] for cell in data["rows"][0]["cells"]] == [False, False, True, True]
    assert [row["note"] for row in data["rows"]] == ["cut differently"] * 3


def test_the_metrics_of_bpe_on_hug_are_those_counted_by_hand() -> None:
    # hug 10, p ug 5, p un 12, b un 4, hug s 5: 10 + 10 + 24 + 8 + 10 tokens for 36 words of 113 characters.
    found = measure(tokenizers("hug", 11, ("bpe",))["bpe"], compare.corpus_texts(SCENARIOS["hug"].source))
    assert (found.tokens, found.words, found.characters) == (62, 36, 113)
    assert found.tokens_per_word == 62 / 36
    assert found.characters_per_token == 113 / 62
    assert (found.unknown, found.round_trip, found.vocabulary_used) == (0, True, 6)
    unseen = measure(tokenizers("hug", 11, ("bpe",))["bpe"], [("mug", 1)])
    assert (unseen.tokens, unseen.unknown, unseen.unknown_rate, unseen.round_trip) == (2, 1, 0.5, False)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_measured_on_every_corpus(method: Method) -> None:
    for corpus in ("hug", "course"):
        size = 300 if method == "bytes" else compare.SIZES[corpus]
        made = tokenizers(corpus, size, (method,))
        (row,) = compare.metrics(made, SCENARIOS[corpus].source, compare.UNSEEN[corpus])
        texts = compare.corpus_texts(SCENARIOS[corpus].source)
        assert row.corpus.words == sum(len(text.split()) * times for text, times in texts)
        assert row.corpus.tokens > 0
        assert 0 <= row.corpus.unknown_rate <= 1
        assert len(compare.metrics_table([row])) == 1
    assert (method != "longest") or isinstance(made[method], LongestMatchTokenizer)


def test_characters_are_never_longer_than_one_and_bytes_are_never_unknown() -> None:
    made = tokenizers("course", 300, ("bytes", "characters"))
    found = {row.method: row for row in compare.metrics(made, SCENARIOS["course"].source, "naïve 東京 👩‍👧")}
    assert found["characters"].unseen.characters_per_token >= 1
    assert found["characters"].unseen.unknown > 0
    assert found["bytes"].unseen.unknown == 0
    assert found["bytes"].unseen.round_trip


def test_the_points_of_a_curve_begin_and_end_with_the_training() -> None:
    assert compare.sizes_to_measure([(0, 7), (1, 8)]) == [(0, 7), (1, 8)]
    assert compare.sizes_to_measure([(0, 7)]) == [(0, 7)]
    many = compare.sizes_to_measure([(step, step + 7) for step in range(1000)])
    assert (many[0], many[-1], len(many)) == ((0, 7), (999, 1006), compare.POINTS)


def test_a_long_text_is_measured_in_part() -> None:
    texts = compare.corpus_texts(Source.of_texts("word " * 10_000))
    assert sum(len(text) for text, _ in texts) == compare.MEASURED


def test_the_page_tells_which_method_cannot_be_made_and_shows_the_others(opened: Open) -> None:
    app = opened("pages/compare.py", corpus="hug", size="3")
    told = alerts(app)
    assert any(alert.startswith("BPE: A vocabulary of 3 leaves no room") for alert in told)
    assert len(app.dataframe) == 1
    assert list(app.dataframe[0].value["Method"]) == ["Whole words", "Characters"]


def test_nonsense_in_the_address_is_told(opened: Open) -> None:
    app = opened("pages/compare.py", corpus="<img src=x>", size="-1", methods="none")
    assert not app.exception
    assert any("corpus=<img src=x>" in alert for alert in alerts(app))
    assert list(app.dataframe[0].value["Method"]) == [compare.method_name(method) for method in compare.USUAL]
