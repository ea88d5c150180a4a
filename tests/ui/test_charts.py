"""The charts' data and specs."""

import json
import math
from collections.abc import Callable

import pytest

from bpe_engine import BPETraining
from ui.algorithms import ALGORITHMS
from ui.jobs.chart_files import chart_file
from ui.jobs.work import CHART_POINTS, Summary
from ui.train.charts import as_table, per_step, tokens_chart, vocabulary_chart

Train = Callable[..., BPETraining]
TOKENS = [113, 93, 77, 62, 50, 45, 40, 36]  # hug: less the places of each merge
SIZES = list(range(7, 15))


def test_a_row_a_step_and_one_for_the_step_that_is_shown(train: Train) -> None:
    data = per_step(Summary.of(train("hug")), 3)
    steps = data[~data["now"].astype(bool)]
    assert list(steps["step"]) == list(range(8))
    assert list(steps["tokens"]) == TOKENS
    assert list(steps["vocabulary"]) == SIZES
    now = data[data["now"].astype(bool)]
    assert list(now["step"]) == [3]
    assert math.isnan(now["tokens"].iloc[0])


def test_dropping_symbols_shows_in_the_size_of_the_vocabulary(train: Train) -> None:
    points = Summary.of(train("low")).points
    # e s: one in, one out. es t: one in, two out. est </w>: one in, one out.
    sizes = [point.vocabulary for point in points]
    assert sizes[:4] == [11, 11, 10, 10]


def test_moving_to_another_step_changes_data_only(train: Train) -> None:
    found = Summary.of(train("hug"))
    for chart in (tokens_chart, vocabulary_chart):
        specs = []
        for step in (0, 5):
            spec = json.loads(chart(per_step(found, step), "Merges").to_json())
            del spec["datasets"]
            text = json.dumps(spec)
            for name in json.loads(chart(per_step(found, step), "Merges").to_json())["datasets"]:
                text = text.replace(name, "data")
            specs.append(text)
        assert specs[0] == specs[1]


def test_a_long_training_has_a_bounded_number_of_points(train: Train) -> None:
    training = train(" ".join(f"{number:05d}" for number in range(2_000)), vocab_size=1_500)
    found = Summary.of(training)
    assert found.steps > CHART_POINTS
    assert len(found.points) <= CHART_POINTS + 2
    assert (found.points[0].step, found.points[-1].step) == (0, found.steps)
    for point in found.points:
        assert point.tokens == training.tokens_per_step[point.step]
        assert point.vocabulary == training.vocabulary_per_step[point.step]


def test_the_numbers_are_there_as_a_table(train: Train) -> None:
    table = as_table(Summary.of(train("hug")), "Merges")
    assert table.to_numpy().tolist() == [list(row) for row in zip(range(8), TOKENS, SIZES, strict=True)]


@pytest.mark.parametrize(
    ("algorithm", "called"),
    [("bpe", "Merges"), ("wordpiece", "Merges"), ("unigram", "Steps"), ("words", "Steps"), ("characters", "Steps")],
)
def test_steps_are_called_merges_only_where_something_is_merged(train: Train, algorithm: str, called: str) -> None:
    title = ALGORITHMS[algorithm].steps_title
    assert title == called
    assert called.lower() in ALGORITHMS[algorithm].chart_alt
    found = Summary.of(train("hug"))
    for chart in (tokens_chart, vocabulary_chart):
        spec = json.loads(chart(per_step(found, 1), title).to_json())
        assert {layer["encoding"]["x"]["title"] for layer in spec["layer"]} == {called}
    assert as_table(found, title).columns[0] == called


def test_a_training_without_merges_has_a_chart(train: Train) -> None:
    found = Summary.of(train({"a": 1}))
    assert found.steps == 0
    assert [tuple(point) for point in found.points] == [(0, 1, 1)]
    tokens_chart(per_step(found, 0), "Steps").to_json()


def test_a_chart_becomes_an_svg_or_png_file(train: Train) -> None:
    spec = tokens_chart(per_step(Summary.of(train("hug")), 2), "Merges").to_json()
    svg = chart_file(spec, "svg").decode()
    assert svg.startswith("<svg")
    assert "Tokens in the corpus" in svg
    assert chart_file(spec, "png").startswith(b"\x89PNG\r\n")
