"""A plan as a SCORM 1.2 package for a learning platform: its slides in order, each with its question."""

from collections.abc import Mapping, Sequence
from html import escape

from bpe_engine import EngineError
from ui.base.i18n import N_, localized_number, use_language
from ui.base.i18n import gettext as _
from ui.classroom.plans.plan import Plan, SlideQuestion
from ui.components import read_styles
from ui.components.bundle import bundle
from ui.lessons.contract import CutPositions, Lesson, PlanPackage
from ui.pages.course.chapter_file import buttons, details, html_around_player, paragraphs, verdict
from ui.pages.course.lesson import chapter_lesson
from ui.pages.plans import labels
from ui.pages.plans.standalone_slides import StandaloneSlide, answer, standalone_slides
from ui.pages.plans.view import shown_text
from ui.player.html_page import html_page, pack, page_styles
from ui.player.scorm_package import not_stored_message, scorm_package
from ui.player.stylesheets import player_styles

_TOO_LARGE = N_(
    "The plan is {size} bytes, but many learning platforms accept at most {limit}. Split it into two plans, or leave "
    "out the lessons with long texts."
)
_STYLES = ("course/course.css", "course/chapter_file.css", "pages/plans/scorm_package.css")


def plan_package(plan: Plan, language: str, titles: Mapping[str, str]) -> bytes:
    """Return a plan's package, in a language. Raises EngineError if learning platforms would reject it."""
    use_language(language)
    title = plan.title or _("A plan")
    slides = standalone_slides(plan, titles)
    if not slides:
        raise EngineError("None of this plan’s slides exists any more, so there is nothing to package. Add a slide.")
    file: PlanPackage = {"lessons": [], "places": []}
    sections = []
    for index, slide in enumerate(slides):
        lesson, step = _lesson(slide)
        lesson_number = None
        if lesson is not None:
            if lesson not in file["lessons"]:
                file["lessons"].append(lesson)
            lesson_number = file["lessons"].index(lesson)
        file["places"].append({"lesson": lesson_number, "step": step, "counts": slide.chapter is None})
        sections.append(_section(slide, index, has_player=lesson is not None))
    names = [f"{localized_number(slide.number)}. {slide.title}" for slide in slides]
    keys = _("Made with BPE Lab. ← and → step, Home and End jump, the space bar plays, f shows just the lesson.")
    body = (
        f"<main>\n<h1>{shown_text(title)}</h1>\n{_navigation(names)}{''.join(sections)}{not_stored_message()}</main>\n"
        f"<footer><p>{escape(keys)}</p></footer>\n{pack(file)}"
    )
    style = player_styles() + page_styles() + read_styles(*_STYLES)
    return scorm_package(html_page(title, language, body, style, bundle("player/scorm/plan.js")), title, _TOO_LARGE)


def _lesson(slide: StandaloneSlide) -> tuple[Lesson | None, int]:
    """Return the lesson of a slide, and the step at which it starts."""
    if slide.played:
        return {**slide.played.lesson, "rules": [], "nextStepLinks": []}, slide.played.at
    chapter = slide.chapter and slide.chapter[1]
    if chapter and (file := chapter_lesson(chapter)):
        return {**file["lessons"][file["rule"]], "rules": [], "nextStepLinks": []}, chapter.step
    return None, 0


def _navigation(names: Sequence[str]) -> str:
    """Return the navigation between slides."""
    options = "".join(f'<option value="{place}">{shown_text(name)}</option>' for place, name in enumerate(names))
    places, before, place, following = map(
        escape, (_("Slides in the plan"), _("Previous slide"), _("Slide"), _("Next slide"))
    )
    return (
        f'<nav class="app-links" aria-label="{places}">'
        f'<button id="back">← {before}</button>'
        f'<select id="where" aria-label="{place}">{options}</select>'
        f'<button id="next">{following} →</button></nav>\n'
    )


def _section(slide: StandaloneSlide, index: int, *, has_player: bool) -> str:
    """Return a slide, whose number is part of the names of its questions."""
    player = '<div class="player"></div>\n' if has_player else ""
    if slide.chapter:
        before, after = html_around_player(slide.chapter[1], f"{index}.")
    else:
        before, after = ("" if has_player else _spoken_text(slide)), ""
    question_html = _question_html(slide, slide.question, index) if slide.question else ""
    heading = f"<h2>{localized_number(slide.number)}. {shown_text(slide.title)}</h2>\n"
    return f'<section class="place" hidden>\n{heading}{before}{question_html}{player}{after}</section>\n'


def _spoken_text(slide: StandaloneSlide) -> str:
    if slide.place.text:
        return f'<p class="plan-text">{shown_text(slide.place.text)}</p>\n'
    link_text = _("In the app: {link}").format(link=slide.place.link)
    problem = paragraphs(slide.problem) if slide.problem else ""
    return f'{problem}<p class="plan-text">{shown_text(link_text)}</p>\n'


def _question_html(slide: StandaloneSlide, question: SlideQuestion, index: int) -> str:
    """Return the question of a slide, how to answer it, and the feedback."""
    name = f"{index}.own"
    text = f'<p class="plan-text"><strong>{shown_text(labels.question_text(question))}</strong></p>\n'
    solution = answer(slide)
    answering = ""
    if question.kind == "choice":
        answering = buttons(name, question.answers, question.right - 1 if question.right else None)
    elif question.kind == "cut":
        cut, tokens = slide.cut()
        answering = _cut_question(name, cut) if cut else _token_question(name, tokens)
    elif slide.played:  # the player asks it, and the feedback follows the prediction of that step
        if not (question.text or question.solution):
            return ""
        name = f"{index}.{slide.played.at}"
    feedback = "".join(f'<p class="plan-text">{shown_text(part)}</p>' for part in (solution, question.solution) if part)
    return f'<div class="asked">{text}{answering}{details(_("Answer"), feedback, name) if feedback else ""}</div>\n'


def _cut_question(name: str, cut: CutPositions) -> str:
    """Return a word with buttons between its letters."""
    letters = cut["letters"]
    parts = [f"<span>{escape(letters[0])}</span>"]
    for place in range(1, len(letters)):
        label = _("Cut between {left} and {right}").format(left=letters[place - 1], right=letters[place])
        parts.append(f'<button data-gap="{place}" aria-pressed="false" aria-label="{escape(label)}"></button>')
        parts.append(f"<span>{escape(letters[place])}</span>")
    right = ",".join(map(str, cut["right"]))
    help_text, check = escape(_("Press between the letters, then Check.")), escape(_("Check"))
    return (
        f'<div data-question="{name}" data-kind="cut" data-answer="{right}"><p>{help_text}</p>'
        f'<p class="cuttable">{"".join(parts)}</p><p><button data-check>{check}</button></p></div>{verdict(name)}\n'
    )


def _token_question(name: str, tokens: Sequence[str]) -> str:
    """Return a field to type tokens, for a word that is not cut between letters only."""
    label, check = escape(_("Its tokens, separated by spaces")), escape(_("Check"))
    right = escape(" ".join(token.strip("· ") for token in tokens))
    return (
        f'<p data-question="{name}" data-kind="tokens" data-answer="{right}">'
        f"<label>{label} <input></label> <button data-check>{check}</button></p>{verdict(name)}\n"
    )
