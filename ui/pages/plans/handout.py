"""A plan on paper, for the class: its slides one after the other, with questions, and a separate answer key."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, use_language
from ui.classroom.plans.plan import Plan
from ui.classroom.plans.slide_text import slide_html
from ui.components import read_styles
from ui.pages.course.chapter_file import answer as chapter_answer
from ui.pages.course.chapter_file import paragraphs, question_texts
from ui.pages.course.view import render_chapter
from ui.pages.plans import labels
from ui.pages.plans.standalone_slides import StandaloneSlide, answer, standalone_slides
from ui.pages.plans.view import shown_text
from ui.player.worksheet import WorksheetLayout, lay_out, name_field, paper_page, type_size

_SIZE = 10.5  # points, for everything but lessons
_LINE = 90  # characters per line in this size, approximately


def plan_sheets(plan: Plan, language: str, titles: Mapping[str, str], *, blank: bool) -> bytes:
    """Return a plan's page to print, in a language; `blank`: lessons are to be filled in."""
    use_language(language)
    title = plan.title or _("A plan")
    given_out: list[str] = []
    key: list[str] = []
    sheets: list[WorksheetLayout] = []
    former: dict[str, int] = {}  # a lesson on the sheets -> its slide
    for shown in standalone_slides(plan, titles):
        asked, answered = _asked(shown), _answered(shown)
        heading = f"<h2>{localized_number(shown.number)}. {shown_text(shown.title)}</h2>\n"
        begun = shown.played and former.get(_lesson_of(shown))
        if shown.played and not begun:
            former[_lesson_of(shown)] = shown.number
            found = lay_out(shown.played.lesson, shown.played.steps, blank=blank, taken=_lines(shown))
            sheets.append(found)
            part = f"{heading}{asked}{found.given}"
            given_out.append(_section(part, found.size, "place whole" if found.pages == 1 else "place long"))
            filled = found.key if blank else ""
            if filled or answered:
                key.append(_section(f"{heading}{answered}{filled}", found.size, "place"))
            continue
        part = _of_chapter(shown) if shown.chapter else _of_text(shown, begun or 0)
        given_out.append(_section(f"{heading}{part}{asked}", _SIZE, "place"))
        answered = _chapter_answer_key(shown) + answered
        if answered:
            key.append(_section(heading + answered, _SIZE, "place"))
    names = name_field()
    body = f'<main>\n<h1 class="plan">{shown_text(title)}</h1>\n{names}{"".join(given_out)}</main>\n'
    if key:
        heading = _("Answer key: {title}").format(title=title)
        body += f'<section class="key">\n<h1 class="plan">{shown_text(heading)}</h1>\n{"".join(key)}</section>\n'
    return paper_page(title, language, body, sheets, read_styles("course/course.css", "pages/plans/handout.css"))


def _section(inner: str, size: float, kind: str) -> str:
    return f'<section class="sheet {kind} {type_size(size)}">\n{inner}</section>\n'


def _lesson_of(shown: StandaloneSlide) -> str:
    """Return a key that is equal for slides with the same lesson: its first steps."""
    assert shown.played
    lesson = shown.played.lesson
    return repr((lesson["tokens"], lesson["frames"][0]["words"], lesson["merges"][:60]))


def _of_text(shown: StandaloneSlide, former: int) -> str:
    """Return a teacher's text, a reference to an earlier lesson, or a link to the app."""
    if shown.place.text:
        return f'<div class="explanation">{slide_html(shown.place.text, shown_text)}</div>\n'
    if former:
        at = shown.played.at if shown.played else 0
        text = _("The lesson from slide {place}, after step {step}.") if at else _("The lesson from slide {place}.")
        return f"<p>{escape(text.format(place=localized_number(former), step=localized_number(at)))}</p>\n"
    link_text = _("In the app: {link}").format(link=shown.place.link)
    problem = f"<p>{escape(shown.problem)}</p>\n" if shown.problem else ""
    return f'{problem}<p class="explanation">{shown_text(link_text)}</p>\n'


def _of_chapter(shown: StandaloneSlide) -> str:
    """Return a chapter's text and questions."""
    assert shown.chapter
    chapter = shown.chapter[1]
    payload = render_chapter(chapter).with_terms()
    options = _options(option.text for option in payload.options)
    exercises = "".join(f"{paragraphs(exercise.text)}{_answer_lines()}" for exercise in payload.exercises)
    turn = f"<h3>{escape(_('Your turn'))}</h3>{exercises}" if exercises else ""
    return f"{paragraphs(*payload.idea)}{question_texts(chapter)}{paragraphs(payload.question)}{options}{turn}"


def _chapter_answer_key(shown: StandaloneSlide) -> str:
    if not shown.chapter:
        return ""
    payload = render_chapter(shown.chapter[1])
    solutions = paragraphs(*(exercise.solution for exercise in payload.exercises))
    return chapter_answer(payload) + (f"<h3>{escape(_('Your turn'))}</h3>{solutions}" if solutions else "")


def _asked(shown: StandaloneSlide) -> str:
    """Return the question of a slide, with space for the answer."""
    question = shown.question
    if question is None:
        return ""
    text = labels.asked(question)
    if question.kind == "pair" and shown.played and shown.played.at:
        text = _("{question} (after step {step})").format(question=text, step=localized_number(shown.played.at))
    cut = shown.cut()[0] if question.kind == "cut" else None
    if question.answers:
        room = _options(question.answers)
    elif cut:
        letters = "".join(f"<span>{escape(letter)}</span>" for letter in cut["letters"])
        room = f'<p class="cut" translate="no">{letters}</p>'
    else:
        room = _answer_lines()
    return f'<div class="asked"><p class="explanation"><strong>{shown_text(text)}</strong></p>\n{room}</div>\n'


def _answered(shown: StandaloneSlide) -> str:
    """Return the answer to it, with the solution."""
    question = shown.question
    if question is None:
        return ""
    found = answer(shown)
    if question.right:
        found = f"{_LETTERS[question.right - 1]}. {found}"
    elif question.kind == "choice":
        found = _("There is no right or wrong answer.")
    parts: Sequence[str] = (labels.asked(question), found, question.solution)
    marks: Sequence[Callable[[str], str]] = (str, lambda text: f"<strong>{text}</strong>", str)
    lines = (
        f'<p class="explanation">{mark(shown_text(part))}</p>' for part, mark in zip(parts, marks, strict=True) if part
    )
    return f'<div class="asked">{"".join(lines)}</div>\n'


_LETTERS = "ABCDEFGH"


def _options(answers: Iterable[str]) -> str:
    return "<ol>" + "".join(f"<li>{shown_text(text)}</li>" for text in answers) + "</ol>\n"


def _answer_lines() -> str:
    return '<p class="write"></p>\n'


def _lines(shown: StandaloneSlide) -> float:
    """Return the number of lines that a slide's title and question take, approximately, besides its lesson."""
    first = 4 if shown.number == 1 else 1  # the title of the sheet, and names
    question = shown.question
    if question is None:
        return first
    return first + 4 + sum(1 + len(text) // _LINE for text in (question.text, *question.answers))
