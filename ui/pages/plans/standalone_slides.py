"""What a place of a plan is away from the app, on paper or in a package: a lesson, a chapter, a text, a mere link."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, EngineError, Tokenizer, load_pretrained
from ui.base.i18n import current_language, translate_error
from ui.base.i18n import gettext as _
from ui.base.query_parameters import parse_query
from ui.base.text_direction import isolate
from ui.base.token_labels import short_token_label
from ui.base.tokenizer_choices import CUSTOM, OPENED, TRAINED, TokenizerName, longest_match
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.slide_links import page_and_query
from ui.course.chapter import Chapter, Course
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.course.toml_schema import AuthorError
from ui.jobs import training_calls
from ui.lessons.contract import CutPositions, Lesson
from ui.lessons.running_text import text_opening
from ui.pages.course import spec as course_spec
from ui.pages.course.view import heading, render_chapter
from ui.pages.decode import spec as decode
from ui.pages.decode.id_input import MAX_IDS, parse_ids, unknown_ids
from ui.pages.encode import spec as encode
from ui.pages.own import custom_vocabulary as own
from ui.pages.own import spec as own_spec
from ui.pages.plans import labels
from ui.pages.stumble import spec as stumble
from ui.pages.train import spec as train
from ui.pages.train import task_from_query
from ui.player.training_lesson import MAX_STEPS, FileOptions, lesson_file
from ui.state.page_spec import PageSpec
from ui.tokenization import decoding_frames, encoding
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

Values = Mapping[str, Any]
Query = Mapping[str, str]


@dataclass(frozen=True)
class SlideLesson:
    """A lesson, the steps that it has in all, the step that the link names, and of a text how it is cut."""

    lesson: Lesson
    steps: int
    at: int = 0
    cut: CutPositions | None = None
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True)
class StandaloneSlide:
    """A place: its number in the plan, what it is called, and what is there."""

    number: int
    place: Slide
    title: str
    played: SlideLesson | None = None
    chapter: tuple[Course, Chapter] | None = None
    problem: str = ""  # why there is nothing, though its page has something

    @property
    def question(self) -> SlideQuestion | None:
        """What is asked there."""
        return self.place.question

    def cut(self) -> tuple[CutPositions | None, tuple[str, ...]]:
        """The word that is to be cut, letter by letter where it can be asked so, and its tokens."""
        question = self.question
        if question and question.word:
            tokenizer = load_pretrained(question.tokenizer)
            return encoding.cut_positions(tokenizer, question.word), _tokens(tokenizer, question.word)
        return (self.played.cut, self.played.tokens) if self.played else (None, ())


def standalone_slides(plan: Plan, titles: Mapping[str, str]) -> list[StandaloneSlide]:
    """The places of a plan whose pages are among these. Takes as long as its trainings do."""
    return [
        _away(number, place, labels.title(place, titles))
        for number, place in enumerate(plan.slides, 1)
        if place.text or page_and_query(place.link)[0] in titles
    ]


def _away(number: int, place: Slide, title: str) -> StandaloneSlide:
    page, query = page_and_query(place.link)
    try:
        if page in _PLAYED:
            spec, play = _PLAYED[page]
            return StandaloneSlide(number, place, title, play(parse_query(spec.parameters, query).values, query))
        if page in _COURSES:
            spec, found = _COURSES[page]
            chapter = _chapter(found(), parse_query(spec.parameters, query).values)
            return StandaloneSlide(number, place, place.title or heading(*chapter), chapter=chapter)
    except EngineError as error:
        return StandaloneSlide(number, place, title, problem=translate_error(error))
    except AuthorError as error:
        return StandaloneSlide(number, place, title, problem=str(error))
    return StandaloneSlide(number, place, title)


def _chapter(shown: Course, values: Values) -> tuple[Course, Chapter]:
    chapter = chapters_by_key(shown)[values[shown.parameter]]
    render_chapter(chapter)  # which raises what is wrong in it
    return shown, chapter


def _trained(values: Values, query: Query) -> SlideLesson | None:
    task = task_from_query.task_from_query(values)
    if task is None:
        raise EngineError("This lesson uses a file, and links can’t carry files. Open it in the app.")
    training = training_calls.train(task)
    at = min(values["step"], len(training.events))
    steps = min(max(MAX_STEPS[0], at + MAX_STEPS[0]), MAX_STEPS[-1])
    wish = FileOptions("", current_language(), text_language=SCENARIOS[values["scenario"]].language)
    lesson = lesson_file({"": training}, min(steps, len(training.events)), wish, text_opening(task.source.texts))
    return SlideLesson(lesson["lessons"][""], len(training.events), min(at, steps))


def _encoded(values: Values, query: Query) -> SlideLesson | None:
    tokenizer = _tokenizer(values, query)
    sample = values["sample"]
    if values.get("by") == "dropout" and isinstance(tokenizer, BPETokenizer):
        tokenizer = BPEDropoutTokenizer(tokenizer, dropout=values["dropout"] / 100, seed=values["seed"])
    elif values.get("by") == "longest" and isinstance(tokenizer, BPETokenizer) and not tokenizer.byte_level:
        tokenizer = longest_match(tokenizer)
    if not sample or len(sample) > encoding.LONGEST_TEXT or not encoding.has_steps(tokenizer):
        return None
    lesson = encoding.lesson(tokenizer, sample)
    if not lesson["frames"][0]["words"]:
        return None
    tokens = _tokens(tokenizer, sample)
    at = min(values["step"], lesson["steps"])
    return SlideLesson(lesson, lesson["steps"], at, encoding.cut_positions(tokenizer, sample), tokens)


def _tokens(tokenizer: Tokenizer, text: str) -> tuple[str, ...]:
    return tuple(short_token_label(tokenizer, token) for token in tokenizer.tokenize(text))


def _decoded(values: Values, query: Query) -> SlideLesson | None:
    tokenizer, ids = _tokenizer(values, query), parse_ids(values["ids"])
    if not ids or len(ids) > MAX_IDS or unknown_ids(tokenizer, ids):
        return None
    lesson = decoding_frames.lesson(tokenizer, ids)
    return SlideLesson(lesson, lesson["steps"], min(values["step"], lesson["steps"]))


def _tokenizer(values: Values, query: Query) -> Tokenizer:
    """What the link says that the text is cut by. Raises EngineError for what no link carries."""
    named: TokenizerName = values.get("with", TokenizerName(CUSTOM))
    if named.name == OPENED:
        raise EngineError("This slide uses a tokenizer opened from a file, and links can’t carry files.")
    if named.name == CUSTOM:
        if values["cut"] == "merges":
            return own.merge_tokenizer(own.parse_merges(values["merges"]), values["sample"])
        return own.longest_match_tokenizer(own.parse_tokens(values["tokens"]), from_left=values["cut"] == "left")
    if named.name != TRAINED:
        return load_pretrained(named.name)
    task: Task | None = task_from_query.task_from_query(parse_query(train.PAGE.parameters, query).values)
    if task is None:
        raise EngineError("This lesson uses a file, and links can’t carry files. Open it in the app.")
    training = training_calls.train(task)
    return training.tokenizer(min(len(training.events) if named.step is None else named.step, len(training.events)))


_PLAYED: Mapping[str, tuple[PageSpec, Callable[[Values, Query], SlideLesson | None]]] = {
    "train": (train.PAGE, _trained),
    "encode": (encode.PAGE, _encoded),
    "own": (own_spec.PAGE, _encoded),
    "decode": (decode.PAGE, _decoded),
}
_COURSES: Mapping[str, tuple[PageSpec, Callable[[], Course]]] = {
    "course": (course_spec.PAGE, course),
    "stumble": (stumble.PAGE, topics),
}


def answer(shown: StandaloneSlide) -> str:
    """The answer to what is asked at a place, in a line; empty where none is known."""
    question = shown.question
    if question is None:
        return ""
    if question.kind == "choice":
        return question.answers[question.right - 1] if question.right else ""
    if question.kind == "cut":
        return " | ".join(shown.cut()[1])
    played = shown.played
    if played is None or played.at >= len(played.lesson["merges"]):
        return ""
    parts = played.lesson["merges"][played.at]["parts"]
    column = 0 if played.lesson["usual"] == "symbols" else 1
    return " + ".join(
        _("“{token}”").format(token=isolate(str(played.lesson["tokens"][part][column]))) for part in parts
    )
