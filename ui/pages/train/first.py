"""The lesson that comes with the page Train, so that a learner can begin before the app is there."""

from collections.abc import Mapping
from urllib.parse import urlencode

from ui.base.address import read
from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, use_language
from ui.components import styles
from ui.pages.train.spec import PAGE
from ui.player.contract import First, WayOn
from ui.player.running import beginning
from ui.player.sheets import colours, player_styles
from ui.playing.training import Wish, lesson_file
from ui.scenarios import SCENARIOS, in_order
from ui.state.parameters import EVERYWHERE
from ui.tasks.settings import Task
from ui.ways.algorithms import FIRST, usual_settings
from ui.work import work

_FONTS = '--st-font: "First Sans", sans-serif; --st-code-font: "First Code", monospace;'


def scenario_of(query: Mapping[str, str]) -> str:
    """The scenario whose lesson an address leads to, as it is without any choice; empty for another lesson."""
    played = {parameter.name for parameter in PAGE.parameters if parameter.played}
    found = read(PAGE.parameters, query)
    is_usual = (
        query.keys() <= played | {"scenario", "lang"} and not found.problems and not read(EVERYWHERE, query).problems
    )
    scenario: str = found.values["scenario"]
    return scenario if is_usual and SCENARIOS[scenario].ready else ""


def first_lesson(scenario: str, language: str) -> First:
    """The lesson of a scenario in a language, as Train shows it."""
    use_language(language)
    source = SCENARIOS[scenario].source
    training = work.make(Task(source, usual_settings(FIRST, scenario)))
    wish = Wish("", language, text_language=SCENARIOS[scenario].language)
    file = lesson_file({"": training}, len(training.events), wish, beginning(source.texts))
    return {
        "title": _("Train a tokenizer"),
        "language": language_tag(),
        "styles": f":host {{ {colours()} {_FONTS} }}\n{player_styles()}\n{styles('player/first.css')}",
        "lesson": {**file["lessons"][""], "waysOn": ways_on(scenario, {"scenario": scenario})},
    }


def ways_on(scenario: str, trained: Mapping[str, str]) -> list[WayOn]:
    """Where to go from the end of a lesson: what was learned is applied, or there is another lesson.

    `trained` is what an address says of the training.
    """
    ways: list[WayOn] = [
        {"to": "encode", "text": _("Encode a word with these tokens"), "address": f"encode?{urlencode(trained)}"},
    ]
    keys = in_order()
    for key in keys[keys.index(scenario) + 1 :][:1]:
        text = _("The next lesson: {lesson}").format(lesson=SCENARIOS[key].title)
        ways.append({"to": key, "text": text, "address": f"train?scenario={key}"})
    return ways
