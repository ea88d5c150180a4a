"""How the metrics of Compare methods change with the vocabulary size."""

import math
from collections.abc import Mapping, Sequence

import pandas as pd

from bpe_engine import Metrics
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.word_spacing import SpacingUnit
from ui.jobs.finished_training import FinishedTraining
from ui.pages.compare.corpora import beginning
from ui.pages.compare.metrics_tables import measure_corpus, tokens_per
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.tasks.task import TextSource

POINTS = 9  # of each curve
SIZE_MARGIN = 1.2
"""How far the curves go, as a multiple of the largest final vocabulary."""

CURVES = ("characters_per_token", "tokens_per_word", "unknown_rate", "vocabulary_used")  # fields of Metrics


def sizes_to_measure(vocabulary_per_step: Sequence[tuple[int, int]], most: float = math.inf) -> list[tuple[int, int]]:
    """Choose the points of a curve from (step, vocabulary size): the first, the last, and some evenly spaced between.

    Each size occurs once, in increasing order, up to `most`. If two steps have the same size, because a merge made an
    existing token, the later step is chosen.
    """
    step_of = {size: step for step, size in vocabulary_per_step if size <= most}
    points = [(step, size) for size, step in sorted(step_of.items())]
    last = len(points) - 1
    places = sorted({round(last * number / max(POINTS - 1, 1)) for number in range(POINTS)}) if last > 0 else [0]
    return [points[place] for place in places]


def max_size(trainings: Mapping[ComparedMethod, FinishedTraining]) -> float:
    """Return the vocabulary size up to which the curves go: infinity if all methods only remove tokens."""
    points = [training.summary.points for training in trainings.values()]
    ends = [(curve[0].vocabulary, curve[-1].vocabulary) for curve in points]
    return math.inf if all(first > last for first, last in ends) else SIZE_MARGIN * max(last for _first, last in ends)


def notes_on_curves(trainings: Mapping[ComparedMethod, FinishedTraining]) -> list[str]:
    """Return notes on methods that start with more tokens than the curves show."""
    most = max_size(trainings)
    note = _("{method} starts with more tokens than fit here and removes them: its line runs to the left.")
    return [
        note.format(method=method.name)
        for method, training in trainings.items()
        if training.summary.points[0].vocabulary > most
    ]


def curves(trainings: Mapping[ComparedMethod, FinishedTraining], source: TextSource) -> pd.DataFrame:
    """Return the metrics at some sizes of each training, on the sample. Columns: method, size, and CURVES."""
    rows = [
        (method.name, size, *(getattr(found, column) for column in CURVES))
        for method, training in trainings.items()
        for size, found in _curve(training, method, beginning(source), max_size(trainings))
    ]
    return pd.DataFrame(rows, columns=["method", "size", *CURVES])


@cached(lambda found, _training, _method, source, _most: 500 * len(found) + source.bytes)
def _curve(
    training: FinishedTraining, method: ComparedMethod, source: TextSource, most: float
) -> list[tuple[int, Metrics]]:
    points = sizes_to_measure([(point.step, point.vocabulary) for point in training.summary.points], most)
    return [(size, measure_corpus(method, method.tokenizer(training.tokenizer(step)), source)) for step, size in points]


def curves_table(points: pd.DataFrame, unit: SpacingUnit) -> pd.DataFrame:
    """Return the numbers of the curves as a table."""
    per_unit = {tokens_per(unit): points["tokens_per_word"]} if tokens_per(unit) else {}
    return pd.DataFrame(
        {
            _("Method"): points["method"],
            _("Tokens in the vocabulary"): points["size"],
            _("Characters per token"): points["characters_per_token"],
            **per_unit,
            _("Unknown"): points["unknown_rate"],
            _("Used"): points["vocabulary_used"],
        }
    )
