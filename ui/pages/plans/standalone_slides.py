"""A slide outside the app, on paper or in a package: a lesson, a chapter, a text or just a link."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bpe_engine import EngineError, Tokenizer, load_pretrained
from ui.base.i18n import gettext as _
from ui.base.i18n import translate_error
from ui.base.query_parameters import parse_query
from ui.base.text_direction import isolate
from ui.base.token_labels import short_token_label
from ui.base.tokenizer_choices import CUSTOM, OPENED, TokenizerName
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.slide_links import page_and_query
from ui.course.chapter import Chapter, Course
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.course.toml_schema import AuthorError
from ui.lessons.contract import CutPositions, Lesson
from ui.pages.course import spec as course_spec
from ui.pages.course.view import heading, render_chapter
from ui.pages.lessons.lesson_at import PAGES_WITH_LESSON, LessonLimits, lesson_address, lesson_at
from ui.pages.plans import labels
from ui.pages.stumble import spec as stumble
from ui.player.training_lesson import MAX_STEPS
from ui.state.page_spec import PageSpec
from ui.tokenization import encoding

Values = Mapping[str, Any]
Query = Mapping[str, str]


@dataclass(frozen=True)
class SlideLesson:
    """A lesson, its total number of steps, the step in the link and, for a text, how it is cut."""

    lesson: Lesson
    steps: int
    at: int = 0
    cut: CutPositions | None = None
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True)
class StandaloneSlide:
    """A slide: its number in the plan, its title, and its content."""

    number: int
    place: Slide
    title: str
    played: SlideLesson | None = None
    chapter: tuple[Course, Chapter] | None = None
    problem: str = ""  # why the content of its page is missing

    @property
    def question(self) -> SlideQuestion | None:
        """The question of the slide."""
        return self.place.question

    def cut(self) -> tuple[CutPositions | None, tuple[str, ...]]:
        """Return how the word of the question is cut (None if it cannot be cut letter by letter), and its tokens."""
        question = self.question
        if question and question.word:
            tokenizer = load_pretrained(question.tokenizer)
            return encoding.cut_positions(tokenizer, question.word), _tokens(tokenizer, question.word)
        return (self.played.cut, self.played.tokens) if self.played else (None, ())


def standalone_slides(plan: Plan, titles: Mapping[str, str]) -> list[StandaloneSlide]:
    """Return the slides of a plan whose pages exist. Takes as long as their trainings."""
    return [
        _linked_slide(number, place, labels.title(place, titles))
        for number, place in enumerate(plan.slides, 1)
        if place.text or page_and_query(place.link)[0] in titles
    ]


def _linked_slide(number: int, slide: Slide, title: str) -> StandaloneSlide:
    page, query = page_and_query(slide.link)
    try:
        if page in PAGES_WITH_LESSON:
            return StandaloneSlide(number, slide, title, _linked_lesson(page, query))
        if page in _COURSES:
            spec, load_course = _COURSES[page]
            chapter = _linked_chapter(load_course(), parse_query(spec.parameters, query).values)
            return StandaloneSlide(number, slide, slide.title or heading(*chapter), chapter=chapter)
    except EngineError as error:
        return StandaloneSlide(number, slide, title, problem=translate_error(error))
    except AuthorError as error:
        return StandaloneSlide(number, slide, title, problem=str(error))
    return StandaloneSlide(number, slide, title)


def _linked_chapter(course_files: Course, values: Values) -> tuple[Course, Chapter]:
    chapter = chapters_by_key(course_files)[values[course_files.parameter]]
    render_chapter(chapter)  # raises its errors
    return course_files, chapter


def _linked_lesson(page: str, query: Query) -> SlideLesson | None:
    """Return the lesson of a page, at the step in the link, with some steps after it."""
    address = lesson_address(page, query)
    if address.is_on_file:
        raise EngineError("This lesson uses a file, and links can’t carry files. Open it in the app.")
    if address.values.get("with", TokenizerName(CUSTOM)).name == OPENED:
        raise EngineError("This slide uses a tokenizer opened from a file, and links can’t carry files.")
    step: int = address.values["step"]
    addressed = lesson_at(address, LessonLimits(steps=min(max(MAX_STEPS[0], step + MAX_STEPS[0]), MAX_STEPS[-1])))
    if addressed is None:
        return None
    at = min(step, addressed.lesson["steps"])
    if addressed.tokenizer is None:
        return SlideLesson(addressed.lesson, addressed.steps, at)
    sample = address.values["sample"]
    cut = encoding.cut_positions(addressed.tokenizer, sample)
    return SlideLesson(addressed.lesson, addressed.steps, at, cut, _tokens(addressed.tokenizer, sample))


def _tokens(tokenizer: Tokenizer, text: str) -> tuple[str, ...]:
    return tuple(short_token_label(tokenizer, token) for token in tokenizer.tokenize(text))


_COURSES: Mapping[str, tuple[PageSpec, Callable[[], Course]]] = {
    "course": (course_spec.PAGE, course),
    "stumble": (stumble.PAGE, topics),
}


def answer(slide: StandaloneSlide) -> str:
    """Return the answer to a slide's question, as one line; empty if unknown."""
    question = slide.question
    if question is None:
        return ""
    if question.kind == "choice":
        return question.answers[question.right - 1] if question.right else ""
    if question.kind == "cut":
        return " | ".join(slide.cut()[1])
    played = slide.played
    if played is None or played.at >= len(played.lesson["merges"]):
        return ""
    parts = played.lesson["merges"][played.at]["parts"]
    column = 0 if played.lesson["usual"] == "symbols" else 1
    return " + ".join(
        _("“{token}”").format(token=isolate(str(played.lesson["tokens"][part][column]))) for part in parts
    )
