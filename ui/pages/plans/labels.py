"""Texts about a plan: titles of its slides, and the kinds of questions."""

from collections.abc import Mapping

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.typed_text import typed_lines
from ui.classroom.plans.plan import Kind, Slide, SlideQuestion
from ui.classroom.plans.slide_links import page_and_query
from ui.classroom.plans.slide_text import plain_text

LONGEST_FIRST_LINE = 60


def title(place: Slide, titles: Mapping[str, str]) -> str:
    """Return the title of a slide: the teacher's, else from its page and step or its first line.

    `titles` are the untranslated titles of the existing pages.
    """
    if place.title:
        return place.title
    if place.text:
        line = plain_text(typed_lines(place.text)[0])
        return line if len(line) <= LONGEST_FIRST_LINE else f"{line[:LONGEST_FIRST_LINE]}…"
    page, query = page_and_query(place.link)
    name = _(titles[page]) if page in titles else page
    step = query.get("step", "")
    return _("{page}, step {step}").format(page=name, step=step) if step else name


def kinds() -> dict[Kind | None, str]:
    """Return the kinds of questions, including none."""
    return {
        None: _("No question"),
        "pair": _("Which pair is next?"),
        "choice": _("Multiple choice"),
        "cut": _("How will this word be cut?"),
    }


def question_text(question: SlideQuestion) -> str:
    """Return a question as one line."""
    if question.text:
        return question.text
    if question.word:
        return _("How will “{word}” be cut?").format(word=question.word)
    return kinds()[question.kind]


def minutes(count: int) -> str:
    """Return a duration in short form."""
    return _("{minutes} min").format(minutes=localized_number(count))


def answers(question: SlideQuestion) -> str:
    """Return the options of a question as one line."""
    return join_list(_("“{token}”").format(token=answer) for answer in question.answers)
