"""The fate of tokens that are made while a text is encoded, for chapters."""

from functools import lru_cache

from bpe_engine.inspection.left_over import TokenFate, token_fates
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import token_label
from ui.base.visible_text import join_sentences
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.tables import Table
from ui.course.values.tokenizer_values import cut_by_merges, encoded
from ui.course.values.value_registry import percent_to_one_place, table, value

MOST_ROWS = 8


@lru_cache(maxsize=32)
def fates_in(of: str, text: str) -> list[TokenFate]:
    """Return the fates of the tokens that merges made."""
    tokenizer = bpe_tokenizer(of)
    return [fate for fate in token_fates(tokenizer, text) if len(fate.token) > 1]


def _fate(of: str, text: str, token: str) -> TokenFate:
    tokenizer = bpe_tokenizer(of)
    (token_id,) = encoded(of, token)
    return next(fate for fate in fates_in(of, text) if fate.token == tokenizer.token(token_id))


@value
def times_made(of: str, text: str, token: str) -> int:
    """How often merges make a token while a text is encoded."""
    return _fate(of, text, token).made


@value
def times_left(of: str, text: str, token: str) -> int:
    """How often a token is left once a text is encoded."""
    return _fate(of, text, token).left


@value
def left_by_merges(merges: str, word: str, token: str) -> int:
    """How often a token is left at the end when your own merges encode a word."""
    return cut_by_merges(merges, word).count(token)


@table
def made_and_left(text: str, of: str) -> Table:
    """The tokens that merges made while the text was encoded, the most frequent first."""
    tokenizer, fates = bpe_tokenizer(of), fates_in(of, text)
    shown = sorted(fates, key=lambda fate: -fate.made)
    note = _("Of {all} different tokens that merges made, {never} never survive.").format(
        all=localized_number(len(fates)), never=localized_number(sum(not fate.left for fate in fates))
    )
    if len(shown) > MOST_ROWS:
        rest = _("The table has the {count} that are made most often.").format(count=localized_number(MOST_ROWS))
        note = join_sentences(note, rest)
    return Table(
        _("Tokens that GPT-2 makes while it encodes your text"),
        (_("Token"), _("Made"), _("Merged again"), _("Survive"), _("Share that survives")),
        tuple(
            (
                token_label(tokenizer, fate.token),
                localized_number(fate.made),
                localized_number(fate.merged),
                localized_number(fate.left),
                percent_to_one_place(fate.share_left),
            )
            for fate in shown[:MOST_ROWS]
        ),
        note,
    )
