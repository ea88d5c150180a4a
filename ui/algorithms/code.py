"""The engine's own functions, to be read on the page: what made the steps that are shown."""

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.ties import tie_priority
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.unigram.em import expected_counts
from bpe_engine.unigram.run import UnigramRun, order_of_pruning
from bpe_engine.unigram.viterbi import best_totals
from bpe_engine.whole_units import WordLevelTrainer
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.trainer import WordPieceRun
from ui.i18n import gettext as _
from ui.tasks.settings import Algorithm

_FUNCTIONS: dict[Algorithm, tuple[Callable[..., Any], ...]] = {
    "bpe": (PairQueue.pop, BPERun.merge, MergeState.merge, tie_priority),
    "wordpiece": (ScoredPairs.winner, pair_score, WordPieceRun.merge),
    "unigram": (UnigramRun.events, UnigramRun._weigh, order_of_pruning, best_totals, expected_counts),
    "words": (WordLevelTrainer._events,),
    "characters": (WordLevelTrainer._events,),
}


def sources(algorithm: Algorithm) -> list[str]:
    """The functions as source text, the most telling first."""
    return [inspect.cleandoc(textwrap.dedent(inspect.getsource(function))) for function in _FUNCTIONS[algorithm]]


def about(algorithm: Algorithm) -> str:
    """What the functions do."""
    return {
        "bpe": _(
            "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
            "makes it a token, the third replaces it in every word. The last orders pairs that tie."
        ),
        "wordpiece": _(
            "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
            "scores one, the third makes it a token."
        ),
        "unigram": _(
            "These functions made the steps above; nothing is simplified. The first takes tokens away, the second "
            "finds how much each is needed, the third puts them in order. Then the best cut of a word, and how often "
            "each token is to be expected."
        ),
        "words": _("This function made the steps above; nothing is simplified."),
        "characters": _("This function made the steps above; nothing is simplified."),
    }[algorithm]
