"""Lessons of a class in another language than the teacher's, made from the address that its page shows them at.

What an address does not say, as a file that was opened, is not in it; who asks for a lesson compares it with the one
that was handed in. What would take long is not made: phones have it as it is.
"""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, EngineError
from bpe_engine.inspection.prompt_ends import is_merge_tokenizer
from ui.base.i18n import use_language
from ui.base.query_parameters import parse_query
from ui.base.tokenizer_choices import TRAINED, longest_match
from ui.course.chapter import Course
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.jobs import training_calls
from ui.lessons.contract import Lesson
from ui.lessons.running_text import text_opening
from ui.pages.course.spec import PAGE as COURSE
from ui.pages.decode.id_input import MAX_IDS, parse_ids
from ui.pages.decode.spec import PAGE as DECODE
from ui.pages.encode.spec import PAGE as ENCODE
from ui.pages.prompt.spec import PAGE as PROMPT
from ui.pages.stumble.spec import PAGE as STUMBLE
from ui.pages.train import task_from_query
from ui.pages.train.spec import PAGE as TRAIN
from ui.player.training_lesson import MAX_STEPS, FileOptions, lesson_file
from ui.state.page_spec import PageSpec
from ui.tokenization import decoding_frames, encoding, prompt_frames
from ui.tokenization.scenarios import SCENARIOS

MAX_PARAMETERS = 100  # parameters; no page has so many
Values = dict[str, Any]
Query = Mapping[str, str]


def translated_lesson(address: str, language: str) -> Lesson | None:
    """The lesson of an address in a language; None where no page has one, or one that is too large."""
    try:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, max_num_fields=MAX_PARAMETERS))
    except ValueError:
        return None
    make = _PAGES.get(parts.path.strip("/").rpartition("/")[2])
    if make is None:
        return None
    use_language(language)
    try:
        return make(query)
    except EngineError:  # the page tells it
        return None


def _page_values(page: PageSpec, query: Query) -> Values | None:
    """What an address says to a page; None where it says what nobody understands."""
    found = parse_query(page.parameters, query)
    return None if found.problems else dict(found.values)


def _training(query: Query) -> Lesson | None:
    values = _page_values(TRAIN, query)
    task = task_from_query.small_task_from_query(query)
    if values is None or task is None:
        return None
    training = training_calls.train(task)
    steps = len(training.events)
    if steps > MAX_STEPS[-1]:
        return None
    wish = FileOptions("", "", text_language=SCENARIOS[values["scenario"]].language)
    return lesson_file({"": training}, steps, wish, text_opening(task.source.texts))["lessons"][""]


def _encoding(query: Query) -> Lesson | None:
    values = _page_values(ENCODE, query)
    if not values or len(values["sample"]) > encoding.LONGEST_TEXT:
        return None
    tokenizer = task_from_query.tokenizer_from_query(values["with"], query)
    if isinstance(tokenizer, BPETokenizer) and values["by"] == "dropout":
        tokenizer = BPEDropoutTokenizer(tokenizer, dropout=values["dropout"] / 100, seed=values["seed"])
    elif isinstance(tokenizer, BPETokenizer) and values["by"] == "longest":
        tokenizer = longest_match(tokenizer)
    if tokenizer is None or not encoding.has_steps(tokenizer):
        return None
    trained = _page_values(TRAIN, query) if values["with"].name == TRAINED else None
    language = SCENARIOS[trained["scenario"]].language if trained else ""
    return encoding.lesson(tokenizer, values["sample"], language=language)


def _decoding(query: Query) -> Lesson | None:
    values = _page_values(DECODE, query)
    tokenizer = task_from_query.tokenizer_from_query(values["with"], query) if values else None
    if values is None or tokenizer is None:
        return None
    ids = parse_ids(values["ids"])
    return decoding_frames.lesson(tokenizer, ids) if len(ids) <= MAX_IDS else None


def _prompt(query: Query) -> Lesson | None:
    values = _page_values(PROMPT, query)
    if not values or not 0 < len(values["sample"]) <= prompt_frames.LONGEST_TEXT:
        return None
    tokenizer = task_from_query.tokenizer_from_query(values["with"], query)
    return prompt_frames.lesson(tokenizer, values["sample"]) if tokenizer and is_merge_tokenizer(tokenizer) else None


def _chapter(page: PageSpec, name: str, chapters: Callable[[], Course]) -> Callable[[Query], Lesson | None]:
    def make(query: Query) -> Lesson | None:
        values = _page_values(page, query)
        play = chapters_by_key(chapters())[values[name]].lesson if values else None
        if play is None:
            return None
        file = play()
        return file["lessons"][file["rule"]]

    return make


_PAGES: Mapping[str, Callable[[Query], Lesson | None]] = {
    TRAIN.name: _training,
    ENCODE.name: _encoding,
    DECODE.name: _decoding,
    PROMPT.name: _prompt,
    COURSE.name: _chapter(COURSE, "chapter", course),
    STUMBLE.name: _chapter(STUMBLE, "topic", topics),
}
