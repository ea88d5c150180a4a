"""What the page Train says of a training, whatever draws it: how far it is, what is amiss, and the way out."""

from collections.abc import Collection
from typing import Any, NamedTuple

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.jobs.training_calls import Phase
from ui.tokenization.tasks.task import MAX_VOCABULARY, shortened_text


class Remedy(NamedTuple):
    """What a button says, and the values of the page that it changes."""

    text: str
    values: dict[str, Any]


def phase_text(phase: Phase) -> str:
    """What a training is about to do."""
    return _("Cutting the text into words …") if phase == "reading" else _("Learning tokens …")


def link_note(left_out: Collection[str]) -> str:
    """What a link does not carry, by the names of the values that are too long for it; empty where it carries all."""
    if "text" in left_out:
        return _(
            "Your text is too long for a link, so the link carries only the settings. Send the text along as a file, "
            "to be uploaded there (it’s in “Downloads” below)."
        )
    if "words" in left_out:
        return _("You have too many words for a link. The link carries the settings, with the lesson’s own words.")
    return ""


def remedies(error: EngineError, text: str) -> list[Remedy]:
    """What can be done where a training cannot: another size, or a part of the learner's own text."""
    ways = []
    enough = error.values.get("enough")
    if isinstance(enough, int) and enough <= MAX_VOCABULARY:
        ways.append(Remedy(_("Use a vocabulary of {size}").format(size=localized_number(enough)), {"vocab": enough}))
    shorter = shortened_text(text, error)
    if shorter:
        said = _("Train on the first {count} characters").format(count=localized_number(len(shorter)))
        ways.append(Remedy(said, {"text": shorter}))
    return ways
