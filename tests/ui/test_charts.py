"""The charts' data and specs."""

import json
from collections.abc import Callable

import altair as alt
import pandas as pd
import pytest

from bpe_engine import BPETraining
from tests.ui.chart_alt_text import aria_labels, columns_read_out
from ui.jobs.chart_files import chart_file
from ui.jobs.training_calls import CHART_POINTS, TrainingSummary
from ui.pages.bytes.byte_table import byte_chart, byte_frame, byte_rows
from ui.pages.compare import charts as compare
from ui.pages.compare.curves import CURVES
from ui.pages.train.charts import as_table, chart
from ui.pages.vocabulary.lengths import lengths_chart
from ui.player.training_curves import curve_titles, curves
from ui.tokenization.algorithms import ALGORITHMS

Train = Callable[..., BPETraining]
TOKENS = [113, 93, 77, 62, 50, 45, 40, 36]  # hug: minus the replaced occurrences of each merge
SIZES = list(range(7, 15))


def test_charts_have_both_lines_their_table_and_a_bounded_number_of_points(train: Train) -> None:
    training = train("hug")
    found = curves(TrainingSummary.from_training(training), "Merges", "A line.")
    assert found["steps"] == list(range(8))
    assert [line["values"] for line in found["lines"]] == [TOKENS, SIZES]
    said = ALGORITHMS["bpe"].frames(training, 3, 3)["frames"][0]["titles"]
    assert [said[line["heading"]] for line in found["lines"]] == [
        "62 tokens in the corpus",
        "10 tokens in the vocabulary",
    ]
    points = TrainingSummary.from_training(train("low", drop_unused=True)).points
    # e s: one in, one out. es t: one in, two out. est </w>: one in, one out.
    sizes = [point.vocabulary for point in points]
    assert sizes[:4] == [11, 11, 10, 10]
    training = train(" ".join(f"{number:05d}" for number in range(2_000)), vocab_size=1_500)
    found = TrainingSummary.from_training(training)
    assert found.steps > CHART_POINTS
    assert len(found.points) <= CHART_POINTS + 2
    assert (found.points[0].step, found.points[-1].step) == (0, found.steps)
    for point in found.points:
        assert point.tokens == training.tokens_per_step[point.step]
        assert point.vocabulary == training.vocabulary_per_step[point.step]
    table = as_table(TrainingSummary.from_training(train("hug")), "Merges")
    assert table.to_numpy().tolist() == [list(row) for row in zip(range(8), TOKENS, SIZES, strict=True)]


@pytest.mark.parametrize(
    ("algorithm", "called"),
    [("bpe", "Merges"), ("wordpiece", "Merges"), ("unigram", "Steps"), ("words", "Steps"), ("characters", "Steps")],
)
def test_steps_are_called_merges_only_if_something_merges(train: Train, algorithm: str, called: str) -> None:
    title = ALGORITHMS[algorithm].steps_title
    assert title == called
    assert called.lower() in ALGORITHMS[algorithm].chart_alt
    found = TrainingSummary.from_training(train("hug"))
    for name, above in curve_titles().items():
        spec = json.loads(chart(found, name, above, title).to_json())
        assert [spec["encoding"][axis]["title"] for axis in "xy"] == [called, above]
    assert curves(found, title, "")["axis"] == called
    assert as_table(found, title).columns[0] == called


def test_a_training_without_merges_has_a_chart_and_one_becomes_a_file(train: Train) -> None:
    found = TrainingSummary.from_training(train({"a": 1}))
    assert found.steps == 0
    assert [tuple(point) for point in found.points] == [(0, 1, 1)]
    chart(found, "tokens", "Tokens", "Steps").to_json()
    spec = chart(TrainingSummary.from_training(train("hug")), "tokens", "Tokens in the corpus", "Merges").to_json()
    svg = chart_file(spec, "svg").decode()
    assert svg.startswith("<svg")
    assert "Tokens in the corpus" in svg
    assert chart_file(spec, "png").startswith(b"\x89PNG\r\n")


def bars() -> list[alt.Chart | alt.LayerChart]:
    rows = [("BPE", text, 2.5, 1.25, 0.5) for text in ("corpus", "new text")]
    points = pd.DataFrame(rows, columns=["method", "text", *compare.BARS])
    return [drawn for drawn, _said in compare.bar_charts(points, "word", "word")]


def lines() -> list[alt.Chart | alt.LayerChart]:
    points = pd.DataFrame([("BPE", size, 2.5, 1.25, 0.5, 7) for size in (10, 20)], columns=["method", "size", *CURVES])
    return [drawn for drawn, _said in compare.curve_charts(points, "word")]


DRAWN: dict[str, Callable[[], list[alt.Chart | alt.LayerChart]]] = {
    "bars": bars,
    "lines": lines,
    "bytes": lambda: [byte_chart(byte_frame(byte_rows(), 5))],
    "lengths": lambda: [lengths_chart(pd.DataFrame([(1, "1", 3)], columns=["order", "length", "tokens"]))],
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_chart_is_read_aloud_in_words_not_column_names(name: str) -> None:
    charts = DRAWN[name]()
    assert all(": " in " ".join(aria_labels(drawn)) for drawn in charts)
    assert [columns_read_out(drawn) for drawn in charts] == [set()] * len(charts)
