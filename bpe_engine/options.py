"""Checks that trainers share: of their options, and of the corpus that they get."""

from collections.abc import Sequence

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError


def check_whole_number(option: str, value: object) -> None:
    """Raise EngineError where the value of an option is not a whole number of 1 or more."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise EngineError(
            "{option}={value!r} is not a whole number of 1 or more. Choose one.", option=option, value=value
        )


def checked_tokens(option: str, value: Sequence[str]) -> tuple[str, ...]:
    """The tokens that an option lists.

    Raises EngineError where one is no string, empty or there twice, and for a plain string.
    """
    if isinstance(value, str):
        raise EngineError(
            "{option}={value!r} is one string, but a list of strings is meant. Write [{value!r}].",
            option=option,
            value=value,
        )
    tokens = tuple(value)
    for token in tokens:
        if not isinstance(token, str):
            raise EngineError(
                "{option} has {token!r}, which is not a string. Write each token as text, '{token}'.",
                option=option,
                token=token,
            )
        if not token or tokens.count(token) > 1:
            raise EngineError(
                "{option} has {token!r}, which is empty or there twice. Give each token once.",
                option=option,
                token=token,
            )
    return tokens


def check_corpus_of_characters(corpus: Corpus) -> None:
    """Raise EngineError where a corpus is empty or written in bytes."""
    if not corpus.words:
        raise EngineError("The corpus is empty, so there is nothing to learn from. Give it at least one word.")
    if corpus.byte_level:
        raise EngineError(
            "The corpus is written in bytes (byte_level=True), but this way to make tokens starts from characters. "
            "Build the corpus with byte_level=False."
        )


def check_step(step: int, last: int) -> None:
    """Raise EngineError for a step that a training with the steps 0 to `last` does not have."""
    if not 0 <= step <= last:
        raise EngineError(
            "Step {step:,} does not exist: the training has the steps 0 to {last:,}. Choose one of them.",
            step=step,
            last=last,
        )
