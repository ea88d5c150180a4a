"""The curves of a training for the player: numbers that change from step to step."""

from typing import Literal

from ui.base.i18n import gettext as _
from ui.jobs.training_calls import TrainingSummary
from ui.lessons.contract import Curves

CurveName = Literal["tokens", "vocabulary"]


def curve_titles() -> dict[CurveName, str]:
    """Return the titles of the curves by name."""
    return {"tokens": _("Tokens in the corpus"), "vocabulary": _("Tokens in the vocabulary")}


def curves(summary: TrainingSummary, steps_title: str, alt_text: str) -> Curves:
    """Return the curves of a training. `steps_title` is the label of the x-axis."""
    found = curve_columns(summary)
    return {
        "title": _("How the numbers change"),
        "alt": alt_text,
        "axis": steps_title,
        "steps": found["step"],
        "lines": [
            {"title": curve_titles()["tokens"], "values": found["tokens"], "heading": 1},
            {"title": curve_titles()["vocabulary"], "values": found["vocabulary"], "heading": 0},
        ],
    }


def curve_columns(summary: TrainingSummary) -> dict[str, list[int]]:
    """Return the numbers of all points as columns, by name."""
    return {name: [getattr(point, name) for point in summary.points] for name in ("step", "tokens", "vocabulary")}
