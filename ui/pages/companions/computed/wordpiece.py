"""The Hugging Face course, chapter 6, section 6: the scores of WordPiece."""

from fractions import Fraction
from urllib.parse import quote

from bpe_engine import WordPieceTraining
from bpe_engine.wordpiece.training import WordPieceState
from ui.course.values.app_links import training_at
from ui.pages.companions.computed import formatting


def symbols(word: str) -> str:
    """Return a word split into symbols."""
    return " ".join(training_at(f"scenario=text&algorithm=wordpiece&text={quote(word)}").at(0).words[0].symbols)


def alphabet() -> str:
    """Return the symbols at the start, those that start a word first."""
    symbols = [token for token in _state("hug", 0).vocabulary if token != "[UNK]"]
    return formatting.quoted(sorted(symbols, key=lambda symbol: (symbol.startswith("##"), symbol)))


def shares(step: int, *pairs: str) -> str:
    """Return scores as the course writes them, as fractions. Each pair is written with a space in it."""
    rows = {" ".join(row.pair): row for row in _state("hug", step).leaderboard}
    scored = (
        (rows[pair].pair, Fraction(rows[pair].count, rows[pair].left_count * rows[pair].right_count)) for pair in pairs
    )
    return ", ".join(f'("{pair.left}", "{pair.right}") {score}' for pair, score in scored)


def sizes() -> str:
    """Return the number of words in the four sentences, and of symbols besides five special tokens."""
    return f"{len(_training('course').corpus.words)}, {len(_state('course', 0).vocabulary) - 5}"


def scores(number: int) -> str:
    """Return the scores of the first pairs, in corpus order."""
    state = _state("course", 0)
    scores = {(row.pair.left, row.pair.right): row.score for row in state.leaderboard}
    pairs = [pair for word in state.words for pair in zip(word.symbols, word.symbols[1:], strict=False)]
    return formatting.first({pair: scores[pair] for pair in pairs}, number)


def best_pair() -> str:
    """Return the pair with the highest score."""
    event = _training("course").events[0]
    return f"{(event.pair.left, event.pair.right)!r} {event.score!r}"


def split(word: str, step: int) -> str:
    """Return a word of the four sentences at a step."""
    return repr(next(list(state.symbols) for state in _state("course", step).words if state.word == word))


def merges() -> str:
    """Return the tokens made from the four sentences."""
    return ", ".join(repr(event.token) for event in _training("course").events)


def _training(scenario: str) -> WordPieceTraining:
    training = training_at(f"scenario={scenario}&algorithm=wordpiece")
    assert isinstance(training, WordPieceTraining)
    return training


def _state(scenario: str, step: int) -> WordPieceState:
    return _training(scenario).at(step)
