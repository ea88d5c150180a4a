"""Where a lesson on Train leads to."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.base.i18n import gettext as _
from ui.lessons.contract import NextStepLink
from ui.tokenization.scenarios import SCENARIOS, offered_scenarios


def next_steps(scenario: str, trained: Mapping[str, str]) -> list[NextStepLink]:
    """Where to go from the end of a lesson: what was learned is applied, or there is another lesson.

    `trained` is what an address says of the training.
    """
    ways: list[NextStepLink] = [
        {"to": "encode", "text": _("Encode a word with these tokens"), "address": f"encode?{urlencode(trained)}"},
    ]
    keys = offered_scenarios()
    for key in keys[keys.index(scenario) + 1 :][:1]:
        text = _("Next lesson: {lesson}").format(lesson=SCENARIOS[key].title)
        ways.append({"to": key, "text": text, "address": f"train?scenario={key}"})
    return ways
