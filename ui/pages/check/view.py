"""The pictures of Check your merges: the learner's merges up to the first that differs, and that one beside ours."""

from collections.abc import Mapping
from html import escape

from bpe_engine import Pair
from bpe_engine.bpe.merge_comparison import MergeDifference
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import display_name
from ui.components import read_styles
from ui.components.html_table import scroll_region
from ui.components.token_tiles import inline_token, token_tile
from ui.pages.check.differences import SHOWN_MERGES, ComparisonResult
from ui.pages.check.submission import Submission


def example_note() -> str:
    """Return what is compared until there are merges."""
    return _(
        "An example, until you bring your merges: those that a program learned from the words hug, pug, pun, bun and "
        "hugs."
    )


def merges_html(submission: Submission, compared: ComparisonResult) -> str:
    """Return the tokens that the merges around the first difference make: equal ones, the one that differs, the rest.

    A token has the colour of its id.
    """
    first, step = compared.first_shown, compared.difference.step if compared.difference else len(submission.merges)
    items = ""
    for number, pair in enumerate(submission.merges[first : first + SHOWN_MERGES], first):
        kind, sign = ("", "✓") if number < step else ("differs", "✗") if number == step else ("later", "?")
        token = pair.left + (pair.right.removeprefix(compared.prefix))
        token_id = compared.ids.get(token) if number <= step else None
        note = f"{localized_number(number + 1)} {sign}"
        items += token_tile(display_name(token), note, token_id, kind)
    more = len(submission.merges) - first - SHOWN_MERGES
    before = f"<li>{localized_number(first)} ✓</li>" if first else ""
    after = f"<li>+ {localized_number(more)}</li>" if more > 0 else ""
    styles = read_styles("components/tokens.css")
    return f'<style>{styles}</style><section class="bpe-codes"><ol>{before}{items}{after}</ol></section>'


def difference_html(difference: MergeDifference, ids: Mapping[str, int]) -> str:
    """Return the two merges as an HTML table: whose, the pair, and its count at that step as a bar."""
    title = _("Merge {number}").format(number=localized_number(difference.step + 1))
    rows = []
    if difference.theirs is not None:
        rows.append((_("Yours"), difference.theirs, difference.occurrences))
    if difference.ours is not None:
        rows.append((_("Here"), difference.ours.pair, difference.ours.count))
    most = max((count for _side, _pair, count in rows), default=0) or 1
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in (title, _("Pair"), _("Count at this step")))
    body = "".join(
        f"<tr{' class=attempt' if side == _('Yours') else ''}><th scope=row>{escape(side)}</th>"
        f"<td>{_pair(pair, ids)}</td><td>{localized_number(count)}"
        f'<i style="--share: {round(count / most, 3)}"></i></td></tr>'
        for side, pair, count in rows
    )
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    return scroll_region("bpe-scores", title, table)


def _pair(pair: Pair, ids: Mapping[str, int]) -> str:
    return " + ".join(inline_token(display_name(token), ids.get(token)) for token in pair)
