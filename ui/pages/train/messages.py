"""Train's messages about a training: progress, problems and remedies. They don't depend on how they are drawn."""

from collections.abc import Collection
from typing import Any, NamedTuple

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.jobs.training_calls import Phase
from ui.tokenization.tasks.task import MAX_VOCABULARY, shortened_text


class Remedy(NamedTuple):
    """A button's label, and the values of the page that it changes."""

    text: str
    values: dict[str, Any]


def phase_text(phase: Phase) -> str:
    """Return what a training is doing."""
    return _("Cutting the text into words …") if phase == "reading" else _("Learning tokens …")


def link_note(left_out: Collection[str]) -> str:
    """Return a note on what a link omits, given the names of values too long for it; empty if it omits nothing."""
    if "text" in left_out:
        return _(
            "Your text is too long for a link, so the link carries only the settings. Send the text along as a file, "
            "to be uploaded there (it’s in “Downloads” below)."
        )
    if "words" in left_out:
        return _("You have too many words for a link. The link carries the settings, with the lesson’s own words.")
    return ""


def remedies(error: EngineError, text: str) -> list[Remedy]:
    """Return remedies for an error: another size, or part of the learner's own text."""
    offered = []
    enough = error.values.get("enough")
    if isinstance(enough, int) and enough <= MAX_VOCABULARY:
        offered.append(Remedy(_("Use a vocabulary of {size}").format(size=localized_number(enough)), {"vocab": enough}))
    shorter = shortened_text(text, error)
    if shorter:
        label = _("Train on the first {count} characters").format(count=localized_number(len(shorter)))
        offered.append(Remedy(label, {"text": shorter}))
    return offered
