"""The lesson that comes with the page Train, so that a learner can begin before the app is there."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.query_parameters import read
from ui.components.contract import First
from ui.jobs import training_calls
from ui.lessons.contract import WayOn
from ui.lessons.running_text import beginning
from ui.pages.common.prerender import Query, with_player
from ui.pages.train.spec import PAGE
from ui.player.training_lesson import Wish, lesson_file
from ui.tokenization.algorithms import FIRST, usual_settings
from ui.tokenization.scenarios import SCENARIOS, in_order
from ui.tokenization.tasks.task import Task


def first(query: Query) -> First | None:
    """The lesson of a scenario, as Train shows it without any choice; None for another lesson."""
    scenario: str = read(PAGE.parameters, query).values["scenario"]
    if query.keys() - {"scenario"} or not SCENARIOS[scenario].ready:
        return None
    source = SCENARIOS[scenario].source
    training = training_calls.make(Task(source, usual_settings(FIRST, scenario)))
    wish = Wish("", current_language(), text_language=SCENARIOS[scenario].language)
    file = lesson_file({"": training}, len(training.events), wish, beginning(source.texts))
    lesson = file["lessons"][""]
    lesson["waysOn"] = ways_on(scenario, {"scenario": scenario})
    return with_player(_("Train a tokenizer"), lesson, "player", "bpe_lab_waiting")


def ways_on(scenario: str, trained: Mapping[str, str]) -> list[WayOn]:
    """Where to go from the end of a lesson: what was learned is applied, or there is another lesson.

    `trained` is what an address says of the training.
    """
    ways: list[WayOn] = [
        {"to": "encode", "text": _("Encode a word with these tokens"), "address": f"encode?{urlencode(trained)}"},
    ]
    keys = in_order()
    for key in keys[keys.index(scenario) + 1 :][:1]:
        text = _("Next lesson: {lesson}").format(lesson=SCENARIOS[key].title)
        ways.append({"to": key, "text": text, "address": f"train?scenario={key}"})
    return ways
