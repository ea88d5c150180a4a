"""How the numbers of a training move with its steps, for the player to draw."""

from typing import Literal

from ui.base.i18n import gettext as _
from ui.jobs.training_calls import TrainingSummary
from ui.lessons.contract import Curves

CurveName = Literal["tokens", "vocabulary"]


def curve_titles() -> dict[CurveName, str]:
    """The lines by their names: tokens in the corpus, and size of the vocabulary."""
    return {"tokens": _("Tokens in the corpus"), "vocabulary": _("Tokens in the vocabulary")}


def curves(summary: TrainingSummary, steps_title: str, alt_text: str) -> Curves:
    """The lines for the player. `steps_title` says what the steps are called."""
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
    """The numbers of all points, by their names."""
    return {name: [getattr(point, name) for point in summary.points] for name in ("step", "tokens", "vocabulary")}
