"""The Hugging Face course, chapter 6, section 7: the probabilities of Unigram, and its program."""

from functools import lru_cache
from itertools import islice
from math import exp, prod

from bpe_engine import Tokenizer, UnigramTraining
from ui.course.values.app_links import tokenizer_at, training_at
from ui.pages.companions.computed import unigram_code
from ui.pages.companions.computed.formatting import quoted, rounded
from ui.tokenization.scenarios import SCENARIOS

# In the order of the course.
WORDS = ("hug", "pug", "pun", "bun", "hugs")
TOKENS = ("h", "u", "g", "hu", "ug", "p", "pu", "n", "un", "b", "bu", "s", "hug", "gs", "ugs")
SIZE, SMALL = 300, 100  # of the vocabulary, at the start and at the end


def vocabulary() -> str:
    """Return the tokens at the start."""
    return quoted(token for token in TOKENS if token in _frequencies())


def frequencies() -> str:
    """Return the frequency of each token."""
    return " ".join(f'("{token}", {_frequencies()[token]})' for token in TOKENS)


def total() -> str:
    """Return the sum of all frequencies."""
    return str(sum(_frequencies().values()))


def probability(*tokens: str) -> str:
    """Return the probability of a sequence of tokens."""
    found = _frequencies()
    return rounded(prod(found[token] / sum(found.values()) for token in tokens), 7)


def best_totals(word: str) -> str:
    """Return the best score of each prefix of a word, as a probability."""
    return " ".join(rounded(exp(step.best.total), 6) for step in islice(_start().encode_steps(word), len(word)))


def best_of_words() -> str:
    """Return the best score of each word."""
    tables = ([*_start().encode_steps(word)] for word in WORDS)
    return " ".join(rounded(exp(steps[-1].best.total), 6) for steps in tables)


def loss() -> str:
    """Return the loss at the start."""
    return rounded(training_at("scenario=hug&algorithm=unigram").at(0).loss, 1)


def equally_good() -> str:
    """Return, for each word, how many cuts share the highest probability."""
    model = unigram_code.model_of(_frequencies())
    found = []
    for word in WORDS:
        scores = [
            round(sum(model[token] for token in cut), 9) for cut in unigram_code.cuts(word) if model.keys() >= set(cut)
        ]
        found.append(f"{word} {scores.count(min(scores))}")
    return ", ".join(found)


def without(*tokens: str) -> str:
    """Return how much the loss grows without each token, with the other probabilities unchanged."""
    model, words = unigram_code.model_of(_frequencies()), SCENARIOS["hug"].source.counts
    return ", ".join(f"{token} {rounded(unigram_code.loss_without(token, dict(words), model), 1)}" for token in tokens)


def divided_anew(*tokens: str) -> str:
    """Return how much the loss grows without each token, with the other probabilities renormalized."""
    words, before = dict(SCENARIOS["hug"].source.counts), _frequencies()
    found = []
    for token in tokens:
        left = {each: frequency for each, frequency in before.items() if each != token}
        losses = [unigram_code.compute_loss(words, unigram_code.model_of(each)) for each in (before, left)]
        found.append(f"{token} {rounded(losses[1] - losses[0], 1)}")
    return ", ".join(found)


def words() -> str:
    """Return the number of words in the four sentences: distinct ones, and all."""
    return f"{len(_words())}, {sum(_words().values())}"


def sorted_subwords(number: int) -> str:
    """Return the most frequent parts of the words."""
    return repr(unigram_code.parts_of(_words())[:number])


def start_sizes() -> str:
    """Return the number of tokens that the program starts with, of characters among them, and their occurrences."""
    start = _rounds()[0]
    return f"{len(start)}, {sum(len(token) == 1 for token in start)}, {sum(start.values())}"


def encode_words(start: float, *words: str) -> str:
    """Return words encoded by the program, whose scores start at `start`."""
    encoded = (unigram_code.encode_word(word, _model(0), start) for word in words)
    return " ".join(repr(tuple(cut)) for cut in encoded)


def compute_loss(start: float) -> str:
    """Return the loss by the program."""
    return repr(unigram_code.compute_loss(_words(), _model(0), start))


def compute_scores(start: float, *tokens: str) -> str:
    """Return how much the program's loss would grow without each token."""
    return " ".join(repr(unigram_code.loss_without(token, _words(), _model(0), start)) for token in tokens)


def rounds() -> str:
    """Return the number of tokens left after each round."""
    return " ".join(str(len(left)) for left in _rounds())


def tokenize(text: str) -> str:
    """Return a text encoded with the tokens left at the end."""
    words = (f"▁{word}" for word in text.split())
    return repr([token for word in words for token in unigram_code.encode_word(word, _model(-1)).tokens])


@lru_cache(maxsize=1)
def _frequencies() -> dict[str, int]:
    training = training_at("scenario=hug&algorithm=unigram")
    assert isinstance(training, UnigramTraining)
    return dict(training.seed)


def _start() -> Tokenizer:
    return tokenizer_at("scenario=hug&algorithm=unigram&with=trained-0")


def _words() -> dict[str, int]:
    return unigram_code.words_of(SCENARIOS["course"].source.texts)


@lru_cache(maxsize=1)
def _rounds() -> list[dict[str, int]]:
    """Run the course's program, and return what is left after each round."""
    words = _words()
    return unigram_code.prune(words, unigram_code.start_with(words, SIZE), SMALL)


def _model(number: int) -> unigram_code.Model:
    return unigram_code.model_of(_rounds()[number])
