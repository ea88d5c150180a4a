"""The parts of Lesson plans without widgets: a presented slide, a plan at a glance, and a slide in the list."""

from collections.abc import Mapping
from html import escape

from ui.base.i18n import gettext as _
from ui.base.visible_text import visible_with_isolates
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.slide_links import page_and_query
from ui.classroom.plans.slide_text import slide_html
from ui.components import read_styles
from ui.pages.plans import labels
from ui.pages.plans.miniature import first_tokens
from ui.state.page_spec import PageSpec

TOKEN_STYLE = f"<style>{read_styles('components/tokens.css')}</style>"

# Fills the screen, in type that is legible from the last row.
_TEXT_STYLE = """<style>
.bpe-place {
  position: fixed; inset: 0 0 3.2rem; z-index: 1; box-sizing: border-box; overflow-y: auto; padding: 4vh 4vw;
  background: var(--page); font-size: clamp(1.2rem, 2.4vw, 2.2rem); line-height: 1.45;
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


def presented_slide(slide: Slide) -> str:
    """Return a teacher's text as HTML that fills the screen; for any other slide its title. Never a note."""
    return f'{_TEXT_STYLE}<div class="bpe-place">{_slide_content(slide)}</div>'


def _slide_content(slide: Slide) -> str:
    if slide.link:
        return f"<h2>{shown_text(slide.title)}</h2>" if slide.title else "<span></span>"
    title = f"<h2>{shown_text(slide.title)}</h2>" if slide.title else ""
    return title + slide_html(slide.text, shown_text) + (_question(slide.question) if slide.question else "")


def _question(question: SlideQuestion) -> str:
    """Return a question for a show of hands."""
    answers = "".join(f"<li>{shown_text(answer)}</li>" for answer in question.answers)
    return f"<p><strong>{shown_text(labels.question_text(question))}</strong></p>" + (
        f"<ol>{answers}</ol>" if answers else ""
    )


def ruler(plan: Plan) -> str:
    """Return the slides as parts of a bar, as long as their planned times; those with a question stand out."""
    parts = (
        f'<span style="flex-grow:{slide.minutes or 1}"{" class=asks" if slide.question else ""}></span>'
        for slide in plan.slides
    )
    return f'<div class="bpe-ruler" aria-hidden="true">{"".join(parts)}</div>'


def picture(slide: Slide, pages: Mapping[str, PageSpec]) -> str:
    """Return a slide's small picture as HTML, and whether the class is asked there.

    It has the first tokens of what the slide shows, or the icon of a page without tokens.
    """
    asks = " asks" if slide.question else ""
    if tiles := first_tokens(slide.link, pages):
        tokens = "".join(
            f'<b class="{"token unknown" if hue is None else "token"}" style="--hue: {hue or 0}">{shown_text(text)}</b>'
            for text, hue in tiles
        )
        return f'<i class="bpe-slide-picture{asks}" aria-hidden="true" translate="no">{tokens}</i>'
    page = pages.get(page_and_query(slide.link)[0]) if slide.link else None
    while page and page.parent and not page.icon:
        page = pages[page.parent]
    icon = (page.icon or "home" if page else "help") if slide.link else "notes"
    return f'<i class="bpe-slide-picture icon{asks}" style="--icon: \'{icon}\'" aria-hidden="true"></i>'


def plan_overview(plan: Plan, pages: Mapping[str, PageSpec]) -> str:
    """Return the slides of a plan as HTML: numbers, pictures, titles and durations."""
    titles = titles_of(pages)
    rows = (
        f'<li><span class="number">{number}</span>{picture(slide, pages)}'
        f"<span>{shown_text(labels.title(slide, titles))}</span>"
        f'<span class="minutes">{shown_text(labels.minutes(slide.minutes)) if slide.minutes else ""}</span></li>'
        for number, slide in enumerate(plan.slides, start=1)
    )
    return f'{ruler(plan)}<ol class="bpe-slides">{"".join(rows)}</ol>'


def slide_in_list(slide: Slide, number: int, pages: Mapping[str, PageSpec]) -> str:
    """Return a slide in the list as HTML: picture, title, duration, question, and note."""
    about = [labels.minutes(slide.minutes)] if slide.minutes else []
    if slide.question:
        about.append(_("Question: {question}").format(question=labels.question_text(slide.question)))
    lines = [f"<p><strong>{number}. {shown_text(labels.title(slide, titles_of(pages)))}</strong></p>"]
    if about:
        lines.append(f'<p class="about">{shown_text(" · ".join(about))}</p>')
    if slide.note:
        lines.append(f"<p>{shown_text(slide.note)}</p>")
    return f'<div class="bpe-plan-place">{picture(slide, pages)}<div>{"".join(lines)}</div></div>'


def titles_of(pages: Mapping[str, PageSpec]) -> dict[str, str]:
    """Return the titles of pages, not translated, by name."""
    return {name: page.title for name, page in pages.items()}


def shown_text(text: str) -> str:
    """Return a teacher's text as HTML that makes invisible characters visible."""
    return escape(visible_with_isolates(text, " \n\u00a0\u202f"))
