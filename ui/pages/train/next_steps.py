"""The links at the end of a lesson on Train."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.base.i18n import gettext as _
from ui.lessons.contract import NextStepLink
from ui.tokenization.scenarios import SCENARIOS, offered_scenarios


def next_steps(scenario: str, trained: Mapping[str, str]) -> list[NextStepLink]:
    """Return the links at the end of a lesson: applying what was learned, and the next lesson.

    `trained` is the query of the training.
    """
    links: list[NextStepLink] = [
        {"to": "encode", "text": _("Encode a word with these tokens"), "address": f"encode?{urlencode(trained)}"},
    ]
    keys = offered_scenarios()
    for key in keys[keys.index(scenario) + 1 :][:1]:
        text = _("Next lesson: {lesson}").format(lesson=SCENARIOS[key].title)
        links.append({"to": key, "text": text, "address": f"train?scenario={key}"})
    return links
