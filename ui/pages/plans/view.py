"""The parts of Lesson plans without widgets: a presented slide, and a slide in the list."""

from collections.abc import Mapping
from html import escape

from ui.base.i18n import gettext as _
from ui.base.visible_text import visible_with_isolates
from ui.classroom.plans.plan import Slide, SlideQuestion
from ui.classroom.plans.slide_text import slide_html
from ui.pages.plans import labels

# Fills the screen, in type that is legible from the last row.
_TEXT_STYLE = """<style>
.bpe-place {
  position: fixed; inset: 0 0 3.2rem; z-index: 1; box-sizing: border-box; overflow-y: auto; padding: 4vh 4vw;
  background: var(--st-background-color, Canvas); font-size: clamp(1.2rem, 2.4vw, 2.2rem); line-height: 1.45;
}
.bpe-place h2 { font-size: 1.5em; padding: 0 0 1rem; }
.bpe-place p { margin: 0 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 1em; }
.bpe-place h3 { font-size: 1.25em; padding: 0 0 0.6rem; }
.bpe-place :is(ul, ol) { font-size: 1em; padding-inline-start: 1.2em; }
.bpe-place ol { list-style: upper-alpha; padding-inline-start: 2em; }
.bpe-place li { font-size: 1em; overflow-wrap: anywhere; }
.bpe-place :is(h2, h3, p, li) { unicode-bidi: plaintext; }
.st-key-bpe_lab_stage h1 { display: none; }
</style>"""

LIST_STYLE = """<style>
.bpe-plan-place p { margin: 0.1rem 0; overflow-wrap: anywhere; unicode-bidi: plaintext; white-space: pre-wrap; }
.bpe-plan-place .about { color: color-mix(in srgb, currentColor 80%, transparent); font-size: 0.9rem; }
</style>"""


def presented(place: Slide) -> str:
    """Return a teacher's text as HTML that fills the screen; for any other slide its title. Never a note."""
    return f'{_TEXT_STYLE}<div class="bpe-place">{_presented(place)}</div>'


def _presented(place: Slide) -> str:
    if place.link:
        return f"<h2>{shown_text(place.title)}</h2>" if place.title else "<span></span>"
    title = f"<h2>{shown_text(place.title)}</h2>" if place.title else ""
    return title + slide_html(place.text, shown_text) + (_question(place.question) if place.question else "")


def _question(question: SlideQuestion) -> str:
    """Return a question for a show of hands."""
    answers = "".join(f"<li>{shown_text(answer)}</li>" for answer in question.answers)
    return f"<p><strong>{shown_text(labels.asked(question))}</strong></p>" + (f"<ol>{answers}</ol>" if answers else "")


def in_list(place: Slide, number: int, titles: Mapping[str, str]) -> str:
    """Return a slide in the list as HTML: title, duration, question, and note."""
    about = [labels.minutes(place.minutes)] if place.minutes else []
    if place.question:
        about.append(_("Question: {question}").format(question=labels.asked(place.question)))
    lines = [f"<p><strong>{number}. {shown_text(labels.title(place, titles))}</strong></p>"]
    if about:
        lines.append(f'<p class="about">{shown_text(" · ".join(about))}</p>')
    if place.note:
        lines.append(f"<p>{shown_text(place.note)}</p>")
    return f'<div class="bpe-plan-place">{"".join(lines)}</div>'


def shown_text(text: str) -> str:
    """Return a teacher's text as HTML that makes invisible characters visible."""
    return escape(visible_with_isolates(text, " \n\u00a0\u202f"))
