"""The lesson that comes with the page Train, so that a learner can begin before the app is there."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.base.i18n import gettext as _
from ui.components.contract import Prerendered
from ui.lessons.contract import Lesson, NextStepLink
from ui.pages.common.lesson_at import lesson_address, lesson_at
from ui.pages.common.prerender import Query, prerender_player
from ui.pages.train.spec import PAGE
from ui.tokenization.scenarios import SCENARIOS, offered_scenarios


def first(query: Query) -> Prerendered | None:
    """The lesson of a scenario, as Train shows it without any choice; None for another lesson."""
    address = lesson_address(PAGE.name, query)
    scenario: str = address.values["scenario"]
    found = None if query.keys() - {"scenario"} or not SCENARIOS[scenario].ready else lesson_at(address)
    if found is None:
        return None
    lesson: Lesson = {**found.lesson, "nextStepLinks": next_steps(scenario, {"scenario": scenario})}
    return prerender_player(_("Train a tokenizer"), lesson, "player", "bpe_lab_waiting")


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
