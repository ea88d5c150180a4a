"""The Hugging Face course, chapter 6, section 7: the probabilities of Unigram, and what its program does."""

from functools import lru_cache
from itertools import islice
from math import exp, prod

from bpe_engine import Tokenizer, UnigramTraining
from ui.course.app_links import tokenizer_at, training_at
from ui.pages.companions.computed import unigram_code
from ui.pages.companions.computed.formatting import quoted, rounded
from ui.tokenization.scenarios import SCENARIOS

# In the order of the course.
WORDS = ("hug", "pug", "pun", "bun", "hugs")
TOKENS = ("h", "u", "g", "hu", "ug", "p", "pu", "n", "un", "b", "bu", "s", "hug", "gs", "ugs")
SIZE, SMALL = 300, 100  # of the vocabulary, at the start and at the end


def vocabulary() -> str:
    """The tokens at the start."""
    return quoted(token for token in TOKENS if token in _frequencies())


def frequencies() -> str:
    """How often each occurs."""
    return " ".join(f'("{token}", {_frequencies()[token]})' for token in TOKENS)


def total() -> str:
    """How often all together do."""
    return str(sum(_frequencies().values()))


def probability(*tokens: str) -> str:
    """How probable some tokens in a row are."""
    found = _frequencies()
    return rounded(prod(found[token] / sum(found.values()) for token in tokens), 7)


def best_totals(word: str) -> str:
    """The best score of each beginning of a word, as a probability."""
    return " ".join(rounded(exp(step.best.total), 6) for step in islice(_start().encode_steps(word), len(word)))


def best_of_words() -> str:
    """The best score of each word."""
    tables = ([*_start().encode_steps(word)] for word in WORDS)
    return " ".join(rounded(exp(steps[-1].best.total), 6) for steps in tables)


def loss() -> str:
    """The loss at the start."""
    return rounded(training_at("scenario=hug&algorithm=unigram").at(0).loss, 1)


def equally_good() -> str:
    """How many cuts of each word are the most probable one."""
    model = unigram_code.model_of(_frequencies())
    found = []
    for word in WORDS:
        scores = [
            round(sum(model[token] for token in cut), 9) for cut in unigram_code.cuts(word) if model.keys() >= set(cut)
        ]
        found.append(f"{word} {scores.count(min(scores))}")
    return ", ".join(found)


def without(*tokens: str) -> str:
    """How much the loss grows without each token, the probabilities of the others as they are."""
    model, words = unigram_code.model_of(_frequencies()), SCENARIOS["hug"].source.counts
    return ", ".join(f"{token} {rounded(unigram_code.loss_without(token, dict(words), model), 1)}" for token in tokens)


def divided_anew(*tokens: str) -> str:
    """The same, the probabilities divided by the sum of what is left."""
    words, before = dict(SCENARIOS["hug"].source.counts), _frequencies()
    found = []
    for token in tokens:
        left = {each: frequency for each, frequency in before.items() if each != token}
        losses = [unigram_code.compute_loss(words, unigram_code.model_of(each)) for each in (before, left)]
        found.append(f"{token} {rounded(losses[1] - losses[0], 1)}")
    return ", ".join(found)


def words() -> str:
    """How many words the four sentences have, each once and with those that come again."""
    return f"{len(_words())}, {sum(_words().values())}"


def sorted_subwords(number: int) -> str:
    """The most frequent of their parts."""
    return repr(unigram_code.parts_of(_words())[:number])


def start_sizes() -> str:
    """How many tokens the program begins with, how many of them are characters, and how often they occur in all."""
    start = _rounds()[0]
    return f"{len(start)}, {sum(len(token) == 1 for token in start)}, {sum(start.values())}"


def encode_words(start: float, *words: str) -> str:
    """Words cut by the program, whose scores begin at `start`."""
    encoded = (unigram_code.encode_word(word, _model(0), start) for word in words)
    return " ".join(repr(tuple(cut)) for cut in encoded)


def compute_loss(start: float) -> str:
    """The loss as the program has it."""
    return repr(unigram_code.compute_loss(_words(), _model(0), start))


def compute_scores(start: float, *tokens: str) -> str:
    """How much it would grow without each token."""
    return " ".join(repr(unigram_code.loss_without(token, _words(), _model(0), start)) for token in tokens)


def rounds() -> str:
    """How many tokens are left after each round."""
    return " ".join(str(len(left)) for left in _rounds())


def tokenize(text: str) -> str:
    """A text cut by the tokens that are left at the end."""
    words = (f"▁{word}" for word in text.split())
    return repr([token for word in words for token in unigram_code.encode_word(word, _model(-1)).tokens])


@lru_cache(maxsize=1)
def _frequencies() -> dict[str, int]:
    made = training_at("scenario=hug&algorithm=unigram")
    assert isinstance(made, UnigramTraining)
    return dict(made.seed)


def _start() -> Tokenizer:
    return tokenizer_at("scenario=hug&algorithm=unigram&with=trained-0")


def _words() -> dict[str, int]:
    return unigram_code.words_of(SCENARIOS["course"].source.texts)


@lru_cache(maxsize=1)
def _rounds() -> list[dict[str, int]]:
    """The course's program at work: what is left after each round."""
    words = _words()
    return unigram_code.prune(words, unigram_code.start_with(words, SIZE), SMALL)


def _model(number: int) -> unigram_code.Model:
    return unigram_code.model_of(_rounds()[number])
