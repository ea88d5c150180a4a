"""The Hugging Face course, chapter 6, section 7: Unigram, on its five words."""

from functools import lru_cache
from itertools import islice
from math import exp, prod

from bpe_engine import UnigramTokenizer, UnigramTraining
from ui.companions import titles
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import tokenizer, training
from ui.companions.writing import quoted
from ui.i18n import N_, decimal

AT_START = {"with": "trained-0", **train("hug", algorithm="unigram")}
START = train("hug", 0, algorithm="unigram")
# In the order of the course.
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
    return decimal(prod(found[token] / sum(found.values()) for token in tokens), 7)


def _best_totals(word: str) -> str:
    """The best score of each beginning of a word, as a probability."""
    made = tokenizer("hug", "unigram", step=0)
    return " ".join(decimal(exp(step.best.total), 6) for step in islice(made.encode_steps(word), len(word)))


def _loss() -> str:
    return decimal(training("hug", "unigram").at(0).loss, 1)


WRONG = N_("The text has 5 for the frequency of p here. In its own list it is 17.")

PARTS = (
    Part(
        {"": "Training algorithm"},
        (
            Entry(
                titles.VOCABULARY,
                "",
                lambda: quoted(token for token in TOKENS if token in _frequencies()),
                '["h", "u", "g", "hu", "ug", "p", "pu", "n", "un", "b", "bu", "s", "hug", "gs", "ugs"]',
                page="train",
                query=START,
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
        {"": "Tokenization algorithm"},
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
            Entry(titles.LOSS, "", _loss, "169.8", page="train", query=START),
        ),
    ),
)

COURSE_UNIGRAM = Companion(
    "unigram",
    "Hugging Face Course 6.7: Unigram",
    "",
    PARTS,
    {"": "https://github.com/huggingface/course/blob/main/chapters/en/chapter6/7.mdx"},
    language="en",
)
