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
    student_sections: list[str] = []
    key: list[str] = []
    sheets: list[WorksheetLayout] = []
    former: dict[str, int] = {}  # a lesson on the sheets -> its slide
    for slide in standalone_slides(plan, titles):
        question, solution = _question_html(slide), _answer_html(slide)
        heading = f"<h2>{localized_number(slide.number)}. {shown_text(slide.title)}</h2>\n"
        earlier = slide.played and former.get(_lesson_of(slide))
        if slide.played and not earlier:
            former[_lesson_of(slide)] = slide.number
            layout = lay_out(slide.played.lesson, slide.played.steps, blank=blank, taken=_line_count(slide))
            sheets.append(layout)
            part = f"{heading}{question}{layout.given}"
            student_sections.append(_section(part, layout.size, "place whole" if layout.pages == 1 else "place long"))
            filled = layout.key if blank else ""
            if filled or solution:
                key.append(_section(f"{heading}{solution}{filled}", layout.size, "place"))
            continue
        part = _chapter_html(slide) if slide.chapter else _text_html(slide, earlier or 0)
        student_sections.append(_section(f"{heading}{part}{question}", _SIZE, "place"))
        solution = _chapter_answer_key(slide) + solution
        if solution:
            key.append(_section(heading + solution, _SIZE, "place"))
    names = name_field()
    body = f'<main>\n<h1 class="plan">{shown_text(title)}</h1>\n{names}{"".join(student_sections)}</main>\n'
    if key:
        heading = _("Answer key: {title}").format(title=title)
        body += f'<section class="key">\n<h1 class="plan">{shown_text(heading)}</h1>\n{"".join(key)}</section>\n'
    return paper_page(title, language, body, sheets, read_styles("course/course.css", "pages/plans/handout.css"))


def _section(inner: str, size: float, kind: str) -> str:
    return f'<section class="sheet {kind} {type_size(size)}">\n{inner}</section>\n'


def _lesson_of(slide: StandaloneSlide) -> str:
    """Return a key that is equal for slides with the same lesson: its first steps."""
    assert slide.played
    lesson = slide.played.lesson
    return repr((lesson["tokens"], lesson["frames"][0]["words"], lesson["merges"][:60]))


def _text_html(slide: StandaloneSlide, former: int) -> str:
    """Return a teacher's text, a reference to an earlier lesson, or a link to the app."""
    if slide.place.text:
        return f'<div class="explanation">{slide_html(slide.place.text, shown_text)}</div>\n'
    if former:
        at = slide.played.at if slide.played else 0
        text = _("The lesson from slide {place}, after step {step}.") if at else _("The lesson from slide {place}.")
        return f"<p>{escape(text.format(place=localized_number(former), step=localized_number(at)))}</p>\n"
    link_text = _("In the app: {link}").format(link=slide.place.link)
    problem = f"<p>{escape(slide.problem)}</p>\n" if slide.problem else ""
    return f'{problem}<p class="explanation">{shown_text(link_text)}</p>\n'


def _chapter_html(slide: StandaloneSlide) -> str:
    """Return a chapter's text and questions."""
    assert slide.chapter
    chapter = slide.chapter[1]
    payload = render_chapter(chapter).with_terms()
    options = _options(option.text for option in payload.options)
    exercises = "".join(f"{paragraphs(exercise.text)}{_answer_lines()}" for exercise in payload.exercises)
    turn = f"<h3>{escape(_('Your turn'))}</h3>{exercises}" if exercises else ""
    return f"{paragraphs(*payload.idea)}{question_texts(chapter)}{paragraphs(payload.question)}{options}{turn}"


def _chapter_answer_key(slide: StandaloneSlide) -> str:
    if not slide.chapter:
        return ""
    payload = render_chapter(slide.chapter[1])
    solutions = paragraphs(*(exercise.solution for exercise in payload.exercises))
    return chapter_answer(payload) + (f"<h3>{escape(_('Your turn'))}</h3>{solutions}" if solutions else "")


def _question_html(slide: StandaloneSlide) -> str:
    """Return the question of a slide, with space for the answer."""
    question = slide.question
    if question is None:
        return ""
    text = labels.question_text(question)
    if question.kind == "pair" and slide.played and slide.played.at:
        text = _("{question} (after step {step})").format(question=text, step=localized_number(slide.played.at))
    cut = slide.cut()[0] if question.kind == "cut" else None
    if question.answers:
        room = _options(question.answers)
    elif cut:
        letters = "".join(f"<span>{escape(letter)}</span>" for letter in cut["letters"])
        room = f'<p class="cut" translate="no">{letters}</p>'
    else:
        room = _answer_lines()
    return f'<div class="asked"><p class="explanation"><strong>{shown_text(text)}</strong></p>\n{room}</div>\n'


def _answer_html(slide: StandaloneSlide) -> str:
    """Return the answer to it, with the solution."""
    question = slide.question
    if question is None:
        return ""
    text = answer(slide)
    if question.right:
        text = f"{_LETTERS[question.right - 1]}. {text}"
    elif question.kind == "choice":
        text = _("There is no right or wrong answer.")
    parts: Sequence[str] = (labels.question_text(question), text, question.solution)
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


def _line_count(slide: StandaloneSlide) -> float:
    """Return the number of lines that a slide's title and question take, approximately, besides its lesson."""
    first = 4 if slide.number == 1 else 1  # the title of the sheet, and names
    question = slide.question
    if question is None:
        return first
    return first + 4 + sum(1 + len(text) // _LINE for text in (question.text, *question.answers))
