"""Parts of frames and sentences that several algorithms share."""

from collections.abc import Sequence
from typing import Any

from bpe_engine import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_pair, name_text, name_token
from ui.lessons.contract import CandidateRow, HistoryItem, Labels
from ui.lessons.frames import FrameTokens, UnknownText


def times_phrase(count: int) -> str:
    """Return how often something occurs, in words."""
    return ngettext("{count} time", "{count} times", count).format(count=localized_number(count))


def byte_legend() -> str:
    """Explain how to read symbols of the byte alphabet."""
    return _(
        "Each symbol stands for a byte: Ġ for a space, Ċ for a line break, English letters for themselves. Other "
        "letters take several symbols."
    )


def step_labels() -> Labels:
    """Return the labels around frames whose steps are not merges."""
    return {
        "noMerges": _("None yet. Press Next."),
        "backKey": _("Previous step (keys: ←, Page Up)"),
        "nextKey": _("Next step (keys: →, Page Down)"),
    }


def merge_history_item(pair: Pair, token: str, value: str, tokens: FrameTokens, spoken: str) -> HistoryItem:
    """Return the entry of a past merge in the list of steps."""
    return {
        "parts": [tokens[part] for part in pair],
        "made": tokens[token],
        "value": value,
        "sum": "",
        "spoken": tokens.with_token_numbers(spoken),
    }


def vocabulary_full_text(state: Any) -> str:
    """Explain that the vocabulary has reached its size."""
    return _("Done: the vocabulary has {size} tokens, as requested.").format(
        size=localized_number(len(state.vocabulary))
    )


def candidate_row(
    parts: Pair | str | UnknownText,
    tokens: FrameTokens,
    *,
    value: str,
    winner: bool,
    verdict: str,
    said: str = "",  # the value in words
    tally: str = "",
    terms: Sequence[tuple[str, int]] = (),  # of the tally, and what each adds
    share: float | None = None,
    tied: bool = False,
) -> CandidateRow:
    """Return a candidate for the next step: a pair, or a single token."""
    if isinstance(parts, Pair):
        pair, named = [tokens[part] for part in parts], name_pair(parts)
    else:
        token = name_token(parts) if isinstance(parts, str) else name_text(parts.text)
        pair, named = [tokens[parts]], _("“{token}”").format(token=token)
    row: CandidateRow = {
        "pair": pair,
        "name": tokens.with_token_numbers(named),
        "value": value,
        "spoken": tokens.with_token_numbers(_("{name}, {number}").format(name=named, number=said or value)),
        "share": share,
        "tally": tokens.with_token_numbers(tally),
        "winner": winner,
        "tied": tied,
        "verdict": tokens.with_token_numbers(verdict),
    }
    if terms:
        row["terms"] = [(tokens.with_token_numbers(text), count) for text, count in terms]
    return row
