"""Results of a training, by its URL, as in a chapter."""

from ui.course.values.app_links import bpe_training_at, training_at
from ui.pages.companions.computed import formatting


def merge(of: str, number: int) -> str:
    """Return a merge by its number."""
    event = training_at(of).events[number - 1]
    left, right = event.pair
    return formatting.rule(left, right, event.token)


def pair(of: str, number: int) -> str:
    """Return the pair of a merge."""
    return " + ".join(training_at(of).events[number - 1].pair)


def corpus(of: str, step: int) -> str:
    """Return the corpus at a step."""
    return formatting.words(training_at(of).at(step).words)


def vocabulary(of: str, step: int) -> str:
    """Return the vocabulary at a step."""
    return repr(list(bpe_training_at(of).at(step).vocabulary))


def vocabulary_in_prose(of: str, step: int) -> str:
    """Return the vocabulary at a step, as the course's prose writes it."""
    return formatting.quoted(bpe_training_at(of).at(step).vocabulary)


def vocabulary_size(of: str, step: int) -> str:
    """Return the vocabulary size at a step."""
    return str(training_at(of).vocabulary_per_step[step])


def sizes(of: str, between: str) -> str:
    """Return the vocabulary size at each step."""
    return between.join(map(str, training_at(of).vocabulary_per_step))
