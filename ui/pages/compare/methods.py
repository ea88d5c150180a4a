"""The methods of Compare methods: algorithms and variants, with one corpus and one vocabulary size for all."""

from collections.abc import Sequence

from bpe_engine import EngineError, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.jobs.finished_training import FinishedTraining
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.tasks.task import MAX_VOCABULARY, Task, TextSource, shortened_text

METHODS: dict[str, ComparedMethod] = {
    method.key: method for algorithm in ALGORITHMS.values() for method in algorithm.methods()
}
"""The methods by their keys in URLs, in the order of the buttons."""

DEFAULT_METHODS = tuple(key for key, algorithm in ALGORITHMS.items() if not algorithm.is_variant)
"""The methods compared before anything is chosen."""


def method_notes(methods: Sequence[ComparedMethod], *, of_own_text: bool) -> list[str]:
    """Return facts about methods, a sentence each: what they are if the name does not tell, and their limits."""
    explanations = [method.explanation for method in methods if method.explanation]
    if of_own_text:
        limit = _("{method}. {limit}")
        limited = [method for method in methods if method.algorithm.limit]
        explanations += [limit.format(method=method.name, limit=method.algorithm.limit) for method in limited]
    return explanations


def task(method: ComparedMethod, source: TextSource, size: int) -> Task:
    """Return the training of a method."""
    return Task(source, method.settings(source, size))


@cached(lambda tokenizer, *_: 500 * tokenizer.vocab_size)
def final_tokenizer(training: FinishedTraining, method: ComparedMethod) -> Tokenizer:
    """Return the final tokenizer of a training. Always the same object, because results are cached for it."""
    return method.tokenizer(training.tokenizer(training.summary.steps))


def error_text(method: ComparedMethod, size: int, error: EngineError) -> str:
    """Explain why a method could not be trained."""
    return _("{method}: {problem}").format(method=method.name, problem=method.problem(size, error))


def feasible_size(error: EngineError, default: int) -> int | None:
    """Return a vocabulary size to offer if the requested one was too small: the corpus's default, or a round number.

    None if the error is about something else, or no allowed size is large enough.
    """
    enough = error.values.get("enough")
    if not isinstance(enough, int):
        return None
    size = default if default >= enough else (enough // 50 + 1) * 50
    return size if size <= MAX_VOCABULARY else None


def feasible_prefix(method: ComparedMethod, text: str, size: int) -> str:
    """Return a beginning of a text that a method accepts, according to its errors. May take seconds."""
    while True:
        wanted = task(method, TextSource.from_texts(text), size)
        try:
            wanted.settings.trainer().steps(wanted.source.corpus(wanted.settings))  # refused at once, or not at all
            return text
        except EngineError as error:
            part = shortened_text(text, error)
        if not part:  # the length is not the problem
            return text
        text = part


def advice() -> list[tuple[str, str]]:
    """Return names of methods, each with the reason to use it, in a few honest sentences."""
    return [
        *(advice for algorithm in ALGORITHMS.values() for advice in algorithm.advice()),
        (
            _("The numbers"),
            _(
                "Fewer tokens are cheaper, but they don’t prove a better model. On a corpus this small, all numbers "
                "are just examples; a real vocabulary is learned from gigabytes."
            ),
        ),
    ]
