"""The content of Live class while no class is open: a sample vote and ready-made plans."""

from bpe_engine import BPETrainer, Corpus
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import count_pairs
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.classroom.plans.bundled import BUNDLED, plan_of
from ui.classroom.teacher.contract import ClosedClass

_CORPUS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
_VOTES = (13, 6, 3, 2)
"""Made up, of a class of 24, for the most frequent pairs of the first lesson."""


def closed_class() -> ClosedClass:
    """Return it in the reader's language."""
    plans = [(name, plan_of(name)) for name in BUNDLED]
    return {
        "title": _("A sample vote"),
        "votes": _sample_votes(),
        "plansTitle": _("Ready lesson plans"),
        "plans": [
            *((plan.title, _minutes(plan.minutes), f"plans?plan={name}") for name, plan in plans),
            (_("Your own plan"), _("Pages, notes and questions in your order."), "plans"),
        ],
    }


def _minutes(minutes: int) -> str:
    return _("Total: {minutes} min").format(minutes=localized_number(minutes))


def _sample_votes() -> list[tuple[list[tuple[str, int]], int]]:
    vocabulary = BPETrainer(vocab_size=7).train(Corpus.from_counts(_CORPUS)).vocabulary
    pairs = count_pairs((tuple(word), times) for word, times in _CORPUS.items()).most_common(len(_VOTES))
    return [
        ([(symbol, token_hue(vocabulary[symbol])) for symbol in pair], votes)
        for (pair, _times), votes in zip(pairs, _VOTES, strict=True)
    ]
