"""What becomes of the tokens that are made while a text is encoded, for chapters."""

from functools import lru_cache

from bpe_engine.inspection.left_over import TokenFate, token_fates
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent
from ui.base.token_labels import token_label
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture
from ui.course.app_links import bpe_tokenizer
from ui.course.pictures.lists_and_bars import bar, node
from ui.course.tables import Table
from ui.course.tokenizer_values import cut_by_merges, encoded
from ui.course.value_registry import picture, table, value

MOST_ROWS = 20
MOST_STEPS, MOST_LEFT = 6, 4  # of the bars
LONG = 4  # bytes, of tokens that come first in the table: shorter ones are steps to nearly everything


@lru_cache(maxsize=32)
def _fates(of: str, text: str) -> list[TokenFate]:
    """Return the fates of the tokens that merges made."""
    tokenizer = bpe_tokenizer(of)
    return [fate for fate in token_fates(tokenizer, text) if len(fate.token) > 1]


def _fate(of: str, text: str, token: str) -> TokenFate:
    tokenizer = bpe_tokenizer(of)
    (token_id,) = encoded(of, token)
    return next(fate for fate in _fates(of, text) if fate.token == tokenizer.token(token_id))


@value
def times_made(of: str, text: str, token: str) -> int:
    """How often a token is there at any time while a text is encoded."""
    return _fate(of, text, token).made


@value
def times_left(of: str, text: str, token: str) -> int:
    """How often it is left at the end."""
    return _fate(of, text, token).left


@value
def tokens_made(of: str, text: str) -> int:
    """How many different tokens are made by merges while a text is encoded."""
    return len(_fates(of, text))


@value
def tokens_never_left(of: str, text: str) -> int:
    """How many of these are never left at the end."""
    return sum(not fate.left for fate in _fates(of, text))


@value
def left_by_merges(merges: str, word: str, token: str) -> int:
    """How often a token is left at the end when your own merges encode a word."""
    return cut_by_merges(merges, word).count(token)


@table
def made_and_left(text: str, of: str) -> Table:
    """The tokens that merges made while the text was encoded, those that went into longer ones first."""
    tokenizer, fates = bpe_tokenizer(of), _fates(of, text)
    shown = sorted(fates, key=lambda fate: (not fate.merged, len(fate.token) < LONG))
    note = _("Of {all} different tokens that merges made, {never} were never left at the end.").format(
        all=localized_number(len(fates)), never=localized_number(sum(not fate.left for fate in fates))
    )
    if len(shown) > MOST_ROWS:
        rest = _("The table has {count} of them, first long ones that went into longer ones.").format(
            count=localized_number(MOST_ROWS)
        )
        note = join_sentences(note, rest)
    return Table(
        _("Tokens made on the way through your text, in GPT-2"),
        (_("Token"), _("Made"), _("Went into longer ones"), _("Left at the end"), _("Share left")),
        tuple(
            (
                token_label(tokenizer, fate.token),
                localized_number(fate.made),
                localized_number(fate.merged),
                localized_number(fate.left),
                localized_percent(fate.share_left),
            )
            for fate in shown[:MOST_ROWS]
        ),
        note,
    )


@picture
def left_at_the_end(text: str, of: str, marked: str) -> Picture:
    """How often tokens were made while the text was encoded, and how often each is left at the end; one is marked."""
    tokenizer, fates = bpe_tokenizer(of), _fates(of, text)
    found = encoded(of, marked)
    asked = tokenizer.token(found[0]) if len(found) == 1 else ""
    by_number = sorted(fates, key=lambda fate: (fate.token != asked, -fate.made, -len(fate.token)))
    steps = [fate for fate in by_number if fate.merged and len(fate.token) >= LONG][:MOST_STEPS]
    whole = [fate for fate in by_number if fate.left][:MOST_LEFT]
    if not steps + whole:
        whole = by_number[:MOST_LEFT]
    shown = [*steps, *(fate for fate in whole if fate not in steps)]
    values = {
        "all": localized_number(len(fates)),
        "never": localized_number(sum(not fate.left for fate in fates)),
    }
    return {
        "kind": "bars",
        "title": _("Made, and left at the end"),
        "about": _("For each token, how often merges made it while the text was encoded, and how often it is left."),
        "says": [
            _("Tokens of GPT-2 that merges make on the way through the text. How often is each of them made?"),
            _("This is how often each is made. Which of them are still there after all merges?"),
            _(
                "Left at the end: where a longer token took one, it is gone. Of {all} tokens, {never} are never left."
            ).format(**values),
        ],
        "series": [_("Made"), _("Left at the end")],
        "nodes": [
            node(
                token_label(tokenizer, fate.token),
                mark="now" if fate.token == asked else "",
                bars=[
                    bar(fate.made, localized_number(fate.made), 1),
                    bar(fate.left, localized_number(fate.left), 2),
                ],
            )
            for fate in shown
        ],
    }
