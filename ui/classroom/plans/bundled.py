"""The plans that come with the app, described in docs/TEACHING.md."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from ui.base.i18n import gettext as _
from ui.classroom.plans.parser import parse_text
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.writer import from_link

FOLDER = Path(__file__).parent / "data"

BUNDLED = ("45", "90")
"""Their names in an address: the minutes that they take."""


@cache
def bundled_plan(name: str) -> Plan:
    """Return a plan that comes with the app, in English."""
    return parse_text((FOLDER / f"{name}.toml").read_text("utf-8"))


def plan_of(value: str) -> Plan:
    """Return the plan of an address or a browser: a bundled one in the reader's language, or one packed as a link.

    Raises ValueError if it is not a plan.
    """
    if value in BUNDLED:
        return translated(bundled_plan(value))
    return from_link(value) if value else Plan()


def translated(plan: Plan) -> Plan:
    """Return a bundled plan in the reader's language."""

    def translate(text: str) -> str:
        return _(text) if text else ""

    def translate_question(question: SlideQuestion) -> SlideQuestion:
        answers = tuple(map(translate, question.answers))
        return replace(question, text=translate(question.text), solution=translate(question.solution), answers=answers)

    def translate_slide(place: Slide) -> Slide:
        question = translate_question(place.question) if place.question else None
        title, text, note = map(translate, (place.title, place.text, place.note))
        return replace(place, title=title, text=text, note=note, question=question)

    return Plan(translate(plan.title), translate(plan.about), tuple(map(translate_slide, plan.slides)))
