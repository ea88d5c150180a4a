"""The lesson that comes with the page Train, so that a learner can begin before the app is there."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.query_parameters import parse_query
from ui.components.contract import Prerendered
from ui.jobs import training_calls
from ui.lessons.contract import NextStepLink
from ui.lessons.running_text import text_opening
from ui.pages.common.prerender import Query, prerender_player
from ui.pages.train.spec import PAGE
from ui.player.training_lesson import FileOptions, lesson_file
from ui.tokenization.algorithms import DEFAULT_ALGORITHM, default_settings
from ui.tokenization.scenarios import SCENARIOS, offered_scenarios
from ui.tokenization.tasks.task import Task


def first(query: Query) -> Prerendered | None:
    """The lesson of a scenario, as Train shows it without any choice; None for another lesson."""
    scenario: str = parse_query(PAGE.parameters, query).values["scenario"]
    if query.keys() - {"scenario"} or not SCENARIOS[scenario].ready:
        return None
    source = SCENARIOS[scenario].source
    training = training_calls.train(Task(source, default_settings(DEFAULT_ALGORITHM, scenario)))
    wish = FileOptions("", current_language(), text_language=SCENARIOS[scenario].language)
    file = lesson_file({"": training}, len(training.events), wish, text_opening(source.texts))
    lesson = file["lessons"][""]
    lesson["nextStepLinks"] = next_steps(scenario, {"scenario": scenario})
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
