"""The methods of Compare: the algorithms and their variants, one corpus and one vocabulary size for all."""

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
"""By the names that they have in an address, in the order of the buttons."""

DEFAULT_METHODS = tuple(key for key, algorithm in ALGORITHMS.items() if not algorithm.is_variant)
"""Those that are side by side before anything is chosen."""


def about(methods: Sequence[ComparedMethod], *, of_own_text: bool) -> list[str]:
    """What is to be known of methods, a sentence each: what they are where their names do not tell it, their limits."""
    told = [method.explanation for method in methods if method.explanation]
    if of_own_text:
        limit = _("{method}. {limit}")
        limited = [method for method in methods if method.algorithm.limit]
        told += [limit.format(method=method.name, limit=method.algorithm.limit) for method in limited]
    return told


def task(method: ComparedMethod, source: TextSource, size: int) -> Task:
    """The training of a method."""
    return Task(source, method.settings(source, size))


@cached(lambda tokenizer, *_: 500 * tokenizer.vocab_size)
def finished(training: FinishedTraining, method: ComparedMethod) -> Tokenizer:
    """The tokenizer at the end of a training. The same object each time, for what is kept of it."""
    return method.tokenizer(training.tokenizer(training.summary.steps))


def error_text(method: ComparedMethod, size: int, error: EngineError) -> str:
    """Why a method could not be trained."""
    return _("{method}: {problem}").format(method=method.name, problem=method.problem(size, error))


def feasible_size(error: EngineError, usual: int) -> int | None:
    """The vocabulary size to offer where the one asked for left no room: the corpus's usual one, or a round number.

    None where the error is not about that, or no size that can be chosen is enough.
    """
    enough = error.values.get("enough")
    if not isinstance(enough, int):
        return None
    size = usual if usual >= enough else (enough // 50 + 1) * 50
    return size if size <= MAX_VOCABULARY else None


def feasible_prefix(method: ComparedMethod, text: str, size: int) -> str:
    """As much of the beginning of a text as a method takes, going by what its errors say. This can take seconds."""
    while True:
        wanted = task(method, TextSource.from_texts(text), size)
        try:
            wanted.settings.trainer().steps(wanted.source.corpus(wanted.settings))  # refused at once, or not at all
            return text
        except EngineError as error:
            part = shortened_text(text, error)
        if not part:  # it is not the length that is in the way
            return text
        text = part


def advice() -> list[tuple[str, str]]:
    """When to use which: name and reason, a few honest sentences."""
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
