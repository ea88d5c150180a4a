"""The Hugging Face course, chapter 6, section 7: Unigram."""

from functools import lru_cache
from itertools import islice
from math import exp, prod

from bpe_engine import UnigramTokenizer, UnigramTraining
from ui.companions import titles, unigram_code
from ui.companions.course import addresses, headings
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import tokenizer, training
from ui.companions.writing import quoted, rounded
from ui.i18n import N_
from ui.tasks.scenarios import SCENARIOS

AT_START = {"with": "trained-0", **train("hug", algorithm="unigram")}
START = train("hug", 0, algorithm="unigram")
# In the order of the course.
WORDS = ("hug", "pug", "pun", "bun", "hugs")
SENTENCE = "This is the Hugging Face course."
SIZE, SMALL = 300, 100  # of the vocabulary, at the start and at the end
WRONG_START = 1.0
TOKENS = ("h", "u", "g", "hu", "ug", "p", "pu", "n", "un", "b", "bu", "s", "hug", "gs", "ugs")


@lru_cache(maxsize=1)
def _frequencies() -> dict[str, int]:
    made = training("hug", "unigram")
    assert isinstance(made, UnigramTraining)
    return dict(made.seed)


def _best(word: str) -> list[str]:
    made = tokenizer("hug", "unigram", step=0)
    assert isinstance(made, UnigramTokenizer)
    return made.tokenize(word)


def _probability(*tokens: str) -> str:
    found = _frequencies()
    return rounded(prod(found[token] / sum(found.values()) for token in tokens), 7)


def _best_totals(word: str) -> str:
    """The best score of each beginning of a word, as a probability."""
    made = tokenizer("hug", "unigram", step=0)
    return " ".join(rounded(exp(step.best.total), 6) for step in islice(made.encode_steps(word), len(word)))


def _loss() -> str:
    return rounded(training("hug", "unigram").at(0).loss, 1)


def _best_of_words() -> str:
    made = tokenizer("hug", "unigram", step=0)
    tables = ([*made.encode_steps(word)] for word in WORDS)
    return " ".join(rounded(exp(steps[-1].best.total), 6) for steps in tables)


def _equally_good() -> str:
    """How many cuts of each word are the most probable one."""
    model = unigram_code.model_of(_frequencies())
    found = []
    for word in WORDS:
        scores = [
            round(sum(model[token] for token in cut), 9) for cut in unigram_code.cuts(word) if model.keys() >= set(cut)
        ]
        found.append(f"{word} {scores.count(min(scores))}")
    return ", ".join(found)


def _without(*tokens: str) -> str:
    """How much the loss grows without each token, the probabilities of the others as they are."""
    model, words = unigram_code.model_of(_frequencies()), SCENARIOS["hug"].source.counts
    return ", ".join(f"{token} {rounded(unigram_code.loss_without(token, dict(words), model), 1)}" for token in tokens)


def _divided_anew(*tokens: str) -> str:
    """The same, the probabilities divided by the sum of what is left."""
    words, before = dict(SCENARIOS["hug"].source.counts), _frequencies()
    found = []
    for token in tokens:
        left = {each: frequency for each, frequency in before.items() if each != token}
        losses = [unigram_code.compute_loss(words, unigram_code.model_of(each)) for each in (before, left)]
        found.append(f"{token} {rounded(losses[1] - losses[0], 1)}")
    return ", ".join(found)


def _counted() -> dict[str, int]:
    return unigram_code.words_of(SCENARIOS["course"].source.texts)


@lru_cache(maxsize=1)
def _rounds() -> list[dict[str, int]]:
    """The course's program at work: what is left after each round."""
    words = _counted()
    return unigram_code.prune(words, unigram_code.start_with(words, SIZE), SMALL)


def _model(number: int) -> unigram_code.Model:
    return unigram_code.model_of(_rounds()[number])


def _words_encoded(start: float = 0.0) -> str:
    encoded = (unigram_code.encode_word(word, _model(0), start) for word in ("Hopefully", "This"))
    return " ".join(repr(tuple(cut)) for cut in encoded)


def _course_loss(start: float = 0.0) -> str:
    return repr(unigram_code.compute_loss(_counted(), _model(0), start))


def _course_scores(*tokens: str) -> str:
    words, model = _counted(), _model(0)
    return " ".join(repr(unigram_code.loss_without(token, words, model, WRONG_START)) for token in tokens)


def _sentence() -> str:
    words = (f"▁{word}" for word in SENTENCE.split())
    return repr([token for word in words for token in unigram_code.encode_word(word, _model(-1)).tokens])


NO_STRICT = N_("This edition has lost a word: only parts that are shorter than their word are tokens.")
NO_SIGN = N_("This edition has lost the sign ▁ and prints a space.")
STARTS_WITH_1 = N_("The list begins with a score of 1, which should be 0: so each word is worth 1 too much.")
WRONG = N_("The text has 5 for the frequency of p here. In its own list it is 17.")

PARTS = (
    Part(
        headings(7, 0),
        (
            Entry(
                titles.VOCABULARY,
                "",
                lambda: quoted(token for token in TOKENS if token in _frequencies()),
                '["h", "u", "g", "hu", "ug", "p", "pu", "n", "un", "b", "bu", "s", "hug", "gs", "ugs"]',
                page="train",
                query=START,
                of_editions={
                    "vi": N_("“What is left” became “the left side” in this edition."),
                    "ru": NO_STRICT,
                    "zh-CN": NO_STRICT,
                },
            ),
            Entry(
                titles.SIZE,
                "",
                lambda: " ".join(f'("{token}", {_frequencies()[token]})' for token in TOKENS),
                '("h", 15) ("u", 36) ("g", 20) ("hu", 15) ("ug", 20) ("p", 17) ("pu", 17) ("n", 16) ("un", 16) '
                '("b", 4) ("bu", 4) ("s", 5) ("hug", 15) ("gs", 5) ("ugs", 5)',
                page="train",
                query=START,
            ),
            Entry(
                titles.SIZE,
                "sum",
                lambda: str(sum(_frequencies().values())),
                "210",
                page="train",
                query=START,
            ),
        ),
    ),
    Part(
        headings(7, 1),
        (
            Entry(
                titles.PROBABILITY,
                '["p", "u", "g"]',
                lambda: _probability("p", "u", "g"),
                "0.000389",
                right="0.0013217",
                why=WRONG,
                page="encode",
                query={"word": "pug"} | AT_START,
            ),
            Entry(
                titles.PROBABILITY,
                '["pu", "g"]',
                lambda: _probability("pu", "g"),
                "0.0022676",
                right="0.0077098",
                why=WRONG,
                page="encode",
                query={"word": "pug"} | AT_START,
            ),
            Entry(
                titles.PROBABILITY,
                '["p", "ug"]',
                lambda: _probability("p", "ug"),
                "0.0022676",
                right="0.0077098",
                why=WRONG,
                page="encode",
                query={"word": "pug"} | AT_START,
            ),
            Entry(
                titles.TOKENS,
                "unhug",
                lambda: quoted(_best("unhug")),
                '["un", "hug"]',
                page="encode",
                query={"word": "unhug"} | AT_START,
            ),
            Entry(
                titles.PROBABILITY,
                "unhug",
                lambda: _best_totals("unhug"),
                right="0.171429 0.076190 0.005442 0.005442 0.005442",
                page="encode",
                query={"word": "unhug", "step": "5"} | AT_START,
            ),
            Entry(
                titles.TOKENS,
                "huggun",
                lambda: quoted(_best("huggun")),
                right='["hug", "g", "un"]',
                page="encode",
                query={"word": "huggun"} | AT_START,
                exercise=True,
            ),
        ),
    ),
    Part(
        headings(7, 2),
        (
            Entry(
                titles.PROBABILITY,
                ", ".join(WORDS),
                _best_of_words,
                "0.071428 0.007710 0.006168 0.001451 0.001701",
                right="0.071429 0.007710 0.006168 0.001451 0.001701",
                why=N_("15/210 is 0.0714285…, which is rounded up."),
                page="encode",
                query={"word": "hug"} | AT_START,
            ),
            Entry(titles.LOSS, "", _loss, "169.8", page="train", query=START),
            Entry(
                titles.SAID,
                "",
                _equally_good,
                claim=N_("Every word here has two cuts that are equally good."),
                right="hug 1, pug 2, pun 2, bun 2, hugs 3",
                why=N_("Most have; “hug” has one, and “hugs” has three."),
                page="encode",
                query={"word": "hugs"} | AT_START,
            ),
            Entry(
                titles.LOSS,
                "− pu, − hug",
                lambda: _without("pu", "hug"),
                "pu 0.0, hug 23.5",
                page="train",
                query=START,
            ),
            Entry(
                titles.LOSS,
                "− pu, − hug",
                lambda: _divided_anew("pu", "hug"),
                right="pu -5.2, hug 18.2",
                why=N_(
                    "The same where the probabilities are divided anew, by the smaller sum, as they are once a token "
                    "is gone."
                ),
                page="train",
                query=train("hug", 1, algorithm="unigram"),
            ),
        ),
    ),
    Part(
        headings(7, 3),
        (
            Entry(
                titles.WORDS,
                "xlnet-base-cased",
                lambda: f"{len(_counted())}, {sum(_counted().values())}",
                right="28, 31",
                why=N_(
                    "28 words, 31 with those that come again. The app’s own trainer starts with other tokens than this "
                    "program: it takes no whole word, and as many parts as there are. So what follows has no page; the "
                    "program runs here."
                ),
            ),
            Entry(
                titles.FUNCTION,
                "sorted_subwords[:10]",
                lambda: repr(unigram_code.parts_of(_counted())[:10]),
                "[('▁t', 7), ('is', 5), ('er', 5), ('▁a', 5), ('▁to', 4), ('to', 4), ('en', 4), ('▁T', 3), "
                "('▁Th', 3), ('▁Thi', 3)]",
                of_editions={"my": NO_SIGN},
            ),
            Entry(
                titles.SIZE,
                "len(token_freqs), len(char_freqs), total_sum",
                lambda: (
                    f"{len(_rounds()[0])}, {sum(len(token) == 1 for token in _rounds()[0])}, "
                    f"{sum(_rounds()[0].values())}"
                ),
                right="300, 30, 594",
            ),
            Entry(
                titles.PROGRAM,
                'encode_word("Hopefully", model), encode_word("This", model)',
                lambda: _words_encoded(WRONG_START),
                "(['H', 'o', 'p', 'e', 'f', 'u', 'll', 'y'], 41.5157494601402) (['This'], 6.288267030694535)",
                why=STARTS_WITH_1,
            ),
            Entry(
                titles.REPAIRED,
                'encode_word("Hopefully", model), encode_word("This", model)',
                _words_encoded,
                right="(['H', 'o', 'p', 'e', 'f', 'u', 'll', 'y'], 40.5157494601402) (['This'], 5.288267030694535)",
                why=N_("5.288 is −ln(3/594): “This” occurs 3 times, and all frequencies together are 594."),
            ),
            Entry(
                titles.PROGRAM,
                "compute_loss(model)",
                lambda: _course_loss(WRONG_START),
                "413.10377642940875",
                why=STARTS_WITH_1,
            ),
            Entry(
                titles.REPAIRED,
                "compute_loss(model)",
                _course_loss,
                right="382.10377642940875",
                why=N_("31 less, 1 for each word of the text."),
            ),
            Entry(
                titles.PROGRAM,
                'scores["ll"], scores["his"]',
                lambda: _course_scores("ll", "his"),
                "6.376412403623874 0.0",
                why=N_("The 1 is in both losses, so it does no harm to their difference."),
            ),
            Entry(
                titles.SIZE,
                "percent_to_remove = 0.1",
                lambda: " ".join(str(len(left)) for left in _rounds()),
                right="300 270 243 219 198 179 162 146 132 119 108 98",
                why=N_("A tenth goes in each round, until no more than 100 tokens are left."),
            ),
            Entry(
                titles.TOKENS,
                SENTENCE,
                _sentence,
                "['▁This', '▁is', '▁the', '▁Hugging', '▁Face', '▁', 'c', 'ou', 'r', 's', 'e', '.']",
                of_editions={"my": NO_SIGN},
            ),
        ),
    ),
)

COURSE_UNIGRAM = Companion("unigram", "Hugging Face Course 6.7: Unigram", "", PARTS, addresses(7))
