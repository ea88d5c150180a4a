"""Prerenders the lesson of Train, so that a learner can start before the app has loaded."""

from ui.base.i18n import gettext as _
from ui.components.contract import Prerendered
from ui.lessons.contract import Lesson
from ui.pages.common.prerender import Query, prerender_player
from ui.pages.lessons.lesson_at import lesson_address, lesson_at
from ui.pages.train.next_steps import next_steps
from ui.pages.train.spec import PAGE
from ui.tokenization.scenarios import SCENARIOS


def first(query: Query) -> Prerendered | None:
    """Return the lesson of a scenario with its default settings; None for any other lesson."""
    address = lesson_address(PAGE.name, query)
    scenario: str = address.values["scenario"]
    addressed = None if query.keys() - {"scenario"} or not SCENARIOS[scenario].ready else lesson_at(address)
    if addressed is None:
        return None
    lesson: Lesson = {**addressed.lesson, "nextStepLinks": next_steps(scenario, {"scenario": scenario})}
    return prerender_player(_("Train a tokenizer"), lesson, "player", "bpe_lab_waiting")
