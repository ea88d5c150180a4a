"""The lesson at a URL, for everything without a session: prerendering, classes, plans, chapters, the site.

The app's own pages also have a session, with long trainings, files, and the learner's latest changes.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from bpe_engine import Tokenizer, Training, load_pretrained
from bpe_engine.inspection.prompt_ends import is_merge_tokenizer
from ui.base.i18n import current_language
from ui.base.query_parameters import parse_query, with_current_names
from ui.base.tokenizer_choices import CUSTOM, OPENED, TRAINED, TokenizerName
from ui.jobs import training_calls
from ui.lessons.contract import Lesson, LessonFile
from ui.lessons.lesson import single_lesson_file
from ui.lessons.running_text import text_opening
from ui.pages.decode import view as decode
from ui.pages.decode.id_input import MAX_IDS, parse_ids, unknown_ids
from ui.pages.decode.spec import PAGE as DECODE
from ui.pages.encode import view as encode
from ui.pages.encode.spec import PAGE as ENCODE
from ui.pages.own import custom_vocabulary
from ui.pages.own.spec import PAGE as OWN
from ui.pages.prompt import view as prompt
from ui.pages.prompt.spec import PAGE as PROMPT
from ui.pages.train.spec import PAGE as TRAIN
from ui.player.training_lesson import SMALL_CORPUS, FileOptions, lesson_file, trainings_by_rule
from ui.state import training_request
from ui.state.page_spec import PageSpec
from ui.state.training_request import TRAINING_PARAMETERS
from ui.tokenization.encoding import examples
from ui.tokenization.prompt_frames import LONGEST_TEXT
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

IMMEDIATE_SIZE = 5_000
"""Characters, or tokens, of a training that is made while others wait: a larger one would delay a class too much."""

_TRAINING_NAMES = {parameter.name for parameter in TRAINING_PARAMETERS}


class LessonLimits(NamedTuple):
    """Limits on a lesson's training; None means no limit."""

    size: int | None = None  # characters of its text, and tokens of its vocabulary
    steps: int | None = None  # only the first ones
    by_rule: bool = False  # also under each tie rule, if it is small
    text: bool = True  # whether to include the running text


IMMEDIATE = LessonLimits(size=IMMEDIATE_SIZE)


class AddressedLesson(NamedTuple):
    """A lesson, its total number of steps, and the tokenizer, if it is about a text."""

    file: LessonFile
    steps: int
    tokenizer: Tokenizer | None = None

    @property
    def lesson(self) -> Lesson:
        """The lesson under the tie rule to start with."""
        return self.file["lessons"][self.file["rule"]]


class LessonAddress:
    """A URL of a page: its values, and those of the training of the learner's own tokenizer."""

    def __init__(self, page: PageSpec, query: Mapping[str, str]) -> None:
        """Parse the query. Invalid values get their defaults, and are reported in `problems`."""
        self.page = page
        self.query = with_current_names(page.parameters, query)
        parsed = parse_query(page.parameters, self.query)
        self.values, self.problems = parsed.values, parsed.problems
        if page.defines_training:
            self.training = self.values
            return
        # A parameter of both, such as the step, belongs to this page.
        training_query = {name: self.query[name] for name in self.query if name not in page.parameters_by_name}
        trained = parse_query(TRAINING_PARAMETERS, training_query)
        self.training = trained.values
        if page.may_need_training and training_query.keys() & _TRAINING_NAMES:
            self.problems += trained.problems

    @property
    def is_on_file(self) -> bool:
        """Whether the training uses a file on the server, which links cannot carry."""
        return bool(self.training["stored"]) and (self.page.defines_training or self.tokenizer_name.name == TRAINED)

    @property
    def tokenizer_name(self) -> TokenizerName:
        """The name of the tokenizer."""
        name: TokenizerName = self.values.get("with", TokenizerName(CUSTOM))
        return name

    @property
    def language(self) -> str:
        """The language of the text, if known."""
        return SCENARIOS[self.training["scenario"]].language if self.tokenizer_name.name == TRAINED else ""

    def use_example(self) -> None:
        """Use the first word of the lesson if the URL names no text."""
        if self.tokenizer_name.name == TRAINED and "sample" not in self.query:
            source = training_request.source_from(self.training)
            self.values["sample"] = examples.first_word(self.training["scenario"], source) or self.values["sample"]


def lesson_address(page: str, query: Mapping[str, str]) -> LessonAddress:
    """Parse a URL of a page with a lesson. Raises LookupError for any other page."""
    return LessonAddress(_PAGES[page][0], query)


def lesson_at(address: LessonAddress, limits: LessonLimits = LessonLimits()) -> AddressedLesson | None:  # noqa: B008  # it never changes
    """Return the lesson; None if the page shows none, its training exceeds the limits, or it needs a file.

    Raises EngineError for invalid ids or tokens.
    """
    return _PAGES[address.page.name][1](address, limits)


def tokenizer_at(name: TokenizerName, address: LessonAddress, limits: LessonLimits) -> Tokenizer | None:
    """Return a tokenizer; None if its training exceeds the limits or has fewer steps, or if it comes from a file."""
    if name.name == OPENED:
        return None
    if name.name == CUSTOM:
        return custom_vocabulary.tokenizer_of(address.values)
    if name.name != TRAINED:
        return load_pretrained(name.name)
    task = training_request.task_from(address.training)
    if address.is_on_file or not _is_within(task, limits):
        return None
    (training,) = _trainings(task, by_rule=False).values()
    return training.tokenizer(name.step) if (name.step or 0) <= len(training.events) else None


def _is_within(task: Task, limits: LessonLimits) -> bool:
    if not task.source.size:
        return False
    return limits.size is None or max(task.source.size, task.settings.vocab_size) <= limits.size


def _trainings(task: Task, *, by_rule: bool) -> dict[str, Training[Any]]:
    make = _small_trainings if task.source.size <= SMALL_CORPUS else _train
    return make(task, by_rule)


def _train(task: Task, by_rule: bool) -> dict[str, Training[Any]]:
    return trainings_by_rule(task) if by_rule else {"": training_calls.train(task)}


_small_trainings = lru_cache(maxsize=32)(_train)  # requested again in other languages, and for example words


def _training(address: LessonAddress, limits: LessonLimits) -> AddressedLesson | None:
    task = training_request.task_from(address.training)
    if address.is_on_file or not _is_within(task, limits):
        return None
    trainings = _trainings(task, by_rule=limits.by_rule)
    steps = max(len(training.events) for training in trainings.values())
    options = FileOptions("", current_language(), text_language=SCENARIOS[address.training["scenario"]].language)
    included = steps if limits.steps is None else min(steps, limits.steps)
    opening = text_opening(task.source.texts) if limits.text else None
    return AddressedLesson(lesson_file(trainings, included, options, opening), steps)


def _encoding(address: LessonAddress, limits: LessonLimits) -> AddressedLesson | None:
    address.use_example()
    tokenizer = tokenizer_at(address.tokenizer_name, address, limits)
    sample = address.values["sample"]
    if tokenizer is None or not sample or encode.problem(sample, tokenizer):
        return None
    if address.tokenizer_name.name != CUSTOM:
        tokenizer, _other = encode.encoding_tokenizers(address.values, tokenizer)
    lesson = encode.lesson_of(address.values, address.tokenizer_name, tokenizer, _first_step, address.language)
    return lesson and AddressedLesson(single_lesson_file(lesson), lesson["steps"], tokenizer)


def _decoding(address: LessonAddress, limits: LessonLimits) -> AddressedLesson | None:
    tokenizer, ids = tokenizer_at(address.tokenizer_name, address, limits), parse_ids(address.values["ids"])
    if tokenizer is None or not ids or len(ids) > MAX_IDS or unknown_ids(tokenizer, ids):
        return None
    as_text = address.values["view"] == "text"
    lesson = decode.lesson_of(address.tokenizer_name, tokenizer, ids, _first_step, as_text=as_text)
    return AddressedLesson(single_lesson_file(lesson), lesson["steps"])


def _prompt(address: LessonAddress, limits: LessonLimits) -> AddressedLesson | None:
    tokenizer, sample = tokenizer_at(address.tokenizer_name, address, limits), address.values["sample"]
    if tokenizer is None or not is_merge_tokenizer(tokenizer) or not 0 < len(sample) <= LONGEST_TEXT:
        return None
    lesson = prompt.lesson_of(address.tokenizer_name, tokenizer, sample, _first_step)
    return AddressedLesson(single_lesson_file(lesson), lesson["steps"])


def _first_step(_lesson: str) -> int:
    return 0


_Make = Callable[[LessonAddress, LessonLimits], AddressedLesson | None]
_PAGES: Mapping[str, tuple[PageSpec, _Make]] = {
    "train": (TRAIN, _training),
    "encode": (ENCODE, _encoding),
    "own": (OWN, _encoding),
    "decode": (DECODE, _decoding),
    "prompt": (PROMPT, _prompt),
}
PAGES_WITH_LESSON = _PAGES.keys()
